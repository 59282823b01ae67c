//! References that lie in arrays, boxes, options, fields, cells, closures and other references. Every function of one number panics for zero,
//! as `main` shows: something is written through such a reference.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
pub fn slots(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [Some(&mut x), Some(&mut y)];
        if let Some(r) = v[1].take() {
            *r = n
        }
    }
    100 / y + x
}
pub fn slots_vec(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![Some(&mut x), Some(&mut y)];
        if let Some(r) = v[1].take() {
            *r = n
        }
    }
    100 / y + x
}
pub struct Two<'a> {
    pub a: &'a mut u8,
    pub k: u8,
}
pub fn slots_field(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let v = [Two { a: &mut x, k: 1 }, Two { a: &mut y, k: 2 }];
        *v[1].a = n;
    }
    100 / y + x
}
pub fn slots_tuple(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let v = [(&mut x, 1), (&mut y, 2)];
        *v[1].0 = n;
    }
    100 / y + x
}
pub fn slots_result(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v: [Result<&mut u8, u8>; 2] = [Ok(&mut x), Ok(&mut y)];
        if let Ok(r) = &mut v[1] {
            **r = n
        }
    }
    100 / y + x
}
pub fn slots_mem(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [Some(&mut x), Some(&mut y)];
        if let Some(r) = std::mem::take(&mut v[1]) {
            *r = n
        }
    }
    100 / y + x
}
pub fn slots_replace(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [Some(&mut x), Some(&mut y)];
        if let Some(r) = std::mem::replace(&mut v[1], None) {
            *r = n
        }
    }
    100 / y + x
}
pub fn slots_swap(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [Some(&mut x), Some(&mut y)];
        let mut o = None;
        std::mem::swap(&mut v[1], &mut o);
        if let Some(r) = o {
            *r = n
        }
    }
    100 / y + x
}
pub fn slots_optreplace(n: u8) -> u8 {
    let (mut x, mut y, mut z) = (1u8, 2u8, 3u8);
    {
        let mut v = [Some(&mut x), Some(&mut y)];
        if let Some(r) = v[1].replace(&mut z) {
            *r = n
        }
    }
    100 / y + x + z
}
pub fn slots_pattern(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let v = [Some(&mut x), Some(&mut y)];
        let [_, b] = v;
        if let Some(r) = b {
            *r = n
        }
    }
    100 / y + x
}
pub fn refs(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let (mut rx, mut ry) = (&mut x, &mut y);
        let v = [&mut rx, &mut ry];
        **v[1] = n;
    }
    100 / y + x
}
pub struct H<'a> {
    r: &'a mut u8,
}
pub fn refs_loop(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let (mut hx, mut hy) = (H { r: &mut x }, H { r: &mut y });
        for h in [&mut hx, &mut hy].iter_mut() {
            *h.r = n;
        }
    }
    100 / y + x
}
pub fn refs_out(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    let mut z = 3;
    {
        let mut rx = &mut x;
        let mut ry = &mut y;
        let v = [&mut rx, &mut ry];
        let [_, b] = v;
        let out = std::mem::replace(b, &mut z);
        *out = n;
    }
    100 / y + x + z
}
pub fn boxes(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [Box::new(&mut x), Box::new(&mut y)];
        **v[1] = n;
    }
    100 / y + x
}
pub fn cell(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let c = Cell::new(&mut x);
        c.set(&mut y);
        *c.into_inner() = n;
    }
    100 / y + x
}
pub fn cell_list(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut z = 3;
        let c = Cell::new(&mut y);
        let v = [&c];
        let r = v[0].replace(&mut z);
        *r = n;
    }
    x = 1;
    100 / y + x
}
pub fn indexed(n: u8) -> u8 {
    let mut a = [1u8, 2, 3, 4];
    let mut i = 0usize;
    while i < 2 {
        {
            let v = [Some(&mut a[i])];
            for o in v {
                if let Some(r) = o {
                    *r = n
                }
            }
        }
        i += 1;
    }
    100 / a[1] + a[0]
}
pub fn closures(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut f = || x = 3;
        let mut g = || y = n;
        let v: [&mut dyn FnMut(); 2] = [&mut f, &mut g];
        for h in v {
            h()
        }
    }
    100 / y + x
}
pub struct W {
    a: u8,
    b: u8,
}
impl W {
    pub fn new() -> W {
        W { a: 1, b: 2 }
    }
    pub fn zero(&mut self) {
        let mut v = [Some(&mut self.a), Some(&mut self.b)];
        if let Some(r) = v[1].take() {
            *r = 0
        }
    }
    pub fn get(&self) -> u8 {
        100 / self.b
    }
}
pub struct N<'a> {
    r: &'a mut u8,
    next: Option<Box<N<'a>>>,
}
pub fn list(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let tail = Box::new(N { r: &mut y, next: None });
        let mut head = N { r: &mut x, next: Some(tail) };
        if let Some(t) = head.next.as_mut() {
            *t.r = n
        }
    }
    100 / y + x
}
pub fn list_loop(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let tail = Box::new(N { r: &mut y, next: None });
        let mut at = Some(Box::new(N { r: &mut x, next: Some(tail) }));
        while let Some(b) = at {
            *b.r = n;
            at = b.next;
        }
    }
    100 / y
}
pub fn nested(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![vec![&mut x], vec![&mut y]];
        *v[1][0] = n;
    }
    100 / y + x
}
pub fn opt_opt(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut o = Some(Some(&mut y));
        if let Some(p) = &mut o {
            if let Some(r) = p.take() {
                *r = n
            }
        }
    }
    100 / y
}
pub fn boxed_opt(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut o = Box::new([Some(&mut y)]);
        if let Some(r) = o[0].take() {
            *r = n
        }
    }
    100 / y
}
pub fn first_of(v: &mut [&mut u8], n: u8) {
    *v[0] = n
}
pub fn through_call(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut v = [&mut y];
        first_of(&mut v, n);
    }
    100 / y
}
pub fn pick<'a>(v: Vec<&'a mut u8>) -> &'a mut u8 {
    v.into_iter().next().unwrap()
}
pub fn through_result(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let r = pick(vec![&mut y]);
        *r = n;
    }
    100 / y
}
pub fn ref_in_ref_swap(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let (mut rx, mut ry) = (&mut x, &mut y);
        let [a, b] = [&mut rx, &mut ry];
        std::mem::swap(a, b);
        **a = n;
    }
    100 / y + x
}
pub fn assigned(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut rx = &mut x;
        {
            let v = [&mut rx];
            *v[0] = &mut y;
        }
        *rx = n;
    }
    100 / y + x
}
pub fn dynbox(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut f: Vec<Box<dyn FnMut()>> = vec![Box::new(|| y = n)];
        f[0]();
    }
    100 / y
}
pub fn fnvec(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut f = [|| y = n];
        f[0]();
    }
    100 / y
}
pub fn cow(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let c = RefCell::new(vec![&mut y]);
        *c.borrow_mut()[0] = n;
    }
    100 / y
}
pub fn cell_opt(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let c = Cell::new(None);
        c.set(Some(&mut y));
        if let Some(r) = c.take() {
            *r = n
        }
    }
    100 / y
}
pub fn rc_cell(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let c = Rc::new(Cell::new(None));
        let d = c.clone();
        d.set(Some(&mut y));
        if let Some(r) = c.take() {
            *r = n
        }
    }
    100 / y
}
pub fn cell_in_array(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let c = Cell::new(None);
        let d = [&c];
        d[0].set(Some(&mut y));
        if let Some(r) = c.take() {
            *r = n
        }
    }
    100 / y
}
pub struct Keep<'a> {
    all: Vec<&'a mut u8>,
}
impl<'a> Keep<'a> {
    pub fn new() -> Keep<'a> {
        Keep { all: Vec::new() }
    }
    pub fn add(&mut self, r: &'a mut u8) {
        self.all.push(r)
    }
    pub fn set(&mut self, n: u8) {
        for r in self.all.iter_mut() {
            **r = n
        }
    }
}
pub fn kept(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut k = Keep::new();
        k.add(&mut y);
        k.set(n);
    }
    100 / y
}
pub struct Z {
    a: [u8; 3],
    b: u8,
}
impl Z {
    pub fn new() -> Z {
        Z { a: [1; 3], b: 1 }
    }
    pub fn zero(&mut self) {
        let [x, y, z] = &mut self.a;
        let v = vec![(0u8, Some(z)), (1, Some(&mut self.b))];
        for (k, o) in v {
            if k == 1 {
                if let Some(r) = o {
                    *r = 0
                }
            }
        }
        let _ = (x, y);
    }
    pub fn get(&self) -> u8 {
        100 / self.b
    }
    pub fn first(&self) -> u8 {
        100 / self.a[0]
    }
}

fn main() {
    let functions: [fn(u8) -> u8; 34] = [
        slots,
        slots_vec,
        slots_field,
        slots_tuple,
        slots_result,
        slots_mem,
        slots_replace,
        slots_swap,
        slots_optreplace,
        slots_pattern,
        refs,
        refs_loop,
        refs_out,
        boxes,
        cell,
        cell_list,
        indexed,
        closures,
        list,
        list_loop,
        nested,
        opt_opt,
        boxed_opt,
        through_call,
        through_result,
        ref_in_ref_swap,
        assigned,
        dynbox,
        fnvec,
        cow,
        cell_opt,
        rc_cell,
        cell_in_array,
        kept,
    ];
    for (index, function) in functions.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(|| function(0)).is_err(), "function {index} does not panic");
    }
    W::new().zero();
    Z::new().zero();
}
