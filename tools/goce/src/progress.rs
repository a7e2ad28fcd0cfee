//! What standard error shows: a progress bar on a terminal, and messages.

use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const OF_FILES: &str = "{elapsed_precise} {wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left";
const OF_STREAM: &str = "{elapsed_precise} {spinner} {bytes}, {msg}";

/// Returns a message without control characters, which names of files and addresses of pages may have: they could move the
/// cursor of a terminal, or pretend to be another message.
pub fn visible(message: &str) -> String {
    let escaped = |char: char| {
        if char.is_control() {
            char.escape_default().to_string()
        } else {
            char.to_string()
        }
    };
    message.chars().map(escaped).collect()
}

/// The state of the run, for all threads.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    pages: Arc<AtomicU64>,
}

impl Progress {
    /// Returns the progress of inputs of this many bytes; 0 if unknown. The bar is shown only on a terminal that does not
    /// show the results too.
    pub fn new(bytes: u64, writes_to_stdout: bool) -> Progress {
        let is_shown = io::stderr().is_terminal() && !(writes_to_stdout && io::stdout().is_terminal());
        let bar = if is_shown {
            let template = if bytes > 0 { OF_FILES } else { OF_STREAM };
            let style = ProgressStyle::with_template(template);
            ProgressBar::with_draw_target((bytes > 0).then_some(bytes), ProgressDrawTarget::stderr())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        } else {
            ProgressBar::hidden()
        };
        Progress {
            bar,
            pages: Arc::default(),
        }
    }

    /// Returns a reader whose bytes count.
    pub fn count(&self, input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        if self.bar.is_hidden() {
            input
        } else {
            Box::new(self.bar.wrap_read(input))
        }
    }

    /// Counts a page.
    pub fn page(&self) {
        let pages = self.pages.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{pages} pages"));
        }
    }

    /// Writes a message to standard error.
    pub fn say(&self, message: &str) {
        // Where standard error cannot be written, the exit status still says what is wrong.
        let _ = self.bar.suspend(|| writeln!(io::stderr(), "goce: {}", visible(message)));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_visible_line() {
        assert_eq!(visible("é\n\u{1b}[2J\u{9b}x"), "é\\n\\u{1b}[2J\\u{9b}x");
    }
}
