//! How the cost grows with predicates and with branches, whose combinations double with each of them.
//!
//! Two crates, for growing `k`. In the first, an object has `k` numbers and a predicate about each, so that the types allow 2^k
//! combinations at every cutpoint, of which its methods reach `k + 1`. In the second, a function has `k` branches, one behind the other,
//! and so 2^k paths. What is reached grows with `k` in both, and so should the cost: far from 2^k.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Run, plot, read_report, run_once};
use crate::demo::built_program;
use crate::error::Error;
use crate::project::Project;

/// What grows: its name, the sizes that are measured, and the crate of each size.
struct Family {
    name: &'static str,
    sizes: &'static [u32],
    source: fn(u32) -> String,
}

const FAMILIES: [Family; 2] = [
    Family { name: "independent predicates", sizes: &[2, 4, 8, 12, 16], source: cascade },
    Family { name: "branches in a row", sizes: &[2, 4, 8, 16, 32, 64], source: diamonds },
];

/// What all families cost.
#[derive(Debug, Serialize)]
pub(super) struct Growth {
    families: Vec<Measured>,
}

/// What a family costs.
#[derive(Debug, Serialize)]
struct Measured {
    name: &'static str,
    sizes: Vec<Size>,
}

/// What one crate costs.
#[derive(Debug, Serialize)]
struct Size {
    k: u32,
    /// Abstract states that the types allow, over all cutpoints.
    feasible: u64,
    /// Those that a test reaches, one of the crate's or a generated one.
    reached: u64,
    unreachable: u64,
    undecided: u64,
    queries: u64,
    /// Of the analysis alone.
    milliseconds: f64,
    run: Run,
}

/// Vessels that are filled one after the other: one that has something in it is behind full ones.
fn cascade(k: u32) -> String {
    let lines =
        |line: &dyn Fn(u32) -> String, between: &str| (1..=k).map(line).collect::<Vec<_>>().join(between);
    format!(
        "#[pct::predicates({predicates})]\n#[derive(Default)]\npub struct Cascade {{\n{fields}}}\n\n\
         #[pct::predicates]\nimpl Cascade {{\n    pub fn new() -> Self {{\n        Self::default()\n    }}\n\n    \
         pub fn pour(&mut self) {{\n        {pour}\n    }}\n}}\n\n\
         #[test]\nfn pours_twice() {{\n    let mut cascade = Cascade::new();\n    cascade.pour();\n    cascade.pour();\n}}\n",
        predicates = lines(&|it| format!("filled_{it} = self.vessel_{it} > 0"), ", "),
        fields = lines(&|it| format!("    vessel_{it}: u32,\n"), ""),
        pour = lines(&|it| format!("if self.vessel_{it} < 3 {{ self.vessel_{it} += 1; }}"), " else "),
    )
}

/// Readings, each with a threshold of its own.
fn diamonds(k: u32) -> String {
    let branches: String = (0..k)
        .map(|it| format!("    if readings[{it}] > {} {{\n        high += 1;\n    }}\n", it + 1))
        .collect();
    format!(
        "#[pct::predicates]\npub fn high(readings: &[i32; {k}]) -> u32 {{\n    let mut high = 0;\n{branches}    high\n}}\n\n\
         #[test]\nfn none_is_high() {{\n    assert_eq!(high(&[0; {k}]), 0);\n}}\n"
    )
}

/// Measures all sizes of all families.
pub(super) fn measure(project: &Project) -> Result<Growth, Error> {
    let one = |family: &Family| {
        let sizes =
            family.sizes.iter().map(|k| measure_one(project, family, *k)).collect::<Result<_, Error>>()?;
        Ok(Measured { name: family.name, sizes })
    };
    Ok(Growth { families: FAMILIES.iter().map(one).collect::<Result<_, Error>>()? })
}

fn measure_one(project: &Project, family: &Family, k: u32) -> Result<Size, Error> {
    eprintln!("measuring {k} {} ...", family.name);
    // All share a target folder, for the sake of what they depend on.
    let all = project.target_folder().join("growth");
    let folder = all.join(family.name.replace(' ', "-")).join(k.to_string());
    write(project, &folder, &(family.source)(k))?;
    let target = all.join("target");
    let arguments = ["--target-dir".to_owned(), target.display().to_string()];
    let run = || run_once(&built_program(project), &folder, &arguments, false);
    run()?;
    let run = run()?;
    let report = read_report(&target);
    let count = |name: &str| report["totals"]["counts"][name].as_u64();
    let missing = || Error::Check(format!("no report of {}: {run:?}", folder.display()));
    Ok(Size {
        k,
        feasible: count("feasible").ok_or_else(missing)?,
        reached: count("covered").unwrap_or(0) + count("reachable").unwrap_or(0),
        unreachable: count("unreachable").unwrap_or(0),
        undecided: count("undecided").unwrap_or(0),
        queries: report["solver"]["queries"].as_u64().unwrap_or(0),
        milliseconds: report["milliseconds"]["analysis"].as_f64().unwrap_or(0.0),
        run,
    })
}

/// Writes a crate, with the versions of the project's own lock file.
fn write(project: &Project, folder: &Path, source: &str) -> Result<(), Error> {
    let sources = folder.join("src");
    std::fs::create_dir_all(&sources).map_err(Error::file("create", &sources))?;
    let file = |path: PathBuf, text: &str| std::fs::write(&path, text).map_err(Error::file("write", &path));
    let runtime = project.root().join("pct-runtime");
    let manifest = format!(
        "[package]\nname = \"growth\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\npct-runtime = {{ path = {:?} }}\n\n[workspace]\n",
        runtime.display().to_string()
    );
    file(folder.join("Cargo.toml"), &manifest)?;
    file(sources.join("lib.rs"), source)?;
    let (lock, own) = (project.root().join("Cargo.lock"), folder.join("Cargo.lock"));
    std::fs::copy(&lock, &own).map(drop).map_err(Error::file("copy", &lock))
}

impl Size {
    fn row(&self) -> String {
        let cells = [
            self.k.to_string(),
            self.feasible.to_string(),
            self.reached.to_string(),
            self.unreachable.to_string(),
            self.undecided.to_string(),
            self.queries.to_string(),
            format!("{:.1}", self.milliseconds / 1e3),
        ];
        format!("| {} |\n", cells.join(" | "))
    }
}

impl Measured {
    /// Where `k` doubles for the last time: both sizes.
    fn doubled(&self) -> Option<(&Size, &Size)> {
        let last = self.sizes.last()?;
        Some((self.sizes.iter().find(|size| 2 * size.k == last.k)?, last))
    }

    /// By how much the queries and the time grow there, and by how much 2^k does.
    fn growth(&self) -> Option<(f64, f64, f64)> {
        let (half, last) = self.doubled()?;
        let queries = last.queries as f64 / half.queries.max(1) as f64;
        let time = last.milliseconds / half.milliseconds.max(1.0);
        Some((queries, time, 2f64.powi(last.k.saturating_sub(half.k).cast_signed())))
    }

    fn text(&self) -> String {
        let mut text = format!(
            "k {}:\n\n| k | states that the types allow | reached | unreachable | undecided | solver queries | analysis, s |\n\
             |---:|---:|---:|---:|---:|---:|---:|\n",
            self.name
        );
        text.extend(self.sizes.iter().map(Size::row));
        let points =
            |value: fn(&Size) -> f64| self.sizes.iter().map(move |size| (size.k, value(size))).collect();
        let series = [
            plot::Series { mark: '^', name: "2^k", points: points(|size| 2f64.powi(size.k.cast_signed())) },
            plot::Series { mark: 'q', name: "solver queries", points: points(|size| size.queries as f64) },
            plot::Series { mark: 'r', name: "states reached", points: points(|size| size.reached as f64) },
        ];
        let _ = write!(text, "\n```text\n{}```\n", plot::plot(&series));
        if let (Some((half, last)), Some((queries, time, combinations))) = (self.doubled(), self.growth()) {
            let _ = writeln!(
                text,
                "\nFrom {} to {}, queries grow {queries:.1} times, the time {time:.1} times, and 2^k {combinations:.0} times.",
                half.k, last.k
            );
        }
        text
    }
}

impl Growth {
    /// A table and a plot for each family.
    pub(super) fn text(&self) -> String {
        self.families.iter().map(Measured::text).collect::<Vec<_>>().join("\n")
    }

    /// Fails where the cost is near 2^k, or a state was left undecided: where `k` doubles, it may grow by the square root of what 2^k grows by.
    pub(super) fn judge(&self) -> Result<(), Error> {
        for family in &self.families {
            if let Some(size) = family.sizes.iter().find(|size| size.undecided > 0) {
                let Size { k, undecided, .. } = size;
                return Err(Error::Check(format!("{k} {}: {undecided} states are undecided", family.name)));
            }
            let Some((queries, time, combinations)) = family.growth() else { continue };
            if queries.max(time) > combinations.sqrt() {
                return Err(Error::Check(format!(
                    "{}: queries grow {queries:.1} times and the time {time:.1} times, where 2^k grows {combinations:.0} times",
                    family.name
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes with so many queries each, which take as many milliseconds.
    fn growth(sizes: &[(u32, u64)]) -> Growth {
        let size = |&(k, queries): &(u32, u64)| Size {
            k,
            feasible: 1 << k,
            reached: u64::from(k) + 1,
            unreachable: (1 << k) - u64::from(k) - 1,
            undecided: 0,
            queries,
            milliseconds: queries as f64,
            run: Run { seconds: 1.0, peak_bytes: 1, code: Some(0) },
        };
        Growth { families: vec![Measured { name: "branches", sizes: sizes.iter().map(size).collect() }] }
    }

    #[test]
    fn a_cost_near_the_number_of_combinations_fails() {
        assert!(growth(&[(2, 10), (8, 100), (16, 1500)]).judge().is_ok());
        let failure = growth(&[(2, 10), (8, 100), (16, 1700)]).judge().unwrap_err().to_string();
        assert!(
            failure.contains("queries grow 17.0 times and the time 17.0 times, where 2^k grows 256 times"),
            "{failure}"
        );
        assert!(growth(&[(2, 10)]).judge().is_ok(), "nothing doubles");
    }

    #[test]
    fn an_undecided_state_fails() {
        let mut growth = growth(&[(2, 10), (4, 20)]);
        growth.families[0].sizes[1].undecided = 3;
        assert!(growth.judge().unwrap_err().to_string().contains("4 branches: 3 states are undecided"));
    }

    #[test]
    fn a_row_and_the_growth_are_told() {
        let text = growth(&[(2, 10), (4, 20)]).text();
        assert!(text.contains("| 4 | 16 | 5 | 11 | 0 | 20 | 0.0 |\n"), "{text}");
        assert!(
            text.contains("From 2 to 4, queries grow 2.0 times, the time 2.0 times, and 2^k 4 times."),
            "{text}"
        );
    }

    #[test]
    fn a_crate_has_as_many_of_each_as_it_is_asked_for() {
        let (cascade, diamonds) = (cascade(3), diamonds(5));
        assert_eq!((cascade.matches(" > 0").count(), cascade.matches("if self.").count()), (3, 3));
        assert_eq!((diamonds.matches("if readings").count(), diamonds.matches("[0; 5]").count()), (5, 1));
    }
}
