//! References that lie in sequences, boxes, options, fields and other references. Every function of one number panics for zero, as `main`
//! shows: something is written through such a reference.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
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
pub fn rotate(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.rotate_left(1);
        *v[0] = n;
    }
    100 / y + x
}
pub fn sorted(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.sort();
        *v[1] = n;
    }
    100 / y + x
}
pub fn sorted_unstable(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.sort_unstable();
        *v[1] = n;
    }
    100 / y + x
}
pub fn rotate_right(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.rotate_right(1);
        *v[0] = n;
    }
    100 / y + x
}
pub fn swap_with(n: u8) -> u8 {
    let (mut x, mut y, mut p, mut q) = (1u8, 2u8, 3u8, 4u8);
    {
        let mut v = [&mut x, &mut y];
        let mut w = [&mut p, &mut q];
        v.swap_with_slice(&mut w);
        *w[1] = n;
    }
    100 / y + x + p + q
}
pub fn deque(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = VecDeque::new();
        v.push_back(&mut x);
        v.push_back(&mut y);
        v.rotate_left(1);
        *v[0] = n;
    }
    100 / y + x
}
pub fn forgotten(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        unsafe {
            v.set_len(1);
            v.set_len(2)
        }
        *v[1] = n;
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
pub fn pushed(n: u8) -> u8 {
    let mut all = [1u8, 2, 3];
    {
        let mut v: Vec<&mut u8> = Vec::new();
        for r in all.iter_mut() {
            v.push(r);
        }
        for r in v {
            *r = n;
        }
    }
    100 / all[1]
}
pub fn popped(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![(&mut x, 1)];
        v.push((&mut y, 2));
        while let Some((r, k)) = v.pop() {
            if k == 2 {
                *r = n
            }
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
pub fn slices(n: u8) -> u8 {
    let mut a = [1u8, 2, 3, 4];
    {
        let (p, q) = a.split_at_mut(2);
        let v = [p, q];
        v[1][0] = n;
    }
    100 / a[2]
}
pub fn chunks(n: u8) -> u8 {
    let mut a = [1u8, 2, 3, 4];
    {
        let v: Vec<&mut [u8]> = a.chunks_mut(2).collect();
        for c in v {
            c[0] = n;
        }
    }
    100 / a[2]
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
pub fn iter_mut(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.iter_mut().for_each(|r| **r = n);
    }
    100 / y + x
}
pub fn last_mut(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        if let Some(r) = v.last_mut() {
            **r = n
        }
    }
    100 / y + x
}
pub fn reversed(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.reverse();
        *v[0] = n;
    }
    100 / y + x
}
pub fn swapped(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [&mut x, &mut y];
        v.swap(0, 1);
        *v[0] = n;
    }
    100 / y + x
}
pub fn removed(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        let r = v.remove(1);
        *r = n;
    }
    100 / y + x
}
pub fn inserted(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x];
        v.insert(0, &mut y);
        *v[0] = n;
    }
    100 / y + x
}
pub fn drained(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        for r in v.drain(1..) {
            *r = n;
        }
    }
    100 / y + x
}
pub fn extended(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v: Vec<&mut u8> = vec![&mut x];
        v.extend(Some(&mut y));
        *v[1] = n;
    }
    100 / y + x
}
pub fn appended(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x];
        let mut w = vec![&mut y];
        v.append(&mut w);
        *v[1] = n;
    }
    100 / y + x
}
pub fn split_off(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        let mut w = v.split_off(1);
        *w[0] = n;
    }
    100 / y + x
}
pub fn mapped(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let v: Vec<Option<&mut u8>> = [&mut x, &mut y].into_iter().map(Some).collect();
        for o in v {
            *o.unwrap() = n;
        }
    }
    100 / y + x
}
pub fn zipped(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        for (r, k) in [&mut x, &mut y].into_iter().zip([1u8, 0]) {
            *r = n + k;
        }
    }
    100 / y + x
}
pub fn max_by(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let m = [&mut x, &mut y].into_iter().max().unwrap();
        *m = n;
    }
    100 / y + x
}
pub fn retained(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        v.retain(|r| **r == 2);
        *v[0] = n;
    }
    100 / y + x
}
pub fn sort_by_key(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = [(&mut x, 5u8), (&mut y, 3)];
        v.sort_by_key(|p| p.1);
        *v[0].0 = n;
    }
    100 / y + x
}
pub fn dedup(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        v.dedup();
        *v[1] = n;
    }
    100 / y + x
}
pub fn truncate(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut y, &mut x];
        v.truncate(1);
        *v[0] = n;
    }
    100 / y + x
}
pub fn swap_remove(n: u8) -> u8 {
    let (mut x, mut y) = (1u8, 2u8);
    {
        let mut v = vec![&mut x, &mut y];
        *v.swap_remove(1) = n;
    }
    100 / y + x
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
pub fn boxed_slice(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut v = vec![&mut y].into_boxed_slice();
        *v[0] = n;
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
pub fn map(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut m = BTreeMap::new();
        m.insert(1, &mut y);
        if let Some(r) = m.get_mut(&1) {
            **r = n
        }
    }
    100 / y
}
pub fn heap(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut m = BinaryHeap::new();
        m.push(&mut y);
        if let Some(r) = m.pop() {
            *r = n
        }
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
    let functions: [fn(u8) -> u8; 66] = [
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
        rotate,
        sorted,
        sorted_unstable,
        rotate_right,
        swap_with,
        deque,
        forgotten,
        cell,
        cell_list,
        indexed,
        closures,
        pushed,
        popped,
        list,
        list_loop,
        nested,
        slices,
        chunks,
        opt_opt,
        boxed_opt,
        iter_mut,
        last_mut,
        reversed,
        swapped,
        removed,
        inserted,
        drained,
        extended,
        appended,
        split_off,
        mapped,
        zipped,
        max_by,
        retained,
        sort_by_key,
        dedup,
        truncate,
        swap_remove,
        through_call,
        through_result,
        boxed_slice,
        ref_in_ref_swap,
        assigned,
        dynbox,
        fnvec,
        map,
        heap,
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
