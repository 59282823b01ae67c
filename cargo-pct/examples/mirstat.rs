use cargo_pct::mir::*;
use std::collections::HashSet;
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let t = std::time::Instant::now();
        let mut p = parse(&text, 64);
        let dt = t.elapsed().as_secs_f64();
        let (mut b, mut bl, mut st, mut fns) = (0, 0, 0, 0);
        for item in &p.items {
            match item {
                Item::Body(x) => {
                    b += 1;
                    bl += x.blocks.len();
                    fns += usize::from(x.kind == BodyKind::Fn);
                    st += x.blocks.values().map(|b| b.statements.len()).sum::<usize>();
                }
                Item::TrivialConst(_) => b += 1,
                Item::Opaque(o) => {
                    println!(
                        "OPAQUE {file}:{}: {} -- {}",
                        o.error_line,
                        o.reason,
                        text.lines()
                            .nth(o.error_line as usize - 1)
                            .unwrap_or("")
                            .trim()
                            .chars()
                            .take(300)
                            .collect::<String>()
                    );
                }
            }
        }
        println!(
            "{file}: items={b} fns={fns} blocks={bl} stmts={st} opaque={} allocs={} unread={} {:.1} MB {:.1} MB/s",
            p.opaque().count(),
            p.allocations.len(),
            p.allocations.values().filter(|a| a.bytes.is_none() && a.layout.is_some()).count(),
            text.len() as f64 / 1e6,
            text.len() as f64 / 1e6 / dt
        );
        p.forget_lines();
        for comments in [true, false] {
            let print = Printed { program: &p, options: PrintOptions { comments } }.to_string();
            let mut q = parse(&print, 64);
            q.forget_lines();
            if comments {
                if p != q {
                    println!("ROUNDTRIP differs {file}");
                    for o in q.opaque().take(3) {
                        println!(
                            "   {} -- {}",
                            o.reason,
                            print
                                .lines()
                                .nth(parse(&print, 64).opaque().next().unwrap().error_line as usize - 1)
                                .unwrap()
                        );
                    }
                    for (a, b) in p.items.iter().zip(&q.items) {
                        if a != b {
                            if let (Item::Body(a), Item::Body(b)) = (a, b) {
                                println!("   {}", a.path);
                                for (k, x) in &a.blocks {
                                    let y = &b.blocks[k];
                                    if x != y {
                                        println!("{x:?}\n{y:?}");
                                        break;
                                    }
                                }
                            }
                            break;
                        }
                    }
                }
                let orig: HashSet<&str> = text.lines().collect();
                let mut n = 0;
                for l in print.lines() {
                    if !orig.contains(l)
                        && !l.contains("PointerCoercion")
                        && !l.starts_with("    ╾")
                        && !l.contains("debug")
                        && !l.trim_start().starts_with("// ")
                        && !l.contains('╾')
                    {
                        n += 1;
                        if n <= 3 {
                            println!("   NEWLINE {l}");
                        }
                    }
                }
                if n > 0 {
                    println!("   {n} lines differ");
                }
            } else {
                let mut r =
                    parse(&Printed { program: &q, options: PrintOptions { comments } }.to_string(), 64);
                r.forget_lines();
                if r != q {
                    println!(
                        "ROUNDTRIP without comments differs {file} {:?}",
                        q.opaque().map(|o| &o.reason).take(3).collect::<Vec<_>>()
                    );
                }
            }
        }
    }
}
