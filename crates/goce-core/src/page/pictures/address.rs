//! The address of a picture, among those that its element and the elements around it name.

use std::sync::LazyLock;

use memchr::{memchr2, memmem};

use super::{is_decoration, is_picture, picture_size};
use crate::page::link_target::{LinkResolver, LinkTarget};
use crate::page::prelude::*;

/// Ends of the names of attributes with the address of a picture that a script is to load later, or has loaded already.
const LATER: &str = "\
    src original lazy lazyload echo";

/// The same, where the element is called lazy; elsewhere of a copy of the picture.
const COPIES: &str = "\
    original-src file backup full-url orig large hires";

/// What the name of an attribute has that is about a smaller or another picture.
const OTHER: &str = "\
    fallback icon thumb small low lqip tiny preview placeholder blur hover error";

/// The ends of the names of files that are pictures.
const ENDS: &str = "jpg jpeg png webp gif avif svg jpe jfif bmp tiff";

/// A picture that is smaller in both directions, in pixels, only leads to another one.
const THUMBNAIL: u32 = 130;

/// Bytes of an attribute that are read where it may be an address.
const READ: usize = 4096;

/// The address of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureAddress {
    /// Where the picture comes from.
    pub target: LinkTarget,
    /// The width that the set of the address says, in pixels of the picture.
    pub width: Option<i32>,
}

impl PictureAddress {
    /// Returns `true` for a preview or a swatch: its address says that it is small, and it is not shown larger.
    pub fn is_thumbnail(&self, page: &Page, picture: usize) -> bool {
        let is_large = |name| picture_size(page, picture, name).is_some_and(|size| size >= THUMBNAIL as i32);
        says_thumbnail(self.target.as_str()) && ![names::WIDTH, names::HEIGHT].into_iter().any(is_large)
    }
}

/// How large the picture at an address of a set is.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Size {
    /// In pixels; 0 where the set does not say.
    width: f32,
    /// Pixels of the picture for each of CSS; 1 where the set does not say.
    density: f32,
}

/// The addresses of a picture as they are written.
#[derive(Debug, Default)]
struct Candidates<'p> {
    /// The picture waits for a script, by its class.
    is_lazy: bool,
    /// The largest of the sets of its own and of the `<picture>` around it, if they say sizes.
    largest: Option<(&'p str, Size)>,
    /// The one that a script is to load.
    later: Option<&'p str>,
    src: Option<&'p str>,
    /// Another attribute with the name of a picture's file.
    file: Option<&'p str>,
    /// The first one of a set.
    first: Option<&'p str>,
    /// The one for browsers without scripts.
    beside: Option<&'p str>,
}

/// Returns the best address of the picture at a position: the largest of its sets, the one that a script is to load,
/// `src`, any other. `None` where it has none but what stands in its place until it is loaded.
///
/// # Errors
/// As of [`LinkResolver::link`].
pub fn picture_address(page: &Page, position: usize, addresses: &mut LinkResolver) -> Rendered<Option<PictureAddress>> {
    let Some(element) = page.element(position) else {
        return Ok(None);
    };
    let mut found = Candidates {
        is_lazy: start_of_name(page.class(position)).contains("lazy"),
        ..Candidates::default()
    };
    // Bytes of the sets of addresses that are read.
    let mut left = 64 * 1024;
    found.read(page, element, true, &mut left);
    for source in sources(page, position) {
        found.read(page, source, false, &mut left);
    }
    found.beside = beside(page, position);
    let width = found.largest.and_then(|(_, size)| (size.width > 0.0).then_some(size.width as i32));
    let largest = found.largest.map(|(address, _)| address);
    let all = [
        (largest, width),
        (found.later, None),
        (found.src, None),
        (found.file, None),
        (found.first, None),
        (found.beside, None),
    ];
    // A preview alone is better than nothing.
    for takes_previews in [false, true] {
        for (address, width) in all {
            let is_other = |address: &&str| is_placeholder(address) || is_preview(address) != takes_previews;
            if let Some(address) = address.filter(|address| !is_other(address))
                && let Some(target) = addresses.picture(address)?
            {
                return Ok(Some(PictureAddress { target, width }));
            }
        }
    }
    Ok(None)
}

impl<'p> Candidates<'p> {
    /// Reads the attributes of a picture, or of a source of its sets alone.
    fn read(&mut self, page: &'p Page, element: Element<'p>, is_own: bool, left: &mut usize) {
        // The attributes that are looked at.
        for attribute in element.attrs().take(64) {
            let (name, value) = (attribute.local(), attribute.value());
            match name {
                names::SRC if is_own && !value.trim().is_empty() => self.src = Some(value),
                names::DATA if element.local() == names::OBJECT => self.src = Some(value),
                names::SRC | names::ALT | names::CLASS | names::ID | names::TITLE | names::STYLE => {}
                names::WIDTH | names::HEIGHT | names::SIZES | names::LOADING | names::DECODING => {}
                _ => self.read_other(page.tree().name(name), value, is_own, left),
            }
        }
    }

    fn read_other(&mut self, name: &str, value: &'p str, is_own: bool, left: &mut usize) {
        // bLazy has the picture for screens of high density behind a bar.
        let value = match value.split_once('|') {
            Some((usual, dense)) if is_address(usual) && is_picture_file(dense) => usual,
            _ => value,
        };
        if name.ends_with("srcset") {
            let set = start_of(value, *left);
            *left -= set.len();
            // What stands in the place of a picture may have commas anywhere.
            for (address, size) in addresses(set).filter(|_| !set.trim_start().starts_with("data:")) {
                self.first = self.first.or(Some(address));
                let says_size = size.width > 0.0 || size.density != 1.0;
                if says_size && self.largest.is_none_or(|(_, most)| size > most) {
                    self.largest = Some((address, size));
                }
            }
            return;
        }
        let ends_in = |ends: &str| ends.split(' ').any(|end| name.ends_with(end));
        let is_copy = ends_in(COPIES);
        let is_later = is_copy || ends_in(LATER);
        let place = if is_later && (self.is_lazy || !is_copy) {
            &mut self.later
        } else {
            &mut self.file
        };
        if is_own
            && place.is_none()
            && (is_later || is_picture_file(start_of(value, READ)))
            && is_address(value)
            && !OTHER.split(' ').any(|other| name.contains(other))
        {
            *place = Some(value);
        }
    }
}

/// Returns `true` for a text that may be an address.
fn is_address(value: &str) -> bool {
    let value = value.trim();
    value.len() <= READ
        && value.contains(['/', '.', '?'])
        && !value.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '<' | '"'))
}

/// Returns the name of the file at an address, without what is asked of it.
pub fn file_name(address: &str) -> &str {
    static PORTRAIT: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new("gravatar."));
    let path = path_of(address).trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    // Portraits are named after their owners.
    if PORTRAIT.find(path.as_bytes()).is_some() {
        "gravatar"
    } else {
        name
    }
}

fn path_of(address: &str) -> &str {
    &address[..memchr2(b'?', b'#', address.as_bytes()).unwrap_or(address.len())]
}

/// Returns `true` if the name of the file at an address ends in one of these ways.
fn ends_in(address: &str, ends: &str) -> bool {
    let end = file_name(address).rsplit_once('.').map_or("", |(_, end)| end);
    ends.split(' ').any(|known| end.eq_ignore_ascii_case(known))
}

/// Returns the name of the folder of the file at an address.
pub fn folder_name(address: &str) -> &str {
    path_of(address).rsplit('/').nth(1).unwrap_or("")
}

/// Returns `true` for the address of a picture's file.
pub fn is_picture_file(address: &str) -> bool {
    ends_in(address, ENDS)
}

/// Returns `true` for the address of a drawing that does not stand in the place of a picture.
pub fn is_drawing(address: &str) -> bool {
    ends_in(address, "svg") && !is_placeholder(address)
}

/// Returns `true` for the address of what stands in the place of a picture until it is loaded. One word of the file's
/// name says so. Each other one says so too, or is a size, a letter, `image`, `img`, `default` or `index`. What turns while a
/// page loads is named after its program too: `ajax-loader.gif`.
fn is_placeholder(address: &str) -> bool {
    let name = file_name(start_of(address.trim(), READ));
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    let turns = || ["ajax-loader", "ajax_loader", "-loading", "_loading"].iter().any(|name| stem.ends_with(name));
    if end.eq_ignore_ascii_case("gif") && turns() {
        return true;
    }
    let mut says_so = false;
    let mut words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_about_it = words.all(|word| {
        let is_placeholder = Meaning::Placeholder.is_said_by(word);
        says_so |= is_placeholder;
        is_placeholder
            || matches!(word, "image" | "img" | "default" | "index")
            || word.len() == 1
            || word.starts_with(|c: char| c.is_ascii_digit())
    });
    is_about_it && says_so
}

/// Returns `true` for the address of a small or blurred copy of a picture: it asks for one, or its name ends in such a size.
fn is_preview(address: &str) -> bool {
    // In pixels.
    let is_small = |number: &str| number.parse::<u32>().is_ok_and(|pixels| pixels <= 64);
    let asked = start_of(address, READ).split_once('?').map_or("", |(_, asked)| asked);
    let asks = asked.split(['&', ';']).any(|part| {
        part.starts_with("blur=") || ["w=", "width="].iter().any(|name| part.strip_prefix(name).is_some_and(is_small))
    });
    let name = file_name(start_of(address, READ));
    let size = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once(['-', '_'])?.1.split_once('x'));
    let folder = start_of(address, READ).split_once("/max/").and_then(|(_, behind)| behind.split('/').next());
    asks || folder.is_some_and(is_small)
        || says_thumbnail(address)
        || size.is_some_and(|(width, height)| is_small(width) && (height.is_empty() || is_small(height)))
}

/// Returns `true` for an address that says that its picture is smaller than [`THUMBNAIL`]: `a-116x65.jpg`,
/// `/80x80/a.jpg`, `a.jpg?width=50&height=50`. Two smaller numbers are a ratio.
fn says_thumbnail(address: &str) -> bool {
    let address = start_of(address, READ);
    if memchr2(b'x', b'?', address.as_bytes()).is_none() {
        return false;
    }
    let is_small = |number: &str, least: u32| number.parse().is_ok_and(|pixels| (least..THUMBNAIL).contains(&pixels));
    let asked = address.split_once('?').map_or("", |(_, asked)| asked);
    let asked = |names: [&str; 2]| {
        let mut parts = asked.split(['&', ';']).filter_map(|part| part.split_once('='));
        parts.find(|(name, _)| names.contains(name)).map(|(_, size)| is_small(size, 1))
    };
    let path = path_of(address);
    let parts = path.rsplit('/').take(2).flat_map(|part| part.split(['-', '_', '.']));
    let mut sizes = parts.filter_map(|part| part.split_once('x'));
    match (asked(["w", "width"]), asked(["h", "height"])) {
        (None, None) => sizes.any(|(width, height)| is_small(width, 20) && is_small(height, 20)),
        (width, height) => width != Some(false) && height != Some(false),
    }
}

/// Returns the address of the picture that stands directly behind one, for browsers without scripts. Medium has one
/// without an address between both.
fn beside(page: &Page, position: usize) -> Option<&str> {
    let behind = page.end(position);
    let has_none = |element: Element<'_>| {
        let mut first = element.attrs().take(64);
        first.all(|attribute| !page.tree().name(attribute.local()).contains("src"))
    };
    let waits = |at| page.nodes().len() > at && page.tag(at) == Tag::Img && page.element(at).is_some_and(has_none);
    let noscript = behind + usize::from(waits(behind));
    let is_noscript = page.nodes().get(noscript).is_some_and(|node| node.tag() == Tag::Noscript);
    let has_picture = is_noscript && noscript + 1 < page.end(noscript) && is_picture(page, noscript + 1);
    let picture = Some(noscript + 1).filter(|picture| has_picture && !is_decoration(page, *picture));
    picture.and_then(|picture| page.attribute(picture, names::SRC))
}

/// Returns the `<source>`s of the `<picture>` around a picture.
fn sources(page: &Page, position: usize) -> impl Iterator<Item = Element<'_>> {
    let picture = page.node(position).and_then(|node| node.parent());
    let picture = picture.filter(|node| as_element(*node).is_some_and(|element| element.local() == names::PICTURE));
    // The children that are looked at.
    let children = picture.into_iter().flat_map(|picture| picture.children().take(32));
    children.filter_map(as_element).filter(|element| element.local() == names::SOURCE)
}

/// Returns the addresses of a set with their sizes (HTML standard, section 4.8.4.2.2).
fn addresses(set: &str) -> impl Iterator<Item = (&str, Size)> {
    let mut rest = set;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at(end);
        if address.is_empty() {
            return None;
        }
        let bare = address.trim_end_matches(',');
        let descriptor = if bare.len() < address.len() {
            rest = behind;
            ""
        } else {
            let end = behind.find(',').unwrap_or(behind.len());
            rest = &behind[end..];
            behind[..end].trim()
        };
        Some((bare, size(descriptor)))
    })
    // The addresses that are looked at.
    .take(64)
}

fn size(descriptor: &str) -> Size {
    let number = |unit: char| {
        let mut parts = descriptor.split_ascii_whitespace();
        let number = parts.find_map(|part| part.strip_suffix(unit))?.parse::<f32>().ok()?;
        (number > 0.0 && number < 1e6).then_some(number)
    };
    Size {
        width: number('w').unwrap_or(0.0),
        density: number('x').unwrap_or(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(html: &str) -> Option<(String, Option<i32>)> {
        let page = Page::sample(html);
        let picture = page.positions().find(|&position| super::super::is_picture(&page, position)).unwrap();
        let mut addresses = LinkResolver::of(&page, None);
        let address = picture_address(&page, picture, &mut addresses).unwrap();
        address.map(|address| (address.target.into_string(), address.width))
    }

    #[test]
    fn addresses_that_say_a_small_size() {
        for [address] in cases(
            "
            a-116x65.jpg
            a.600x.116x65.jpg?t=1
            /80x80/a.jpg
            a?width=50&height=50
            a.jpg?w=99;q=1
            a_100x100_2.png",
        ) {
            assert!(says_thumbnail(address), "{address}");
        }
        for [address] in cases(
            "
            a-16x9.jpg
            a-800x80.jpg
            a-129x130.jpg
            /80x80/b/a.jpg
            a?w=99&h=900
            a?q=9
            80x",
        ) {
            assert!(!says_thumbnail(address), "{address}");
        }
    }

    #[test]
    fn the_best_address() {
        for [html, expected, width] in cases(
            "
            <img src=1.png> => 1.png => -
            <img src=s.png srcset='m.png 640w, l.png 1280w,'> => l.png => 1280
            <img src=s.png srcset='m.png 1.5x,l.png 2x , k.png'> => l.png => -
            <img src=s.png srcset='a,b,c.png 2x'> => a,b,c.png => -
            <img srcset='p.jpg?crop=3,4&w=1 1x, p.jpg?crop=3,4&w=2 2x'> => p.jpg?crop=3,4&w=2 => -
            <img src=data:image/gif;base64,AA data-src=real.jpg> => real.jpg => -
            <img src=/assets/spacer.gif data-lazy-src=/i/9?w=1> => /i/9?w=1 => -
            <img src=none.gif file=forum/a.jpg> => forum/a.jpg => -
            <img src=small.jpg data-hi-res-src=large.jpg> => large.jpg => -
            <img src=a.jpg data-orig-file=b.jpg data-backup=c.jpg data-original-src=d.jpg> => a.jpg => -
            <img src=a.jpg data-orig-file=b.jpg class='x lazyload'> => b.jpg => -
            <img data-src=?image=9> => ?image=9 => -
            <p><b><img src=/max/60/a.jpg></b><img width=9><noscript><img src=/max/900/a.jpg></noscript> => /max/900/a.jpg => -
            <img src='a.jpg?w=20&blur=10' data-large='a.jpg?w=1600'> => a.jpg?w=1600 => -
            <img src=a-20x15.jpg data-image=a.jpg> => a.jpg => -
            <img src=a-20x15.jpg> => a-20x15.jpg => -
            <img src=a.png data-src='b.jpg|b@2x.jpg'> => b.jpg => -
            <img data-src=/i/a.jpg?crop=1|2> => /i/a.jpg?crop=1|2 => -
            <img src=a_20x.jpg data-src=a_{width}x.jpg><noscript><img src=a_900x.jpg></noscript> => a_900x.jpg => -
            <img src=a_20x.jpg><noscript><img width=1 src=count></noscript> => a_20x.jpg => -
            <img src=a.jpg><noscript><img src=b.jpg></noscript> => a.jpg => -
            <img src=p.jpg data-thumb-src=t.jpg data-full='see p.jpg'> => p.jpg => -
            <img src=img-placeholder-16x9.png data-photo=p.webp?x#y> => p.webp?x#y => -
            <img src=gray-wolf.jpg> => gray-wolf.jpg => -
            <img srcset=\"data:image/svg+xml,%3Csvg xmlns='x.png' 2w\" data-lazy-srcset='a.jpg 9w'> => a.jpg => 9
            <picture><source srcset='w.webp 900w'><source srcset='x.webp 400w'><img src=f.jpg></picture> => w.webp \
            => 900
            <picture><source srcset='w.webp'><img src=f.jpg></picture> => f.jpg => -
            <picture><source srcset='w.webp'><img src=data:,></picture> => w.webp => -
            <amp-img src=a.jpg></amp-img> => a.jpg => -
            <object data=a.svg type=image/svg+xml></object> => a.svg => -
            <div data-src=a.jpg data-alt='A log'></div> => a.jpg => -",
        ) {
            assert_eq!(address(html), Some((expected.to_owned(), width.parse().ok())), "{html}");
        }
        for [html] in cases(
            "
            <img>
            <img src=data:image/png;base64,AA>
            <img src=/blank.gif>
            <img src=/i/ajax-loader.gif alt=Loading>
            <img alt=a.jpg>",
        ) {
            assert_eq!(address(html), None, "{html}");
        }
    }
}
