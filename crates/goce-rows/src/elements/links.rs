//! The links of a page.

use super::headings::{HeadingPath, heading_paths};
use super::regions::{Region, regions};
use super::{line, positions, seen_line, seen_start, surroundings};
use crate::prelude::*;
use goce_core::html::Namespace;
use goce_core::page::hidden::has_hidden_letters;
use goce_core::render::Content;

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The position of its element.
    pub element: usize,
    /// Where it leads: absolute where the page's address is known, else as the page writes it. `None` where it leads
    /// nowhere that is an address: `javascript:`, `data:`.
    pub url: Option<String>,
    /// Its text on one line, or the text that its pictures have instead.
    pub text: Option<String>,
    pub rel: Option<String>,
    pub title: Option<String>,
    pub region: Region,
    /// It is in the selected content.
    pub is_content: bool,
    /// The headings above it.
    pub headings: HeadingPath,
    /// Up to twenty words of its block on each side, with its own text; `None` where the block has no other text.
    pub context: Option<String>,
}

/// The links of a page, each made when it is asked for.
#[derive(Debug)]
pub struct Links {
    found: std::vec::IntoIter<Found>,
    /// The block that the last link stood in or before.
    block: usize,
    addresses: LinkResolver,
    budget: Budget,
}

/// A link that the page shows.
#[derive(Clone, Copy, Debug)]
struct Found {
    element: u32,
    region: Region,
    is_content: bool,
    headings: HeadingPath,
}

impl Links {
    /// Returns the links that a page shows, `<a>` and `<area>` with an `href`, in document order. `selection` is the content
    /// of the page, `url` its address, if that is known.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection, url: Option<&str>) -> Fallible<Self> {
        let elements = positions(page, |at| is_link(page, at) && !has_hidden_letters(page, at))?;
        let headings = heading_paths(page, elements.iter().map(|element| *element as usize))?;
        let content = Content::of(page, selection)?;
        let regions = regions(page, &content, &elements, url)?;
        let rows = elements.into_iter().zip(headings).zip(regions).checking(CHECK_EVERY);
        let found = rows.map(|((element, headings), region)| Found {
            element,
            region,
            is_content: content.takes(&page.subtree(element as usize)),
            headings,
        });
        Ok(Links {
            found: try_collect(found)?.into_iter(),
            block: 0,
            addresses: LinkResolver::of(page, url),
            budget: Budget::of(page),
        })
    }

    /// Returns the next link; `None` behind the last one.
    ///
    /// # Errors
    /// [`RenderError`]: all links together may have as many bytes as any output of the page.
    pub fn next_link(&mut self, page: &Page) -> Rendered<Option<Link>> {
        let Some(found) = self.found.next() else {
            return Ok(None);
        };
        interrupts::check();
        let element = found.element as usize;
        let href = page.attribute(element, names::HREF).unwrap_or("");
        let url = self.addresses.link(href)?.map(LinkTarget::into_string);
        let text = self.text(page, element)?;
        let context = self.context(page, element)?;
        let mut written = |name| seen_line(page, page.attribute(element, name).unwrap_or(""), &mut self.budget);
        Ok(Some(Link {
            element,
            url,
            text,
            rel: written(names::REL)?,
            title: written(names::TITLE)?,
            region: found.region,
            is_content: found.is_content,
            headings: found.headings,
            context,
        }))
    }

    fn text(&mut self, page: &Page, element: usize) -> Rendered<Option<String>> {
        let nodes = page.subtree(element);
        let shown = page.text_of(nodes.clone());
        if !shown.is_empty() {
            return line(shown, &mut self.budget);
        }
        let mut text = String::new();
        // The nodes of a link in which a picture is looked for.
        let pictures = nodes.take(256).filter_map(|node| {
            let is_picture = page.tag(node) == Tag::Img || node == element;
            page.attribute(node, names::ALT).filter(|_| is_picture)
        });
        // The most pictures whose texts are the text of a link.
        for alt in pictures.take(16) {
            text.try_push_all(&[" ", &seen_start(page, alt)?])?;
        }
        line(&text, &mut self.budget)
    }

    fn context(&mut self, page: &Page, element: usize) -> Rendered<Option<String>> {
        let blocks = page.blocks();
        while blocks.get(self.block).is_some_and(|block| block.nodes().end <= element) {
            self.block += 1;
        }
        let nodes = page.subtree(element);
        let Some(block) = blocks.get(self.block).filter(|block| block.nodes().start < nodes.end) else {
            return Ok(None);
        };
        surroundings::around(page, &nodes, &block.nodes()).map_or(Ok(None), |text| line(text, &mut self.budget))
    }
}

/// Returns `true` for an element that is a link.
fn is_link(page: &Page, position: usize) -> bool {
    let tag = page.tag(position);
    let is_html_link = |element: Element<'_>| {
        (tag == Tag::A || element.local() == names::AREA)
            && element.namespace() == Namespace::Html
            && element.attr(names::HREF).is_some()
    };
    matches!(tag, Tag::A | Tag::Other) && page.element(position).is_some_and(is_html_link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str, url: Option<&str>) -> Vec<Link> {
        let page = sample(html);
        let mut links = Links::of(&page, &Selection::whole(&page).unwrap(), url).unwrap();
        std::iter::from_fn(|| links.next_link(&page).unwrap()).collect()
    }

    #[test]
    fn links_and_their_addresses() {
        for [html, url, text] in cases(
            "
            <a href=b>x</a> => https://a.example/b => x
            <a href=' mailto:a@b.example '> x y </a> => mailto:a@b.example => x y
            <a href=javascript:x()>x</a> => - => x
            <a href=data:text/html,x>x</a> => - => x
            <a href=''>x</a> => https://a.example/c => x
            <a href=b><img alt='a cat'><img alt=' and a dog'></a> => https://a.example/b => a cat and a dog
            <a href=b><img alt=no>x</a> => https://a.example/b => x
            <a href=b><img></a> => https://a.example/b => -
            <a href=b style='font-size:0'>x<img alt=y></a> => https://a.example/b => y
            <a href=b><i class=sr-only>x</i></a> => https://a.example/b => -
            <map><area href=b alt=x></map> => https://a.example/b => x",
        ) {
            let html = html.replace("x y", "x\n y");
            let [link] = &of(&html, Some("https://a.example/c"))[..] else {
                panic!("{html}")
            };
            let found = [&link.url, &link.text].map(|found| found.as_deref().unwrap_or("-"));
            assert_eq!(found, [url, text], "{html}");
        }
        for [html] in cases(
            "
            <a name=x>x</a>
            <a>x</a>
            <p>Text.<p hidden><a href=b>x</a>
            <svg><a href=b>x</a></svg>
            <p>Text.<p style='font-size:0'><a href=b>x</a>",
        ) {
            assert_eq!(of(html, None), [], "{html}");
        }
        assert_eq!(of("<a href=b>x</a>", None)[0].url.as_deref(), Some("b"));
    }

    #[test]
    fn links_without_an_address_of_their_own_and_within_each_other() {
        let links = of("<p>Before <a href=b rel='tag  me' title=' T '>x</a> behind<p><a href=c>y</a>", None);
        let first = (links[0].rel.as_deref(), links[0].title.as_deref(), links[0].context.as_deref());
        assert_eq!(first, (Some("tag me"), Some("T"), Some("Before x behind")));
        assert_eq!((links[1].context.as_deref(), links[1].is_content), (None, true));
    }
}
