//! A line through points as an SVG: the share of testing against coverage.

use std::fmt::Write;

/// The area of the points, in units of the picture, and the space beside it.
const SIDE: f64 = 400.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 16.0;

/// Draws points of a share between 0 and 1, each with a percentage.
pub(super) fn draw(points: &[(f64, f64)]) -> String {
    let place = |(share, percent): (f64, f64)| (LEFT + share * SIDE, TOP + HEIGHT * (1.0 - percent / 100.0));
    let (width, height) = (LEFT + SIDE + 24.0, TOP + HEIGHT + 48.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for step in 0..=5 {
        let part = f64::from(step) / 5.0;
        let ((x, bottom), (_, y)) = (place((part, 0.0)), place((0.0, 100.0 * part)));
        let (right, percent) = (LEFT + SIDE, 100.0 * part);
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent:.0} %</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{part}</text>",
            LEFT - 8.0,
            y + 4.0,
            bottom + 18.0,
        );
    }
    let line: Vec<String> =
        points.iter().map(|point| place(*point)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    for (x, y) in points.iter().map(|point| place(*point)) {
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#06c\"/>");
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">share of testing</text>\n</svg>",
        LEFT + SIDE / 2.0,
        height - 8.0
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_where_they_belong() {
        let text = draw(&[(0.0, 100.0), (1.0, 0.0)]);
        assert!(text.contains("points=\"56.0,16.0 456.0,256.0\""), "{text}");
        assert_eq!(text.matches("<circle").count(), 2);
    }
}
