//! Small plots of plain text, both axes logarithmic.

use std::fmt::Write;

/// Points that share a mark.
pub(super) struct Series {
    /// A letter.
    pub(super) mark: char,
    /// What the mark stands for.
    pub(super) name: &'static str,
    /// Each at least 1, by ascending first number.
    pub(super) points: Vec<(u32, f64)>,
}

/// Rows for a factor of ten.
const ROWS: f64 = 2.0;

/// Columns for a factor of two.
const COLUMNS: f64 = 8.0;

/// Greater values are beyond the top.
const TOP: f64 = 1e6;

/// Draws them. Of marks at one place, the last series' is seen.
pub(super) fn plot(series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| series.points.iter().map(|point| (series.mark, *point)));
    let shown = || points().filter(|(_, (_, value))| *value <= TOP);
    let row = |value: f64| (value.max(1.0).log10() * ROWS).round() as usize;
    let first = points().map(|(_, (x, _))| x).min().unwrap_or(1).max(1);
    let column = |x: u32| (f64::from(x.max(first)) / f64::from(first)).log2() * COLUMNS;
    let rows = shown().map(|(_, (_, value))| row(value)).max().unwrap_or(0) + 1;
    let columns = points().map(|(_, (x, _))| column(x) as usize).max().unwrap_or(0) + 1;
    let mut canvas = vec![vec![' '; columns]; rows];
    for (mark, (x, value)) in shown() {
        canvas[row(value)][column(x) as usize] = mark;
    }
    let mut text = String::new();
    for (number, line) in canvas.iter().enumerate().rev() {
        let label = match number % ROWS as usize {
            0 => format!("{}", 10u64.pow((number / ROWS as usize) as u32)),
            _ => String::new(),
        };
        let line: String = line.iter().collect();
        let _ = writeln!(text, "{label:>8} |{}", format!(" {line}").trim_end());
    }
    let _ = writeln!(text, "{:>8} +{}", "", "-".repeat(columns + 2));
    text += &axis(points().map(|(_, (x, _))| x).collect(), |x| column(x) as usize);
    let legend: Vec<String> =
        series.iter().map(|series| format!("{} {}", series.mark, series.name)).collect();
    let _ = writeln!(text, "{:>8}   {}", "", legend.join("   "));
    text
}

/// The numbers below the horizontal axis, where they have space.
fn axis(mut numbers: Vec<u32>, column: impl Fn(u32) -> usize) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let mut line = String::new();
    for number in numbers {
        if line.is_empty() || column(number) > line.len() {
            let _ = write!(line, "{:width$}{number}", "", width = column(number) - line.len());
        }
    }
    format!("{:>8}   {line}   k\n", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_where_they_belong() {
        let text = plot(&[
            Series { mark: '^', name: "much", points: vec![(2, 4.0), (4, 16.0), (8, 1e30)] },
            Series { mark: 'o', name: "little", points: vec![(2, 1.0), (4, 16.0), (8, 100.0)] },
        ]);
        let expected = "     100 |                 o
         |
      10 |         o
         | ^
       1 | o
         +-------------------
           2       4       8   k
           ^ much   o little
";
        assert_eq!(text, expected, "\n{text}");
    }
}
