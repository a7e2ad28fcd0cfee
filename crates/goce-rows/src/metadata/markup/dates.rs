//! Elements and texts with dates, and where they stand: the page's date is near its heading.

use crate::prelude::*;
use goce_core::dates::labels::DateOf;

use super::teasers::{Place, are_of_teasers};
use super::{Read, Said, Walk, is_wide};
use crate::metadata::statements::{Field, Source, Statements};

/// Texts after a heading, and before one, among which a date is the page's.
const AFTER_HEADING: u32 = 24;
const BEFORE_HEADING: u32 = 8;

/// The most dates and headings that are remembered.
const MOST: usize = 128;

/// A date of the page, or a text that may be one.
struct Dated {
    field: Field,
    source: Source,
    text: String,
    /// How many texts stand before it.
    at: u32,
    place: Place,
}

/// The dates of a page and the places of its headings, counted in texts.
#[derive(Default)]
pub struct Dates {
    found: Vec<Dated>,
    /// Where other texts stand that may be dates, far from every heading: those of teasers look alike.
    far: Vec<Place>,
    /// The last short text before the first heading that may be a date.
    above: Option<Dated>,
    headings: Vec<Range<u32>>,
    /// The first heading of a lower level.
    lower: Option<Range<u32>>,
    /// That is a text which is the page's title.
    is_titled: bool,
    /// The first two texts far below the heading that say that the page was published. Several are those of a list.
    below: Vec<Dated>,
    /// The first two such texts where no heading of the first level is, or with a label that is of other things, too.
    foot: Vec<Dated>,
    /// How many texts end with the last long one of the page's work.
    prose: u32,
    /// How many lower headings stand above the first heading, and how many texts stand before the end of the first and of
    /// the last of these.
    teasers: (u32, Range<u32>),
    /// A paragraph stands above the first heading.
    has_paragraph: bool,
    texts: u32,
    /// How many dates stand above a menu that is above the first heading.
    above_menu: usize,
    /// The last text, and the one before it, if they are short.
    label: String,
    before: String,
    /// The last text goes on in the next one: <sup>er</sup> mai.
    goes_on: bool,
}

/// Attributes with seconds since 1970, from which scripts write a date.
const SECONDS: &str = "data-utime data-timestamp data-time";

/// The longest text that can be a date beside the heading, in bytes.
const LONGEST: usize = 100;

/// Returns `true` if a text has as many digits as a date, of which that has four at least.
fn may_be_date(text: &str) -> bool {
    (6..=LONGEST).contains(&text.len())
        && if text.is_ascii() {
            text.bytes().filter(u8::is_ascii_digit).nth(3).is_some()
        } else {
            text.contains('年') || text.chars().filter(|c| c.is_numeric()).nth(3).is_some()
        }
}

/// Returns what a text says of the date that follows it.
fn said_by(label: &str) -> DateOf {
    // The longest label of a date, in bytes.
    Some(label).filter(|label| label.len() <= 40).and_then(DateOf::label).unwrap_or(DateOf::Publication)
}

impl Dates {
    /// Adds a date that an element states.
    pub fn add(&mut self, field: Field, source: Source, text: &str, place: Place) -> Fallible {
        let text = text.trim();
        if self.found.len() < MOST && !text.is_empty() {
            let dated = self.dated(field, source, text, self.texts)?;
            self.found.try_push(Dated { place, ..dated })?;
        }
        Ok(())
    }

    fn dated(&self, field: Field, source: Source, text: &str, at: u32) -> Fallible<Dated> {
        let text = try_to_owned(text)?;
        Ok(Dated {
            field,
            source,
            text,
            at,
            place: Place::default(),
        })
    }

    /// Returns how many texts stand behind the last heading; `None` before the first one, and in it.
    pub fn since_heading(&self) -> Option<u32> {
        let heading = self.headings.last().or(self.lower.as_ref())?;
        self.texts.checked_sub(heading.end)
    }

    /// Notes a text of the page that is more than white space. `is_own` says that it is about the page's work.
    pub fn text(&mut self, text: &str, is_own: bool, place: Place) -> Fallible {
        // 1<sup>er</sup> mai
        if self.label.ends_with(|c: char| c.is_ascii_digit())
            && matches!(text.trim_ascii(), "st" | "nd" | "rd" | "th" | "er" | "o" | "ª" | "º")
        {
            self.label.push_str(text.trim_ascii());
            self.goes_on = true;
            return Ok(());
        }
        let goes_on = std::mem::take(&mut self.goes_on) && text.len() <= LONGEST;
        let joined = goes_on.then(|| format!("{}{text}", self.label));
        let text = joined.as_deref().unwrap_or(text);
        // What stands before a day stays its label.
        if !goes_on {
            std::mem::swap(&mut self.before, &mut self.label);
        }
        self.label.clear();
        let is_below = self.since_heading().is_some_and(|texts| texts < AFTER_HEADING);
        let at = self.texts;
        self.texts = self.texts.saturating_add(1);
        if is_own && text.len() > 2 * LONGEST {
            self.prose = self.texts;
        }
        // The longest text that is read for a date, with the white space around it, in bytes.
        if text.len() > 400 {
            self.has_paragraph |= self.headings.is_empty();
            return Ok(());
        }
        let text = text.trim_ascii();
        if text.len() <= LONGEST {
            self.label.push_str(text);
        }
        if !is_own || !may_be_date(text) {
            return Ok(());
        }
        if !is_below && self.far.len() < MOST {
            self.far.try_push(place)?;
        }
        let begins = text.split(' ').next().unwrap_or("");
        // "Stand: 31.12.2020" may be of a number in the text.
        let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let is_state = bare.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("stand"));
        if !is_below && (self.headings.is_empty() || is_state) && self.foot.len() < 2 {
            let is_bare = text.starts_with(|c: char| c.is_ascii_digit());
            let label = if is_bare { &self.before } else { text };
            let first = if is_bare { label } else { begins };
            let field = match DateOf::label(label) {
                Some(DateOf::Change) => Some(Field::Modified),
                _ if DateOf::label(first) == Some(DateOf::Publication) => Some(Field::Date),
                _ => None,
            };
            if let Some(field) = field {
                self.foot.try_push(self.dated(field, Source::Far, text, at)?)?;
            }
        }
        if is_below || self.headings.is_empty() {
            if matches!(said_by(&self.before), DateOf::LookUp | DateOf::Other) {
                return Ok(());
            }
            let dated = self.dated(Field::Date, Source::Near, text, at)?;
            let dated = Dated { place, ..dated };
            if !is_below {
                self.above = Some(dated);
            } else if self.found.len() < MOST {
                self.found.try_push(dated)?;
            }
        } else if !is_state && !text.starts_with(|c: char| c.is_ascii_digit()) {
            // "Last updated: 3 May 2021" at the end of the page.
            if DateOf::label(text) == Some(DateOf::Change) {
                if self.found.len() < MOST {
                    self.found.try_push(self.dated(Field::Modified, Source::Far, text, at)?)?;
                }
            } else if DateOf::label(begins) == Some(DateOf::Publication) && self.below.len() < 2 {
                self.below.try_push(self.dated(Field::Date, Source::Far, text, at)?)?;
            }
        }
        Ok(())
    }

    /// Returns what the text just before says of the date that follows.
    pub fn label(&self) -> DateOf {
        said_by(&self.label)
    }

    /// Notes a heading that ends here, before which some texts stand. Returns `true` for the first of the first level.
    pub fn heading(&mut self, tag: Tag, start: u32) -> Fallible<bool> {
        let place = start..self.texts;
        if tag != Tag::H1 {
            self.lower.get_or_insert(place);
            return Ok(false);
        }
        let is_first = self.headings.is_empty();
        if is_first {
            // The heading may itself have digits.
            let first = self.first_of_teasers();
            let is_other = |at: u32| at >= first.min(start) || start - at > BEFORE_HEADING;
            self.above.take_if(|above| is_other(above.at));
            self.foot.clear();
        }
        if self.headings.len() < MOST {
            self.headings.try_push(place)?;
        }
        Ok(is_first)
    }

    /// Notes that the last text is the page's title, as which no heading is.
    pub fn titled(&mut self) -> Fallible {
        let place = self.texts.saturating_sub(1)..self.texts;
        match self.headings.len() {
            0 => {
                // Of a heading that is no title, near texts are not the page's.
                if !std::mem::replace(&mut self.is_titled, true) {
                    self.found.retain(|dated| dated.source != Source::Near);
                }
                self.lower = Some(place);
            }
            1..MOST => self.headings.try_push(place)?,
            _ => {}
        }
        Ok(())
    }

    /// Notes the end of a heading of a lower level.
    pub fn lower_heading(&mut self) {
        if self.headings.is_empty() {
            let (count, between) = &mut self.teasers;
            let first = if *count == 0 { self.texts } else { between.start };
            (*count, *between) = (count.saturating_add(1), first..self.texts);
        }
    }

    /// Returns `true` if headings of teasers stand above the first one: no paragraph is between.
    pub fn are_teasers_above(&self) -> bool {
        self.teasers.0 > 1 && !self.has_paragraph
    }

    /// Returns how many texts stand before the first date of teasers above the first heading: of several, one stands
    /// between their headings.
    fn first_of_teasers(&self) -> u32 {
        let between = &self.teasers.1;
        let has_date = self.are_teasers_above() && self.found.iter().any(|dated| between.contains(&dated.at));
        if has_date { between.start } else { u32::MAX }
    }

    /// Notes a menu above the first heading. A time above it is the clock of the site's head.
    pub fn menu(&mut self) {
        self.above_menu = self.found.len();
        self.above = None;
    }

    /// Returns the text just before, if it is short.
    pub fn last(&self) -> &str {
        &self.label
    }

    /// Returns how many texts came so far.
    pub fn texts(&self) -> u32 {
        self.texts
    }

    fn is_near(&self, at: u32) -> bool {
        let is_near = |heading: &Range<u32>| {
            let after = at.checked_sub(heading.end).is_some_and(|texts| texts <= AFTER_HEADING);
            let before = heading.start.checked_sub(at).is_some_and(|texts| texts <= BEFORE_HEADING);
            after || before
        };
        self.headings.iter().any(is_near)
    }

    /// States the dates: those far from every heading as such, and those beside one last.
    pub fn state(self, statements: &mut Statements) -> Fallible {
        let places: Vec<Place> = self.found.iter().map(|dated| dated.place).chain(self.far.iter().copied()).collect();
        let are_teasers = are_of_teasers(&places);
        let is_teaser = |index: usize| are_teasers.get(index) == Some(&true);
        let has_heading = !self.headings.is_empty() || self.lower.is_some();
        let is_clock = |(index, dated): &(usize, &Dated)| {
            has_heading && *index < self.above_menu && matches!(dated.source, Source::First | Source::Class)
        };
        let first = self.headings.first().map_or(0, |heading| heading.start);
        let of_teasers = self.first_of_teasers()..first;
        for (_, dated) in self.found.iter().enumerate().filter(|found| !is_clock(found) && !is_teaser(found.0)) {
            let is_near = dated.source == Source::Near || self.is_near(dated.at);
            let is_near = self.headings.is_empty() || is_near && !of_teasers.contains(&dated.at);
            let source = if is_near { dated.source } else { Source::Far };
            statements.add(dated.field, source, &dated.text)?;
        }
        if let [published] = self.below.as_slice() {
            statements.add(published.field, Source::Far, &published.text)?;
        }
        // Behind it stands no more of the work.
        if let [foot] = self.foot.as_slice()
            && foot.at >= self.prose
        {
            statements.add(foot.field, Source::Far, &foot.text)?;
        }
        for (_, clock) in self.found.iter().enumerate().filter(is_clock) {
            statements.add(clock.field, Source::Far, &clock.text)?;
        }
        match self.above.filter(|_| !self.headings.is_empty()) {
            Some(above) => statements.add(above.field, above.source, &above.text),
            None => Ok(()),
        }
    }
}

impl Walk {
    /// Reads an element that states a date: `<time>` and others with such an attribute, and those with a class for one.
    #[inline]
    pub fn date(&mut self, element: Element<'_>, tag: Tag, read: &Read<'_>, said: &Said) -> Fallible {
        // Most elements are none of these.
        if tag != Tag::Time && read.datetime.or(read.title).is_none() && !said.changed && !said.dated {
            return Ok(());
        }
        self.all_titles.look(tag, read.class, self.depth);
        self.possible_date(element, tag, read, said)
    }

    fn possible_date(&mut self, element: Element<'_>, tag: Tag, read: &Read<'_>, said: &Said) -> Fallible {
        let is_time =
            tag == Tag::Time || read.datetime.is_some() && !matches!(element.local(), names::INS | names::DEL);
        // "2 years ago"
        let is_abbreviation = matches!(tag, Tag::Abbr | Tag::Span) && read.title.is_some_and(may_be_date);
        let by_class = !is_wide(tag) && (said.changed || said.dated);
        if !is_time && !is_abbreviation && !by_class {
            return Ok(());
        }
        let is_published = said.published || is_time && element.attr(names::PUBDATE).is_some();
        // The day of publication may stand in its text. Without one the day of the change counts.
        if is_time
            && !is_published
            && element
                .attr(names::ITEMPROP)
                .is_some_and(|property| property.trim().eq_ignore_ascii_case("dateModified"))
        {
            return self.dates.add(
                Field::Modified,
                Source::First,
                read.datetime.unwrap_or(""),
                self.all_titles.place(),
            );
        }
        let of = if is_published {
            DateOf::Publication
        } else {
            self.dates.label()
        };
        let field = match of {
            DateOf::LookUp | DateOf::Other => return Ok(()),
            DateOf::Publication if !said.changed || is_published && is_time => Field::Date,
            _ => Field::Modified,
        };
        let source = match is_time {
            // In the foot of an article may stand the days of others.
            _ if self.foot.is_some() => Source::Far,
            true if is_published || said.changed => Source::Element,
            false if by_class => Source::Class,
            _ => Source::First,
        };
        let content = element.attr(names::CONTENT).filter(|_| by_class);
        // From 2001 to 2033: others are days in digits.
        let is_seconds = |value: &&str| {
            let value = value.trim();
            matches!(value.len(), 10 | 13) && value.starts_with('1') && value.parse::<u64>().is_ok()
        };
        let title =
            read.title.filter(|title| (by_class || is_abbreviation) && may_be_date(title) && !is_seconds(title));
        let value = read.datetime.or(content).or(title).filter(|value| !value.trim().is_empty());
        let of_scripts = || {
            let mut attributes = element.attrs().filter(|attribute| is_listed(attribute.name(), SECONDS));
            attributes.find_map(|attribute| Some(attribute.value()).filter(is_seconds))
        };
        match value.or_else(of_scripts) {
            Some(value) if is_seconds(&value) => {
                let moment = Moment::of_value(value, DayOrder::Unknown).map(|moment| moment.to_string());
                self.dates.add(field, source, &moment.unwrap_or_default(), self.all_titles.place())
            }
            Some(value) => self.dates.add(field, source, value, self.all_titles.place()),
            None => {
                self.listen(field, source);
                Ok(())
            }
        }
    }
}
