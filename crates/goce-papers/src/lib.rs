//! The methods of other papers that goce is compared with: boilerpipe, SD, LearnHTML, Web2Text, and the support vector
//! machine of the GOCE paper. Each module names its paper.

#![forbid(unsafe_code)]

pub mod boilerpipe;
pub mod learnhtml;
pub mod sd;
pub mod svm;
pub mod web2text;

#[cfg(test)]
mod tests {
    pub use goce_core::cases;
    use goce_core::page::{Limits, Page};

    pub fn page(html: &str) -> Page {
        Page::parse(html, &Limits::default()).unwrap()
    }
}
