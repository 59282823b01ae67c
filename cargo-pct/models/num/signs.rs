//! Arithmetic of a signed and an unsigned integer of the same width.

use super::IntegerMethods;
use crate::pct;

macro_rules! pairs {
    ($($U:ident $I:ident, $UnsignedMethods:ident $SignedMethods:ident;)*) => { $(
        pub trait $UnsignedMethods {
            fn checked_add_signed(self, rhs: $I) -> Option<$U>;
            fn wrapping_add_signed(self, rhs: $I) -> $U;
            fn saturating_add_signed(self, rhs: $I) -> $U;
            fn overflowing_add_signed(self, rhs: $I) -> ($U, bool);
            fn cast_signed(self) -> $I;
        }

        impl $UnsignedMethods for $U {
            fn checked_add_signed(self, rhs: $I) -> Option<$U> {
                let size: $U = pct::abs_diff(rhs, 0);
                if rhs < 0 { self.checked_sub(size) } else { self.checked_add(size) }
            }

            fn wrapping_add_signed(self, rhs: $I) -> $U {
                pct::wrapping_add(self, pct::cast(rhs))
            }

            fn saturating_add_signed(self, rhs: $I) -> $U {
                let size: $U = pct::abs_diff(rhs, 0);
                if rhs < 0 { self.saturating_sub(size) } else { self.saturating_add(size) }
            }

            fn overflowing_add_signed(self, rhs: $I) -> ($U, bool) {
                (self.wrapping_add_signed(rhs), self.checked_add_signed(rhs).is_none())
            }

            fn cast_signed(self) -> $I {
                pct::cast(self)
            }
        }

        pub trait $SignedMethods {
            fn checked_add_unsigned(self, rhs: $U) -> Option<$I>;
            fn checked_sub_unsigned(self, rhs: $U) -> Option<$I>;
            fn wrapping_add_unsigned(self, rhs: $U) -> $I;
            fn wrapping_sub_unsigned(self, rhs: $U) -> $I;
            fn saturating_add_unsigned(self, rhs: $U) -> $I;
            fn saturating_sub_unsigned(self, rhs: $U) -> $I;
            fn overflowing_add_unsigned(self, rhs: $U) -> ($I, bool);
            fn overflowing_sub_unsigned(self, rhs: $U) -> ($I, bool);
            fn cast_unsigned(self) -> $U;
        }

        impl $SignedMethods for $I {
            fn checked_add_unsigned(self, rhs: $U) -> Option<$I> {
                let sum = pct::wrapping_add(self, pct::cast(rhs));
                // The distance to the sum is less than what was added where it wrapped around.
                if self <= sum && pct::abs_diff::<$I, $U>(sum, self) == rhs { Some(sum) } else { None }
            }

            fn checked_sub_unsigned(self, rhs: $U) -> Option<$I> {
                let difference = pct::wrapping_sub(self, pct::cast(rhs));
                if difference <= self && pct::abs_diff::<$I, $U>(self, difference) == rhs {
                    Some(difference)
                } else {
                    None
                }
            }

            fn wrapping_add_unsigned(self, rhs: $U) -> $I {
                pct::wrapping_add(self, pct::cast(rhs))
            }

            fn wrapping_sub_unsigned(self, rhs: $U) -> $I {
                pct::wrapping_sub(self, pct::cast(rhs))
            }

            fn saturating_add_unsigned(self, rhs: $U) -> $I {
                match self.checked_add_unsigned(rhs) {
                    Some(sum) => sum,
                    None => $I::MAX,
                }
            }

            fn saturating_sub_unsigned(self, rhs: $U) -> $I {
                match self.checked_sub_unsigned(rhs) {
                    Some(difference) => difference,
                    None => $I::MIN,
                }
            }

            fn overflowing_add_unsigned(self, rhs: $U) -> ($I, bool) {
                (self.wrapping_add_unsigned(rhs), self.checked_add_unsigned(rhs).is_none())
            }

            fn overflowing_sub_unsigned(self, rhs: $U) -> ($I, bool) {
                (self.wrapping_sub_unsigned(rhs), self.checked_sub_unsigned(rhs).is_none())
            }

            fn cast_unsigned(self) -> $U {
                pct::cast(self)
            }
        }
    )* };
}
pairs! {
    u8 i8, U8Methods I8Methods;
    u16 i16, U16Methods I16Methods;
    u32 i32, U32Methods I32Methods;
    u64 i64, U64Methods I64Methods;
    u128 i128, U128Methods I128Methods;
    usize isize, UsizeMethods IsizeMethods;
}
