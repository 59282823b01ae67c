//! Branches, loops and matches.

pub fn switch_signed(a: i32) -> u8 {
    match a {
        -1 => 1,
        i32::MIN => 2,
        5 => 3,
        _ => 4,
    }
}

pub fn switch_wide(a: u128) -> bool {
    matches!(a, u128::MAX | 0)
}

pub fn switch_char(c: char) -> u8 {
    match c {
        '0' | '9' => 1,
        'a'..='f' => 2,
        _ => 3,
    }
}

pub fn strings(s: &str) -> u8 {
    match s {
        "one" => 1,
        "two; {" => 2,
        _ => 3,
    }
}

pub fn nested_loops(n: u32, v: &[u32]) -> u32 {
    let mut total = 0;
    for i in 0..n {
        let mut j = i;
        while j > 0 {
            if v[j as usize] == 3 {
                break;
            }
            j -= 1;
        }
        total += j;
    }
    loop {
        total += 1;
        if total % 7 == 0 {
            return total;
        }
    }
}

pub fn question(a: Option<u8>, b: Result<u8, String>) -> Result<u8, String> {
    let a = a.ok_or_else(String::new)?;
    Ok(a + b?)
}

pub fn labels(rows: &[[u8; 3]]) -> Option<(usize, usize)> {
    'rows: for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            match cell {
                0 => continue 'rows,
                1 => return Some((r, c)),
                _ => {}
            }
        }
    }
    None
}

pub fn endless() -> ! {
    loop {}
}
