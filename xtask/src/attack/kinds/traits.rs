//! Impls of std's other traits that lie or panic.

use super::super::random::Random;

const EQ: [&str; 5] =
    ["self.0 == other.0", "false", "true", "100 / self.0 > other.0", "self.0 / 2 == other.0 / 2"];
const ORDER: [&str; 5] = [
    "self.0.cmp(&other.0)",
    "other.0.cmp(&self.0)",
    "std::cmp::Ordering::Less",
    "(100 / self.0).cmp(&other.0)",
    "std::cmp::Ordering::Equal",
];
const HASH: [&str; 3] = ["state.write_u8(self.0)", "state.write_u8(0)", "state.write_u8(100 / self.0)"];

/// Expressions of a number, of keys `a` and `b`.
const KEYED: [&str; 40] = [
    "HashSet::from([a]).len()",
    "HashSet::from([a, b]).len()",
    "{ let mut s = HashSet::new(); s.insert(a); s.insert(b); s.len() }",
    "{ let mut s = HashSet::new(); s.insert(b); s.replace(a).map_or(0, |k| k.0) }",
    "{ let mut s = HashSet::new(); s.replace(a); s.len() }",
    "{ let mut s = HashSet::from([a]); s.remove(&a); s.len() }",
    "HashSet::from([b]).contains(&a)",
    "HashSet::from([b]).get(&a).is_some()",
    "{ let mut s = HashSet::from([b]); s.take(&a).map_or(0, |k| k.0) }",
    "{ let mut s = BTreeSet::new(); s.insert(a); s.insert(b); s.len() }",
    "{ let mut s = BTreeSet::new(); s.insert(b); s.replace(a).map_or(0, |k| k.0) }",
    "{ let mut s = BTreeSet::new(); s.replace(a); s.replace(b); s.len() }",
    "BTreeSet::from([a, b]).first().unwrap().0",
    "BTreeSet::from([a, b]).contains(&a)",
    "{ let mut m = HashMap::new(); m.insert(a, 1u8); m.insert(b, 2); m.len() }",
    "{ let mut m = HashMap::from([(b, 1u8)]); *m.entry(a).or_insert(3) }",
    "HashMap::from([(b, 1u8)]).get(&a).copied().unwrap_or(0)",
    "{ let mut m = BTreeMap::new(); m.insert(a, 1u8); m.insert(b, 2); m.len() }",
    "{ let mut m = BTreeMap::from([(b, 1u8)]); *m.entry(a).or_insert(3) }",
    "BTreeMap::from([(b, 1u8)]).remove(&a).unwrap_or(0)",
    "{ let mut v = vec![a, b]; v.sort(); v[0].0 }",
    "{ let mut v = [b, a]; v.sort_unstable(); v[0].0 }",
    "{ let mut v = [b, a]; v.sort_by_key(|k| *k); v[1].0 }",
    "{ let mut v = vec![a, b]; v.dedup(); v.len() }",
    "{ let mut v = vec![a, b]; v.retain(|k| *k != a); v.len() }",
    "[b].contains(&a)",
    "[b].binary_search(&a).is_ok()",
    "a.max(b).0",
    "a.min(b).0",
    "b.clamp(a, a).0",
    "[a, b].iter().max().unwrap().0",
    "[a, b].into_iter().min().unwrap().0",
    "vec![a] == vec![b]",
    "[a, b] == [a, b]",
    "a < b",
    "(a, 1) < (a, 2)",
    "Some(a) == Some(b)",
    "Some(a) > None",
    "[a].starts_with(&[b])",
    "[a, b].iter().position(|k| *k == a).unwrap_or(5)",
];

/// Expressions of a number, of `n`.
const MADE: [&str; 22] = [
    "None::<D>.unwrap_or_default().n",
    "{ let mut d = D { n: 5 }; std::mem::take(&mut d); d.n }",
    "{ let mut v: Vec<D> = Vec::new(); v.resize_with(2, Default::default); v[1].n }",
    "<(D, u8)>::default().0.n",
    "<[D; 2]>::default()[1].n",
    "Outer::default().d.n",
    "Outer { k: 3, ..Default::default() }.d.n",
    "std::cell::Cell::new(D { n: 3 }).take().n",
    "Err::<D, u8>(1).unwrap_or_default().n",
    "Box::<D>::default().n",
    "D::from(n).n",
    "Into::<D>::into(n).n",
    "[n].into_iter().map(D::from).next().unwrap().n",
    "Some(n).map(Into::<D>::into).unwrap().n",
    "{ let d: D = n.into(); d.n }",
    "D { n }.len()",
    "D { n }.iter().count()",
    "D { n }.first().map_or(0, |x| *x)",
    "D { n }.as_ref().len()",
    "D { n }[n]",
    "{ let d = D { n }; d[0] }",
    "D { n }.to_vec().len()",
];

pub(super) fn traits(random: &mut Random) -> String {
    match random.below(6) {
        0 | 1 => made(random),
        2 => hashed(random),
        _ => keyed(random),
    }
}

/// Values with keys in them that are hashed side by side, of a number `n`.
const SIDE_BY_SIDE: [&str; 8] = [
    "[Key(n), Key(1)]",
    "vec![Key(1), Key(n)]",
    "(1, [[Key(2), Key(n)]])",
    "Box::<[Key]>::from([Key(n)])",
    "(n, Some([Key(n)]))",
    "Keys { all: vec![Key(n)] }",
    "[Keys { all: vec![] }, Keys { all: vec![Key(n)] }]",
    "Key(n)",
];

/// A key that is hashed in one way by itself and in another one in a slice.
fn hashed(random: &mut Random) -> String {
    let alone = random.pick(&["self.0.hash(state)", "state.write_u8(self.0)", ""]);
    let in_slice = random.pick(&[
        "state.write_u8(100 / data[0].0)",
        "for key in data { key.hash(state) }",
        "state.write_usize(data.len() - 2)",
        "state.write_u8(data.first().map_or(0, |key| 100 / key.0))",
    ]);
    let value = random.pick(&SIDE_BY_SIDE);
    format!(
        "\
use std::collections::HashSet;
use std::hash::{{Hash, Hasher}};

struct Key(u8);

impl Hash for Key {{
    fn hash<H: Hasher>(&self, state: &mut H) {{
        {alone}
    }}

    fn hash_slice<H: Hasher>(data: &[Key], state: &mut H) {{
        {in_slice}
    }}
}}

#[derive(Hash)]
struct Keys {{
    all: Vec<Key>,
}}

#[derive(Hash)]
struct Same<T>(T);

impl<T> PartialEq for Same<T> {{
    fn eq(&self, _: &Same<T>) -> bool {{
        true
    }}
}}

impl<T> Eq for Same<T> {{}}

pub fn run(n: u8) -> u8 {{
    let mut set = HashSet::new();
    set.insert(Same({value}));
    n | 1
}}
"
    )
}

/// A key with comparisons of its own.
fn keyed(random: &mut Random) -> String {
    let (equal, order, hash) = (random.pick(&EQ), random.pick(&ORDER), random.pick(&HASH));
    let usage = random.pick(&KEYED);
    let end = super::checked(random, usage);
    let other = random.pick(&["1", "2", "n", "n / 2", "0"]);
    format!(
        "\
use std::collections::{{BTreeMap, BTreeSet, HashMap, HashSet}};

#[derive(Clone, Copy)]
struct Key(u8);

impl PartialEq for Key {{
    fn eq(&self, other: &Key) -> bool {{
        {equal}
    }}
}}

impl Eq for Key {{}}

impl PartialOrd for Key {{
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {{
        Some(self.cmp(other))
    }}
}}

impl Ord for Key {{
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {{
        {order}
    }}
}}

impl std::hash::Hash for Key {{
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {{
        {hash}
    }}
}}

pub fn run(n: u8) -> u8 {{
    let (a, b) = (Key(n), Key({other}));
    {end}
}}
"
    )
}

/// Values that conversions and defaults make.
fn made(random: &mut Random) -> String {
    let default = random.pick(&["0", "1", "2"]);
    let from = random.pick(&["100 / n", "n", "n | 1", "n.wrapping_sub(1)"]);
    let target = random.pick(&[
        "&[1, 2, 3][..usize::from(self.n % 4)]",
        "&[1, 2, 3]",
        "&[]",
        "&[1, 2, 3][usize::from(self.n)..]",
    ]);
    let usage = random.pick(&MADE);
    let end = super::checked(random, usage);
    format!(
        "\
struct D {{
    n: u8,
}}

impl Default for D {{
    fn default() -> D {{
        D {{ n: {default} }}
    }}
}}

impl From<u8> for D {{
    fn from(n: u8) -> D {{
        D {{ n: {from} }}
    }}
}}

impl std::ops::Deref for D {{
    type Target = [u8];

    fn deref(&self) -> &[u8] {{
        {target}
    }}
}}

impl AsRef<[u8]> for D {{
    fn as_ref(&self) -> &[u8] {{
        {target}
    }}
}}

impl std::ops::Index<u8> for D {{
    type Output = u8;

    fn index(&self, at: u8) -> &u8 {{
        if at == 3 {{ panic!(\"three\") }} else {{ &self.n }}
    }}
}}

#[derive(Default)]
struct Outer {{
    d: D,
    k: u8,
}}

pub fn run(n: u8) -> u8 {{
    {end}
}}
"
    )
}
