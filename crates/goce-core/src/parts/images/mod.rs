//! The pictures of a page.

mod address;
mod caption;

use self::address::Chosen;
use super::places::{Place, places};
use crate::extract::Selection;
use crate::html::{Name, names};
use crate::interrupts::{self, CHECK_EVERY, Checking};
use crate::memory::{OutOfMemory, TryPush, TryPushStr};
use crate::page::{Page, Tag};
use crate::render::link_target::{LinkResolver, LinkTarget};
use crate::render::{Budget, Content, RenderError};
use crate::texts::spaces::{single_spaced, start_of};

/// The levels above a picture in which text of the content is looked for.
const LEVELS: usize = 3;

/// A picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The position of its element.
    pub element: usize,
    /// Its address, of the largest one where the page has several sizes: absolute where the page's own is known.
    pub url: String,
    pub alt: Option<String>,
    /// The text of the caption below it.
    pub caption: Option<String>,
    /// In CSS pixels, by the attribute; without one the width that `srcset` says, in pixels of the picture.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// It stands in the selected content.
    pub is_content: bool,
}

/// The pictures of a page, each made when it is asked for.
#[derive(Debug)]
pub struct Images {
    /// Their positions, and whether they are content.
    found: Vec<(u32, bool)>,
    next: usize,
    addresses: LinkResolver,
    budget: Budget,
    /// The address of the last picture.
    last: String,
}

impl Images {
    /// Returns the pictures that a page shows, `<img>` and `<amp-img>`, in document order, without those that are one pixel
    /// wide or high or have no address. `selection` is the content of the page, `url` its address, if that is known.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection, url: Option<&str>) -> Result<Self, OutOfMemory> {
        let content = Content::of(page, selection)?;
        let places = places(page, &content)?;
        let mut found = Vec::new();
        for position in (0..page.nodes().len()).checking(CHECK_EVERY) {
            if is_picture(page, position) && !is_dot(page, position) {
                let is_content = content.takes(&page.subtree(position))
                    || (matches!(places[position], Place::None) && is_beside_content(page, &content, position));
                found.try_push((position as u32, is_content))?;
            }
        }
        Ok(Images {
            found,
            next: 0,
            addresses: LinkResolver::of(page, url),
            budget: Budget::of(page),
            last: String::new(),
        })
    }

    /// Returns the next picture; `None` behind the last one.
    ///
    /// # Errors
    /// [`RenderError`]: all pictures together may have as many bytes as any output of the page.
    pub fn next_image(&mut self, page: &Page) -> Result<Option<Image>, RenderError> {
        while let Some((element, is_content)) = self.found.get(self.next).copied() {
            self.next += 1;
            interrupts::check();
            let element = element as usize;
            let Some((url, chosen)) = self.address(page, element)? else {
                continue;
            };
            // What a script is to load stands once more beside it, for browsers without scripts.
            if url == self.last && is_in_noscript(page, element) {
                continue;
            }
            self.last.clear();
            self.last.try_push_str(&url)?;
            let alt = page.attribute(element, names::ALT).map(|alt| self.line(page, alt)).transpose()?.flatten();
            let caption = caption::of(page, element).map(|nodes| self.line(page, page.text_of(nodes)));
            let caption = caption.transpose()?.flatten();
            return Ok(Some(Image {
                element,
                url,
                alt,
                caption,
                width: size(page, element, names::WIDTH).or(chosen.width),
                height: size(page, element, names::HEIGHT),
                is_content,
            }));
        }
        Ok(None)
    }

    fn address(&mut self, page: &Page, element: usize) -> Result<Option<(String, Chosen)>, RenderError> {
        for (address, chosen) in address::candidates(page, element).into_iter().flatten() {
            if let Some(target) = self.addresses.picture(address)? {
                return Ok(Some((LinkTarget::into_string(target), chosen)));
            }
        }
        Ok(None)
    }

    /// Returns the start of a text on one line; `None` for an empty one.
    fn line(&mut self, page: &Page, text: &str) -> Result<Option<String>, RenderError> {
        // Bytes of `alt` and of a caption that are read.
        let start = start_of(text, 4096);
        self.budget.spend(start.len())?;
        let line = single_spaced(&page.seen_of(start)?, char::is_whitespace)?;
        Ok((!line.is_empty()).then_some(line))
    }
}

fn is_picture(page: &Page, position: usize) -> bool {
    match page.nodes()[position].tag() {
        Tag::Img => true,
        Tag::Other => page.element(position).is_some_and(|element| element.local() == names::AMP_IMG),
        _ => false,
    }
}

/// Returns `true` for a picture one pixel wide or high, which counts visitors.
fn is_dot(page: &Page, element: usize) -> bool {
    let is = |name| page.attribute(element, name).is_some_and(|size| matches!(size.trim(), "0" | "1"));
    is(names::WIDTH) || is(names::HEIGHT)
}

/// Returns a width or a height; `None` for a percentage and for none.
fn size(page: &Page, element: usize, name: Name) -> Option<i32> {
    let value = page.attribute(element, name)?.trim();
    let digits = value.strip_suffix("px").unwrap_or(value).trim();
    let digits = digits.split_once('.').map_or(digits, |(whole, _)| whole);
    // The most digits of a width or height.
    if digits.is_empty() || digits.len() > 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// Returns `true` for a picture, not a small one, in an element that holds text of the content.
fn is_beside_content(page: &Page, content: &Content<'_>, element: usize) -> bool {
    // The least width and height, in CSS pixels, of a picture that is content by its place.
    let is_small = |name| size(page, element, name).is_some_and(|size| size < 50);
    if is_small(names::WIDTH) || is_small(names::HEIGHT) {
        return false;
    }
    let mut around = element;
    for _ in 0..LEVELS {
        around = page.nodes()[around].parent();
        if matches!(page.nodes()[around].tag(), Tag::Body | Tag::Html) {
            return false;
        }
        if content.takes(&page.subtree(around)) {
            return true;
        }
    }
    false
}

fn is_in_noscript(page: &Page, element: usize) -> bool {
    let mut around = element;
    for _ in 0..LEVELS {
        around = page.nodes()[around].parent();
        if page.nodes()[around].tag() == Tag::Noscript {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Image> {
        let page = Page::sample(html);
        let url = Some("https://a.example/b/");
        let mut images = Images::of(&page, &Selection::whole(&page).unwrap(), url).unwrap();
        std::iter::from_fn(|| images.next_image(&page).unwrap()).collect()
    }

    #[test]
    fn the_best_address() {
        for (html, url, width) in [
            ("<img src=1.png>", "1.png", None),
            ("<img src=1.png width=20px>", "1.png", Some(20)),
            ("<img src=1.png width=50%>", "1.png", None),
            ("<img src=s.png srcset='m.png 640w, l.png 1280w,'>", "l.png", Some(1280)),
            ("<img src=s.png srcset='m.png 1.5x,l.png 2x , k.png'>", "l.png", None),
            ("<img src=s.png srcset='a,b,c.png 2x'>", "a,b,c.png", None),
            ("<img src=data:image/gif;base64,AA data-src=real.jpg>", "real.jpg", None),
            ("<img src=blank.gif data-lazy-src=real.jpg>", "real.jpg", None),
            (
                "<picture><source srcset='w.webp 900w'><source srcset='x.webp 400w'><img src=f.jpg></picture>",
                "w.webp",
                Some(900),
            ),
            ("<picture><source srcset='w.webp'><img src=f.jpg></picture>", "f.jpg", None),
            ("<picture><source srcset='w.webp'><img src=data:,></picture>", "w.webp", None),
            ("<amp-img src=a.jpg width=300 height=200></amp-img>", "a.jpg", Some(300)),
        ] {
            let [image] = &of(html)[..] else { panic!("{html}") };
            assert_eq!(image.url, format!("https://a.example/b/{url}"), "{html}");
            assert_eq!(image.width, width, "{html}");
        }
        for html in [
            "<img>",
            "<img src=data:image/png;base64,AA>",
            "<img src=x.gif width=1 height=1>",
            "<img hidden src=x>",
        ] {
            assert_eq!(of(html), [], "{html}");
        }
        let lazy = "<img data-src=a.jpg><noscript><img src=a.jpg></noscript><img src=a.jpg>";
        assert_eq!(of(lazy).len(), 2);
    }

    #[test]
    fn captions() {
        for (html, caption) in [
            ("<figure><a><img src=a></a><figcaption>The <b>cat</b></figcaption></figure>", Some("The cat")),
            ("<div class=wp-caption><img src=a><p class=wp-caption-text>A cat</div>", Some("A cat")),
            (
                "<table class=tr-caption-container><tr><td><a><img src=a></a><tr><td class=tr-caption>A cat</table>",
                Some("A cat"),
            ),
            ("<figure><img src=a></figure><p class=caption>no", None),
            ("<p><img src=a>text", None),
        ] {
            let [image] = &of(html)[..] else { panic!("{html}") };
            assert_eq!(image.caption.as_deref(), caption, "{html}");
        }
    }

    #[test]
    fn pictures_of_the_content() {
        let page = Page::sample(
            "<header><img src=1></header><article><figure><img src=2></figure><p>Text</p><img src=3><p>Text</p>\
             <div class=share><img src=4></div><img src=5 width=20></article><aside><div><img src=6></div></aside>",
        );
        let article = page.nodes().iter().position(|node| node.tag() == Tag::P).unwrap();
        let second = page.nodes().iter().rposition(|node| node.tag() == Tag::P).unwrap();
        let selection = Selection::subtrees(&page, [article, second]).unwrap();
        let mut images = Images::of(&page, &selection, None).unwrap();
        let found = std::iter::from_fn(|| images.next_image(&page).unwrap()).filter(|image| image.is_content);
        assert_eq!(found.map(|image| image.url).collect::<Vec<_>>(), ["2", "3"]);
    }
}
