//! Pictures, drawn as SVG. They need no script; what they show stands beside them in words or figures too.

use maud::{Markup, html};

use crate::page::PageBlock;
use crate::report::Point;

/// Scores between these are doubtful.
const DOUBTFUL: std::ops::RangeInclusive<f32> = 0.35..=0.65;

/// The mean of points; `None` without points.
pub fn mean(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let number = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (!points.is_empty()).then_some((sum.0 / number, sum.1 / number))
}

/// A page from its top to its bottom: where content was taken, and beside it where the scores are doubtful. A block is as
/// high as its text is long.
pub fn strip(blocks: &[PageBlock]) -> Markup {
    let is_doubtful = |block: &PageBlock| block.score.is_some_and(|score| DOUBTFUL.contains(&score));
    let length = |block: &PageBlock| block.text.len().min(4_000) as f64 + 30.0;
    let unit = 1000.0 / blocks.iter().map(length).sum::<f64>();
    let taken = blocks.iter().filter(|block| block.is_content).count();
    let doubtful = blocks.iter().filter(|block| is_doubtful(block)).count();
    let mut runs = Vec::new();
    let (mut top, mut last) = (0.0, -1.0);
    for run in
        blocks.chunk_by(|one, other| one.is_content == other.is_content && is_doubtful(one) == is_doubtful(other))
    {
        let height = run.iter().map(length).sum::<f64>() * unit;
        // What is too low to be seen reaches into what follows. Of runs that stand at one place the first is drawn.
        if (run[0].is_content || is_doubtful(&run[0])) && top - last >= 0.5 {
            runs.push((format!("{top:.1}"), format!("{:.1}", height.max(3.0)), &run[0]));
            last = top;
        }
        top += height;
    }
    let says = format!("{taken} of {} blocks were taken, {doubtful} are doubtful.", blocks.len());
    html! {
        @if !blocks.is_empty() {
            svg.strip viewBox="0 0 20 1000" preserveAspectRatio="none" role="img" aria-label=(says) {
                title { (says) }
                rect.rest width="20" height="1000" {}
                @for (top, height, first) in runs {
                    @if first.is_content { rect.taken y=(top) width="13" height=(height) data-at=(first.ord) {} }
                    @if is_doubtful(first) { rect.doubtful x="14" y=(top) width="6" height=(height) data-at=(first.ord) {} }
                }
            }
        }
    }
}

/// A mean as a bar from 0 to 1, with its range.
pub fn bar(mean: f64, low: f64, high: f64) -> Markup {
    let x = |score: f64| format!("{:.2}", score.clamp(0.0, 1.0) * 100.0);
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.rest width="100" height="10" {}
            rect.taken width=(x(mean)) height="10" {}
            line.range x1=(x(low)) x2=(x(high)) y1="5" y2="5" {}
        }
    }
}

/// Of more than 2,000 dots every second, or every third, and so on.
fn few<T>(dots: &[T]) -> impl Iterator<Item = (usize, &T)> {
    dots.iter().step_by(dots.len().div_ceil(2_000).max(1)).enumerate()
}

/// Scores from 0 to 1 as dots in a row, with a line at their mean.
pub fn dots(scores: &[f64], mean: f64) -> Markup {
    let x = |score: f64| format!("{:.1}", 4.0 + score * 292.0);
    html! {
        svg.dots viewBox="0 0 300 24" aria-hidden="true" {
            line.axis x1="4" x2="296" y1="23" y2="23" {}
            // They are spread in height, so that fewer hide each other.
            @for (place, score) in few(scores) { circle.dot cx=(x(*score)) cy=(4 + place * 7 % 16) r="2.5" {} }
            line.mean x1=(x(mean)) x2=(x(mean)) y1="0" y2="24" {}
        }
    }
}

/// Confidence from left to right against the word F1 that was reached, from 0 to 1: a dot for each page, a line through
/// the means of the tenths, and the line on which a confidence that is right lies.
pub fn calibration(pages: &[(f64, f64)]) -> Markup {
    let at = |(confidence, f1): (f64, f64)| (20.0 + confidence * 270.0, 280.0 - f1 * 270.0);
    let tenths = (0..10).filter_map(|tenth| {
        let is_within = |page: &&(f64, f64)| ((page.0 * 10.0) as usize).min(9) == tenth;
        let within: Vec<(f64, f64)> = pages.iter().filter(is_within).copied().collect();
        // A few pages say little.
        mean(&within).filter(|_| within.len() >= 5).map(at)
    });
    let tenths: Vec<(f64, f64)> = tenths.collect();
    let line: Vec<String> = tenths.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    html! {
        svg.calibration viewBox="0 0 300 300" aria-hidden="true" {
            line.axis x1="20" x2="290" y1="280" y2="280" {}
            line.axis x1="20" x2="20" y1="10" y2="280" {}
            line.even x1="20" x2="290" y1="280" y2="10" {}
            @for (_, page) in few(pages) {
                @let (x, y) = at(*page);
                circle.dot cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="2.5" {}
            }
            polyline.mean points=(line.join(" ")) {}
            @for (x, y) in &tenths { circle.mean cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="4" {} }
            text x="290" y="296" text-anchor="end" { "confidence →" }
            text x="24" y="16" { "↑ word F1" }
            text x="14" y="284" text-anchor="end" { "0" }
            text x="14" y="18" text-anchor="end" { "1" }
        }
    }
}

/// A learning curve: pages from left to right, the difference to `auto` upwards, and its range.
pub fn curve(points: &[Point]) -> Markup {
    let ends = |point: &Point| [point.low, point.high].map(|end| end.unwrap_or(point.difference));
    let all = || points.iter().flat_map(ends);
    let (low, high) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    let most = points.iter().map(|point| point.pages).max().unwrap_or(1).max(1);
    let x = |point: &Point| format!("{:.1}", 10.0 + point.pages as f64 / most as f64 * 280.0);
    let y = |difference: f64| format!("{:.1}", 90.0 - (difference - low) / (high - low).max(f64::MIN_POSITIVE) * 80.0);
    let line: Vec<String> = points.iter().map(|point| format!("{},{}", x(point), y(point.difference))).collect();
    html! {
        svg.curve viewBox="0 0 300 100" aria-hidden="true" {
            line.axis x1="10" x2="290" y1=(y(0.0)) y2=(y(0.0)) {}
            @for point in points {
                @let [low, high] = ends(point);
                line.range x1=(x(point)) x2=(x(point)) y1=(y(low)) y2=(y(high)) {}
                circle.dot cx=(x(point)) cy=(y(point.difference)) r="3" {}
            }
            polyline.mean points=(line.join(" ")) {}
        }
    }
}

/// Moments from 0 to 1 on a line of time. A moment at which much changed is larger.
pub fn time(moments: &[(f64, usize)], chosen: Option<usize>) -> Markup {
    html! {
        svg.time viewBox="0 0 600 40" aria-hidden="true" {
            line.axis x1="10" x2="590" y1="20" y2="20" {}
            @for (place, (moment, changes)) in moments.iter().enumerate() {
                circle.moment.changed[*changes > 0].chosen[Some(place) == chosen] cx=(format!("{:.1}", 14.0 + moment * 572.0)) cy="20"
                    r=(format!("{:.1}", 4.0 + (*changes as f64).sqrt().min(10.0))) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(ord: i32, is_content: bool, score: f32) -> PageBlock {
        PageBlock {
            ord,
            xpath: String::new(),
            tag: "p".to_owned(),
            is_content,
            score: Some(score),
            text: "x".repeat(70),
        }
    }

    #[test]
    fn a_strip_has_a_part_for_each_run_of_blocks() {
        let blocks = [
            block(1, false, 0.1),
            block(2, true, 0.9),
            block(3, true, 0.8),
            block(4, true, 0.5),
        ];
        let shown = strip(&blocks).0;
        assert!(shown.contains("3 of 4 blocks were taken, 1 are doubtful."), "{shown}");
        assert!(
            shown.contains("<rect class=\"taken\" y=\"250.0\" width=\"13\" height=\"500.0\" data-at=\"2\">"),
            "{shown}"
        );
        assert_eq!((shown.matches("class=\"taken\"").count(), shown.matches("class=\"doubtful\"").count()), (2, 1));
        assert_eq!(strip(&[]).0, "");
        assert!(bar(0.9, 0.7, 1.1).0.contains("x1=\"70.00\" x2=\"100.00\""));
    }

    #[test]
    fn a_curve_keeps_its_ranges_within_the_picture() {
        let point = |pages, difference, range: Option<(f64, f64)>| Point {
            pages,
            difference,
            low: range.map(|(low, _)| low),
            high: range.map(|(_, high)| high),
        };
        let shown = curve(&[point(30, 0.01, None), point(60, 0.02, Some((-0.02, 0.06)))]).0;
        assert!(shown.contains("class=\"axis\" x1=\"10\" x2=\"290\" y1=\"70.0\""), "{shown}");
        assert!(shown.contains("x1=\"290.0\" x2=\"290.0\" y1=\"90.0\" y2=\"10.0\""), "{shown}");
        assert!(!curve(&[]).0.contains("circle"));
    }

    #[test]
    fn many_dots_are_thinned_out() {
        assert_eq!(dots(&vec![0.5; 5_000], 0.5).0.matches("<circle").count(), 1_667);
        let pages: Vec<(f64, f64)> = (0..20).map(|page| (f64::from(page) / 20.0, 0.5)).collect();
        // Tenths of two pages have no mean.
        assert!(!calibration(&pages).0.contains("circle class=\"mean\""));
        assert_eq!(calibration(&[(1.0, 1.0); 5]).0.matches("cx=\"290.0\" cy=\"10.0\"").count(), 6);
    }
}
