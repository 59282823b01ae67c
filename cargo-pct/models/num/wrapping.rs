//! `std::num::Wrapping`: integers whose operators wrap around.

use super::IntegerMethods;
use crate::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign};
use crate::pct;
use std::cmp::Ordering;
use std::num::Wrapping;

/// An operator for both operands by value and by reference, and its assignment, which also takes a plain integer.
macro_rules! operator {
    ($Op:ident::$op:ident, $Assign:ident::$assign:ident, $compute:path) => {
        impl<T: pct::Integer> $Op<Wrapping<T>> for Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, rhs: Wrapping<T>) -> Wrapping<T> {
                Wrapping($compute(self.0, rhs.0))
            }
        }

        impl<T: pct::Integer> $Op<&Wrapping<T>> for Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, rhs: &Wrapping<T>) -> Wrapping<T> {
                Wrapping($compute(self.0, rhs.0))
            }
        }

        impl<T: pct::Integer> $Op<Wrapping<T>> for &Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, rhs: Wrapping<T>) -> Wrapping<T> {
                Wrapping($compute(self.0, rhs.0))
            }
        }

        impl<T: pct::Integer> $Op<&Wrapping<T>> for &Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, rhs: &Wrapping<T>) -> Wrapping<T> {
                Wrapping($compute(self.0, rhs.0))
            }
        }

        impl<T: pct::Integer> $Assign<Wrapping<T>> for Wrapping<T> {
            fn $assign(&mut self, rhs: Wrapping<T>) {
                self.0 = $compute(self.0, rhs.0);
            }
        }

        impl<T: pct::Integer> $Assign<&Wrapping<T>> for Wrapping<T> {
            fn $assign(&mut self, rhs: &Wrapping<T>) {
                self.0 = $compute(self.0, rhs.0);
            }
        }

        impl<T: pct::Integer> $Assign<T> for Wrapping<T> {
            fn $assign(&mut self, rhs: T) {
                self.0 = $compute(self.0, rhs);
            }
        }

        impl<T: pct::Integer> $Assign<&T> for Wrapping<T> {
            fn $assign(&mut self, rhs: &T) {
                self.0 = $compute(self.0, *rhs);
            }
        }
    };
}

operator!(Add::add, AddAssign::add_assign, pct::wrapping_add);
operator!(Sub::sub, SubAssign::sub_assign, pct::wrapping_sub);
operator!(Mul::mul, MulAssign::mul_assign, pct::wrapping_mul);
operator!(Div::div, DivAssign::div_assign, IntegerMethods::wrapping_div);
operator!(Rem::rem, RemAssign::rem_assign, IntegerMethods::wrapping_rem);
operator!(BitAnd::bitand, BitAndAssign::bitand_assign, pct::bit_and);
operator!(BitOr::bitor, BitOrAssign::bitor_assign, pct::bit_or);
operator!(BitXor::bitxor, BitXorAssign::bitxor_assign, pct::bit_xor);

/// A shift, by as many bits as the amount says, modulo the width.
macro_rules! shift {
    ($Op:ident::$op:ident, $Assign:ident::$assign:ident, $shifted:ident, $compute:path) => {
        fn $shifted<T: pct::Integer>(value: T, by: usize) -> T {
            let bits: usize = pct::cast(pct::bits::<T>());
            $compute(value, pct::cast(pct::rem(by, bits)))
        }

        impl<T: pct::Integer> $Op<usize> for Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, by: usize) -> Wrapping<T> {
                Wrapping($shifted(self.0, by))
            }
        }

        impl<T: pct::Integer> $Op<&usize> for Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, by: &usize) -> Wrapping<T> {
                Wrapping($shifted(self.0, *by))
            }
        }

        impl<T: pct::Integer> $Op<usize> for &Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, by: usize) -> Wrapping<T> {
                Wrapping($shifted(self.0, by))
            }
        }

        impl<T: pct::Integer> $Op<&usize> for &Wrapping<T> {
            type Output = Wrapping<T>;
            fn $op(self, by: &usize) -> Wrapping<T> {
                Wrapping($shifted(self.0, *by))
            }
        }

        impl<T: pct::Integer> $Assign<usize> for Wrapping<T> {
            fn $assign(&mut self, by: usize) {
                self.0 = $shifted(self.0, by);
            }
        }

        impl<T: pct::Integer> $Assign<&usize> for Wrapping<T> {
            fn $assign(&mut self, by: &usize) {
                self.0 = $shifted(self.0, *by);
            }
        }
    };
}

shift!(Shl::shl, ShlAssign::shl_assign, shifted_left, pct::shl);
shift!(Shr::shr, ShrAssign::shr_assign, shifted_right, pct::shr);

impl<T: pct::Integer> Neg for Wrapping<T> {
    type Output = Wrapping<T>;
    fn neg(self) -> Wrapping<T> {
        Wrapping(self.0.wrapping_neg())
    }
}

impl<T: pct::Integer> Neg for &Wrapping<T> {
    type Output = Wrapping<T>;
    fn neg(self) -> Wrapping<T> {
        Wrapping(self.0.wrapping_neg())
    }
}

impl<T: pct::Integer> Not for Wrapping<T> {
    type Output = Wrapping<T>;
    fn not(self) -> Wrapping<T> {
        Wrapping(complement(self.0))
    }
}

impl<T: pct::Integer> Not for &Wrapping<T> {
    type Output = Wrapping<T>;
    fn not(self) -> Wrapping<T> {
        Wrapping(complement(self.0))
    }
}

fn complement<T: pct::Integer>(value: T) -> T {
    let all: T = if pct::is_signed::<T>() { pct::number(-1) } else { pct::max_value() };
    pct::exact_sub(all, value)
}

impl<T: crate::clone::Clone> crate::clone::Clone for Wrapping<T> {
    fn clone(&self) -> Wrapping<T> {
        Wrapping(self.0.clone())
    }
}

impl<T: crate::default::Default> crate::default::Default for Wrapping<T> {
    fn default() -> Wrapping<T> {
        Wrapping(T::default())
    }
}

impl<T: crate::cmp::PartialEq> crate::cmp::PartialEq for Wrapping<T> {
    fn eq(&self, other: &Wrapping<T>) -> bool {
        self.0.eq(&other.0)
    }
}

impl<T: crate::cmp::PartialOrd> crate::cmp::PartialOrd for Wrapping<T> {
    fn partial_cmp(&self, other: &Wrapping<T>) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl<T: crate::cmp::Ord> crate::cmp::Ord for Wrapping<T> {
    fn cmp(&self, other: &Wrapping<T>) -> Ordering {
        self.0.cmp(&other.0)
    }
}
