//! The choice among the statements of a page, field by field.

use super::address_parts;
use super::statements::Source::{self, *};
use super::statements::{Field, Statements};
use super::titles::Titles;
use super::values::{clean, key, within};
use super::{COMPARED, LONGEST_ADDRESS, MOST, Metadata, Naming, author_names};
use crate::prelude::*;
use goce_core::dates::labels::{self, DateOf};
use goce_core::texts::words::is_listed;

/// What stands behind the name of a site in that of its firm.
const FIRMS: &str = "ab ag as asa bv co gmbh inc kft kg llc llp ltd limited nv oy oyj plc sa sarl sas sl spa srl";

/// Chooses among statements.
pub struct Choice<'a> {
    statements: &'a Statements,
    resolver: LinkResolver,
}

/// Values in the order of their coming, each once.
#[derive(Default)]
struct Distinct {
    values: Vec<String>,
    keys: Vec<String>,
}

impl Distinct {
    /// Adds a value, unless one with the same key or [`MOST`] are there.
    fn add(&mut self, value: String, key: String) {
        if self.values.len() < MOST && !self.keys.contains(&key) {
            self.values.push(value);
            self.keys.push(key);
        }
    }
}

impl<'a> Choice<'a> {
    /// Returns the choice among the statements of a page with this address, if it is known.
    pub fn of(page: &Page, statements: &'a Statements, url: Option<&str>) -> Self {
        Choice {
            statements,
            resolver: LinkResolver::of(page, url),
        }
    }

    pub fn naming(&self, url: Option<&str>) -> Naming {
        interrupts::check();
        let name_of = |name: &str| clean(name).filter(|name| !name.contains("://") && is_short(name));
        let (sitename, canonical) = (self.statements.first(Field::SiteName, name_of), self.address(Field::Url));
        let title = self.title(sitename.as_deref(), url.or(canonical.as_deref()));
        Naming { title, sitename }
    }

    pub fn metadata(&self, url: Option<&str>) -> Metadata {
        let Naming { title, sitename } = self.naming(url);
        let language = self.statements.first(Field::Language, language_tag);
        let order = language.as_deref().map_or(DayOrder::Unknown, DayOrder::of);
        let canonical = self.address(Field::Url);
        let date = self.date(order, &[url, canonical.as_deref()]);
        interrupts::check();
        // A post that waited for its day was changed before it, and not since.
        let is_before = |modified: &Moment| {
            date.is_some_and(|date| {
                modified.seconds() < date.seconds() && modified.to_string()[..10] < date.to_string()[..10]
            })
        };
        Metadata {
            title,
            authors: self.authors(sitename.as_deref(), url.or(canonical.as_deref())),
            date: date.map(|date| date.to_string()),
            modified: self.modified(order).filter(|date| !is_before(date)).map(|date| date.to_string()),
            language,
            description: self.statements.first(Field::Description, clean),
            image: self.address(Field::Image),
            tags: self.tags(),
            url: canonical,
            sitename,
            ..Metadata::default()
        }
    }

    fn title(&self, sitename: Option<&str>, url: Option<&str>) -> Option<String> {
        let titles = |sources| {
            let stated = self.statements.by_trust(Field::Title, sources);
            let compared = stated.take(COMPARED);
            compared.map(|(_, title)| title.to_owned()).collect()
        };
        let document = self.statements.of(Field::Title, Head).next();
        let host = url.and_then(address_parts::host_names).into_iter().flatten();
        let headings: Vec<String> = titles(&[First]);
        // A front page may link to itself by its own headline. On another page that stands behind its own in the title.
        let keys: Vec<String> = headings.iter().map(|heading| key(heading)).collect();
        let whole = document.map(key).unwrap_or_default();
        let is_heading = |name: &String| {
            keys.contains(name) && !keys.iter().any(|own| own != name && whole == format!("{own} {name}"))
        };
        let home = self.statements.of(Field::SiteName, Far).map(key);
        let home: Vec<String> = home.filter(|name| is_short(name) && !is_heading(name)).collect();
        Titles {
            headings,
            lower: self.statements.of(Field::Title, Far).map(str::to_owned).collect(),
            metadata: titles(Field::Title.trusted()),
            document: document.map(str::to_owned),
            sites: sitename.map(key).into_iter().chain(host).chain(home).collect(),
            is_inner: url.is_some_and(|url| !matches!(address_parts::path(url), "" | "/")),
        }
        .choose()
    }

    /// The names that the most trusted source gives; those of the site only where there is no other.
    fn authors(&self, sitename: Option<&str>, url: Option<&str>) -> Vec<String> {
        let trusted = || Field::Author.trusted().iter().copied();
        let site = sitename.map(key);
        let host = url.and_then(address_parts::host_names).unwrap_or_default();
        let is_site = |source: Source, key: &str| {
            let is_firm = |name: &String| {
                let form = key.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(' '));
                form.is_some_and(|form| is_listed(form, FIRMS))
            };
            let names = |name: &String| {
                name == key || is_firm(name) || source.is_byline() && name.contains(' ') && within(name, key)
            };
            site.iter().chain(&host).any(names)
        };
        let people = trusted().map(|source| self.authors_of(source, |key| !is_site(source, key)));
        // An organisation is one where it says so in JSON-LD; and a host may have the name of its author.
        let others = [JsonLdPage].into_iter().chain(trusted()).map(|source| {
            let may_be_site = matches!(source, JsonLd | JsonLdPage);
            self.authors_of(source, |key| may_be_site || site.as_deref() != Some(key))
        });
        people.chain(others).find(|authors| !authors.is_empty()).unwrap_or_default()
    }

    /// The names of a source whose keys are wanted.
    fn authors_of(&self, source: Source, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut authors = Distinct::default();
        for value in self.statements.of(Field::Author, source) {
            interrupts::check();
            let names = if source.is_byline() || value.contains(author_names::EDGE) {
                author_names::of_byline(value)
            } else {
                author_names::of_value(value)
            };
            for name in names {
                let key = key(&name);
                if is_wanted(&key) {
                    authors.add(name, key);
                }
            }
            // Further elements belong to other works.
            if source.is_byline() && !authors.values.is_empty() {
                break;
            }
        }
        authors.values
    }

    fn date(&self, order: DayOrder, urls: &[Option<&str>]) -> Option<Moment> {
        let mut urls = urls.iter().flatten();
        let in_path = urls.find_map(|url| Moment::of_path(address_parts::path(url)));
        let stated = || self.moments(Field::Date, Field::Date.trusted(), DateOf::Publication, order);
        let Some(date) = stated().next().or(in_path) else {
            let far = self.moments(Field::Date, &[Far], DateOf::Publication, order).next();
            return far.or_else(|| self.labelled_change(order)).or_else(|| self.day_of_title(order));
        };
        if !date.is_in_utc() {
            return Some(date);
        }
        // The day of a moment in UTC is another one at many places. Of those that have no time the first is believed.
        let mut told = in_path.into_iter().chain(stated()).scan(false, |has_day, local| {
            let is_further = *has_day && !local.has_time();
            *has_day |= !local.has_time();
            Some(date.told_locally(&local).filter(|_| !is_further))
        });
        Some(told.find_map(|told| told).unwrap_or(date))
    }

    /// The day of a change that nothing but its label tells from one of publication.
    fn labelled_change(&self, order: DayOrder) -> Option<Moment> {
        let labelled = self.moments(Field::Date, &[Element, Class, First, Near, Far], DateOf::Change, order);
        labelled.chain(self.moments(Field::Modified, &[First, Far], DateOf::Change, order)).next()
    }

    /// The day with which a newspaper ends its titles: "Bridge closed / Aare news, 17 January 2012".
    fn day_of_title(&self, order: DayOrder) -> Option<Moment> {
        let mut titles = self.statements.of(Field::Title, Head);
        titles.find_map(|title| {
            let ends = [", ", " - ", " – ", " — ", " | ", " / "].into_iter().filter_map(|sign| title.rsplit_once(sign));
            let mut ends = ends.filter(|(_, end)| end.split_whitespace().count() <= 4);
            ends.find_map(|(_, end)| Moment::of_value(end, order))
        })
    }

    fn modified(&self, order: DayOrder) -> Option<Moment> {
        let stated = self.moments(Field::Modified, Field::Modified.trusted(), DateOf::Change, order).next();
        stated.or_else(|| self.labelled_change(order))
    }

    /// The values that are dates, and of the texts of elements the dates whose labels say that they are of this kind.
    fn moments<'s>(
        &'s self,
        field: Field,
        trust: &'s [Source],
        of: DateOf,
        order: DayOrder,
    ) -> impl Iterator<Item = Moment> + 's {
        let stated = self.statements.by_trust(field, trust).inspect(|_| interrupts::check());
        stated.filter_map(move |(source, value)| {
            if !source.is_shown() {
                return Moment::of_value(value, order).or_else(|| Moment::of_value(value, self.shown_order(source)));
            }
            // What stands around the text said already that it is of a change.
            let around = Some(DateOf::Publication).filter(|_| field == Field::Modified);
            // Boards write so before the time of the visit.
            let mut kinds = [of].into_iter().chain(around).filter(|_| !value.starts_with("It is currently"));
            kinds.find_map(|kind| labels::date_of(kind, value, order))
        })
    }

    /// Returns the order of day and month that the dates of a source show, if all of those do that show one.
    fn shown_order(&self, source: Source) -> DayOrder {
        let stated = |field: Field| self.statements.of(field, source).take(COMPARED);
        let dates = stated(Field::Date).chain(stated(Field::Modified));
        // No date takes more bytes.
        let mut shown = dates.filter_map(|date| DayOrder::shown_by(start_of(date, 64)));
        let first = shown.next().unwrap_or(DayOrder::Unknown);
        if shown.all(|other| other == first) {
            first
        } else {
            DayOrder::Unknown
        }
    }

    /// Returns an address without what is relative in it, if it is one of the web.
    pub fn absolute(&self, address: &str) -> Option<String> {
        (address.len() <= LONGEST_ADDRESS).then(|| self.resolver.absolute(address)).flatten()
    }

    fn address(&self, field: Field) -> Option<String> {
        self.statements.first(field, |address| self.absolute(address))
    }

    /// The tags of the most trusted source that has any.
    fn tags(&self) -> Vec<String> {
        for source in Field::Tag.trusted() {
            let mut tags = Distinct::default();
            for value in self.statements.of(Field::Tag, *source) {
                interrupts::check();
                for tag in value.split([',', ';', '，', '、']).filter_map(clean).filter(|tag| is_short(tag)) {
                    let key = key(&tag);
                    tags.add(tag, key);
                }
            }
            if !tags.values.is_empty() {
                return tags.values;
            }
        }
        Vec::new()
    }
}

/// Returns `true` for what may be a tag or the name of a site: the longest has 100 characters.
fn is_short(name: &str) -> bool {
    name.chars().nth(100).is_none()
}

/// Returns a language tag (BCP 47) in its usual case: `en-US`, `zh-Hant`.
fn language_tag(text: &str) -> Option<String> {
    let text = text.split([',', ';', ' ']).next()?.trim();
    let mut tag = String::new();
    for (index, part) in text.split(['-', '_']).enumerate().take(4) {
        let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let part = match (index, part.len()) {
            (0, 2..=3) if letters => part.to_ascii_lowercase(),
            // `utf-8`
            (1, 1) if are_digits(part) => return None,
            (0, _) => return None,
            (_, 2) if letters => part.to_ascii_uppercase(),
            (_, 3) if are_digits(part) => part.to_owned(),
            (_, 4) if letters => {
                let (first, rest) = part.split_at(1);
                format!("{}{}", first.to_ascii_uppercase(), rest.to_ascii_lowercase())
            }
            _ => break,
        };
        if index > 0 {
            tag.push('-');
        }
        tag.push_str(&part);
    }
    (tag != "und").then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_a_source_show_their_order() {
        for [html, expected] in cases(
            "
            <meta property=article:published_time content='Tue, 07/11/2023 - 17:57'>\
            <meta property=og:updated_time content='Fri, 07/14/2023 - 10:30'> => 2023-07-11T17:57:00
            <html lang=de><meta property=article:published_time content=07/11/2023>\
            <meta property=og:updated_time content=07/14/2023> => 2023-11-07
            // Of another vocabulary, in another order too, and none that shows one.
            <meta property=article:published_time content=07/11/2023><meta name=lastmod content=07/14/2023> =>
            <meta property=article:published_time content=07/11/2023><meta property=og:updated_time content=07/14/2023>\
            <meta property=og:modified_time content=14/07/2023> =>
            <meta property=article:published_time content=07/11/2023> =>",
        ) {
            let found = Metadata::of(&sample(html), None).unwrap().date;
            assert_eq!(found.unwrap_or_default(), expected, "{html}");
        }
    }

    #[test]
    fn languages() {
        expect(
            "
            en_us => en-US
            zh-hant-tw => zh-Hant-TW
            ES-419 => es-419
            de, en => de
            english => -
            und => -
            utf-8 => -
            en-x-pirate => en
             => -",
            language_tag,
        );
    }
}
