//! Charts, drawn as SVG. Each has its figures in words too.

use maud::{Markup, PreEscaped, html};

use crate::views::number;

/// A bar of pages.
pub struct Bar {
    pub name: String,
    pub value: i64,
    pub address: String,
}

/// Horizontal bars with their numbers, as a table that is drawn.
pub fn bars(title: &str, bars: &[Bar]) -> Markup {
    let most = bars.iter().map(|bar| bar.value).max().unwrap_or(0).max(1);
    html! {
        table.bars {
            caption.visually-hidden { (title) }
            tbody {
                @for bar in bars {
                    tr {
                        th scope="row" { a href=(bar.address) { (bar.name) } }
                        td.number { (number(bar.value)) }
                        td.drawn aria-hidden="true" {
                            svg viewBox="0 0 100 10" preserveAspectRatio="none" width="100%" height="10" {
                                rect.bar x="0" y="0" height="10" width=(share(bar.value, most)) {}
                            }
                        }
                    }
                }
            }
        }
    }
}

fn share(value: i64, most: i64) -> String {
    format!("{:.1}", value as f64 * 100.0 / most as f64)
}

/// A score of a method.
pub struct Score<'s> {
    pub name: &'s str,
    pub value: f64,
}

const ROW: usize = 26;
const LEFT: usize = 170;
const WIDTH: usize = 640;

/// Scores from 0 to 1 as horizontal bars with a scale.
pub fn scores(title: &str, scores: &[Score<'_>]) -> Markup {
    let height = scores.len() * ROW + 30;
    let span = WIDTH - LEFT - 60;
    let told: Vec<String> = scores
        .iter()
        .map(|score| format!("{} {:.3}", score.name, score.value))
        .collect();
    html! {
        svg.chart role="img" aria-label=(format!("{title}: {}", told.join(", "))) viewBox=(format!("0 0 {WIDTH} {height}")) {
            @for line in 0..=5 {
                @let x = LEFT + span * line / 5;
                line.grid x1=(x) x2=(x) y1="0" y2=(height - 24) {}
                text.scale x=(x) y=(height - 8) text-anchor="middle" { (format!("{:.1}", line as f64 / 5.0)) }
            }
            @for (place, score) in scores.iter().enumerate() {
                @let y = place * ROW;
                text.label x=(LEFT - 8) y=(y + 17) text-anchor="end" { (short(score.name)) }
                rect.bar x=(LEFT) y=(y + 4) height=(ROW - 8) width=(format!("{:.1}", span as f64 * score.value.clamp(0.0, 1.0))) {}
                text.value x=(format!("{:.1}", LEFT as f64 + span as f64 * score.value.clamp(0.0, 1.0) + 6.0)) y=(y + 17) { (format!("{:.3}", score.value)) }
            }
        }
    }
}

/// A name that fits beside a bar.
fn short(name: &str) -> String {
    if name.chars().count() <= 22 {
        name.to_owned()
    } else {
        format!("{}…", name.chars().take(21).collect::<String>())
    }
}

/// The icon of the browser's tab.
pub fn icon() -> PreEscaped<&'static str> {
    PreEscaped(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#12486b"/><path d="M7 9h18v3H7zm0 6h12v3H7zm0 6h15v3H7z" fill="#9fc9ee"/></svg>"##,
    )
}
