//! Random systems that are small enough to enumerate.

use cargo_pct::random::Random;
use cargo_pct::system::{Edge, ErrorEdge, Initial, Location, LocationId, Predicate, System};
use cargo_pct::term::{IntType, Sort, Term, Var};

const SMALL: IntType = IntType::Unsigned(2);

/// Two to four locations with a number below four and a truth value.
pub(crate) fn system(seed: u64) -> System {
    let mut generator = Generator { random: Random::new(seed), system: System::default() };
    generator.system.name = format!("random-{seed}");
    let locations = 2 + generator.random.below(3);
    for number in 0..locations {
        let predicates = generator.predicates();
        let location = Location { name: format!("L{number}"), vars: vec![x(), b()], predicates };
        generator.system.locations.push(location);
    }
    for _ in 0..locations + generator.random.below(3) {
        let edge = generator.edge();
        generator.system.edges.push(edge);
    }
    if generator.random.below(4) == 0 {
        let (source, guard) = (generator.location(), generator.condition(&[]));
        let message = "fails".to_owned();
        generator.system.errors.push(ErrorEdge { source, inputs: Vec::new(), guard, message, span: None });
    }
    let (location, constraint) = (generator.location(), generator.condition(&[]));
    generator.system.initial.push(Initial { location, constraint });
    generator.system
}

fn x() -> Var {
    Var::new("x", Sort::Machine(SMALL))
}

fn b() -> Var {
    Var::new("b", Sort::Bool)
}

struct Generator {
    random: Random,
    system: System,
}

impl Generator {
    fn location(&mut self) -> LocationId {
        let all: Vec<LocationId> = self.system.locations.keys().collect();
        *self.random.one_of(&all).expect("there are some")
    }

    fn constant(&mut self) -> Term {
        Term::int(self.random.below(4))
    }

    fn predicates(&mut self) -> Vec<Predicate> {
        let count = 1 + self.random.below(2);
        let predicate = |(number, formula)| Predicate { name: format!("p{number}"), formula };
        let formulas: Vec<Term> = (0..count).map(|_| self.condition(&[])).collect();
        formulas.into_iter().enumerate().map(predicate).collect()
    }

    fn edge(&mut self) -> Edge {
        let inputs = match self.random.below(4) {
            0 => vec![Var::new("k", Sort::Machine(SMALL))],
            1 => vec![Var::new("c", Sort::Bool)],
            _ => Vec::new(),
        };
        let (source, target) = (self.location(), self.location());
        let guard = if self.random.below(2) == 0 { Term::bool(true) } else { self.condition(&inputs) };
        let updates = vec![self.number(&inputs), self.truth(&inputs)];
        Edge { source, target, inputs, guard, updates }
    }

    /// A value for x.
    fn number(&mut self, inputs: &[Var]) -> Term {
        let (x, constant) = (x().term(), self.constant());
        let input = inputs.iter().find(|var| var.sort.is_integer());
        match (self.random.below(7), input) {
            (0, _) => constant,
            (1, _) => x.plus(&constant).wrap(SMALL),
            (2, _) => x.minus(&constant).wrap(SMALL),
            (3, _) => b().term().ite(&x, &constant),
            (4 | 5, Some(input)) => input.term(),
            _ => x,
        }
    }

    /// A value for b.
    fn truth(&mut self, inputs: &[Var]) -> Term {
        match self.random.below(4) {
            0 => self.condition(inputs),
            1 => b().term().not(),
            _ => b().term(),
        }
    }

    fn condition(&mut self, inputs: &[Var]) -> Term {
        let (x, constant) = (x().term(), self.constant());
        let input =
            inputs.first().map(|var| if var.sort == Sort::Bool { var.term() } else { var.term().lt(&x) });
        match (self.random.below(8), input) {
            (0 | 1, _) => x.le(&constant),
            (2, _) => x.equals(&constant),
            (3, _) => b().term(),
            (4, _) => x.lt(&constant).or(&b().term()),
            (5 | 6, Some(input)) => input,
            _ => b().term().not(),
        }
    }
}
