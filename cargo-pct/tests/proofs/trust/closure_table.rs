//! A closure in a table touches the object.

#[cfg(broken)]
pub static OPERATIONS: [fn(&mut Dial); 1] = [|dial| dial.max = 0];
