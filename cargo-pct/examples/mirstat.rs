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
        let t = std::time::Instant::now();
        let (mut heads, mut irr, mut maxlive) = (0, 0, 0);
        for item in &p.items {
            if let Item::Body(b) = item {
                for problem in check(b) {
                    println!("PROBLEM {file}:{} {} {problem}", b.line, b.path);
                }
                let flow = cfg::ControlFlow::new(b, cfg::Edges::All);
                let forest = cfg::LoopForest::new(&flow);
                heads += forest.loops().len();
                for l in forest.loops().values() {
                    if !l.is_natural {
                        irr += 1;
                        println!("IRREDUCIBLE {} {}", b.path, l.head);
                    }
                }
                let live = cfg::live_locals(b, &flow);
                // nothing but arguments is live at the entry, apart from borrowed
                maxlive = maxlive.max(
                    flow.reverse_post_order().iter().map(|x| live[*x].iter().count()).max().unwrap_or(0),
                );
                let init = cfg::definitely_initialised(b, &flow);
                for (id, block) in &b.blocks {
                    if !flow.is_reachable(id) {
                        continue;
                    }
                    let mut first = std::collections::HashSet::new();
                    for s in &block.statements {
                        visit_statement(&s.kind, |p, a| {
                            if matches!(a, Access::Read | Access::Move)
                                && p.projection.is_empty()
                                && !first.contains(&p.local)
                                && !init[id].contains(p.local)
                            {
                                println!("UNINIT {file} {} {id} {p}", b.path);
                            }
                            if a == Access::Write {
                                first.insert(p.local);
                            }
                        });
                    }
                }
                if b.incomplete_closures().count() > 0 {
                    println!("INCOMPLETE {}", b.path);
                }
            }
        }
        println!("   loops={heads} irreducible={irr} maxlive={maxlive} {:.2}s", t.elapsed().as_secs_f64());
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
                        && l.len() > 53
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
