//! The pictures of a page: which elements are pictures, their addresses and captions, and which of them decorate.

mod address;
mod caption;

use address::folder_name;
pub use address::{PictureAddress, file_name, is_drawing, is_picture_file, picture_address};
pub use caption::caption_of;

use super::players;
use crate::page::prelude::*;
use crate::texts::words::is_listed;

/// The most width and height of an icon, in CSS pixels.
const ICON: i32 = 32;

/// The characters that a bullet or a rule may be drawn with.
const LINES: &str = "*-_=~>.•·–—»›■●►";

/// The classes of the slides that a carousel repeats before its first and behind its last one.
pub(super) const REPEATED_SLIDES: [&str; 7] = [
    "slick-cloned",
    "swiper-slide-duplicate",
    "splide__slide--clone",
    "glide__slide--clone",
    "tns-slide-cloned",
    "bx-clone",
    "carousel__slide--clone",
];

/// The levels above a picture in which `<noscript>` is looked for.
const LEVELS: usize = 3;

/// Returns `true` for the elements that are pictures: `<img>`, `<amp-img>` and `<object>` of a picture.
#[inline]
pub fn is_picture(page: &Page, position: usize) -> bool {
    match page.tag(position) {
        Tag::Img => true,
        Tag::Iframe => page.element(position).is_some_and(players::is_picture),
        Tag::Other => page.element(position).is_some_and(|element| element.local() == names::AMP_IMG),
        _ => false,
    }
}

/// Returns `true` for a picture at most one pixel wide or high, which counts visitors.
pub fn is_dot(page: &Page, picture: usize) -> bool {
    [names::WIDTH, names::HEIGHT]
        .into_iter()
        .any(|name| picture_size(page, picture, name).is_some_and(|size| size <= 1))
}

/// Returns the words for a picture.
pub fn alternative_text(page: &Page, picture: usize) -> Option<&str> {
    page.attribute(picture, names::ALT).or_else(|| page.attribute(picture, names::DATA_ALT))
}

/// Returns `true` for a picture that is no content wherever it stands: one that counts visitors, a line, an icon, a
/// portrait beside a name.
pub fn is_decoration(page: &Page, picture: usize) -> bool {
    let [width, height] = [names::WIDTH, names::HEIGHT].map(|name| picture_size(page, picture, name));
    let least = width.into_iter().chain(height).min();
    // In CSS pixels: a line.
    if least.is_some_and(|size| size <= 3) {
        return true;
    }
    let alt = alternative_text(page, picture).map_or("", start_of_name).trim();
    // The bullets and rules of old pages are named after what they draw.
    let is_drawn = || alt.chars().all(|c| LINES.contains(c)) && least.is_some_and(|size| size <= ICON);
    let is_icon = || alt.is_empty() && [width, height].into_iter().all(|size| size.is_some_and(|size| size <= ICON));
    if is_icon() || !alt.is_empty() && is_drawn() {
        return true;
    }
    // The bytes in which the end of an address is looked for.
    let address = || start_of(page.attribute(picture, names::SRC).unwrap_or(""), 4096);
    let is_called = |name| Meaning::Decoration.is_said_by(start_of_name(name));
    is_called(page.class(picture))
        || is_called(file_name(address()))
        || alt.is_empty() && is_called(folder_name(address()))
}

/// Returns `true` for the class of a slide that stands once more in its carousel, so that this may turn round.
pub fn is_repeated_slide(class: &str) -> bool {
    let class = start_of_name(class);
    class.starts_with("owl-item cloned") || class.split_ascii_whitespace().any(|name| REPEATED_SLIDES.contains(&name))
}

/// Returns `true` for a picture in the place of a character, such as a smiling face.
pub fn is_emoji(page: &Page, picture: usize) -> bool {
    Meaning::Emoji.is_said_by(start_of_name(page.class(picture)))
}

/// Returns the width or the height of a picture by its attribute; `None` for a percentage and for none.
pub fn picture_size(page: &Page, picture: usize, name: Name) -> Option<i32> {
    let value = page.attribute(picture, name)?.trim();
    let digits = value.strip_suffix("px").unwrap_or(value).trim();
    let digits = digits.split_once('.').map_or(digits, |(whole, _)| whole);
    if digits.is_empty() || digits.len() > 6 || !are_digits(digits) {
        return None;
    }
    digits.parse().ok()
}

/// The last picture of a page that was met in document order, to tell its copy. What a script is to load stands once
/// more beside it, for browsers without scripts.
#[derive(Debug, Default)]
pub struct LastPicture {
    element: Option<usize>,
    address: String,
}

impl LastPicture {
    /// Returns `true` for a copy of the last picture; any other becomes the last one.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn is_copied_by(&mut self, page: &Page, picture: usize, address: &str) -> Fallible<bool> {
        let place = noscript_around(page, picture);
        if let Some(last) = self.element
            && last < picture
        {
            let before = noscript_around(page, last);
            let is_beside = place.is_some_and(|noscript| {
                before.is_none()
                    && noscript.checked_sub(last).is_some_and(|levels| levels <= LEVELS)
                    && page.text_of(last..noscript).is_empty()
            });
            // Pages have one for wide windows and one for narrow ones.
            let is_again = (self.address == address || are_same(&self.address, address))
                && (place.is_some() != before.is_some() || page.text_of(last..picture).is_empty());
            if is_beside || is_again || is_for_other_width(page, last, picture) {
                return Ok(true);
            }
        }
        self.element = Some(picture);
        self.address.clear();
        self.address.try_push_str(address)?;
        Ok(false)
    }
}

/// The parameters of addresses that say how large a picture is to be.
const SIZES: &str = "w h width height q quality dpr resize fit";

/// Returns `true` for two addresses of one picture, of any size.
pub fn are_same(address: &str, other: &str) -> bool {
    which_picture(address).eq(which_picture(other))
}

/// Returns the parts of an address that say which picture it is, and not of which size (`a-300x200.jpg?w=300`).
fn which_picture(address: &str) -> impl Iterator<Item = &str> {
    let is_size = |size: &str| {
        let is_number = |number: &str| (3..=4).contains(&number.len()) && are_digits(number);
        size.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
    };
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (name, end) = path.rsplit_once('.').unwrap_or((path, ""));
    let name = name.rsplit_once('-').filter(|(_, size)| is_size(size)).map_or(name, |(name, _)| name);
    let is_size_parameter = |(name, value): (&str, &str)| {
        is_listed(name, SIZES) && value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'))
    };
    let parameters =
        query.split('&').filter(move |parameter| !parameter.split_once('=').is_some_and(is_size_parameter));
    [name, end].into_iter().chain(parameters.filter(|parameter| !parameter.is_empty()))
}

/// Returns `true` for a picture directly behind another one that windows of another width show in its place.
fn is_for_other_width(page: &Page, last: usize, picture: usize) -> bool {
    let class = |at: usize| start_of_name(page.class(at));
    // Slides hide by the same names.
    [last, picture]
        .into_iter()
        .all(|at| Meaning::OneWidth.is_said_by(class(at)) && !class(at).contains("slide"))
        && class(last) != class(picture)
        && alternative_text(page, last).is_some_and(|alt| !alt.is_empty())
        && alternative_text(page, last) == alternative_text(page, picture)
        && page.text_of(last..picture).is_empty()
}

fn noscript_around(page: &Page, picture: usize) -> Option<usize> {
    page.around(picture).take(LEVELS).find(|around| page.tag(*around) == Tag::Noscript)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::link_target::LinkResolver;

    fn first(html: &str) -> (Page, usize) {
        let page = Page::sample(html);
        let picture = page.positions().find(|&position| is_picture(&page, position)).unwrap();
        (page, picture)
    }

    #[test]
    fn decorations() {
        for [html, expected] in cases(
            "
            <img src=a.jpg> => false
            <img src=a.gif width=1px> => true
            <img src=a.gif width=600 height=2> => true
            <img src=a.png width=20 height=20> => true
            <img src=a.png width=20 height=20 alt='x squared'> => false
            <img src=redball.gif width=8 height=8 alt=*> => true
            <img src=rainbow.gif width=500 height=4 alt=-----> => true
            <img src=a.jpg width=500 height=400 alt=-> => false
            <img src=a.png width=20 height=20 alt=😀> => false
            <img src=a.png class='user-avatar'> => true
            <img src=/i/share-icon.svg> => true
            <img src=images/statusicon/post_old.gif> => true
            <img src=/icons/harbour.jpg alt='The harbour'> => false
            <img src=https://secure.gravatar.com/avatar/12?s=40> => true
            <img src=/iconic-harbour.jpg class=size-large> => false",
        ) {
            let (page, picture) = first(html);
            assert_eq!(is_decoration(&page, picture).to_string(), expected, "{html}");
        }
    }

    #[test]
    fn repeated_slides() {
        Page::check_texts(
            "
            <div class='slick-slide slick-cloned'>a</div><div>b</div> => b
            <div class='swiper-slide swiper-slide-duplicate swiper-slide-prev'>a</div><div>b</div> => b
            <div class='swiper-slide swiper-slide-duplicate-active'>a</div><div>b</div> => a|b
            <div class='owl-item cloned'>a</div><div>b</div> => b",
        );
    }

    #[test]
    fn copies() {
        for [html, expected] in cases(
            "
            <img src=a.jpg><noscript><img src=a.jpg></noscript><img src=b.jpg> => a.jpg b.jpg
            <img data-src=a.jpg?w=900><noscript><img src=a.jpg></noscript> => a.jpg?w=900
            <img src=blank.gif><noscript><img src=a.jpg></noscript><img src=b.jpg> => a.jpg b.jpg
            <div><img src=a.jpg></div><div><img src=a.jpg></div> => a.jpg
            <img src=a.jpg>text<img src=a.jpg> => a.jpg a.jpg
            <img src=a.jpg?w=900&h=600><img src=a.jpg?w=90><img src=a.jpg?id=2&w=9> => a.jpg?w=900&h=600 a.jpg?id=2&w=9
            <img src=a-2100x1181.jpg><img src=a-767x431.jpg> => a-2100x1181.jpg
            <img src=a-2x2.jpg><img src=a-3x3.jpg><img src=b.jpg> => a-2x2.jpg a-3x3.jpg b.jpg
            <img src=a class=sm:hidden alt=b><img src=c class='md:hidden lg:hidden' alt=b> => a
            <img src=d class=x:hidden><img src=e class=y:hidden> => d e
            <img src=a?id=1><img src=a?id=2> => a?id=1 a?id=2",
        ) {
            let page = Page::sample(html);
            let mut addresses = LinkResolver::of(&page, None);
            let mut last = LastPicture::default();
            let mut found = Vec::new();
            for position in page.positions().filter(|&position| is_picture(&page, position)) {
                if let Some(address) = picture_address(&page, position, &mut addresses).unwrap() {
                    let address = address.target.into_string();
                    if !last.is_copied_by(&page, position, &address).unwrap() {
                        found.push(address);
                    }
                }
            }
            assert_eq!(found.join(" "), expected, "{html}");
        }
    }
}
