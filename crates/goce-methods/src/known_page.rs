//! A page with what was measured on it and selected of it so far, so that several questions to a page share the work.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use once_cell::unsync::OnceCell;

use crate::{Method, OwnModel};
use goce_core::areas::{comment_holders, comment_parts};
use goce_core::extract::{ExtractError, Focus, Options, Selection};
use goce_core::genre::markup::{self, Measured};
use goce_core::genre::{ClassifyError, PageType, PageTypeScores};
use goce_core::output::RenderError;
use goce_core::page::Page;
use goce_core::prelude::*;
use goce_core::render::{Form, Headline, titled_markdown};
use goce_rows::lists::posts;
use goce_rows::metadata::{LONGEST_ADDRESS, Metadata, Naming};
use goce_rows::site::Profile;

/// What a selection depends on, beside the page.
#[derive(Clone, Debug)]
pub struct Question {
    pub method: Method,
    /// The probability in \[0, 1\] that the page is a list view, from a caller who knows it.
    pub p_list_view: Option<f32>,
    pub comments: Option<bool>,
    pub focus: Focus,
    /// The profile of the page's site.
    pub site: Option<Rc<Profile<'static>>>,
    /// A model of one's own, in place of the method; it heeds what `auto` heeds if it is a correction of that.
    pub model: Option<Rc<OwnModel>>,
}

impl Question {
    /// Returns the memory that is held for the question, in bytes.
    fn memory(&self) -> usize {
        self.site.as_ref().map_or(0, |site| site.memory()) + self.model.as_ref().map_or(0, |model| model.memory())
    }
}

impl PartialEq for Question {
    /// Profiles and models are the same only if they are one object: the copy that each question holds keeps its address
    /// taken.
    fn eq(&self, other: &Self) -> bool {
        let parts = |asked: &Self| {
            let site = asked.site.as_ref().map(Rc::as_ptr);
            let model = asked.model.as_ref().map(Rc::as_ptr);
            (site, model, asked.method, asked.p_list_view.map(f32::to_bits), asked.comments, asked.focus)
        };
        parts(self) == parts(other)
    }
}

impl From<Method> for Question {
    fn from(method: Method) -> Self {
        Question {
            method,
            p_list_view: None,
            comments: None,
            focus: Focus::default(),
            site: None,
            model: None,
        }
    }
}

/// What a page states, with the address that it was read by.
#[derive(Debug)]
struct Stated<T> {
    url: Option<String>,
    stated: Rc<T>,
}

impl<T> Stated<T> {
    /// Returns what a page with this address states: what is known, or what `read` returns, which is known from then on.
    fn get_or_read(
        known: &RefCell<Option<Self>>,
        url: Option<&str>,
        read: impl FnOnce(Option<&str>) -> Result<T, RenderError>,
    ) -> Result<Rc<T>, RenderError> {
        if let Some(known) = Self::known(known, url) {
            return Ok(known);
        }
        let stated = Rc::new(read(url)?);
        known.replace(Some(Stated {
            url: url.map(try_to_owned).transpose()?,
            stated: Rc::clone(&stated),
        }));
        Ok(stated)
    }

    /// Returns the memory of what is known, with its address, in bytes.
    fn memory(known: &RefCell<Option<Self>>, stated: impl Fn(&T) -> usize) -> usize {
        let known = known.borrow();
        known.as_ref().map_or(0, |known| known.url.held() + size_of::<T>() + stated(&known.stated))
    }

    fn known(known: &RefCell<Option<Self>>, url: Option<&str>) -> Option<Rc<T>> {
        let known = known.borrow();
        known.as_ref().filter(|known| known.url.as_deref() == url).map(|known| Rc::clone(&known.stated))
    }
}

/// The probability up to which a page is of no type whose titles name the content: its title may be the site's.
const MAY_BE_TITLED: f32 = 0.25;

/// A page, what its markup says of its type, and the last selection and metadata. Each is computed when it is first asked
/// for.
#[derive(Debug)]
pub struct KnownPage {
    page: Page,
    measured: OnceCell<Measured>,
    selected: RefCell<Option<(Question, Rc<Selection>)>>,
    metadata: RefCell<Option<Stated<Metadata>>>,
    naming: RefCell<Option<Stated<Naming>>>,
}

impl From<Page> for KnownPage {
    fn from(page: Page) -> Self {
        KnownPage {
            page,
            measured: OnceCell::new(),
            selected: RefCell::default(),
            metadata: RefCell::default(),
            naming: RefCell::default(),
        }
    }
}

impl Deref for KnownPage {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl KnownPage {
    /// Returns the memory that the page takes with all that is known of it, in bytes: of its last selection the question
    /// too, with the profile and the model that it holds.
    pub fn memory(&self) -> usize {
        let selected = self.selected.borrow();
        self.page.memory()
            + self.measured.get().map_or(0, Measured::memory)
            + selected.as_ref().map_or(0, |(question, selection)| question.memory() + selection.memory())
            + Stated::memory(&self.metadata, Metadata::memory)
            + Stated::memory(&self.naming, Naming::memory)
    }

    /// Returns what the markup says of the page's type.
    ///
    /// # Errors
    /// [`ClassifyError`].
    pub fn measured(&self) -> Result<&Measured, ClassifyError> {
        self.measured.get_or_try_init(|| markup::measured(&self.page))
    }

    /// Returns what a method selects of the page. `hash` is that of the page's HTML
    /// ([`hash_of_page`](goce_rows::site::hash_of_page)), by which the page's own part of the site's profile is known; it is
    /// called for a site alone.
    ///
    /// # Errors
    /// [`ExtractError`]. What was selected last stays known.
    pub fn select(&self, question: Question, hash: impl FnOnce() -> u64) -> Result<Rc<Selection>, ExtractError> {
        if let Some((last, selection)) = self.selected.borrow().as_ref()
            && *last == question
        {
            return Ok(Rc::clone(selection));
        }
        let method = question.method;
        let profile = question.site.as_deref();
        let site = profile.map(|profile| profile.frequencies(&self.page, hash())).transpose()?;
        let wants_genre = method.wants_genre() && !matches!(question.model.as_deref(), Some(OwnModel::Elements(_)));
        let measured = wants_genre.then(|| self.measured()).transpose()?;
        let options = Options {
            p_list_view: question.p_list_view,
            comments: question.comments,
            focus: question.focus,
            site: site.as_ref(),
            measured,
        };
        let selection = match question.model.as_deref() {
            None => method.select(&self.page, &options)?,
            Some(model) => model.select(&self.page, &options)?,
        };
        let selection = Rc::new(selection);
        self.selected.replace(Some((question, Rc::clone(&selection))));
        Ok(selection)
    }

    /// Returns what the page states about itself. `url` is its address, if known.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn metadata(&self, url: Option<&str>) -> Result<Rc<Metadata>, RenderError> {
        Stated::get_or_read(&self.metadata, readable(url), |url| Metadata::of(&self.page, url))
    }

    /// Returns the headline of the page above some content of it. `url` is the page's address, if known.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn headline(&self, selection: &Selection, url: Option<&str>) -> Result<Option<Headline>, RenderError> {
        let url = readable(url);
        let must_show = self.scores_are(|scores| scores.p_titled() < MAY_BE_TITLED)?;
        let headline = |title: &Option<String>, site: &Option<String>| {
            Ok(Headline::of(&self.page, selection, title.as_deref(), site.as_deref(), must_show)?)
        };
        if let Some(known) = Stated::known(&self.metadata, url) {
            return headline(&known.title, &known.sitename);
        }
        let naming = Stated::get_or_read(&self.naming, url, |url| Naming::of(&self.page, url))?;
        headline(&naming.title, &naming.sitename)
    }

    /// Returns some content of the page as Markdown below a headline, with rules between the posts of a thread and
    /// between comments. `url` is the page's address, if known.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn markdown(
        &self,
        selection: &Selection,
        url: Option<&str>,
        headline: Option<&Headline>,
        form: Form<'_>,
    ) -> Result<Option<String>, RenderError> {
        let posts = self.posts(selection)?;
        let form = Form { posts: &posts, ..form };
        titled_markdown(&self.page, selection, url, headline, form)
    }

    /// Returns `true` if a condition holds for the scores of the page's types, and `false` where it has none.
    fn scores_are(&self, condition: impl Fn(&PageTypeScores) -> bool) -> Fallible<bool> {
        match self.measured() {
            Ok(measured) => Ok(condition(&measured.scores)),
            Err(ClassifyError::OutOfMemory(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// Returns the positions of the posts of a page that is a thread by its type, or of comments that are content.
    fn posts(&self, selection: &Selection) -> Fallible<Vec<usize>> {
        let is_thread = self.scores_are(|scores| scores.page_type() == PageType::Forum)?;
        let are_taken = || {
            let holders = comment_holders(&self.page, &comment_parts(&self.page)?)?;
            Ok::<_, OutOfMemory>(holders.into_iter().any(|nodes| selection.takes(nodes)))
        };
        if !is_thread && !are_taken()? {
            return Ok(Vec::new());
        }
        try_collect(posts(&self.page)?.iter().map(|post| post.element))
    }
}

/// Returns an address, unless it is so long that it is not read, and is not kept.
fn readable(url: Option<&str>) -> Option<&str> {
    url.filter(|url| url.len() <= LONGEST_ADDRESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goce_core::extract::auto::correction::Correction;
    use goce_core::page::{Limits, Tag};
    use goce_rows::site::{PageBlocks, SiteState};

    const HTML: &str = "<html><head><title>Ice - News</title></head><body><h1>Ice</h1><p>The harbour froze over night, and \
                        the ferry stayed where it was until noon.</p><div id=comments><p>Cold indeed, as ever.</div>";

    fn known() -> KnownPage {
        Page::parse(HTML, &Limits::default()).unwrap().into()
    }

    #[test]
    fn what_is_known_is_what_is_asked() {
        let page = known();
        for method in Method::ALL.into_iter().chain(Method::ALL) {
            for comments in [None, Some(true), Some(false)] {
                for p_list_view in [None, Some(0.0), Some(1.0)] {
                    let question = Question {
                        p_list_view,
                        comments,
                        ..method.into()
                    };
                    let selection = page.select(question.clone(), || 0).unwrap();
                    assert_eq!(*selection, *known().select(question.clone(), || 0).unwrap());
                    assert!(Rc::ptr_eq(&selection, &page.select(question, || 0).unwrap()));
                }
            }
        }
    }

    #[test]
    fn rules_stand_between_posts_and_comments_that_are_taken() {
        let post = |name: &str| {
            format!(
                "<div class=comment><b class=author>{name}</b> <time datetime=2021-05-02>2 May 2021</time>\
                 <div class=text><p>The harbour froze over night, says {name}, and the ferry stayed.</div></div>"
            )
        };
        let html = format!("<h1>Ice</h1><p>All of it.{}", ["Ann", "Bob", "Cid"].map(post).concat());
        let page: KnownPage = Page::parse(&html, &Limits::default()).unwrap().into();
        let rules = |selection: &Selection| {
            let markdown = page.markdown(selection, None, None, Form::default()).unwrap().unwrap();
            markdown.matches("\n\n___\n\n").count()
        };
        assert_eq!(rules(&Selection::whole(&page).unwrap()), 2);
        let first = page.nodes().iter().position(|node| node.tag() == Tag::P).unwrap();
        assert_eq!(rules(&Selection::subtrees(&page, [first]).unwrap()), 0);
    }

    #[test]
    fn memory_is_of_all_that_is_known() {
        let description = "harbour ".repeat(1000);
        let html = format!("<meta name=description content='{description}'>{HTML}");
        let page: KnownPage = Page::parse(&html, &Limits::default()).unwrap().into();
        let mut last = page.memory();
        let mut grows = |by: usize, what: &str| {
            let memory = page.memory();
            assert!(memory >= last + by, "{what}: {memory} after {last}");
            last = memory;
        };
        page.select(Method::ALL[0].into(), || 0).unwrap();
        grows(1, "selection");
        page.headline(&Selection::whole(&page).unwrap(), None).unwrap();
        grows(size_of::<Naming>(), "naming");
        let url = format!("https://a.example/{}", "a".repeat(1000));
        page.metadata(Some(&url)).unwrap();
        grows(description.len() + url.len(), "metadata");
        let mut state = SiteState::new(Vec::new(), Vec::new());
        state.add(&PageBlocks::of(&page, 0).unwrap()).unwrap();
        let profile = Profile::from_bytes(state.settle().unwrap()).unwrap().without_samples().unwrap();
        let model = OwnModel::Correction(Correction::default());
        let (by_site, by_model) = (profile.memory(), model.memory());
        page.select(
            Question {
                site: Some(Rc::new(profile)),
                model: Some(Rc::new(model)),
                ..Method::ALL[0].into()
            },
            || 0,
        )
        .unwrap();
        assert!(by_site > 0);
        grows(by_site + by_model, "profile");
    }

    #[test]
    fn addresses_tell_metadata_apart() {
        let page = known();
        let date = |url| page.metadata(url).unwrap().date.clone();
        let url = Some("https://a.example/2021/05/03/ice");
        assert_eq!(date(url).as_deref(), Some("2021-05-03"));
        assert_eq!(date(None), None);
        assert_eq!(date(url).as_deref(), Some("2021-05-03"));
        let selection = page.select(Method::ALL[0].into(), || 0).unwrap();
        let headline = || page.headline(&selection, None).unwrap().unwrap();
        assert_eq!(headline().text(), "Ice");
        page.metadata(None).unwrap();
        assert_eq!(headline().text(), "Ice", "by the metadata");
    }
}
