//! The statements of `<meta>`, `<link>` and `<title>`.

use crate::prelude::*;

use rustc_hash::FxHashMap;

use super::statements::{Field, Source, Statements};
use super::values::LONGEST;
use super::{rights, robots};
use goce_core::page::{Description, Link, Meta};

/// What the names of `<meta>` (in lower case, with spaces between) state, with their vocabularies.
#[rustfmt::skip]
const NAMES: &[(Source, &[(Field, &str)])] = {
    use Field::*;
    use Source::*;
    &[
        (OpenGraph, &[
            (Title, "og:title"),
            (Author, "og:author og:article:author article:author article:author:name book:author"),
            (Date, "article:published_time article:published og:published_time og:article:published_time \
            og:pubdate og:release_date"),
            (Modified, "article:modified_time og:article:modified_time article:modified og:modified_time \
            og:updated_time"),
            (SiteName, "og:site_name"),
            (Language, "og:locale"),
            (Description, "og:description"),
            (Image, "og:image:secure_url og:image:url og:image"),
            (Url, "og:url"),
            (Tag, "article:tag og:article:tag"),
            (Kind, "og:type"),
            (Price, "product:price:amount og:price:amount"),
            (Currency, "product:price:currency og:price:currency"),
            (Availability, "product:availability og:availability"),
            (Brand, "product:brand og:brand"),
            (Sku, "product:retailer_item_id product:sku"),
            (Tier, "article:content_tier"),
            (Gtin, "product:gtin product:ean product:upc"),
        ]),
        (Twitter, &[
            (Title, "twitter:title"),
            (Description, "twitter:description"),
            (Image, "twitter:image twitter:image:src"),
            (Url, "twitter:url"),
        ]),
        (DublinCore, &[
            (Title, "dc.title dcterms.title citation_title"),
            (Author, "dc.creator dc.creator.author dcterms.creator citation_author citation_authors"),
            (Date, "dc.date dc.date.issued dc.date.created dcterms.date dcterms.issued dcterms.created dc.created \
            citation_publication_date citation_online_date citation_date prism.publicationdate"),
            (Modified, "dc.date.modified dcterms.modified dc.modified"),
            (SiteName, "dc.publisher dcterms.publisher"),
            (Language, "dc.language dcterms.language citation_language"),
            (Description, "dc.description dcterms.description dcterms.abstract citation_abstract"),
            (Tag, "dc.subject dcterms.subject citation_keywords"),
            (License, "dcterms.license dc.rights.license dc.license dcterms.rights dc.rights"),
        ]),
        (Meta, &[
            (License, "license licence content-license rights-license"),
            (Title, "title headline parsely-title sailthru.title"),
            (Author, "author authors byl byline creator article.author parsely-author sailthru.author \
            shareaholic:article_author_name"),
            (Date, "date pubdate publishdate publish-date publish_date published publisheddate published_date \
            published_at published_time published_time_telegram publishtime pub_date date_published date-published \
            displaydate publication_date publication-date publicationdate datepublished \
            originalpublicationdate article.published article_date_original dcterms.available cxenseparse:recs:publishtime \
            parsely-pub-date sailthru.date bt:pubdate ms.date created datecreated release_date \
            shareaholic:article_published_time"),
            (Modified, "modified-date modified_time date_modified date-modified updated_time last_updated last-updated \
            article_date_updated sailthru.lastmod date-last-modified lastmodifieddate lastmod last-modified \
            last_modified lastmodified modified modified_date datemodified revised \
            article.updated shareaholic:article_modified_time"),
            (SiteName, "application-name apple-mobile-web-app-title shareaholic:site_name publisher copyright"),
            (Language, "language content-language"),
            (Description, "description sailthru.description"),
            (Image, "thumbnail parsely-image-url sailthru.image.full"),
            (Url, "parsely-link"),
            (Tag, "keywords news_keywords parsely-tags sailthru.tags"),
        ]),
    ]
};

/// Names for the days of publication and of change behind the prefix of any vocabulary.
const IN_ANY_VOCABULARY: (&str, &str) = ("published_time datepublished", "modified_time datemodified");

static BY_NAME: LazyLock<FxHashMap<&str, (Field, Source)>> = LazyLock::new(|| {
    let fields = NAMES
        .iter()
        .flat_map(|(source, fields)| fields.iter().map(|(field, names)| (*source, *field, *names)));
    fields
        .flat_map(|(source, field, names)| names.split(' ').map(move |name| (name, (field, source))))
        .collect()
});

/// Labels of a Twitter card before the author's name, as WordPress plugins write them.
const WRITTEN_BY: &str = "\
    written by, author, posted by, verfasst von, geschrieben von, écrit par, escrito por, scritto da, geschreven door, \
    написано автором";

/// Reads the elements of [`goce_core::page::Page::head`] one by one.
#[derive(Debug, Default)]
pub struct HeadReader {
    /// The last label of a Twitter card announces the author.
    labelled: bool,
}

impl HeadReader {
    pub fn read(&mut self, element: Description<'_>, statements: &mut Statements) -> Fallible {
        match element {
            Description::Title(title) => statements.add(Field::Title, Source::Head, title),
            Description::Meta(meta) => self.meta(meta, statements),
            Description::Link(link) => read_link(link, statements),
            Description::JsonLd(_) => Ok(()),
        }
    }

    /// Reads a `<meta>` by the first of its names that is known.
    fn meta(&mut self, meta: Meta<'_>, statements: &mut Statements) -> Fallible {
        let Some(content) = meta.content else {
            return Ok(());
        };
        for name in meta.names() {
            let mut name = name.to_ascii_lowercase();
            if name.starts_with("dc:") {
                name.replace_range(..3, "dc.");
            }
            // The longest label of a Twitter card that is read, in bytes.
            if name.starts_with("twitter:label") && content.len() <= 64 {
                let label = content.trim().trim_end_matches(':').to_lowercase();
                self.labelled = is_one(WRITTEN_BY, &label);
            } else if name.starts_with("twitter:data") && std::mem::take(&mut self.labelled) {
                statements.add(Field::Author, Source::Twitter, content)?;
            }
            let known = BY_NAME.get(name.as_str()).copied().or_else(|| {
                // rnews:datePublished, krn:published_time
                let (vocabulary, local) = name.split_once([':', '.'])?;
                if is_listed(vocabulary, "product video music book image") {
                    return None;
                }
                let (published, modified) = IN_ANY_VOCABULARY;
                let field = is_listed(local, published).then_some(Field::Date);
                Some((field.or(is_listed(local, modified).then_some(Field::Modified))?, Source::Meta))
            });
            if let Some((field, source)) = known {
                return statements.add(field, source, content);
            }
            // The longest statement about one robot that is read, in bytes. Of one about all of them the start is read.
            if robots::is_about_all(&name) || robots::is_agent(&name) && content.len() <= 1024 {
                let content = start_of(content, LONGEST.saturating_sub(name.len() + 1));
                return statements.add(Field::Robots, Source::Meta, &format!("{name}:{content}"));
            }
        }
        Ok(())
    }
}

fn read_link(link: Link<'_>, statements: &mut Statements) -> Fallible {
    for relation in link.relations() {
        if relation.eq_ignore_ascii_case("canonical") {
            statements.add(Field::Url, Source::Head, link.href)?;
        } else if relation.eq_ignore_ascii_case("image_src") {
            statements.add(Field::Image, Source::Head, link.href)?;
        } else if relation.eq_ignore_ascii_case("license")
            // Of others it leads to a note.
            || relation.eq_ignore_ascii_case("copyright") && rights::is_license(link.href)
        {
            statements.add(Field::License, Source::Head, link.href)?;
        }
    }
    Ok(())
}
