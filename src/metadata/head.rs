//! `<meta>`, `<link>`, `<title>` and `<base>`.

use std::sync::OnceLock;

use crate::html::{Element, Namespace, names};
use rustc_hash::FxHashMap;

use super::statements::{Field, Source, Statements};
use crate::memory::OutOfMemory;

/// Names of `<meta>` in lower case, without white space: what they state, and which vocabulary says so.
const NAMES: &[(&str, Field, Source)] = {
    use Field::*;
    use Source::*;
    &[
        ("og:title", Title, OpenGraph),
        ("og:author", Author, OpenGraph),
        ("og:article:author", Author, OpenGraph),
        ("article:author", Author, OpenGraph),
        ("article:author:name", Author, OpenGraph),
        ("book:author", Author, OpenGraph),
        ("article:published_time", Date, OpenGraph),
        ("article:published", Date, OpenGraph),
        ("og:published_time", Date, OpenGraph),
        ("og:article:published_time", Date, OpenGraph),
        ("og:pubdate", Date, OpenGraph),
        ("og:release_date", Date, OpenGraph),
        ("article:modified_time", Modified, OpenGraph),
        ("og:article:modified_time", Modified, OpenGraph),
        ("article:modified", Modified, OpenGraph),
        ("og:modified_time", Modified, OpenGraph),
        ("og:updated_time", Modified, OpenGraph),
        ("og:site_name", SiteName, OpenGraph),
        ("og:locale", Language, OpenGraph),
        ("og:description", Description, OpenGraph),
        ("og:image:secure_url", Image, OpenGraph),
        ("og:image:url", Image, OpenGraph),
        ("og:image", Image, OpenGraph),
        ("og:url", Url, OpenGraph),
        ("article:tag", Tag, OpenGraph),
        ("og:article:tag", Tag, OpenGraph),
        ("twitter:title", Title, Twitter),
        ("twitter:description", Description, Twitter),
        ("twitter:image", Image, Twitter),
        ("twitter:image:src", Image, Twitter),
        ("twitter:url", Url, Twitter),
        ("dc.title", Title, DublinCore),
        ("dcterms.title", Title, DublinCore),
        ("citation_title", Title, DublinCore),
        ("dc.creator", Author, DublinCore),
        ("dc.creator.author", Author, DublinCore),
        ("dcterms.creator", Author, DublinCore),
        ("citation_author", Author, DublinCore),
        ("citation_authors", Author, DublinCore),
        ("dc.date", Date, DublinCore),
        ("dc.date.issued", Date, DublinCore),
        ("dc.date.created", Date, DublinCore),
        ("dcterms.date", Date, DublinCore),
        ("dcterms.issued", Date, DublinCore),
        ("dcterms.created", Date, DublinCore),
        ("dcterms.available", Date, DublinCore),
        ("citation_publication_date", Date, DublinCore),
        ("citation_online_date", Date, DublinCore),
        ("citation_date", Date, DublinCore),
        ("prism.publicationdate", Date, DublinCore),
        ("dc.date.modified", Modified, DublinCore),
        ("dcterms.modified", Modified, DublinCore),
        ("dc.publisher", SiteName, DublinCore),
        ("dcterms.publisher", SiteName, DublinCore),
        ("dc.language", Language, DublinCore),
        ("dcterms.language", Language, DublinCore),
        ("citation_language", Language, DublinCore),
        ("dc.description", Description, DublinCore),
        ("dcterms.description", Description, DublinCore),
        ("dcterms.abstract", Description, DublinCore),
        ("citation_abstract", Description, DublinCore),
        ("dc.subject", Tag, DublinCore),
        ("dcterms.subject", Tag, DublinCore),
        ("citation_keywords", Tag, DublinCore),
        ("title", Title, Meta),
        ("headline", Title, Meta),
        ("parsely-title", Title, Meta),
        ("sailthru.title", Title, Meta),
        ("author", Author, Meta),
        ("authors", Author, Meta),
        ("byl", Author, Meta),
        ("byline", Author, Meta),
        ("creator", Author, Meta),
        ("article.author", Author, Meta),
        ("parsely-author", Author, Meta),
        ("sailthru.author", Author, Meta),
        ("shareaholic:article_author_name", Author, Meta),
        ("date", Date, Meta),
        ("pubdate", Date, Meta),
        ("publishdate", Date, Meta),
        ("publish-date", Date, Meta),
        ("publish_date", Date, Meta),
        ("published", Date, Meta),
        ("publisheddate", Date, Meta),
        ("published_date", Date, Meta),
        ("published_at", Date, Meta),
        ("published_time", Date, Meta),
        ("publication_date", Date, Meta),
        ("publication-date", Date, Meta),
        ("publicationdate", Date, Meta),
        ("datepublished", Date, Meta),
        ("originalpublicationdate", Date, Meta),
        ("article.published", Date, Meta),
        ("article_date_original", Date, Meta),
        ("cxenseparse:recs:publishtime", Date, Meta),
        ("parsely-pub-date", Date, Meta),
        ("sailthru.date", Date, Meta),
        ("bt:pubdate", Date, Meta),
        ("ms.date", Date, Meta),
        ("created", Date, Meta),
        ("datecreated", Date, Meta),
        ("release_date", Date, Meta),
        ("shareaholic:article_published_time", Date, Meta),
        ("lastmod", Modified, Meta),
        ("last-modified", Modified, Meta),
        ("last_modified", Modified, Meta),
        ("lastmodified", Modified, Meta),
        ("modified", Modified, Meta),
        ("modified_date", Modified, Meta),
        ("datemodified", Modified, Meta),
        ("revised", Modified, Meta),
        ("article.updated", Modified, Meta),
        ("shareaholic:article_modified_time", Modified, Meta),
        ("application-name", SiteName, Meta),
        ("apple-mobile-web-app-title", SiteName, Meta),
        ("shareaholic:site_name", SiteName, Meta),
        ("publisher", SiteName, Meta),
        ("copyright", SiteName, Meta),
        ("language", Language, Meta),
        ("content-language", Language, Meta),
        ("description", Description, Meta),
        ("sailthru.description", Description, Meta),
        ("thumbnail", Image, Meta),
        ("parsely-image-url", Image, Meta),
        ("sailthru.image.full", Image, Meta),
        ("parsely-link", Url, Meta),
        ("keywords", Tag, Meta),
        ("news_keywords", Tag, Meta),
        ("parsely-tags", Tag, Meta),
        ("sailthru.tags", Tag, Meta),
    ]
};

fn by_name() -> &'static FxHashMap<&'static str, (Field, Source)> {
    static BY_NAME: OnceLock<FxHashMap<&str, (Field, Source)>> = OnceLock::new();
    BY_NAME.get_or_init(|| {
        NAMES
            .iter()
            .map(|(name, field, source)| (*name, (*field, *source)))
            .collect()
    })
}

/// Bytes of the longest name that is looked up.
const LONGEST_NAME: usize = 64;

/// Labels of a Twitter card that are followed by the author's name: WordPress plugins write them so.
const WRITTEN_BY: [&str; 10] = [
    "written by",
    "author",
    "posted by",
    "verfasst von",
    "geschrieben von",
    "écrit par",
    "escrito por",
    "scritto da",
    "geschreven door",
    "написано автором",
];

/// Reads the elements of [`crate::page::Page::metadata`] one by one.
#[derive(Debug, Default)]
pub struct Head {
    titled: bool,
    /// The last label of a Twitter card says that the author comes.
    labelled: bool,
}

impl Head {
    /// Reads an element; `text` is what it holds.
    pub fn read(
        &mut self,
        element: Element<'_>,
        text: &str,
        statements: &mut Statements,
    ) -> Result<(), OutOfMemory> {
        match element.local() {
            // That of an SVG graphic is another.
            names::TITLE if !self.titled && element.namespace() == Namespace::Html => {
                self.titled = true;
                statements.add(Field::Title, Source::Head, text)
            }
            names::META => self.meta(element, statements),
            names::LINK => link(element, statements),
            _ => Ok(()),
        }
    }

    /// `property`, `name` or `http-equiv`; in `property` several may stand.
    fn meta(
        &mut self,
        element: Element<'_>,
        statements: &mut Statements,
    ) -> Result<(), OutOfMemory> {
        let Some(content) = element.attr(names::CONTENT) else {
            return Ok(());
        };
        let names = [names::PROPERTY, names::NAME, names::HTTP_EQUIV];
        for name in names.into_iter().filter_map(|name| element.attr(name)) {
            if name.len() > LONGEST_NAME {
                continue;
            }
            let name = name.to_ascii_lowercase();
            for name in name.split_ascii_whitespace() {
                let name = name
                    .strip_prefix("dc:")
                    .map_or(name.to_owned(), |rest| format!("dc.{rest}"));
                if name.starts_with("twitter:label") && content.len() <= LONGEST_NAME {
                    let label = content.trim().trim_end_matches(':').to_lowercase();
                    self.labelled = WRITTEN_BY.contains(&label.as_str());
                } else if name.starts_with("twitter:data") && std::mem::take(&mut self.labelled) {
                    statements.add(Field::Author, Source::Twitter, content)?;
                }
                if let Some((field, source)) = by_name().get(name.as_str()) {
                    return statements.add(*field, *source, content);
                }
            }
        }
        Ok(())
    }
}

fn link(element: Element<'_>, statements: &mut Statements) -> Result<(), OutOfMemory> {
    let rel = element.attr(names::REL).unwrap_or("");
    let href = element.attr(names::HREF).unwrap_or("");
    for rel in rel.split_ascii_whitespace().take(8) {
        if rel.eq_ignore_ascii_case("canonical") {
            statements.add(Field::Url, Source::Head, href)?;
        } else if rel.eq_ignore_ascii_case("image_src") {
            statements.add(Field::Image, Source::Head, href)?;
        }
    }
    Ok(())
}
