//! What a link alone says of the part of a page that it stands in.

use crate::prelude::*;
use goce_core::areas::{is_of_person, start_of_name};
use goce_core::page::Description;
use goce_core::texts::site::registered_domain;

/// Parts of addresses that share a page.
const SHARING: &str = "\
    facebook.com/sharer facebook.com/share facebook.com/dialog twitter.com/intent twitter.com/share \
    twitter.com/home?status x.com/intent plus.google.com/share pinterest.com/pin/create linkedin.com/share \
    reddit.com/submit t.me/share wa.me/ api.whatsapp.com whatsapp:// vk.com/share service.weibo.com/share \
    tumblr.com/share digg.com/submit stumbleupon.com/submit delicious.com/ addthis.com/bookmark";

/// Returns the start of a link's address, without spaces before it; `""` for a link without one.
fn href(page: &Page, link: usize) -> &str {
    start_of_name(page.attribute(link, names::HREF).unwrap_or("")).trim_start()
}

/// Returns `true` for a link that runs a script, and for one to a person.
pub fn is_action(page: &Page, link: usize) -> bool {
    let href = href(page, link).to_ascii_lowercase();
    let is_script = href.trim_end() == "#" || href.starts_with("javascript:");
    is_script || is_of_person(page, link)
}

/// Returns `true` for a link that shares a page.
pub fn shares(page: &Page, link: usize) -> bool {
    let href = href(page, link);
    href.contains("://") && {
        let href = href.to_ascii_lowercase();
        SHARING.split(' ').any(|part| href.contains(part))
    }
}

/// The sites on which others have pages of themselves.
const NETWORKS: &str = "\
    twitter.com x.com facebook.com instagram.com youtube.com linkedin.com tiktok.com pinterest.com vk.com t.me \
    flipboard.com weibo.com";

/// Returns `true` for a link to a page on a social network.
pub fn leads_to_profile(page: &Page, link: usize) -> bool {
    let site = page.attribute(link, names::HREF).and_then(site_of);
    site.is_some_and(|site| is_listed(&site.to_ascii_lowercase(), NETWORKS))
}

/// Returns `true` for a link to a place of its own page.
pub fn leads_within(page: &Page, link: usize) -> bool {
    href(page, link).starts_with('#')
}

/// Returns `true` for a link to a place of a page, be it its own or another.
pub fn has_fragment(page: &Page, link: usize) -> bool {
    href(page, link).contains('#')
}

/// Returns `true` for a link to the top of the page.
pub fn leads_to_top(page: &Page, link: usize) -> bool {
    href(page, link)
        .trim_end()
        .strip_prefix('#')
        .is_some_and(|place| is_listed(&place.to_ascii_lowercase(), TOPS))
}

/// Names of the top of a page.
const TOPS: &str = "top header page page-top pagetop top-of-page";

/// Returns the address that a page names as its own.
pub fn own_address(page: &Page) -> Option<&str> {
    // The elements of a head in which the page's own address is looked for.
    page.head().take(1024).find_map(|element| match element {
        Description::Link(link) if link.rel.trim().eq_ignore_ascii_case("canonical") => Some(link.href),
        Description::Meta(meta) if meta.key().eq_ignore_ascii_case("og:url") => meta.content,
        _ => None,
    })
}

/// Returns the registered domain of an absolute address.
pub fn site_of(address: &str) -> Option<&str> {
    let address = start_of_name(address).trim();
    let rest = address.find("//").filter(|at| *at <= "https:".len()).map(|at| &address[at + 2..])?;
    let host = rest.split(['/', '?', '#', ':']).next().filter(|host| !host.is_empty())?;
    Some(registered_domain(host))
}

/// Returns `true` for a link with a picture in it.
pub fn has_picture(page: &Page, link: usize) -> bool {
    // The nodes of a link in which a picture is looked for.
    page.subtree(link).take(64).any(|node| page.tag(node) == Tag::Img)
}

/// Returns the width of a text: that of its first characters, of which those of East Asian scripts count twice.
pub fn width(text: &str) -> u32 {
    let width = |c: char| if c >= '\u{2e80}' { 2 } else { 1 };
    // The characters of a text that count.
    text.chars().take(160).map(width).sum()
}
