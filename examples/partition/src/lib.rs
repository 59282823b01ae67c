//! The partition step of quicksort: small elements to the front, great ones to the back.
//!
//! `partition` looks for an element that is too great, from the left, and for one that is too small, from the right, and swaps them. Its
//! first loop forgets to stop: if no element is greater than the pivot, it runs out of the slice. The test does not show that.
//! `cargo pct` does.
//!
//! `fixed_partition` stops both loops where they meet, and `cargo pct` proves that no index is out of range.
//!
//! The letters name places in the code, `pct::cutpoint!("L3")` for instance: conditions are watched there. Outside `cargo pct` they
//! are nothing at all.

/// Puts the elements behind the first one in order around it: those that are no greater come first.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(before = lo < hi, not_past = lo <= hi, small = a[lo] <= pivot, great = a[hi] > pivot)
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
#[pct::requires(a.len() > 2)]
pub fn partition(a: &mut [i32]) {
    let pivot = a[0];
    let mut lo = 1;
    let mut hi = a.len() - 1;
    pct::cutpoint!("L0");
    while lo <= hi {
        pct::cutpoint!("L1");
        while a[lo] <= pivot {
            pct::cutpoint!("L3");
            lo += 1;
            pct::cutpoint!("L4");
        }
        pct::cutpoint!("L5");
        while a[hi] > pivot {
            pct::cutpoint!("L6");
            hi -= 1;
            pct::cutpoint!("L7");
        }
        pct::cutpoint!("L8");
        if lo < hi {
            pct::cutpoint!("L9");
            a.swap(lo, hi);
            pct::cutpoint!("LA");
        }
        pct::cutpoint!("LB");
    }
    pct::cutpoint!("LC");
}

/// The same, and no loop leaves the part that is not in order yet.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(before = lo < hi, not_past = lo <= hi, small = a[lo] <= pivot, great = a[hi] > pivot)
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
#[pct::requires(a.len() > 2)]
pub fn fixed_partition(a: &mut [i32]) {
    let pivot = a[0];
    let mut lo = 1;
    let mut hi = a.len() - 1;
    pct::cutpoint!("L0");
    while lo <= hi {
        pct::cutpoint!("L1");
        while lo <= hi && a[lo] <= pivot {
            pct::cutpoint!("L3");
            lo += 1;
            pct::cutpoint!("L4");
        }
        pct::cutpoint!("L5");
        while lo <= hi && a[hi] > pivot {
            pct::cutpoint!("L6");
            hi -= 1;
            pct::cutpoint!("L7");
        }
        pct::cutpoint!("L8");
        if lo < hi {
            pct::cutpoint!("L9");
            a.swap(lo, hi);
            pct::cutpoint!("LA");
        }
        pct::cutpoint!("LB");
    }
    pct::cutpoint!("LC");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partition_puts_small_elements_first() {
        let mut elements = [3, 5, 1, 4, 2];
        partition(&mut elements);
        assert_eq!(elements, [3, 2, 1, 4, 5]);
    }

    #[test]
    fn fixed_partition_puts_small_elements_first() {
        let mut elements = [3, 5, 1, 4, 2];
        fixed_partition(&mut elements);
        assert_eq!(elements, [3, 2, 1, 4, 5]);
    }
}
