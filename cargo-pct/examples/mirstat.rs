fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let t = std::time::Instant::now();
        let p = cargo_pct::mir::parse(&text, 64);
        let dt = t.elapsed().as_secs_f64();
        let (mut b, mut bl, mut st, mut fns) = (0, 0, 0, 0);
        for item in &p.items {
            match item {
                cargo_pct::mir::Item::Body(x) => {
                    b += 1;
                    bl += x.blocks.len();
                    fns += usize::from(x.kind == cargo_pct::mir::BodyKind::Fn);
                    st += x.blocks.values().map(|b| b.statements.len()).sum::<usize>();
                }
                cargo_pct::mir::Item::TrivialConst(_) => b += 1,
                cargo_pct::mir::Item::Opaque(o) => {
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
    }
}
