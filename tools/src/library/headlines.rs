//! The headlines of labelled pages against their gold titles.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use goce_core::texts::words::words;
use goce_methods::{KnownPage, Method};

use crate::Failure;
use crate::wcxb::LabelledPage;

#[derive(Default)]
struct Count {
    pages: usize,
    with_all_words: usize,
    same: usize,
}

/// Prints for each page type how many pages with a gold title have content, and the shares of them whose headline has all
/// words of that title, and no others; then the pages whose headline lacks some.
pub fn measure(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    let auto: Method = "auto".parse()?;
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut missed = Vec::new();
    for labelled in pages {
        let Some(gold) = labelled.title.as_deref().filter(|title| !title.is_empty()) else {
            continue;
        };
        let page: KnownPage = labelled.parse()?.into();
        let selection = page.select(auto.into(), || 0)?;
        if selection.spans().is_empty() && selection.hidden_content().is_none() {
            continue;
        }
        let headline = page.headline(&selection, Some(&labelled.url))?;
        let headline = headline.as_ref().map_or("", |headline| headline.text());
        let (said, wanted) = (bag(headline), bag(gold));
        let count = counts.entry(&labelled.page_type).or_default();
        count.pages += 1;
        count.same += usize::from(said == wanted);
        if wanted.is_subset(&said) {
            count.with_all_words += 1;
        } else {
            missed.push((&labelled.id, gold, headline.to_owned()));
        }
    }
    for (page_type, count) in counts {
        let share = |part: usize| part as f64 / count.pages as f64;
        writeln!(
            out,
            "{page_type:14} {:5} pages  all words {:.3}  the same words {:.3}",
            count.pages,
            share(count.with_all_words),
            share(count.same)
        )?;
    }
    for (id, gold, headline) in missed {
        writeln!(out, "{id}\t{gold}\t{headline}")?;
    }
    Ok(())
}

fn bag(text: &str) -> BTreeSet<String> {
    words(&text.to_lowercase()).map(str::to_owned).collect()
}
