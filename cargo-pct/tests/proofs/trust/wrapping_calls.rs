//! Functions of std that inherit overflow checks: without them, the assertions fail.

pub fn of_a_power(x: i32) {
    assert!(x.pow(2) >= 0);
}

pub fn of_an_absolute_value(x: i32) {
    assert!(x.abs() >= 0);
}

pub fn of_a_sum(x: u8) {
    assert!([x, 1].iter().sum::<u8>() > 0);
}
