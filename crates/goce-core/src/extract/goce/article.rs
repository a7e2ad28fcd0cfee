//! GOCE's Algorithm 1: the element of an article page that holds its main content.

use crate::extract::Selection;
use crate::page::prelude::*;

/// Selects the main element of an article page (GOCE, section 3.3.2 and Algorithm 1).
///
/// From the page's first element the walk goes down: into an only child; into the longest child if it is longer than
/// the second by more than the sample standard deviation (N − 1, slides p. 17) of the children's lengths; else it ends,
/// and the whole element is the content. Of children equally long the first in document order counts as the longest.
///
/// Where the paper is silent, measured by mean word F1 on the 1,358 pages of wcxb-dev:
///
/// - All lengths, `lm1`, `lm2` and those in the deviation, are in words: .590. In characters: .590. With `lm1` and `lm2`
///   in words and the deviation in characters, as a literal reading has it, the walk never goes down and gives all text.
///   Words are used because Algorithm 1 says `wordCount`.
/// - Children are the visible elements, with or without text: leaving those without text out
///   changes F1 by less than .001.
/// - It does not go down into an element without words, such as the `<br>` that is the only
///   child of a text's element: that would select nothing (4 pages).
/// - The walk starts at `<html>`; starting at `<body>` gives the same, `<head>` has no text.
///
/// Takes time linear in the number of elements.
pub fn select(page: &Page) -> Fallible<Selection> {
    if page.nodes().is_empty() {
        return Ok(Selection::default());
    }
    let mut element = 0;
    let mut lengths = Vec::new();
    loop {
        interrupts::check();
        lengths.clear();
        let mut longest = element;
        let (mut first, mut second) = (0, 0);
        for child in page.children(element) {
            let length = page.word_count(page.subtree(child));
            if lengths.is_empty() || length > first {
                (longest, first, second) = (child, length, first);
            } else {
                second = second.max(length);
            }
            lengths.try_push(length)?;
            if lengths.len().is_multiple_of(CHECK_EVERY) {
                interrupts::check();
            }
        }
        let goes_down = match lengths.len() {
            0 => false,
            _ if first == 0 => false,
            1 => true,
            _ => (first - second) as f64 > sample_standard_deviation(&lengths),
        };
        if !goes_down {
            return Selection::subtrees(page, [element]);
        }
        element = longest;
    }
}

/// Returns the square root of the sum of squared deviations from the mean over N − 1, for N ≥ 2.
fn sample_standard_deviation(lengths: &[usize]) -> f64 {
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<usize>() as f64 / count;
    let squares: f64 = lengths.iter().map(|&length| (length as f64 - mean) * (length as f64 - mean)).sum();
    (squares / (count - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::goce::tests::text_by;

    fn extract(html: &str) -> String {
        text_by(select, html)
    }

    #[test]
    fn deviation_is_the_samples() {
        assert_eq!(sample_standard_deviation(&[2, 4]), 2f64.sqrt());
        assert_eq!(sample_standard_deviation(&[5, 5, 5]), 0.0);
    }

    #[test]
    fn goes_down_into_what_stands_out() {
        // Lengths 1, 12, 2: 12 − 2 exceeds the deviation 6.1; then 4, 4, 4 does not.
        let html = "<nav>home</nav><main><p>a b c d</p><p>e f g h</p><p>i j k l</p></main>
                    <footer>our address</footer>";
        assert_eq!(extract(html), "a b c d\n\ne f g h\n\ni j k l");
    }

    #[test]
    fn keeps_what_is_spread_evenly() {
        // Lengths 3, 4, 3, 4: a difference of 0 does not exceed the deviation.
        let html = "<p>a b c</p><p>d e f g</p><p>h i j</p><p>k l m n</p>";
        assert_eq!(extract(html), "a b c\n\nd e f g\n\nh i j\n\nk l m n");
    }

    #[test]
    fn an_equal_difference_ends_the_walk() {
        // Both children empty: 0 > 0 is false, the element's own text is the content.
        assert_eq!(extract("own text <i></i><b></b>"), "own text");
        assert_eq!(extract("own text <br> goes on"), "own text\ngoes on");
        assert_eq!(extract(""), "");
    }

    #[test]
    fn follows_an_only_child_and_loses_text_beside_it() {
        // As Algorithm 1 has it: line 6 returns the child's text alone.
        assert_eq!(extract("<div>beside <b>child</b></div>"), "child");
    }
}
