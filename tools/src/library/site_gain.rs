//! What `auto` gains by the other pages of a site, by their number, measured on labelled pages that the built-in model has
//! not seen: models/auto/site_pages.py makes such a set.
//!
//! The pages of a host are a site. The other pages of a page are those that come after it in the order of IDs; after the
//! last page comes the first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use goce_core::extract::Options;
use goce_core::extract::auto::{Setup, Weighing, pipeline};
use goce_core::page::Page;
use goce_core::render;
use goce_rows::site::{PageBlocks, Profile, SiteState, hash_of_page};
use serde_json::json;

use super::sites::{Worth, worth};
use crate::Failure;
use crate::wcxb::LabelledPage;

/// How many other pages are tried.
const OTHERS: [usize; 5] = [1, 2, 3, 10, 30];

/// A page of a site.
struct OfSite<'a> {
    labelled: &'a LabelledPage,
    page: Page,
    page_features: Vec<f32>,
    hash: u64,
    blocks: PageBlocks,
}

/// What the text of a page is worth alone, and with some others of its site.
struct Measured<'a> {
    site: &'a str,
    alone: Worth,
    with: Worth,
}

/// Prints two tables: by the number of other pages, and for the greatest number by sites. A directory gets texts.jsonl:
/// a line `{"id": …, "others": …, "text": …}` a page and number, 0 others first.
pub fn measure(labelled: &[LabelledPage], directory: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut texts_file = match directory {
        Some(directory) => Some(BufWriter::new(File::create(directory.join("texts.jsonl"))?)),
        None => None,
    };
    let mut of_number: BTreeMap<usize, Vec<Measured<'_>>> = BTreeMap::new();
    for (site, labelled) in sites(labelled) {
        let pages = read(&labelled)?;
        let golds: Vec<&str> = labelled.iter().map(|page| page.gold.as_str()).collect();
        let mut texts_of = |others: usize| -> Result<Vec<Worth>, Failure> {
            let mut texts = Vec::new();
            for place in 0..pages.len() {
                let text = text(&pages, place, others)?;
                if let Some(file) = &mut texts_file {
                    let id = &pages[place].labelled.id;
                    writeln!(file, "{}", json!({"id": id, "others": others, "text": text}))?;
                }
                texts.push(text);
            }
            worth(&texts, &golds)
        };
        let alone = texts_of(0)?;
        for others in OTHERS.into_iter().filter(|others| *others < labelled.len()) {
            let with = texts_of(others)?;
            let measured = alone.iter().zip(with).map(|(&alone, with)| Measured { site, alone, with });
            of_number.entry(others).or_default().extend(measured);
        }
    }
    writeln!(
        out,
        "others sites pages: F1 without and with, difference, its standard error by sites; pages worse and better by .01; \
        repeated runs not in the gold without and with"
    )?;
    for (others, pages) in &of_number {
        write_line(&format!("{others:6}"), pages.iter(), out)?;
    }
    let Some((others, pages)) = of_number.last_key_value() else {
        return Ok(());
    };
    writeln!(out, "with {others} others, by sites")?;
    for of_site in pages.chunk_by(|a, b| a.site == b.site) {
        write_line(&format!("{:28}", of_site[0].site), of_site.iter(), out)?;
    }
    match texts_file {
        Some(mut file) => Ok(file.flush()?),
        None => Ok(()),
    }
}

fn write_line<'a>(
    title: &str,
    pages: impl Iterator<Item = &'a Measured<'a>> + Clone,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let count = pages.clone().count() as f64;
    let mean = |of: &dyn Fn(&Measured<'_>) -> f64| pages.clone().map(of).sum::<f64>() / count;
    let gain = |page: &Measured<'_>| page.with.word_f1 - page.alone.word_f1;
    let mean_gain = mean(&gain);
    // The pages of a site are alike: what they differ from the mean is summed before it is squared.
    let mut of_sites: BTreeMap<&str, f64> = BTreeMap::new();
    for page in pages.clone() {
        *of_sites.entry(page.site).or_default() += gain(page) - mean_gain;
    }
    let error = of_sites.values().map(|sum| sum * sum).sum::<f64>().sqrt() / count;
    writeln!(
        out,
        "{title} {:3} {count:5} {:.4} {:.4} {mean_gain:+.4} ({error:.4}) {:4} {:4} {:.4} {:.4}",
        of_sites.len(),
        mean(&|page| page.alone.word_f1),
        mean(&|page| page.with.word_f1),
        pages.clone().filter(|page| gain(page) < -0.01).count(),
        pages.clone().filter(|page| gain(page) > 0.01).count(),
        mean(&|page| page.alone.repeated_wrongly),
        mean(&|page| page.with.repeated_wrongly)
    )?;
    Ok(())
}

/// Returns the pages of each host.
fn sites(labelled: &[LabelledPage]) -> BTreeMap<&str, Vec<&LabelledPage>> {
    let mut sites: BTreeMap<&str, Vec<&LabelledPage>> = BTreeMap::new();
    for page in labelled {
        if let Some((_, address)) = page.url.split_once("//") {
            let host = address.split('/').next().unwrap_or_default();
            sites.entry(host).or_default().push(page);
        }
    }
    sites
}

fn read<'a>(labelled: &[&'a LabelledPage]) -> Result<Vec<OfSite<'a>>, Failure> {
    let mut pages = Vec::new();
    for labelled in labelled {
        let page = labelled.parse()?;
        let hash = hash_of_page(&labelled.html);
        pages.push(OfSite {
            labelled,
            page_features: pipeline::measure_page(&page, None)?,
            blocks: PageBlocks::of(&page, hash)?,
            hash,
            page,
        });
    }
    Ok(pages)
}

/// Returns the text of the page at a place, extracted with so many other pages.
fn text(pages: &[OfSite<'_>], place: usize, others: usize) -> Result<String, Failure> {
    let of = &pages[place];
    let frequencies = if others == 0 {
        None
    } else {
        let mut state = SiteState::new(Vec::new(), Vec::new());
        for other in pages.iter().cycle().skip(place + 1).take(others) {
            state.add(&other.blocks)?;
        }
        let profile = Profile::from_bytes(state.settle()?)?;
        Some(profile.frequencies(&of.page, of.hash)?)
    };
    let setup = Setup {
        page_features: Some(&of.page_features),
        weighing: Weighing::CHOSEN,
        correction: None,
        ..Setup::built_in()?
    };
    let options = Options {
        site: frequencies.as_ref(),
        ..Options::default()
    };
    let selection = pipeline::run(&setup, &of.page, &options)?.selection;
    Ok(render::text(&of.page, &selection)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page of a site whose pages repeat a notice among their content.
    fn page(number: usize) -> LabelledPage {
        let prose =
            format!("Report {number} tells of what was seen on day {number}, and goes on for a while. ").repeat(8);
        let notice = "<p>The Courier is printed in an old mill by the river. It lives by its readers, and takes no \
            advertisements.</p>";
        LabelledPage {
            id: format!("{number:02}"),
            url: format!("https://courier.example/{number}"),
            html: format!("<title>Courier</title><main><h1>Report {number}</h1><p>{prose}</p>{notice}</main>"),
            page_type: "article".to_owned(),
            gold: format!("Report {number} {prose}"),
            title: None,
            author: None,
            publish_date: None,
            comments: None,
        }
    }

    #[test]
    fn more_pages_of_a_site_gain_more() {
        let mut labelled: Vec<LabelledPage> = (1..=12).map(page).collect();
        // A page without an address is of no site.
        labelled.push(LabelledPage {
            url: String::new(),
            ..page(13)
        });
        let mut out = Vec::new();
        measure(&labelled, None, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let gain = |others: usize| -> Option<f64> {
            let line = out.lines().skip(1).find(|line| line.starts_with(&format!("{others:6} ")))?;
            line.split_whitespace().nth(5)?.parse().ok()
        };
        assert!(gain(10) > Some(0.0), "{out}");
        assert!(gain(10) >= gain(1), "{out}");
        assert_eq!(gain(30), None, "{out}");
        assert!(out.contains("courier.example"), "{out}");
    }

    #[test]
    fn the_pages_of_a_host_are_a_site() {
        let labelled = [1, 2].map(page);
        assert_eq!(sites(&labelled).keys().collect::<Vec<_>>(), [&"courier.example"]);
    }
}
