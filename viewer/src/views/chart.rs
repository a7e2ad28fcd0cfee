//! Charts, drawn as SVG. Each has its numbers as text too.

use maud::{Markup, PreEscaped, html};

use crate::views::number;

/// A number of pages, with a link to them.
pub struct PagesBar {
    pub name: String,
    pub value: i64,
    pub address: String,
}

/// A table of bars, each with its number.
pub fn bars(title: &str, bars: &[PagesBar]) -> Markup {
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
                                rect.bar x="0" y="0" height="10" width=(format!("{:.1}", bar.value as f64 * 100.0 / most as f64)) {}
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A table of scores from 0 to 1 by name, each with its bar.
pub fn scores(title: &str, scores: &[(String, f64)]) -> Markup {
    html! {
        table.bars.scores {
            caption.visually-hidden { (title) }
            tbody {
                @for (name, score) in scores {
                    tr {
                        th scope="row" { bdi { (name) } }
                        td.number { (format!("{score:.3}")) }
                        td.drawn aria-hidden="true" {
                            svg.chart viewBox="0 0 100 10" preserveAspectRatio="none" width="100%" height="16" {
                                rect.track x="0" y="0" height="10" width="100" {}
                                rect.bar x="0" y="0" height="10" width=(format!("{:.1}", 100.0 * score.clamp(0.0, 1.0))) {}
                            }
                        }
                    }
                }
            }
        }
    }
}

pub fn icon() -> PreEscaped<&'static str> {
    PreEscaped(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#12486b"/><path d="M7 9h18v3H7zm0 6h12v3H7zm0 6h15v3H7z" fill="#9fc9ee"/></svg>"##,
    )
}
