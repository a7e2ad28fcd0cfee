//! Several questions to each page, as functions of SQL ask them: `benches/questions.sh` counts their instructions.

use std::hint::black_box;
use std::rc::Rc;

use clap::ValueEnum;
use goce_core::extract::auto;
use goce_core::page::{Limits, Page};
use goce_core::render;
use goce_core::texts::language::language;
use goce_methods::{KnownPage, Method, Question};

use crate::Failure;
use crate::wcxb::LabelledPage;

/// What is asked.
#[derive(Clone, Copy, ValueEnum)]
pub enum Asked {
    None,
    Text,
    Markdown,
    /// The six functions of the README, which share the page.
    Six,
    /// The same, each of which parses it.
    SixAlone,
    /// The row of `goce_page`.
    Row,
}

/// Asks each page.
pub fn run(pages: &[LabelledPage], asked: Asked) -> Result<(), Failure> {
    let auto: Method = "auto".parse()?;
    for labelled in pages {
        let mut last = Last::default();
        match asked {
            Asked::None => _ = black_box(auto::Model::built_in()?),
            Asked::Text => text(last.page(&labelled.html)?.as_ref(), auto)?,
            Asked::Markdown => markdown(last.page(&labelled.html)?.as_ref(), auto)?,
            Asked::Row => row(last.page(&labelled.html)?.as_ref(), auto)?,
            Asked::Six | Asked::SixAlone => {
                for question in SIX {
                    question(last.page(&labelled.html)?.as_ref(), auto)?;
                    if matches!(asked, Asked::SixAlone) {
                        last = Last::default();
                    }
                }
            }
        }
    }
    Ok(())
}

/// The last page, as the extension remembers it.
#[derive(Default)]
struct Last(Option<(String, Rc<KnownPage>)>);

impl Last {
    fn page(&mut self, html: &str) -> Result<Rc<KnownPage>, Failure> {
        if let Some((last, page)) = &self.0
            && last == html
        {
            return Ok(Rc::clone(page));
        }
        let page: Rc<KnownPage> = Rc::new(Page::parse(html, &Limits::default())?.into());
        self.0 = Some((html.to_owned(), Rc::clone(&page)));
        Ok(page)
    }
}

type Ask = fn(&KnownPage, Method) -> Result<(), Failure>;

const SIX: [Ask; 6] = [text, markdown, metadata, confidence, genre, genre];

fn text(page: &KnownPage, method: Method) -> Result<(), Failure> {
    let selection = page.select(method.into(), || 0)?;
    black_box(render::text(page, &selection)?);
    Ok(())
}

fn markdown(page: &KnownPage, method: Method) -> Result<(), Failure> {
    let selection = page.select(Question::from(method), || 0)?;
    let headline = page.headline(&selection, None)?;
    black_box(render::titled_markdown(page, &selection, None, headline.as_ref(), render::Math::Tex)?);
    Ok(())
}

fn metadata(page: &KnownPage, _: Method) -> Result<(), Failure> {
    black_box((*page.metadata(None)?).clone().into_json());
    Ok(())
}

fn confidence(page: &KnownPage, method: Method) -> Result<(), Failure> {
    black_box(auto::confidence_in(&*page.select(method.into(), || 0)?)?);
    Ok(())
}

/// The genre or the page type, which are two readings of the same probabilities.
fn genre(page: &KnownPage, _: Method) -> Result<(), Failure> {
    black_box(page.measured()?);
    Ok(())
}

fn row(page: &KnownPage, method: Method) -> Result<(), Failure> {
    let selection = page.select(method.into(), || 0)?;
    let text = render::text(page, &selection)?;
    metadata(page, method)?;
    markdown(page, method)?;
    confidence(page, method)?;
    genre(page, method)?;
    if page.metadata(None)?.language.is_none() {
        black_box(text.as_deref().and_then(language));
    }
    black_box(text);
    Ok(())
}
