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
    /// Their positions, and whether they are content.
    found: std::vec::IntoIter<(u32, bool)>,
    addresses: LinkResolver,
    budget: Budget,
    last: LastPicture,
}

impl Images {
    /// Returns the pictures that a page shows, `<img>` and `<amp-img>`, in document order, without those that are one pixel
    /// wide or high or have no address. `selection` is the content of the page, `url` its address, if that is known.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(page: &Page, selection: &Selection, url: Option<&str>) -> Fallible<Self> {
        let content = Content::of(page, selection)?;
        let shown = positions(page, |at| is_picture(page, at) && !is_dot(page, at))?;
        let is_content = |at| content.takes(&page.subtree(at)) && !is_decoration(page, at);
        let found = shown.into_iter().checking(CHECK_EVERY).map(|at| (at, is_content(at as usize)));
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
        while let Some((element, is_content)) = self.found.next() {
            interrupts::check();
            let element = element as usize;
            let Some(address) = picture_address(page, element, &mut self.addresses)? else {
                continue;
            };
            let is_content = is_content && !address.is_thumbnail(page, element);
            let url = address.target.into_string();
            if self.last.is_copied_by(page, element, &url)? {
                continue;
            }
            let mut written = |text: Option<&str>| match text {
                Some(text) => seen_line(page, text, &mut self.budget),
                None => Ok(None),
            };
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
        for (html, url, width, caption) in [
            ("<img src=1.png width=20px>", "1.png", Some(20), None),
            ("<img src=1.png width=50%>", "1.png", None, None),
            ("<img src=s.png srcset='m.png 640w, l.png 1280w,'>", "l.png", Some(1280), None),
            ("<amp-img src=a.jpg width=300 height=200></amp-img>", "a.jpg", Some(300), None),
            (
                "<figure><img src=a.jpg><figcaption>The <b>cat</b></figcaption></figure>",
                "a.jpg",
                None,
                Some("The cat"),
            ),
        ] {
            let [image] = &of(html)[..] else { panic!("{html}") };
            assert_eq!(image.url, format!("https://a.example/b/{url}"), "{html}");
            assert_eq!((image.width, image.caption.as_deref()), (width, caption), "{html}");
        }
        for html in ["<img>", "<img src=x.gif width=1 height=1>", "<img hidden src=x>"] {
            assert_eq!(of(html), [], "{html}");
        }
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
