//! The part of a page that a link stands in.

use super::groups::Groups;
use super::link_signs::{
    has_picture, is_action, leads_to_profile, leads_to_top, leads_within, own_address, shares, site_of,
};
use super::places::{Place, places};
use crate::prelude::*;
use goce_core::render::Content;

/// The part of a page that a link stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The content of the page.
    Content,
    /// Readers' comments.
    Comment,
    /// Menus, breadcrumbs, tags, other pages of a list.
    Navigation,
    /// Headlines, cards and lists that lead to other contents.
    Teaser,
    /// The foot of the site.
    Footer,
    /// All else: buttons for sharing, names of authors, logins, advertisements.
    Other,
}

impl Region {
    /// Returns its name in SQL.
    pub fn name(self) -> &'static str {
        match self {
            Region::Content => "content",
            Region::Comment => "comment",
            Region::Navigation => "navigation",
            Region::Teaser => "teaser",
            Region::Footer => "footer",
            Region::Other => "other",
        }
    }
}

/// Returns the region of each of a page's links, which are positions in document order.
pub fn regions(page: &Page, content: &Content<'_>, links: &[u32], url: Option<&str>) -> Fallible<Vec<Region>> {
    let places = places(page, content)?;
    let groups = Groups::of(page, links)?;
    let known = Known::of(page, content, links, url)?;
    let mut regions = try_with_capacity(links.len())?;
    for link in links.iter().checking(CHECK_EVERY) {
        let link = *link as usize;
        regions.push(region(page, content, &places, &groups, &known, link));
    }
    Ok(regions)
}

fn region(
    page: &Page,
    content: &Content<'_>,
    places: &[Place],
    groups: &Groups,
    known: &Known<'_>,
    link: usize,
) -> Region {
    let place = places[link];
    let is_content = content.takes(&page.subtree(link));
    match place {
        _ if shares(page, link) => return Region::Other,
        _ if is_content && is_action(page, link) => return Region::Other,
        _ if is_content => return Region::Content,
        Place::Comment => return Region::Comment,
        Place::Footer => return Region::Footer,
        Place::Navigation => return Region::Navigation,
        // An element that is named as a menu is one only if its links are short, on average.
        Place::Named if groups.mean_width(page, link) < 28.0 => return Region::Navigation,
        _ if leads_to_top(page, link) => return Region::Navigation,
        _ if is_action(page, link) => return Region::Other,
        Place::Other => return Region::Other,
        _ => {}
    }
    if known.is_of_content(page, link) || (place != Place::Teaser && is_amid_content(page, content, link)) {
        return Region::Content;
    }
    match place {
        Place::Notes => return Region::Content,
        Place::Teaser if leads_within(page, link) => return Region::Other,
        Place::Teaser if groups.is_menu(page, link) => return Region::Navigation,
        Place::Teaser => return Region::Teaser,
        Place::Header => return Region::Navigation,
        _ => {}
    }
    if is_picture_of_content(page, content, link) && !known.leads_elsewhere(page, link) {
        return Region::Content;
    }
    match groups.region(page, link) {
        Region::Teaser if known.leads_elsewhere(page, link) => Region::Other,
        Region::Navigation | Region::Teaser if leads_to_profile(page, link) => Region::Other,
        region => region,
    }
}

/// Returns `true` for a link in a caption or a block between two others, all amid the content.
fn is_amid_content(page: &Page, content: &Content<'_>, link: usize) -> bool {
    if !(content.first()..content.last()).contains(&link) {
        return false;
    }
    // The levels above a link in which a caption is looked for.
    if page.around(link).take(6).any(|around| page.tag(around) == Tag::Figcaption) {
        return true;
    }
    let nodes = page.subtree(link);
    let blocks = page.blocks();
    let own = blocks.partition_point(|block| block.nodes().end <= link);
    let takes = |index: usize| blocks.get(index).is_some_and(|block| content.takes(&block.nodes()));
    blocks.get(own).is_some_and(|block| block.nodes().start < nodes.end)
        && own.checked_sub(1).is_some_and(takes)
        && takes(own + 1)
}

/// Returns `true` for a picture beside text of the content.
fn is_picture_of_content(page: &Page, content: &Content<'_>, link: usize) -> bool {
    if !page.text_at(link).is_empty() || !has_picture(page, link) {
        return false;
    }
    let parent = page.parent(link);
    [parent, page.parent(parent)].into_iter().any(|around| content.takes(&page.subtree(around)))
}

/// The addresses of the links of the content.
struct Known<'p> {
    addresses: Set<&'p str>,
    /// From where the content begins to where it ends.
    nodes: Range<usize>,
    /// The site of the page, if it is known.
    site: Option<String>,
}

impl<'p> Known<'p> {
    fn of(page: &'p Page, content: &Content<'p>, links: &[u32], url: Option<&str>) -> Fallible<Self> {
        let mut addresses = Set::default();
        for link in links.iter().checking(CHECK_EVERY) {
            let link = *link as usize;
            if let Some(address) = address(page, link).filter(|_| content.takes(&page.subtree(link))) {
                addresses.try_reserve(1)?;
                addresses.insert(address);
            }
        }
        Ok(Known {
            addresses,
            nodes: content.first()..content.last(),
            site: url.or_else(|| own_address(page)).and_then(site_of).map(str::to_ascii_lowercase),
        })
    }

    /// Returns `true` for a link to another site than the page's.
    fn leads_elsewhere(&self, page: &Page, link: usize) -> bool {
        let href = page.attribute(link, names::HREF).and_then(site_of);
        href.zip(self.site.as_deref()).is_some_and(|(href, own)| !href.eq_ignore_ascii_case(own))
    }

    /// Returns `true` for a link between the first and the last content that leads where a link of the content does.
    fn is_of_content(&self, page: &Page, link: usize) -> bool {
        self.nodes.contains(&link) && address(page, link).is_some_and(|address| self.addresses.contains(address))
    }
}

/// Returns an address that is worth comparing.
fn address(page: &Page, link: usize) -> Option<&str> {
    // Bytes of an address that are compared.
    let href = page.attribute(link, names::HREF).filter(|href| href.len() <= 1024)?.trim();
    let scripted =
        href.starts_with('#') || href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
    (!scripted && href.len() > 1).then_some(href)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::Links;

    const TEXT: &str = "The harbour froze over night, and the ferry stayed where it was, as nobody had expected it to.";

    /// The text and the region of each link of a page whose content are the paragraphs of class `c`.
    fn of(html: &str) -> Vec<(String, &'static str)> {
        let page = sample(html);
        let content = page.positions().filter(|at| page.class(*at) == "c");
        let selection = Selection::subtrees(&page, content).unwrap();
        let mut links = Links::of(&page, &selection, Some("https://a.example/b")).unwrap();
        let rows = std::iter::from_fn(|| links.next_link(&page).unwrap());
        rows.map(|link| (link.text.unwrap_or_default(), link.region.name())).collect()
    }

    /// The region of the only link of some HTML before, and of some behind, a text.
    fn around(before: &str, behind: &str) -> &'static str {
        let html = format!("<body>{before}<p class=c>{TEXT}</p><p class=c>{TEXT}</p>{behind}");
        let found = of(&html);
        let [(_, region)] = found[..] else {
            panic!("{html} {found:?}")
        };
        region
    }

    #[test]
    fn one_link_by_what_is_around_it() {
        for [before, behind, expected] in cases(
            "
            <nav><a href=/x>x</a></nav> =>  => navigation
            <div class=breadcrumbs><a href=/x>x</a></div> =>  => navigation
            <header><a href=/><img src=x alt=logo></a></header> =>  => navigation
            <header><div class=login><a href=/x>x</a></div></header> =>  => other
             => <footer><nav><a href=/x>x</a></nav></footer> => footer
             => <div><a href=/x>x</a> &copy; 2020 A</div> => footer
             => <article><div class=entry-footer><a href=/x>x</a></div></article><p>y => other
             => <div class=related><h3><a href=/x>x</a></h3></div> => teaser
             => <h3><a href=/x>x</a></h3> => teaser
             => <p><a href=/x>The bridge over the river is open again</a></p> => teaser
             => <p><a href=https://b.example/x>The bridge over the river is open again</a></p> => other
             => <p>by <a href=/user/ann>Ann</a></p> => other
             => <a href='https://twitter.com/intent/tweet?u=x'>x</a> => other
             => <a href=#top>x</a> => navigation
             => <div id=comments><p>So cold! <a href=/x>x</a></div> => comment
             => <ol class=references><li>See <a href=/x>x</a></ol> => content
            <div class=has-footer><p class=c><a href=/x>x</a></div> =>  => content
            <p class=c><a href=/x><img src=x></a>y</p> =>  => content
            <p class=c>y</p><p><a href=/x>x</a> =>  => content",
        ) {
            assert_eq!(around(before, behind), expected, "{before} {behind}");
        }
    }

    #[test]
    fn links_by_their_groups() {
        let list = |texts: &[&str]| {
            let items = texts.iter().map(|text| format!("<li><a href=/{}>{text}</a>", text.len()));
            format!("<p class=c>{TEXT}</p><p class=c>{TEXT}</p><ul>{}</ul>", items.collect::<String>())
        };
        for (texts, expected) in [
            (&["News", "Sport", "Weather"][..], "navigation"),
            (
                &[
                    "The bridge is open again",
                    "A cyclist crosses first",
                    "Apples and pears are late",
                ],
                "teaser",
            ),
            (
                &[
                    "橋が二年ぶりに開通しました",
                    "自転車の人が最初に渡る",
                    "りんごと梨の収穫が遅れる",
                ],
                "teaser",
            ),
            (&["<img src=a>", "<img src=ab>", "<img src=abc>"], "teaser"),
        ] {
            let found = of(&list(texts));
            assert!(found.iter().all(|(_, region)| *region == expected), "{texts:?} {found:?}");
        }
    }

    #[test]
    fn where_a_link_of_the_content_leads_is_content() {
        let html = format!(
            "<div><a href=/p/1><img src=x></a><p class=c>{TEXT} <a href=/p/1>One</a><div><a href=/p/1>more</a>\
             <a href=/p/9>else</a></div><div>And more.</div><p class=c>{TEXT}"
        );
        let regions: Vec<&str> = of(&html).into_iter().map(|(_, region)| region).collect();
        assert_eq!(regions, ["content", "content", "content", "other"]);
    }
}
