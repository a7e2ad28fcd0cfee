//! Players: the films and sounds that stand in a page.

use super::code::is_old_line;
use super::link_target::{LinkResolver, LinkTarget};
use super::pictures::{file_name, is_decoration, is_picture_file};
use crate::page::prelude::*;
use crate::texts::site;

/// Bytes of an address and of a title that are read.
const READ: usize = 4096;
const LONGEST_TITLE: usize = 300;

/// The attributes of an element and the children of a player that are looked at.
const ATTRIBUTES: usize = 64;
const SOURCES: usize = 32;

/// What asks a player for a moving background.
const BACKGROUND: &str = "background=1";

/// Elements that a script of the page makes players of films, with the beginnings of the films' addresses.
const BY_NUMBER: [(&str, &str); 4] = [
    ("lite-youtube", "https://www.youtube.com/watch?v="),
    ("amp-youtube", "https://www.youtube.com/watch?v="),
    ("lite-vimeo", "https://vimeo.com/"),
    ("amp-vimeo", "https://vimeo.com/"),
];

/// Parts of the addresses of players of Flash, which no browser has any more, before the films' numbers, with the beginnings
/// of the films' addresses.
const FLASH: [(&str, &str); 6] = [
    ("youtube.com/v/", "https://www.youtube.com/watch?v="),
    ("youtube-nocookie.com/v/", "https://www.youtube.com/watch?v="),
    ("youtube.com/embed/", "https://www.youtube.com/watch?v="),
    ("vimeo.com/moogaloop.swf?clip_id=", "https://vimeo.com/"),
    ("dailymotion.com/swf/video/", "https://www.dailymotion.com/video/"),
    ("dailymotion.com/swf/", "https://www.dailymotion.com/video/"),
];

/// What a player is written as: a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLink {
    /// What the page calls it, else the host of its address, else the name of its file.
    pub title: String,
    /// Where it plays from.
    pub target: LinkTarget,
}

/// Returns the tag of an element: what a script or a plug-in makes a player is a frame, and what it makes a picture, or shows
/// one, is a picture. An object with something else for old browsers is a frame too: that is no text. What its role makes a part
/// of a table is that part, and one of the lines of which `<pre>` holds each in its own element is a block. So is the title of
/// a record of a feed that is read as a page: it tells that record, not the page. `tag` is the tag of its name.
#[inline]
pub fn tag_of(node: NodeRef<'_>, element: Element<'_>, tag: Tag, role: Option<&str>) -> Tag {
    match tag {
        Tag::Other if film_of(element).is_some() => Tag::Iframe,
        Tag::Div if node.first_child().is_none() && waits_for_picture(element) => Tag::Img,
        Tag::Span if parent(node).is_some_and(is_pre) && is_line(node, Tag::Span) => Tag::Div,
        Tag::Div | Tag::Span => part_of_table(node, role).unwrap_or(tag),
        Tag::Object if is_picture(element) && node.first_child().is_none() => Tag::Img,
        Tag::Object | Tag::Embed if is_picture(element) || flash_film(node).is_some() => Tag::Iframe,
        Tag::Code if is_line(node, Tag::Code) => Tag::Div,
        Tag::Title if parent(node).is_some_and(is_of_feed) => Tag::Div,
        Tag::Pre if is_old_line(node, element) => Tag::Div,
        tag => tag,
    }
}

#[inline]
fn is_of_feed(element: Element<'_>) -> bool {
    matches!(element.name(), "item" | "entry")
}

#[inline]
fn is_pre(element: Element<'_>) -> bool {
    element.local() == names::PRE
}

/// Returns the tag of the part of a table that an element is by its role, and by those around it: calendars and chats have
/// rows without one.
#[inline]
fn part_of_table(node: NodeRef<'_>, role: Option<&str>) -> Option<Tag> {
    let tag = match role? {
        "table" => Tag::Table,
        "rowgroup" => Tag::Tbody,
        "row" => Tag::Tr,
        "cell" => Tag::Td,
        "columnheader" | "rowheader" => Tag::Th,
        _ => return None,
    };
    // A cell has a row, a group of rows and the table around it.
    let levels = if tag == Tag::Table { 1 } else { 4 };
    let mut around = std::iter::successors(Some(node), |around| around.parent()).take(levels);
    around.any(is_table).then_some(tag)
}

/// Returns `true` for a table by its role that holds rows and no other element, and in these nothing but cells.
fn is_table(node: NodeRef<'_>) -> bool {
    fn parts(node: NodeRef<'_>) -> impl Iterator<Item = (NodeRef<'_>, &str)> {
        node.children().take(SOURCES).filter_map(|part| Some((part, role(part)?)))
    }
    let holds_cells = |row| parts(row).all(|(_, role)| matches!(role, "cell" | "columnheader" | "rowheader"));
    let is_part = |(part, role)| match role {
        "row" => holds_cells(part),
        "rowgroup" => parts(part).all(|(row, role)| role == "row" && holds_cells(row)),
        _ => false,
    };
    role(node) == Some("table") && parts(node).next().is_some() && parts(node).all(is_part)
}

/// Returns the role of an element, `""` for none; `None` for any other node.
fn role(node: NodeRef<'_>) -> Option<&str> {
    Some(as_element(node)?.attr(names::ROLE).unwrap_or(""))
}

/// Returns `true` for one of the lines of which `<pre>` holds each in its own `<code>`, as WeChat does, or in its own
/// `<span>` with an `id` of four hexadecimal digits, as Medium does.
#[inline]
fn is_line(node: NodeRef<'_>, tag: Tag) -> bool {
    let is_of_medium = |id: &str| id.len() == 4 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_id = |node| {
        let attributes = as_element(node).into_iter().flat_map(Element::attrs).take(ATTRIBUTES);
        attributes.filter(|attribute| attribute.local() == names::ID).any(|id| is_of_medium(id.value()))
    };
    let is_line = |node| tag_of_node(node) == Some(tag) && (tag == Tag::Code || has_id(node));
    let around = node
        .parent()
        .filter(|around| tag_of_node(*around) == Some(Tag::Pre) && around.children().nth(1).is_some());
    around.is_some_and(|around| around.children().take(SOURCES).all(is_line))
}

/// Returns `true` for an object that is a picture.
pub fn is_picture(element: Element<'_>) -> bool {
    let has = |name, is: fn(&str) -> bool| element.attr(name).is_some_and(is);
    has(names::TYPE, |kind| kind.starts_with("image/")) && has(names::DATA, |address| !address.trim().is_empty())
}

/// Returns `true` for an element that a script is to replace by a picture, which has the words for it.
fn waits_for_picture(element: Element<'_>) -> bool {
    element.attr(names::DATA_ALT).is_some() && element.attr(names::DATA_SRC).is_some_and(is_picture_file)
}

/// Returns the beginning of a film's address, and the film's number.
fn film_of(element: Element<'_>) -> Option<(&'static str, &str)> {
    let (_, start) = BY_NUMBER.iter().find(|(name, _)| element.name() == *name)?;
    let is_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut attributes = element.attrs().take(ATTRIBUTES);
    let number = attributes.find(|attribute| attribute.name().ends_with("videoid"))?.value();
    ((1..=LONGEST_TITLE).contains(&number.len()) && number.chars().all(is_number)).then_some((*start, number))
}

/// Returns the same of the film that Flash was to play, by an object, what it names and what it holds for other browsers.
fn flash_film(node: NodeRef<'_>) -> Option<(&'static str, &str)> {
    let elements = node.descendants().take(SOURCES).filter_map(as_element);
    let addresses = elements.flat_map(|element| [names::SRC, names::DATA, names::VALUE].map(|name| element.attr(name)));
    addresses.flatten().find_map(|address| {
        let address = start_of(address, READ);
        let (start, behind) = FLASH.iter().find_map(|(part, start)| Some((*start, address.split_once(part)?.1)))?;
        let is_sign = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let number = behind.split(is_sign).next().filter(|number| !number.is_empty())?;
        Some((start, number))
    })
}

/// Returns `true` for an element that plays a film or a sound: `<video>` and `<audio>`, but for moving backgrounds, and a
/// frame whose address says so.
pub fn is_player(tree: &Tree, element: Element<'_>, tag: Tag) -> bool {
    let has = |name| element.attr(name).is_some();
    match tag {
        // [`tag_of`] has looked at these.
        Tag::Iframe if Tag::of(element) != Tag::Iframe => true,
        Tag::Audio => true,
        Tag::Video => has(names::CONTROLS) || !(has(names::AUTOPLAY) || has(names::LOOP)),
        Tag::Iframe => own_address(tree, element).is_some_and(|address| {
            let place = address.split(['?', '#']).next().unwrap_or(address);
            let is_of_web = ["http", "//", "/embed/"].iter().any(|start| place.starts_with(start));
            is_of_web
                && !address.contains(BACKGROUND)
                && Meaning::Player.is_said_by(place)
                && !Meaning::NoPlayer.is_said_by(place)
        }),
        _ => false,
    }
}

impl Page {
    /// Returns the link that stands for the player at a position; `None` for any other element, and for a player without an
    /// address or of no size.
    ///
    /// # Errors
    /// As of [`LinkResolver::link`].
    pub fn player_at(&self, position: usize, addresses: &mut LinkResolver) -> Rendered<Option<PlayerLink>> {
        if !self.tag(position).is_player() || is_decoration(self, position) {
            return Ok(None);
        }
        let Some(element) = self.element(position) else {
            return Ok(None);
        };
        let mut of_film = String::new();
        let flash = || self.node(position).filter(|_| Tag::of(element) != Tag::Iframe);
        if let Some((start, number)) = film_of(element).or_else(|| flash_film(flash()?)) {
            of_film.try_push_str(start)?;
            of_film.try_push_str(number)?;
        }
        let of_film = Some(of_film.as_str()).filter(|address| !address.is_empty());
        let Some(address) = of_film.or_else(|| player_address(self, position)) else {
            return Ok(None);
        };
        let Some(target) = addresses.picture(address)? else {
            return Ok(None);
        };
        let label = self.tree().find("playlabel");
        let said = [names::TITLE, names::ARIA_LABEL].into_iter().chain(label).filter_map(|name| element.attr(name));
        let title = said.map(str::trim).find(|title| !title.is_empty()).unwrap_or_else(|| host_or_file(address));
        let title = self.seen_of(start_of(title, LONGEST_TITLE))?;
        let title = single_spaced(&title, |c| c.is_whitespace() || c.is_control())?;
        Ok(Some(PlayerLink { title, target }))
    }
}

/// Returns the address that an element has: `src`, or what a script is to put there.
fn own_address<'p>(tree: &'p Tree, element: Element<'p>) -> Option<&'p str> {
    let may_be = |address: &&str| !address.is_empty() && address.len() <= READ && !address.starts_with("about:");
    let own = element.attr(names::SRC).map(str::trim).filter(may_be);
    own.or_else(|| later_address(tree, element).filter(may_be))
}

fn later_address<'p>(tree: &'p Tree, element: Element<'p>) -> Option<&'p str> {
    let mut attributes = element.attrs().take(ATTRIBUTES);
    let later = attributes.find(|attribute| tree.name(attribute.local()).ends_with("-src"));
    later.map(|attribute| attribute.value().trim())
}

/// Returns `true` for an element whose address a script is to put into its place, unless it is a template or part of what
/// opens above the page.
pub fn waits_for_script(tree: &Tree, element: Element<'_>) -> bool {
    let class = element.attr(names::CLASS).unwrap_or("");
    let is_template =
        element.attr(names::HIDDEN).is_some() || Meaning::Overlay.is_said_by(start_of(class, LONGEST_TITLE));
    !is_template
        && element.attr(names::SRC).is_none_or(|address| address.starts_with("data:"))
        && later_address(tree, element).is_some()
}

/// Returns the address of a player, or of the first of its sources.
fn player_address(page: &Page, position: usize) -> Option<&str> {
    let node = page.node(position)?;
    let sources = node.children().take(SOURCES).filter_map(as_element).filter(|child| child.local() == names::SOURCE);
    as_element(node).into_iter().chain(sources).find_map(|element| own_address(page.tree(), element))
}

fn host_or_file(address: &str) -> &str {
    let host = site::host(address).map_or("", |host| host.rsplit('@').next().unwrap_or(host));
    // The colon of a port stands behind the brackets of a number.
    let end = host.rfind(']').unwrap_or(0);
    let host = host[end..].find(':').map_or(host, |colon| &host[..end + colon]);
    let host = site::without_www(host);
    if host.is_empty() { file_name(address) } else { host }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(html: &str) -> Vec<String> {
        let page = Page::sample(html);
        let mut addresses = LinkResolver::of(&page, None);
        let found = page.positions().filter_map(|position| page.player_at(position, &mut addresses).unwrap());
        found.map(|player| format!("{} {}", player.title, player.target.into_string())).collect()
    }

    #[test]
    fn films_and_sounds_have_links() {
        for [html, expected] in cases(
            "
            <iframe src='https://www.youtube.com/embed/a?b=1' title=' Ice  on it'></iframe> => Ice on it \
            https://www.youtube.com/embed/a?b=1
            <iframe data-lazy-src=//player.vimeo.com/video/1 src=about:blank></iframe> => player.vimeo.com \
            //player.vimeo.com/video/1
            <iframe src='/embed/youtube?url=a'></iframe> => youtube /embed/youtube?url=a
            <video controls poster=p.jpg><source src=/a/ice.mp4>no</video> => ice.mp4 /a/ice.mp4
            <iframe src=//a:b@www.c.example:1/video/></iframe> => c.example //a:b@www.c.example:1/video/
            <lite-youtube videoid=a-1 playlabel='The ice'><a href=/>Play</a></lite-youtube> => The ice \
            https://www.youtube.com/watch?v=a-1
            <amp-vimeo data-videoid=12></amp-vimeo> => vimeo.com https://vimeo.com/12
            <iframe src=http://[::1]:80/video></iframe> => [::1] http://[::1]/video
            <audio aria-label='The ice' src=https://a.example/i.mp3></audio> => The ice https://a.example/i.mp3",
        ) {
            assert_eq!(links(html), [expected], "{html}");
        }
    }

    #[test]
    fn films_of_flash_have_links() {
        const EMBED: &str = "<embed src='http://www.youtube.com/v/a-1&hl=es' type=application/x-shockwave-flash>";
        const MOVIE: &str = "<param name=movie value=http://www.youtube.com/v/a-1?fs=1>";
        for [html, expected] in cases(
            "
            EMBED => youtube.com https://www.youtube.com/watch?v=a-1
            <object>MOVIEEMBEDNo Flash.</object> => youtube.com https://www.youtube.com/watch?v=a-1
            <object><param name=width value=1>MOVIE</object> => youtube.com https://www.youtube.com/watch?v=a-1
            <object data='http://vimeo.com/moogaloop.swf?clip_id=12&server=x'></object> => vimeo.com https://vimeo.com/12
            <embed src=//www.dailymotion.com/swf/video/x1y></embed> => dailymotion.com \
            https://www.dailymotion.com/video/x1y",
        ) {
            let html = html.replace("EMBED", EMBED).replace("MOVIE", MOVIE);
            assert_eq!(links(&html), [expected], "{html}");
            assert_eq!(Page::sample(&html).text(), "");
        }
    }

    #[test]
    fn parts_of_tables_by_their_roles() {
        let row = |role: &str, a: &str, b: &str| {
            format!("<div role=row><span role={role}>{a}</span><span role={role}>{b}</span></div>")
        };
        let [head, body] = [row("columnheader", "a", "b"), row("cell", "1", "2")];
        let table = "
            <div role=table><div role=rowgroup>HEAD</div><div role=rowgroup>BODY</div></div> => a\tb|1\t2
            <div role=table>HEADBODY</div> => a\tb|1\t2
            <div role=grid>HEADBODY</div> => ab|12
            <div role=row>a<span role=cell>b</span></div> => ab
            <div role=table><p>x</p>HEADBODY</div> => x||ab|12";
        Page::check_texts(&table.replace("HEAD", &head).replace("BODY", &body));
    }

    #[test]
    fn code_side_by_side_is_of_lines() {
        Page::check_texts(
            "
            <pre><code>a</code><code>  b</code></pre> => a|  b
            <pre><code>a</code> <code>b</code></pre> => a b
            <pre><code>a|  b</code></pre> => a|  b
            <p><code>a</code><code>b</code></p> => ab",
        );
    }

    #[test]
    fn titles_of_a_feed_are_shown() {
        let item = |n: u32| format!("<item><title>Case {n}</title><link>/{n}</item>");
        let page = Page::sample(&format!("<rss><channel><title>Court</title>{}{}</channel></rss>", item(1), item(2)));
        let lines: Vec<&str> = page.text().split_whitespace().collect();
        assert_eq!(lines, ["Case", "1", "/1", "Case", "2", "/2"]);
        assert_eq!(Page::sample("<body><p>a<title>b</title>c").text().trim(), "ac");
    }

    #[test]
    fn others_have_none() {
        for [html] in cases(
            "
            <iframe src=https://www.google.com/maps/embed?pb=1></iframe>
            <iframe src=https://ads.example/player></iframe><iframe src=/player></iframe>
            <iframe src=https://gull.substack.example/embed></iframe>
            <div hidden><iframe src=https://www.youtube.com/embed/a></iframe></div>
            <iframe style=display:none src=https://www.youtube.com/embed/a></iframe>
            <lite-youtube videoid='a&b'>a</lite-youtube><lite-vimeo></lite-vimeo>
            <video autoplay loop muted src=waves.mp4></video><video></video>
            <iframe src=https://player.vimeo.com/video/1?autoplay=1&background=1></iframe>
            <iframe src=https://airtable.example/embed/a></iframe><iframe src=https://chat.example/video></iframe>
            <iframe src=https://docs.google.com/spreadsheets/a/embed/></iframe>
            <iframe src=https://instagram.example/p/a/embed/></iframe>
            <iframe src=https://disqus.example/embed/comments/></iframe>
            <embed src=/player.swf><object data=/v/menu.swf>a</object>",
        ) {
            assert_eq!(links(html), [""; 0], "{html}");
        }
    }
}
