//! `cargo xtask attack`: generated crates that try to fool `cargo pct`.
//!
//! A crate holds many items. Each is run natively on all its inputs, which is the oracle, and analysed. Whatever is
//! proved and panics, is unreachable and seen, or is confirmed and does not happen, and every exit 70, is a
//! contradiction: it is made shorter, printed and saved. A seed names the items that are generated.

mod child;
mod crates;
mod folder;
mod item;
mod judge;
mod kinds;
mod minimise;
mod native;
mod random;
mod reproduce;
mod std_examples;
mod tally;
mod tool;
mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;
use crates::{Bench, Examined};
use item::{Item, Number};
use judge::{Contradiction, Sort};
use kinds::{KINDS, Kind};
use random::Random;
use tally::Tally;
use tool::Tool;

/// The options of `cargo xtask attack`.
#[derive(clap::Args)]
#[command(after_help = kinds::help())]
pub(crate) struct Options {
    /// Stop after so many minutes.
    #[arg(long, value_name = "N", default_value_t = 60)]
    minutes: u64,
    /// Stop after so many programs.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    programs: usize,
    /// The seed of the generator.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Generate so many items first that are not run: go on where an earlier attack with this seed, batch and jobs was.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// Only items of this kind (repeatable).
    #[arg(long, value_name = "KIND", value_parser = kinds::parse)]
    only: Vec<&'static Kind>,
    /// The folder in which contradictions are saved.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Run the corpus of earlier contradictions, in tests/fixtures/attack, instead of generated items.
    #[arg(long, conflicts_with_all = ["minutes", "programs", "seed", "skip"])]
    corpus: bool,
    /// Run the examples of the standard library's documentation natively and by the interpreter, instead of generated items.
    #[arg(long, conflicts_with_all = ["minutes", "programs", "seed", "skip", "only", "corpus"])]
    std_examples: bool,
    /// Only pages of the documentation whose path contains this.
    #[arg(long, value_name = "TEXT", requires = "std_examples")]
    page: Option<String>,
    /// Items of one crate.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    batch: u16,
    /// Crates that are examined at once [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Seconds that the analysis of a function may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    time_per_function: u64,
    /// Do not make contradictions shorter.
    #[arg(long)]
    raw: bool,
    /// Use this program instead of the one built from this checkout.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Runs the corpus with a program that is built already.
pub(crate) fn corpus(project: &Project, program: PathBuf) -> Result<(), Error> {
    let options = Options {
        minutes: 0,
        programs: 0,
        seed: 0,
        skip: 0,
        only: Vec::new(),
        keep: None,
        corpus: true,
        std_examples: false,
        page: None,
        batch: 1,
        jobs: None,
        time_per_function: 10,
        raw: true,
        program: Some(program),
    };
    run(project, &options)
}

/// Attacks until the time or the programs are used up.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    if options.std_examples {
        return std_examples::run(project, options.page.as_deref());
    }
    let mut attack = Attack::new(project, options)?;
    if options.corpus {
        attack.corpus(project)?;
    } else {
        attack.generated()?;
    }
    attack.tally.print();
    match attack.tally.contradictions() {
        0 => Ok(()),
        some => Err(Error::Check(format!("{some} contradictions, saved in {}", attack.keep.display()))),
    }
}

/// A running attack.
struct Attack<'a> {
    options: &'a Options,
    /// One for each crate that is examined at once.
    benches: Vec<Bench>,
    keep: PathBuf,
    tally: Tally,
    /// Contradictions of a kind and a sort so far.
    shortened: BTreeMap<(String, Sort), usize>,
    /// Keeps other attacks out of the folders.
    _locks: Vec<std::fs::File>,
}

/// Contradictions of a kind and a sort that are made shorter; those that follow are most often the first ones again.
const MOST_SHORTENED: usize = 3;

impl Attack<'_> {
    fn new<'a>(project: &Project, options: &'a Options) -> Result<Attack<'a>, Error> {
        let program = match &options.program {
            Some(program) => program.canonicalize().map_err(Error::file("find", program))?,
            None => {
                setup::run(project, &setup::Options::default())?;
                process::build_release(project)?;
                crate::demo::built_program(project)
            }
        };
        let folder = project.target_folder().join("attack");
        let tool = Tool { program, subject_timeout: options.time_per_function };
        let keep = options.keep.clone().unwrap_or_else(|| folder.join("found"));
        std::fs::create_dir_all(&keep).map_err(Error::file("create", &keep))?;
        let jobs = match options.jobs {
            Some(jobs) => usize::from(jobs),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let (mut benches, mut locks) = (Vec::new(), Vec::new());
        for _ in 0..jobs {
            let (root, lock) = folder::claim(&folder)?;
            benches.push(Bench { root, tool: tool.clone() });
            locks.push(lock);
        }
        let tally = Tally::new();
        Ok(Attack { options, benches, keep, tally, shortened: BTreeMap::new(), _locks: locks })
    }

    /// Crates of items of all chosen kinds, in turn.
    fn generated(&mut self) -> Result<(), Error> {
        let all: Vec<&Kind> = KINDS.iter().collect();
        let kinds: &[&Kind] = if self.options.only.is_empty() { &all } else { &self.options.only };
        let (mut random, start) = (Random::new(self.options.seed), Instant::now());
        let time = Duration::from_secs(60 * self.options.minutes);
        let mut generated = 0;
        while start.elapsed() < time && self.tally.programs() < self.options.programs {
            let batch = usize::from(self.options.batch);
            let mut items = || (0..batch).map(|at| kinds[at % kinds.len()].generate(&mut random)).collect();
            let crates: Vec<Vec<Item>> = self.benches.iter().map(|_| items()).collect();
            if generated >= self.options.skip {
                self.attack(&crates)?;
            }
            generated += batch * crates.len();
        }
        Ok(())
    }

    /// The items of the corpus, in as many crates as are examined at once.
    fn corpus(&mut self, project: &Project) -> Result<(), Error> {
        let folder = project.root().join("tests/fixtures/attack");
        let items = item::read_all(&folder, &self.options.only)?;
        let crates: Vec<Vec<Item>> =
            items.chunks(items.len().div_ceil(self.benches.len()).max(1)).map(<[Item]>::to_vec).collect();
        let examined = self.attack(&crates)?;
        // A file that does not compile any more would be a contradiction that nobody looks for.
        let ran: usize = examined.iter().map(|it| it.ran().count()).sum();
        if ran == items.len() {
            return Ok(());
        }
        Err(Error::Check(format!("{} files of {} could not be run", items.len() - ran, folder.display())))
    }

    /// Examines some crates at once, and looks into what was found.
    fn attack(&mut self, crates: &[Vec<Item>]) -> Result<Vec<Examined>, Error> {
        let start = Instant::now();
        let examined = self.examined(crates)?;
        for (items, examined) in crates.iter().zip(&examined) {
            self.tally.add(items, examined);
        }
        eprintln!(
            "{} programs, {} contradictions, {:.1} s",
            self.tally.programs(),
            self.tally.contradictions(),
            start.elapsed().as_secs_f64()
        );
        for (items, examined) in crates.iter().zip(&examined) {
            self.minimise_contradictions(items, examined)?;
        }
        Ok(examined)
    }

    fn examined(&self, crates: &[Vec<Item>]) -> Result<Vec<Examined>, Error> {
        std::thread::scope(|scope| {
            let running: Vec<_> = self
                .benches
                .iter()
                .zip(crates)
                .map(|(bench, items)| scope.spawn(move || bench.examine(items)))
                .collect();
            let ended = running.into_iter().map(|it| it.join().expect("examining a crate does not panic"));
            ended.collect()
        })
    }

    /// Makes each contradiction of a crate shorter, and saves it.
    fn minimise_contradictions(&mut self, items: &[Item], examined: &Examined) -> Result<(), Error> {
        let mut reported = BTreeSet::new();
        for contradiction in &examined.judgement.contradictions {
            // A type and its client often show one defect.
            if contradiction.item.is_some() && !reported.insert((contradiction.item, contradiction.sort)) {
                continue;
            }
            match self.isolated(items, examined, contradiction)? {
                Some((item, found)) => self.keep(&item, &found)?,
                None => println!(
                    "\n{}, and not in a crate of its own: {}",
                    contradiction.sort, contradiction.text
                ),
            }
        }
        Ok(())
    }

    /// An item that shows a contradiction, made shorter. None if it takes more than one item.
    fn isolated(
        &mut self,
        items: &[Item],
        examined: &Examined,
        found: &Contradiction,
    ) -> Result<Option<(Item, Contradiction)>, Error> {
        let item = match found.item {
            Some(Number(at)) => items[at].clone(),
            None => {
                let suspects: Vec<Item> = examined.ran().map(|Number(at)| items[at].clone()).collect();
                minimise::guilty(&self.benches[0], suspects, found.sort)?
            }
        };
        let shortened = self.shortened.entry((item.kind.clone(), found.sort)).or_insert(0);
        *shortened += 1;
        if self.options.raw || self.options.corpus || *shortened > MOST_SHORTENED {
            return Ok(Some((item, found.clone())));
        }
        minimise::minimise(&self.benches[0], &item, found.sort)
    }

    /// Prints a contradiction and saves its item, as a file of the corpus.
    fn keep(&mut self, item: &Item, found: &Contradiction) -> Result<(), Error> {
        println!("\n{}, of kind {}: {}\n{}", found.sort, item.kind, found.text, item.source);
        let file = self.keep.join(file_name(item, found.sort, self.tally.kept()));
        self.tally.keep();
        std::fs::write(&file, item.with_header(found.sort)).map_err(Error::file("write", &file))
    }
}

fn file_name(item: &Item, sort: Sort, number: usize) -> String {
    let sort = match sort {
        Sort::Proved => "proved",
        Sort::Unreachable => "unreachable",
        Sort::Confirmed => "confirmed",
        Sort::Defect => "defect",
    };
    format!("{}-{sort}-{number}.rs", item.kind)
}
