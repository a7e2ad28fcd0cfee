//! What goce makes of a page, function by function, methods aside: `tests/linear` counts the checks of each, and
//! `benches/doubling.sh` the instructions, which goce-tools calls for it.

use std::error::Error;

use goce_archive::decode;
use goce_core::evaluate::{TokenPair, Unit, word_overlap};
use goce_core::extract::{Selection, auto};
use goce_core::genre::markup;
use goce_core::interrupts;
use goce_core::output::RenderError;
use goce_core::page::hidden::hidden_texts;
use goce_core::page::{Limits, Page, RowPaths, XPaths};
use goce_core::render::{self, ChunkSize, Chunks};
use goce_core::texts::canonical_address::canonical;
use goce_core::texts::duplicates::{MinHash, simhash};
use goce_core::texts::language::language;
use goce_papers::{sd, svm};
use goce_rows::diff::Diff;
use goce_rows::elements::{Images, Links, Tables};
use goce_rows::feed;
use goce_rows::lists;
use goce_rows::metadata::Metadata;
use goce_rows::select::Selector;
use goce_rows::site::{PageBlocks, Profile};
use goce_rows::structured::structured;

/// Why a function makes nothing of a page.
pub type Failure = Box<dyn Error>;

/// A function of a page, which is given its HTML too.
pub struct Function {
    pub name: &'static str,
    /// It refuses pages of which it would make too much: that copy addresses, headings or cells too often.
    pub may_refuse: bool,
    /// Returns the length of what the function makes.
    pub run: fn(&str, &Page) -> Result<usize, Failure>,
}

const fn function(name: &'static str, run: fn(&str, &Page) -> Result<usize, Failure>) -> Function {
    Function {
        name,
        may_refuse: false,
        run,
    }
}

const fn refusing(name: &'static str, run: fn(&str, &Page) -> Result<usize, Failure>) -> Function {
    Function {
        may_refuse: true,
        ..function(name, run)
    }
}

const URL: Option<&str> = Some("https://a.example/b");

/// Combinators and pseudo-classes that look at many other elements.
const SELECTOR: &str = "* + b, :has(+ p) :nth-last-child(2n), [class*=x i] > :first-child";

pub const FUNCTIONS: &[Function] = &[
    refusing("parse", |html, _| Ok(Page::parse(html, &Limits::default())?.nodes().len())),
    refusing("markdown", |_, page| written(page, |selection| render::markdown(page, selection, None))),
    refusing("html", |_, page| written(page, |selection| render::html(page, selection, None))),
    refusing("highlight", |_, page| written(page, |selection| render::highlight(page, selection, "default"))),
    refusing("chunks", |_, page| {
        let mut length = 0;
        for selection in selections(page)? {
            let mut chunks = Chunks::of(page, &selection, None, ChunkSize::new(5, 2)?, None)?;
            while let Some(chunk) = chunks.next_chunk()? {
                length += chunk.markdown.len();
            }
        }
        Ok(length)
    }),
    function("metadata", |_, page| Ok(Metadata::of(page, None)?.into_json().to_string().len())),
    refusing("structured", |_, page| Ok(structured(page, URL)?.len())),
    refusing("feed", |html, _| {
        let xml = format!("<rss><item><title>{html}");
        Ok(feed::entries(&xml, None, &Limits::default())?.len())
    }),
    function("blocks", |_, page| {
        let mut xpaths = XPaths::default();
        let mut length = 0;
        for block in page.blocks() {
            interrupts::check();
            length += page.xpath(block.element(), &mut xpaths)?.len();
        }
        Ok(length)
    }),
    function("confidence", |_, page| Ok(usize::from(auto::confidence(page)? > 0.5))),
    refusing("select", |_, page| {
        let selected = Selector::parse(SELECTOR)?.select(page)?.len();
        let root = Selector::parse("html")?;
        Ok(selected + root.select(page)?.row(0, page)?.html.len())
    }),
    refusing("items", |_, page| Ok(lists::items(page, URL)?.len())),
    function("posts", |_, page| Ok(lists::posts(page)?.len())),
    refusing("link rows", |_, page| {
        let mut length = 0;
        for selection in selections(page)? {
            let mut links = Links::of(page, &selection, URL)?;
            let mut paths = RowPaths::of(page);
            while let Some(link) = links.next_link(page)? {
                link.headings.texts(page, &mut paths)?;
                length += paths.xpath(page, link.element)?.len();
            }
        }
        Ok(length)
    }),
    refusing("table rows", |_, page| {
        let mut length = 0;
        for selection in selections(page)? {
            let mut tables = Tables::of(page, &selection)?;
            while let Some(table) = tables.next_table(page)? {
                length += table.rows.len();
            }
        }
        Ok(length)
    }),
    refusing("image rows", |_, page| {
        let mut length = 0;
        for selection in selections(page)? {
            let mut images = Images::of(page, &selection, URL)?;
            while let Some(image) = images.next_image(page)? {
                length += image.url.len();
            }
        }
        Ok(length)
    }),
    refusing("hidden rows", |_, page| {
        let mut paths = RowPaths::of(page);
        let mut length = 0;
        for hidden in hidden_texts(page)? {
            length += hidden.text.len() + paths.xpath_of(page, hidden.node)?.len();
        }
        Ok(length)
    }),
    refusing("diff", |_, page| {
        // Another page of as many blocks, each with a word more; the same one would have no changes.
        let other = page.blocks().iter().map(|block| format!("<p>{} more", page.block_text(block)));
        let other = Page::parse(&other.collect::<String>(), &Limits::default())?;
        let (whole, of_other) = (Selection::whole(page)?, Selection::whole(&other)?);
        let diff = Diff::of((page, &whole), (&other, &of_other))?;
        let length = |change| diff.heading_path(page, &other, change).map(str::len).sum::<usize>();
        let none = Diff::of((page, &whole), (page, &Selection::default()))?;
        Ok(diff.changes().iter().map(length).sum::<usize>() + none.changes().len())
    }),
    function("site", |_, page| {
        let other = Page::parse("<p>Another page.", &Limits::default())?;
        let (blocks, of_other) = (PageBlocks::of(page, 1)?, PageBlocks::of(&other, 2)?);
        let profile = blocks.profile()?.merge(&of_other.profile()?)?;
        profile.shared()?;
        let bytes = profile.to_bytes()?;
        Ok(bytes.len() + Profile::from_bytes(&bytes)?.pages() as usize)
    }),
    function("genre", |_, page| Ok(markup::classify(page)?.page_type().name().len())),
    function("svm genre", |_, page| Ok(svm::classify(page)?.name().len())),
    function("sd regions", |_, page| {
        let kind = sd::page_kind(page, sd::Thresholds::default())?;
        Ok(sd::find(page, sd::Thresholds::default())?.len() + usize::from(kind.is_some()))
    }),
    function("simhash", |html, _| Ok(usize::from(simhash(html)?.is_some()))),
    function("minhash", |html, _| Ok(MinHash::new(16, 4)?.of(html)?.map_or(0, |hash| hash.len()))),
    function("canonical address", |_, page| {
        Ok(canonical(&format!("https://a.example/?{}", page.text()))?.map_or(0, |address| address.len()))
    }),
    function("language", |html, _| Ok(language(html).map_or(0, str::len))),
    function("words", |html, _| {
        let pair = TokenPair::new(html, html, Unit::Word)?;
        Ok(usize::from(word_overlap(&pair)?.f1 > 0.5))
    }),
    function("decode", |html, _| Ok(decode(html.as_bytes(), None, usize::MAX)?.len())),
];

/// Everything, and every other block.
fn selections(page: &Page) -> Result<[Selection; 2], Failure> {
    let others = page.blocks().iter().step_by(2);
    Ok([
        Selection::whole(page)?,
        Selection::ranges(others.map(|block| block.nodes()))?,
    ])
}

/// Returns the length of the longer of what is written of the two.
fn written(page: &Page, write: impl Fn(&Selection) -> Result<Option<String>, RenderError>) -> Result<usize, Failure> {
    let mut length = 0;
    for selection in selections(page)? {
        length = length.max(write(&selection)?.map_or(0, |text| text.len()));
    }
    Ok(length)
}
