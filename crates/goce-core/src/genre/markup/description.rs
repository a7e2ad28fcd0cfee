//! The description of a page in its head: title, `<meta>`, canonical address, schema.org types.

use super::FeatureSink;
use crate::json;
use crate::learn::tokens::{Source, TokenSink, send, send_names, send_parts};
use crate::page::prelude::*;
use crate::page::{Description, Link, Meta};
use crate::texts::words::words;

/// Features that count schema.org types in JSON-LD, the types of one meaning together.
const COUNTED: [(&str, &[&str]); 9] = [
    ("ld_product", &["Product", "ProductGroup"]),
    ("ld_offer", &["Offer", "AggregateOffer"]),
    ("ld_list_item", &["ListItem"]),
    ("ld_list", &["ItemList", "CollectionPage", "SearchResultsPage"]),
    ("ld_article", &["Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle"]),
    ("ld_documentation", &["TechArticle", "HowTo", "APIReference"]),
    ("ld_forum", &["DiscussionForumPosting", "Comment", "Answer", "QAPage"]),
    ("ld_organization", &["Organization", "LocalBusiness", "Service", "Corporation"]),
    ("ld_review", &["Review", "AggregateRating"]),
];

/// The head of a page.
#[derive(Debug, Default)]
pub struct Described {
    /// Words of the title.
    title_words: usize,
    /// The canonical address, or the address in `og:url`, without scheme and fragment.
    address: Option<Address>,
    schema: [u32; COUNTED.len()],
    schema_types: u32,
    metas: u32,
    article_metas: u32,
    product_metas: u32,
    feeds: u32,
    alternates: u32,
    next_or_prev: u32,
    description_words: usize,
}

/// An address without scheme and fragment. Its parts are looked for once, as every link asks for them.
#[derive(Clone, Debug)]
struct Address {
    written: String,
    /// Without `www.`.
    host: Range<usize>,
    /// From the first slash on, without the query.
    path: Range<usize>,
}

impl Described {
    /// Reads the metadata of a page.
    pub fn of(page: &Page, tokens: &mut TokenSink<'_>) -> Described {
        let mut described = Described::default();
        for element in page.head().checking(CHECK_EVERY) {
            match element {
                Description::Title(title) => {
                    let title = cut(title);
                    described.title_words = words(title).count();
                    send_parts(Source::Title, title, tokens);
                }
                Description::Meta(meta) => described.meta(meta, tokens),
                Description::Link(link) => described.link(link, tokens),
                Description::JsonLd(script) => {
                    for text in json::strings(script).filter(|text| text.name == "@type") {
                        described.schema_type(text.written, tokens);
                    }
                }
            }
        }
        if let Some(address) = &described.address {
            let path = address.written.find('/').map_or("", |start| &address.written[start..]);
            send_parts(Source::Path, path, tokens);
        }
        described
    }

    fn meta(&mut self, meta: Meta<'_>, tokens: &mut TokenSink<'_>) {
        self.metas += 1;
        let name = meta.key();
        if name.is_empty() {
            return;
        }
        let content = meta.content.unwrap_or("").trim();
        send(Source::Meta, name.as_bytes(), tokens);
        if name.eq_ignore_ascii_case("og:type") {
            send_pair("og:type", content, tokens);
        } else if name.eq_ignore_ascii_case("generator") {
            // "WordPress 6.4": the first word names it.
            send_pair("generator", content.split([' ', '/']).next().unwrap_or(""), tokens);
        } else if name.eq_ignore_ascii_case("og:url") && self.address.is_none() {
            self.address = Address::read(content);
        } else if name.eq_ignore_ascii_case("description") {
            self.description_words = words(cut(content)).count();
        }
        self.article_metas += u32::from(starts_with(name, "article:"));
        self.product_metas += u32::from(starts_with(name, "product:") || starts_with(name, "og:price"));
    }

    fn link(&mut self, link: Link<'_>, tokens: &mut TokenSink<'_>) {
        send_names(Source::Property, link.rel, tokens);
        for relation in link.relations() {
            if relation.eq_ignore_ascii_case("canonical") {
                self.address = Address::read(link.href).or(self.address.take());
            } else if relation.eq_ignore_ascii_case("next") || relation.eq_ignore_ascii_case("prev") {
                self.next_or_prev += 1;
            } else if relation.eq_ignore_ascii_case("alternate") {
                self.alternates += 1;
                self.feeds += u32::from(link.kind.contains("rss") || link.kind.contains("atom"));
            }
        }
    }

    fn schema_type(&mut self, name: &str, tokens: &mut TokenSink<'_>) {
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or("");
        self.schema_types += 1;
        send(Source::Schema, name.as_bytes(), tokens);
        for (count, (_, names)) in self.schema.iter_mut().zip(COUNTED) {
            *count += u32::from(names.contains(&name));
        }
    }

    /// Returns the host of the page's address, without `www.`.
    pub fn host(&self) -> Option<&str> {
        let address = self.address.as_ref()?;
        Some(&address.written[address.host.clone()])
    }

    /// Returns the path of the page's address, `/` if it has none.
    pub fn path(&self) -> Option<&str> {
        let address = self.address.as_ref()?;
        let path = &address.written[address.path.clone()];
        Some(if path.is_empty() { "/" } else { path })
    }

    pub fn write(&self, feature: &mut FeatureSink<'_>) {
        feature("title_words", self.title_words as f64);
        feature("description_words", self.description_words as f64);
        let of_schema = COUNTED.into_iter().zip(self.schema).map(|((name, _), count)| (name, count));
        let others = [
            ("ld_types", self.schema_types),
            ("metas", self.metas),
            ("metas_article", self.article_metas),
            ("metas_product", self.product_metas),
            ("feeds", self.feeds),
            ("alternates", self.alternates),
            ("next_or_prev", self.next_or_prev),
        ];
        of_schema.chain(others).for_each(|(name, count)| feature(name, f64::from(count)));

        let path = self.path().unwrap_or("");
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let query = self.address.as_ref().is_some_and(|address| address.written.contains('?'));
        let count = |text: &str, is_one: fn(u8) -> bool| text.bytes().filter(|byte| is_one(*byte)).count();
        for (name, value) in [
            ("path_depth", path.split('/').filter(|part| !part.is_empty()).count()),
            ("path_bytes", path.len()),
            ("path_digits", count(path, |byte| byte.is_ascii_digit())),
            ("path_slash_at_end", usize::from(path.ends_with('/'))),
            ("path_last_bytes", last.len()),
            ("path_last_hyphens", count(last, |byte| matches!(byte, b'-' | b'_'))),
            ("path_last_digits", count(last, |byte| byte.is_ascii_digit())),
            ("path_extension", usize::from(last.contains('.'))),
            ("path_query", usize::from(query)),
            ("host_dots", count(self.host().unwrap_or(""), |byte| byte == b'.')),
        ] {
            feature(name, if self.address.is_some() { value as f64 } else { -1.0 });
        }
    }
}

fn starts_with(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn send_pair(name: &str, content: &str, tokens: &mut TokenSink<'_>) {
    if content.len() <= 32 {
        send(Source::Meta, format!("{name}={content}").as_bytes(), tokens);
    }
}

/// Returns the start of a title or an address.
fn cut(text: &str) -> &str {
    start_of(text, 2048)
}

impl Address {
    /// Reads an absolute address; `None` for another.
    fn read(url: &str) -> Option<Address> {
        let url = cut(url.trim());
        let (_, rest) = url.split_once("//")?;
        let written = rest.split('#').next().filter(|rest| !rest.is_empty())?;
        let host_end = written.find(['/', '?']).unwrap_or(written.len());
        let path_end = written.find('?').unwrap_or(written.len());
        Some(Address {
            written: written.to_owned(),
            host: if written.starts_with("www.") { 4 } else { 0 }..host_end,
            path: host_end..path_end,
        })
    }
}
