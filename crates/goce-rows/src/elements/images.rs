//! The pictures of a page.

use super::{positions, seen_line};
use crate::prelude::*;
use goce_core::page::pictures::{
    LastPicture, caption_of, is_decoration, is_dot, is_picture, picture_address, picture_size,
};
use goce_core::render::Content;

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
    found: std::vec::IntoIter<Found>,
    addresses: LinkResolver,
    budget: Budget,
    last: LastPicture,
}

/// A picture that the page shows.
#[derive(Clone, Copy, Debug)]
struct Found {
    element: u32,
    is_content: bool,
    /// Its `src` is one of [`StandIns`].
    stands_in: bool,
}

impl Images {
    /// Returns the pictures that a page shows, `<img>` and `<amp-img>`, in document order, without those that are one pixel
    /// wide or high, have no address or stand in the place of many. `selection` is the content of the page, `url` its
    /// address, if that is known.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection, url: Option<&str>) -> Fallible<Self> {
        let content = Content::of(page, selection)?;
        let shown = positions(page, |at| is_picture(page, at) && !is_dot(page, at))?;
        let is_content = |at| content.takes(&page.subtree(at)) && !is_decoration(page, at);
        let stand_ins = StandIns::of(page, &shown)?;
        let found = shown.into_iter().checking(CHECK_EVERY).map(|element| Found {
            element,
            is_content: is_content(element as usize),
            stands_in: stand_ins.has(source(page, element as usize)),
        });
        Ok(Images {
            found: try_collect(found)?.into_iter(),
            addresses: LinkResolver::of(page, url),
            budget: Budget::of(page),
            last: LastPicture::default(),
        })
    }

    /// Returns the next picture; `None` behind the last one.
    ///
    /// # Errors
    /// [`RenderError`]: all pictures together may have as many bytes as any output of the page.
    pub fn next_image(&mut self, page: &Page) -> Rendered<Option<Image>> {
        while let Some(found) = self.found.next() {
            interrupts::check();
            let element = found.element as usize;
            let Some(address) = picture_address(page, element, &mut self.addresses)? else {
                continue;
            };
            let is_content = found.is_content && !address.is_thumbnail(page, element);
            let url = address.target.into_string();
            // What a script is to load instead is another picture.
            if found.stands_in
                && let Some(own) = self.addresses.picture(source(page, element))?
                && own.into_string() == url
            {
                continue;
            }
            if self.last.is_copied_by(page, element, &url)? {
                continue;
            }
            let mut written = |text: Option<&str>| seen_line(page, text.unwrap_or(""), &mut self.budget);
            let alt = written(page.attribute(element, names::ALT))?;
            let caption = written(caption_of(page, element).map(|nodes| page.text_of(nodes)))?;
            return Ok(Some(Image {
                element,
                url,
                alt,
                caption,
                width: picture_size(page, element, names::WIDTH).or(address.width),
                height: picture_size(page, element, names::HEIGHT),
                is_content,
            }));
        }
        Ok(None)
    }
}

/// Returns the `src` of a picture; `""` without one.
fn source(page: &Page, position: usize) -> &str {
    page.attribute(position, names::SRC).map_or("", |source| start_of(source, 4096))
}

/// By their `src`, how many different texts pictures have in place of what a script or nobody shows: a bar of grey, a
/// portrait of nobody, a bullet. A picture of something has one.
#[derive(Debug, Default)]
struct StandIns<'p>(Map<&'p str, u32>);

impl<'p> StandIns<'p> {
    fn of(page: &'p Page, pictures: &[u32]) -> Fallible<Self> {
        let mut texts = Set::default();
        let mut found = StandIns::default();
        for position in pictures.iter().map(|position| *position as usize).checking(CHECK_EVERY) {
            let text = page.attribute(position, names::ALT).map_or("", |text| start_of(text, 256).trim());
            let source = source(page, position);
            texts.try_reserve(1)?;
            if !source.is_empty() && !text.is_empty() && texts.insert((source, text)) {
                *found.0.try_entry(source)?.or_default() += 1;
            }
        }
        Ok(found)
    }

    /// Returns `true` for a source with at least eight texts. Of 50 such ones on real pages all stand in for others.
    fn has(&self, source: &str) -> bool {
        self.0.get(source).is_some_and(|texts| *texts >= 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Vec<Image> {
        let page = sample(html);
        let url = Some("https://a.example/b/");
        let mut images = Images::of(&page, &Selection::whole(&page).unwrap(), url).unwrap();
        std::iter::from_fn(|| images.next_image(&page).unwrap()).collect()
    }

    #[test]
    fn sizes_and_captions() {
        let image = |image: Image| {
            let width = image.width.map_or("-".to_owned(), |width| width.to_string());
            format!("{} {width} {}", image.url, image.caption.as_deref().unwrap_or("-"))
        };
        expect(
            "
            <img src=1.png width=20px> => https://a.example/b/1.png 20 -
            <img src=1.png width=50%> => https://a.example/b/1.png - -
            <img src=s.png srcset='m.png 640w, l.png 1280w,'> => https://a.example/b/l.png 1280 -
            <amp-img src=a.jpg width=300 height=200></amp-img> => https://a.example/b/a.jpg 300 -
            <figure><img src=a.jpg><figcaption>The <b>cat</b></figcaption></figure> => https://a.example/b/a.jpg - The cat
            <img> => -
            <img src=x.gif width=1 height=1> => -
            <img hidden src=x> => -",
            |html| of(html).into_iter().map(image).reduce(|all, image| all + &image),
        );
        let of_texts = |texts: usize| (0..texts).map(|n| format!("<p><img src=a.png alt='{n} b'>")).collect::<String>();
        assert!(!of(&of_texts(7)).is_empty());
        assert_eq!(of(&of_texts(8)), []);
        assert!(!of(&of_texts(8).replace("src=", "data-src=/b.jpg src=")).is_empty());
        let lazy = "<img data-src=a.jpg><noscript><img src=a.jpg></noscript><img src=b.jpg>";
        assert_eq!(of(lazy).len(), 2);
    }

    #[test]
    fn pictures_of_the_content() {
        let page = sample(
            "<header><img src=1></header><article><figure><img src=2></figure><p>Text</p><img src=3><p>Text</p>\
             <div class=share><img src=4></div><img src=5 width=20></article><aside><div><img src=6></div></aside>",
        );
        let article = crate::first_of(&page, Tag::P).unwrap();
        let second = page.nodes().iter().rposition(|node| node.tag() == Tag::P).unwrap();
        let selection = Selection::subtrees(&page, [article, second]).unwrap();
        let mut images = Images::of(&page, &selection, None).unwrap();
        let found = std::iter::from_fn(|| images.next_image(&page).unwrap()).filter(|image| image.is_content);
        assert_eq!(found.map(|image| image.url).collect::<Vec<_>>(), ["2", "3"]);
    }
}
