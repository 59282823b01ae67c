//! A closure that touches the object is handed out inside a struct, behind an argument, or in a table.

pub struct Operation {
    run: Box<dyn Fn(&mut Dial)>,
}

#[cfg(broken)]
impl Operation {
    pub fn zero() -> Operation {
        Operation { run: Box::new(|dial| dial.max = 0) }
    }

    pub fn store(into: &mut Vec<Box<dyn Fn(&mut Dial)>>) {
        into.push(Box::new(|dial| dial.max = 0));
    }
}

impl Operation {
    pub fn run(&self, dial: &mut Dial) {
        (self.run)(dial);
    }
}
