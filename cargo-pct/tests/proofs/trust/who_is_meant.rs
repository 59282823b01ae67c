//! Objects inside others, constructors that are functions, parameters of one name, closures without captures and closures that are called
//! once. The items of `wrong` panic.

pub mod safe {
    /// What lies in a tree was a tree before, and is left alone.
    pub struct Tree {
        level: u8,
        kid: Option<Box<Tree>>,
    }

    impl Tree {
        pub fn leaf() -> Tree {
            Tree { level: 1, kid: None }
        }

        pub fn around(kid: Tree) -> Tree {
            Tree { level: kid.level | 1, kid: Some(Box::new(kid)) }
        }

        pub fn set(&mut self, level: u8) {
            self.level = level | 1;
        }

        pub fn kid(&self) -> Option<&Tree> {
            self.kid.as_deref()
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    pub struct Forest {
        level: u8,
        kids: Vec<Forest>,
    }

    impl Forest {
        pub fn new() -> Forest {
            Forest { level: 1, kids: Vec::new() }
        }

        pub fn set(&mut self, level: u8) {
            self.level = level | 1;
        }

        pub fn kids(&self) -> &[Forest] {
            &self.kids
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    pub struct Number(u8);

    impl Number {
        pub fn all(numbers: &[u8]) -> Vec<Number> {
            numbers.iter().map(|it| it | 1).map(Number).collect()
        }

        pub fn get(&self) -> u8 {
            self.0.count_ones() as u8
        }
    }

    fn made() -> impl Fn(u8) -> u8 + Copy {
        |n| 100 / (n | 1)
    }

    fn applied<F: Fn(u8) -> u8>(function: F, n: u8) -> u8 {
        function(n)
    }

    pub fn without_parameters(n: u8) -> u8 {
        let function = made();
        applied(function, n)
    }
}

pub mod wrong {
    pub struct Tree {
        level: u8,
        kid: Option<Box<Tree>>,
    }

    /// A spoilt one takes the place of what was there.
    pub struct Swapped {
        level: u8,
        kid: Option<Box<Swapped>>,
    }

    impl Swapped {
        pub fn leaf() -> Swapped {
            Swapped { level: 1, kid: None }
        }

        pub fn put(&mut self, mut kid: Swapped) {
            kid.level = 0;
            self.kid = Some(Box::new(kid));
        }

        pub fn kid(&self) -> Option<&Swapped> {
            self.kid.as_deref()
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    /// Has the same fields as what it is made of.
    pub struct Same {
        level: u8,
    }

    pub struct Raw {
        pub level: u8,
    }

    impl Same {
        pub fn new() -> Same {
            Same { level: 1 }
        }

        pub fn of(raw: Raw) -> Same {
            Same { level: raw.level }
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    /// What was borrowed is changed, and the reference is not.
    pub struct Borrowing<'b> {
        level: &'b mut u8,
    }

    impl<'b> Borrowing<'b> {
        pub fn new(level: &'b mut u8) -> Borrowing<'b> {
            *level |= 1;
            Borrowing { level }
        }

        pub fn through(self) -> Option<Borrowing<'b>> {
            *self.level = 0;
            Some(self)
        }

        pub fn get(&self) -> u8 {
            100 / *self.level
        }
    }

    impl Tree {
        pub fn around_none() -> Tree {
            Tree { level: 1, kid: Some(Box::new(Tree { level: 0, kid: None })) }
        }

        pub fn kid(&self) -> Option<&Tree> {
            match &self.kid {
                Some(kid) => Some(kid),
                None => None,
            }
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    pub struct Grove {
        level: u8,
        kids: Vec<Grove>,
    }

    impl Grove {
        pub fn new(level: u8) -> Grove {
            Grove { level: level | 1, kids: Vec::new() }
        }

        pub fn add(&mut self, kid: Grove) {
            self.kids.push(kid);
        }

        pub fn spoil(&mut self) {
            if let Some(kid) = self.kids.last_mut() {
                kid.level = 0;
            }
        }

        pub fn kids(&self) -> &[Grove] {
            &self.kids
        }

        pub fn get(&self) -> u8 {
            100 / self.level
        }
    }

    pub struct Number(u8);

    pub const MAKE: fn(u8) -> Number = Number;

    impl Number {
        pub fn new(number: u8) -> Number {
            Number(number | 1)
        }

        pub fn get(&self) -> u8 {
            100 / self.0
        }
    }

    pub struct Put(u8);

    impl Put {
        pub fn new(number: u8) -> Put {
            Put(number | 1)
        }

        pub fn store(function: &mut Option<fn(u8) -> Put>) {
            *function = Some(Put);
        }

        pub fn get(&self) -> u8 {
            100 / self.0
        }
    }

    pub struct Way<const A: usize> {
        length: usize,
    }

    impl<const M: usize> Way<M> {
        pub fn new() -> Way<M> {
            Way { length: M }
        }

        pub fn turn<const A: usize>(self) -> Way<A> {
            Way { length: self.length }
        }

        pub fn get(&self) -> usize {
            assert!(self.length == M, "another way");
            self.length
        }
    }

    fn made<const K: u8>() -> impl Fn(u8) -> u8 + Copy {
        |n| 100 / (n | K)
    }

    fn applied<F: Fn(u8) -> u8>(function: F, n: u8) -> u8 {
        function(n)
    }

    fn passed_on<const K: u8>(n: u8) -> u8 {
        let function = made::<0>();
        applied(function, n)
    }

    pub fn of_another_function(n: u8) -> u8 {
        passed_on::<1>(n)
    }

    struct Guard<'a>(&'a mut u8);

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            *self.0 = 0;
        }
    }

    fn once<F: FnOnce()>(function: F) {
        function()
    }

    pub fn called_once(n: u8) -> u8 {
        let mut number = n | 1;
        let guard = Guard(&mut number);
        once(move || {
            let _lent = &guard;
        });
        100 / number
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn() -> usize; 10] = [
        || {
            let mut tree = wrong::Swapped::leaf();
            tree.put(wrong::Swapped::leaf());
            tree.kid().map_or(1, wrong::Swapped::get).into()
        },
        || wrong::Same::of(wrong::Raw { level: 0 }).get().into(),
        || {
            let mut level = 1;
            wrong::Borrowing::new(&mut level).through().map_or(1, |it| it.get()).into()
        },
        || wrong::Tree::around_none().kid().map_or(1, wrong::Tree::get).into(),
        || {
            let mut grove = wrong::Grove::new(1);
            grove.add(wrong::Grove::new(1));
            grove.spoil();
            grove.kids()[0].get().into()
        },
        || wrong::MAKE(0).get().into(),
        || {
            let mut function = None;
            wrong::Put::store(&mut function);
            function.map_or(1, |make| make(0).get()).into()
        },
        || wrong::Way::<3>::new().turn::<5>().get(),
        || wrong::of_another_function(0).into(),
        || wrong::called_once(7).into(),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
