//! The headline of a page before its content. Methods that learned from gold texts without headlines leave it out.

mod own_heading;

use self::own_heading::{OwnHeading, headings, is_same, own_heading, text_of};
use super::markdown::{Form, heading};
use crate::extract::Selection;
use crate::output::{HtmlPlace, push_escaped};
use crate::page::prelude::*;
use crate::texts::words::{lower_case, words};

/// Bytes up to which a text is compared with the headline.
const LONGEST: usize = 1000;

/// The headline of a page, and where its content has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    text: String,
    /// The element with the headline in the content: a heading, or the element around the first block.
    pub(super) element: Option<usize>,
    /// The nodes of the content that say the headline.
    copy: Option<Range<usize>>,
    /// Nothing stands in the content before the copy.
    is_first: bool,
}

impl Headline {
    /// Returns the headline of a page with some content: its title, as the metadata has it, which mostly is a heading of
    /// the page. `None` for a title without words, and for one that is the name of the site. The titles of lists, front pages
    /// and firms speak of the site: with `must_show` the headline is one that a heading of the page says, or `None` if it has
    /// others.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(
        page: &Page,
        selection: &Selection,
        title: Option<&str>,
        site: Option<&str>,
        must_show: bool,
    ) -> Fallible<Option<Self>> {
        let Some(title) = title.filter(|title| title.len() <= LONGEST) else {
            return Ok(None);
        };
        let mut said = key(title)?;
        let site = site.map(|site| key(start(site))).transpose()?;
        let must_show = must_show && headings(page).next().is_some();
        if said.is_empty() || site.as_ref() == Some(&said) {
            return Ok(None);
        }
        let mut text = Cow::Borrowed(title);
        match own_heading(page, selection, &said, must_show)? {
            OwnHeading::Other((heading, key)) if Some(&key) != site.as_ref() => {
                text = heading;
                said = key;
            }
            OwnHeading::None | OwnHeading::Other(..) if must_show => return Ok(None),
            _ => {}
        }
        let mut headline = Headline {
            text: single_spaced(text.trim_end_matches(['¶', ' ']), |c| c.is_whitespace() || c.is_control())?,
            element: None,
            copy: None,
            is_first: false,
        };
        let mut blocks = page.blocks().iter().checking(CHECK_EVERY);
        let first = blocks.find(|block| selection.takes(block.nodes()));
        let says = |nodes: Range<usize>| {
            let text = text_of(page, nodes)?;
            Ok::<_, OutOfMemory>(text.len() <= LONGEST && is_same(&key(&text)?, &said))
        };
        let is_first = |nodes: &Range<usize>| first.is_some_and(|first| nodes.contains(&first.nodes().start));
        for nodes in headings(page) {
            if selection.takes(nodes.clone()) && says(nodes.clone())? {
                headline.is_first = is_first(&nodes);
                headline.element = Some(nodes.start);
                headline.copy = Some(nodes);
                break;
            }
        }
        if !headline.is_first
            && let Some(first) = first
            && says(first.nodes())?
            && stands_alone(page, first.element())
        {
            headline.is_first = true;
            headline.element = Some(first.element());
            headline.copy = Some(first.nodes());
        }
        // Words that are left out are written again; pictures would be lost.
        headline.copy =
            headline.copy.filter(|nodes| page.nodes()[nodes.clone()].iter().all(|node| node.tag() != Tag::Img));
        Ok(Some(headline))
    }

    /// Returns the headline's words, on one line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the content begins with the headline.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// Returns the headline as Markdown.
    pub(super) fn markdown(&self) -> Fallible<String> {
        heading(&self.text)
    }
}

/// Writes some content by `write`, with the headline by `title` and the separator before it. The content's own copy of the headline is left out. `None`
/// where there is no content.
fn written(
    selection: &Selection,
    headline: Option<&Headline>,
    separator: &str,
    write: impl Fn(&Selection) -> Rendered<Option<String>>,
    title: impl FnOnce(&Headline) -> Rendered<String>,
) -> Rendered<Option<String>> {
    let Some(headline) = headline else {
        return write(selection);
    };
    if headline.is_first && headline.copy.is_none() {
        return write(selection);
    }
    let mut rest = Cow::Borrowed(selection);
    if let Some(copy) = &headline.copy {
        rest.to_mut().remove(std::slice::from_ref(copy))?;
    }
    let content = match write(&rest)? {
        Some(content) => content,
        // Nothing but the headline.
        None if headline.copy.is_some() => String::new(),
        None => return Ok(None),
    };
    let mut out = title(headline)?;
    out.try_push_all(&[if content.is_empty() { "" } else { separator }, &content])?;
    Ok(Some(out))
}

/// Returns the selected text ([`super::text`]) below the headline.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn titled_text(page: &Page, selection: &Selection, headline: Option<&Headline>) -> Rendered<Option<String>> {
    let write = |selection: &Selection| super::text(page, selection);
    written(selection, headline, "\n\n", write, |headline| Ok(try_to_owned(&headline.text)?))
}

/// Returns the selected content as Markdown ([`super::markdown`]) below the headline, a heading of the first level.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn titled_markdown(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    headline: Option<&Headline>,
    form: Form<'_>,
) -> Rendered<Option<String>> {
    let write = |selection: &Selection| super::markdown_with(page, selection, url, form);
    written(selection, headline, "\n\n", write, |headline| Ok(headline.markdown()?))
}

/// Returns the selected content as HTML ([`super::html`]) below the headline, a heading of the first level.
///
/// # Errors
/// [`RenderError`](crate::output::RenderError).
pub fn titled_html(
    page: &Page,
    selection: &Selection,
    url: Option<&str>,
    headline: Option<&Headline>,
) -> Rendered<Option<String>> {
    let write = |selection: &Selection| super::html(page, selection, url);
    written(selection, headline, "\n", write, |headline| {
        let mut out = Output::unlimited();
        out.push("<h1>")?;
        push_escaped(&headline.text, HtmlPlace::Text, &mut out)?;
        out.push("</h1>")?;
        Ok(out.finish())
    })
}

/// Returns `true` for an element that is no part of something that would lack it: of a list, a table or a picture.
fn stands_alone(page: &Page, element: usize) -> bool {
    let mut around = page.outwards(element);
    !around.any(|at| {
        let name = page.element(at).map_or("", |element| element.name());
        matches!(page.tag(at), Tag::Td | Tag::Th | Tag::Li | Tag::Dt | Tag::Dd)
            || matches!(name, "figcaption" | "caption" | "summary")
    })
}

/// Returns the start of a text, as much as is compared.
fn start(text: &str) -> &str {
    start_of(text, LONGEST)
}

/// Returns the words of a text in lower case, with single spaces between them.
fn key(text: &str) -> Fallible<String> {
    let lower = lower_case(text)?;
    let mut key = String::new();
    for word in words(&lower) {
        if !key.is_empty() {
            key.try_push_char(' ')?;
        }
        key.try_push_str(word)?;
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str, title: &str) -> (Page, Selection, Option<Headline>) {
        let page = Page::sample(html);
        let selection = Selection::whole(&page).unwrap();
        let headline = Headline::of(&page, &selection, Some(title), Some("The Baker"), false).unwrap();
        (page, selection, headline)
    }

    fn markdown(html: &str, title: &str) -> String {
        let (page, selection, headline) = of(html, title);
        titled_markdown(&page, &selection, None, headline.as_ref(), Form::default())
            .unwrap()
            .unwrap_or_default()
    }

    #[test]
    fn the_headline_stands_first_and_once() {
        for [title, html, expected] in cases(
            "
            Rye  bread => <p>text => # Rye bread||text
            Rye  bread => <h1>Rye bread!</h1><p>text => # Rye bread||text
            Rye  bread => <h2>RYE <i>bread</i></h2><p>text<h2>Flour</h2> => # Rye bread||text||## Flour
            Rye  bread => <div>Rye bread</div><p>text => # Rye bread||text
            Rye  bread => <p>3 May<h1>Rye bread</h1><p>text => # Rye bread||3 May||text
            Rye  bread => <p>Rye bread is good => # Rye bread||Rye bread is good
            Rye  bread => <p>text<p>Rye bread</p> => # Rye bread||text||Rye bread
            Rye  bread => <h1>Rye bread</h1><div role=heading aria-level=3>Flour</div>text => # Rye bread||### Flour||text
            Rye  bread => <h1>Rye bread</h1> => # Rye bread
            Rye  bread => <h1>Rye<b>bread</b> <button>Copy</button></h1><p>text => # Rye bread||text
            Rye  bread => =>
            // The title also names the site, and a heading does not.
            Rye bread - Baker => <h1>The Baker's blog</h1><h2>Rye bread</h2><p>text => # Rye bread||# The Baker's blog||text
            Rye bread - and much more => <h1>The Baker's blog</h1><h2>Rye bread</h2><p>text \
            => # Rye bread - and much more||# The Baker's blog||## Rye bread||text
            // A heading with a picture, and a cell or an item, stay where they are.
            Rye bread => <h1><img src=http://a.example/a.png alt=pic>Rye bread</h1><p>text \
            => # ![pic](http://a.example/a.png) Rye bread||text
            Rye bread => <ol><li>Rye bread<li>two</ol> => # Rye bread||1. Rye bread|2. two
            // A heading that is never closed is none.
            Rye bread => <h1>Rye bread<p>Mix it.<p>Bake it. => # Rye bread||# Mix it. Bake it.
            Rye bread seeds => <h1>Rye bread with seeds ¶</h1><p>text => # Rye bread with seeds||text
            // Blogs have their own name in the first heading.
            My life with bread => <title>My life with bread: Rye in the winter</title><h1>My life with bread</h1>\
            <h3>Rye in the winter</h3><p>text => # Rye in the winter||# My life with bread||text
            The baker => <p>text => text
            … => <p>text => text",
        ) {
            assert_eq!(markdown(html, title).replace('\n', "|"), expected, "{title} {html}");
        }
        // A heading that leads to the front page is that of the site.
        for [title, html, start] in cases(
            "
            index => <h1><img src=http://a.example/a.png alt='Bread of the north'></h1><p>text => Bread of the north
            Rye bread => <h1><img src=http://a.example/a.png alt='Bread of the north'></h1><p>text => Rye bread
            index => <h1><a href=/><img src=http://a.example/a.png alt='Bread of the north'></h1><p>text => index
            Rye => <title>Rye | Bakers of oats</title><h2><a href=/>Bakers of oats</a></h2><p>text => Rye
            Rye => <title>Rye | Bakers of oats</title><h2><a href=https://a.example>Bakers of oats</a></h2><p>text => Rye
            Rye => <title>Rye | Bakers of oats</title><h2><a href=https://a.example/>Bakers of oats</a></h2><p>text => Rye
            Rye => <title>Rye | Bakers of oats</title><h2><a href=/a>Bakers of oats</a></h2><p>text => Bakers of oats",
        ) {
            assert!(markdown(html, title).starts_with(&format!("# {start}\n")), "{title} {html}");
        }
    }

    #[test]
    fn lists_and_firms_have_the_headline_that_they_show() {
        let of = |html: &str| {
            let page = Page::sample(html);
            let selection = Selection::whole(&page).unwrap();
            let headline = Headline::of(&page, &selection, Some("Rye - Bread for all"), Some("The Baker"), true);
            headline.unwrap().map(|headline| headline.text().to_owned())
        };
        for [html, headline] in cases(
            "
            <p>text<h2>One</h2> => -
            <p>text => Rye - Bread for all
            <h1>The Baker</h1><p>text => -
            <h1>Rye - bread for all</h1><p>text => Rye - Bread for all
            <h1>Our loaves</h1><p>text => Our loaves
            <p>text<h1>One</h1><h1>Two</h1> => -",
        ) {
            assert_eq!(of(html).as_deref().unwrap_or("-"), headline, "{html}");
        }
    }

    #[test]
    fn hostile_headlines_stay_text() {
        assert_eq!(markdown("<p>text", "*a* <b>\n- c"), "# \\*a\\* &lt;b> - c\n\ntext");
        let (page, selection, headline) = of("<p>text", "<script>a</script> & b");
        let html = titled_html(&page, &selection, None, headline.as_ref()).unwrap();
        assert_eq!(html.as_deref(), Some("<h1>&lt;script&gt;a&lt;/script&gt; &amp; b</h1>\n<p>text</p>"));
    }

    #[test]
    fn texts_have_the_headline_too() {
        let (page, selection, headline) = of("<p>text<h2>Rye bread</h2>more", "Rye bread");
        let text = titled_text(&page, &selection, headline.as_ref()).unwrap();
        assert_eq!(text.as_deref(), Some("Rye bread\n\ntext\n\nmore"));
        assert!(!headline.is_some_and(|headline| headline.is_first()));
    }
}
