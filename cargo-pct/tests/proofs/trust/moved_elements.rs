//! References that lie in lists, slices and collections, where functions of std move, permute, lend or take them. Every function of one
//! number panics for zero, as `main` shows: something is written through such a reference.

use std::collections::{BTreeMap, BinaryHeap, VecDeque};
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
pub fn boxed_slice(n: u8) -> u8 {
    let mut y = 2u8;
    {
        let mut v = vec![&mut y].into_boxed_slice();
        *v[0] = n;
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

fn main() {
    let functions: [fn(u8) -> u8; 32] = [
        rotate,
        sorted,
        sorted_unstable,
        rotate_right,
        swap_with,
        deque,
        forgotten,
        pushed,
        popped,
        slices,
        chunks,
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
        boxed_slice,
        map,
        heap,
    ];
    for (index, function) in functions.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(|| function(0)).is_err(), "function {index} does not panic");
    }
}
