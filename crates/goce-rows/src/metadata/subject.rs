//! What a page is about, by its typed data: an event, a recipe, a job, a course or a home. One table says which types and
//! properties of schema.org these are; JSON-LD, microdata and RDFa are read by it alike.

use crate::prelude::*;
use serde_json::{Map, Value as Json};

use super::json_ld::{Graph, local_name, text};
use super::price;
use super::product::{Product, is_product, number, scalar, word};
use super::values::clean;
use crate::feed::line_of_value;
use crate::pairs;
use crate::structured::each;
use Form::*;
use goce_core::json::{Kind, Value};
use goce_core::page::{Limits, PageError};

/// The most values of a property that are read.
const MOST: usize = 128;

/// How the values of a property are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The first text, or the name of the first object.
    Text,
    /// All of them.
    Texts,
    Number,
    /// A day, with the time where it is known.
    Day,
    /// A word of schema.org without its address.
    Word,
    /// The parts of a postal address, with commas between.
    Address,
    /// The texts of steps.
    Steps,
}

/// A kind of subjects: its key, its types, and for each form its fields, each with the properties that state it, the
/// first of which counts that is there. A point leads into an object.
struct SubjectKind {
    name: &'static str,
    types: &'static str,
    fields: &'static [(Form, &'static str)],
    /// It is offered at a price.
    is_offered: bool,
}

#[rustfmt::skip]
const KINDS: [SubjectKind; 5] = [
    SubjectKind {
        name: "event",
        types: "Event Festival Hackathon",
        fields: &[
            (Text, "name name, place location.name, organizer organizer"),
            (Day, "start startDate, end endDate"),
            (Word, "status eventStatus, attendance eventAttendanceMode"),
            (Address, "address location.address location"),
            (Texts, "performers performer performers"),
        ],
        is_offered: true,
    },
    SubjectKind {
        name: "recipe",
        types: "Recipe",
        fields: &[
            (Text, "name name, yield recipeYield yield, prep_time prepTime, cook_time cookTime, \
                total_time totalTime, calories nutrition.calories"),
            (Texts, "ingredients recipeIngredient ingredients, category recipeCategory, cuisine recipeCuisine"),
            (Steps, "instructions recipeInstructions"),
            (Number, "rating aggregateRating.ratingValue"),
        ],
        is_offered: false,
    },
    SubjectKind {
        name: "job",
        types: "JobPosting",
        fields: &[
            (Text, "title title name, organization hiringOrganization, \
                currency baseSalary.currency salaryCurrency, \
                salary_unit baseSalary.value.unitText baseSalary.unitText"),
            (Address, "address jobLocation.address jobLocation"),
            (Word, "location_type jobLocationType"),
            (Texts, "employment_type employmentType"),
            (Day, "posted datePosted, valid_through validThrough"),
            (Number, "salary baseSalary.value.value baseSalary.value baseSalary, \
                salary_min baseSalary.value.minValue baseSalary.minValue, \
                salary_max baseSalary.value.maxValue baseSalary.maxValue"),
        ],
        is_offered: false,
    },
    SubjectKind {
        name: "course",
        types: "Course",
        fields: &[
            (Text, "name name, code courseCode, provider provider, level educationalLevel, \
                workload hasCourseInstance.courseWorkload timeRequired"),
            (Texts, "modes hasCourseInstance.courseMode courseMode"),
            (Day, "start hasCourseInstance.startDate startDate, end hasCourseInstance.endDate endDate"),
        ],
        is_offered: true,
    },
    SubjectKind {
        name: "residence",
        types: "RealEstateListing Residence SingleFamilyResidence House Apartment ApartmentComplex Accommodation \
            GatedResidenceCommunity",
        fields: &[
            (Text, "name name, \
                area_unit floorSize.unitText floorSize.unitCode about.floorSize.unitText about.floorSize.unitCode, \
                built yearBuilt about.yearBuilt"),
            (Address, "address address mainEntity.address about.address itemOffered.address"),
            (Day, "posted datePosted"),
            (Number, "rooms numberOfRooms.value numberOfRooms about.numberOfRooms, \
                bedrooms numberOfBedrooms about.numberOfBedrooms, \
                bathrooms numberOfBathroomsTotal about.numberOfBathroomsTotal, \
                area floorSize.value about.floorSize.value"),
        ],
        is_offered: true,
    },
];

/// Parts of a postal address, in their order.
const ADDRESS: &str = "streetAddress postalCode addressLocality addressRegion addressCountry";

/// Types that are events of something else's history.
const NO_EVENTS: &str = "BroadcastEvent DeliveryEvent PublicationEvent";

/// Returns the place in the table of a type, with or without its vocabulary.
pub fn kind_of(name: &str) -> Option<usize> {
    let name = local_name(name);
    if name.ends_with("Event") && !is_listed(name, NO_EVENTS) {
        return Some(0);
    }
    KINDS.iter().position(|kind| is_listed(name, kind.types))
}

/// Returns `true` for a type of a product or of a subject of the table.
pub fn is_typed(name: &str) -> bool {
    is_product(name) || kind_of(name).is_some()
}

/// What is stated of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fact {
    Text(String),
    /// A decimal number.
    Number(String),
    List(Vec<String>),
}

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its place in the table.
    kind: usize,
    facts: Vec<(&'static str, Fact)>,
}

impl Subject {
    /// Returns what the page's own object among those of a graph states, if it is of a kind of the table. `own` returns
    /// the one of a kind that has the page's address or title, or else the only one, if there are at most so many.
    pub(super) fn of<'d>(
        graph: &Graph<'d>,
        own: impl Fn(usize, usize) -> Fallible<Option<Value<'d>>>,
    ) -> Fallible<Option<Subject>> {
        let kinds = || KINDS.iter().enumerate();
        // One that is the page's by its address or title goes before one that is alone.
        for (few, (number, kind)) in kinds().map(|kind| (0, kind)).chain(kinds().map(|kind| (1, kind))) {
            let Some(object) = own(number, few)? else {
                continue;
            };
            let mut facts = Vec::new();
            let fields = kind.fields.iter().flat_map(|(form, fields)| pairs(fields).map(move |field| (*form, field)));
            for (form, (name, paths)) in fields {
                for path in paths.split(' ') {
                    interrupts::check();
                    if let Some(fact) = fact(graph, object, form, path)? {
                        facts.try_push((name, fact))?;
                        break;
                    }
                }
            }
            if kind.is_offered {
                let offer = Product::of(object, graph)?;
                let stated = [
                    ("price", offer.price.map(Fact::Number)),
                    ("currency", offer.currency.map(Fact::Text)),
                    ("availability", offer.availability.map(Fact::Text)),
                ];
                facts.try_extend(stated.into_iter().filter_map(|(name, fact)| Some((name, fact?))))?;
            }
            if !facts.is_empty() {
                return Ok(Some(Subject { kind: number, facts }));
            }
        }
        Ok(None)
    }

    /// Returns a subject of a more trusted source, with what only another source states of the same kind.
    pub(super) fn completed(first: Option<Subject>, other: Subject) -> Option<Subject> {
        let Some(mut first) = first else {
            return Some(other);
        };
        if first.kind == other.kind {
            for (name, fact) in other.facts {
                if !first.facts.iter().any(|(known, _)| *known == name) {
                    first.facts.push((name, fact));
                }
            }
        }
        Some(first)
    }

    /// Returns the memory that it takes, in bytes.
    pub fn memory(&self) -> usize {
        let of = |fact: &Fact| match fact {
            Fact::Text(text) | Fact::Number(text) => text.held(),
            Fact::List(texts) => super::list_memory(texts),
        };
        self.facts.held() + self.facts.iter().map(|(_, fact)| of(fact)).sum::<usize>()
    }

    /// Returns the key of metadata under which it stands, and an object of what is stated.
    pub fn into_json(self) -> (&'static str, Json) {
        let mut object = Map::new();
        for (name, fact) in self.facts {
            let value = match fact {
                Fact::Text(text) => text.into(),
                Fact::Number(digits) => number(&digits).map_or(Json::Null, Json::Number),
                Fact::List(texts) => texts.into(),
            };
            object.insert(name.to_owned(), value);
        }
        (KINDS[self.kind].name, object.into())
    }
}

/// Returns the values to which a path of properties leads from an object, those of lists each.
pub(super) fn at<'d>(graph: &Graph<'d>, object: Value<'d>, path: &str) -> Fallible<Vec<Value<'d>>> {
    let mut found = vec![object];
    for name in path.split('.') {
        let mut next = Vec::new();
        for object in found {
            let values = each(graph.whole(object)?.get(name)).filter(|value| value.kind() != Kind::Array);
            next.try_extend(values.take(MOST.saturating_sub(next.len())))?;
        }
        found = next;
    }
    Ok(found)
}

/// Returns what a property states in a form.
fn fact<'d>(graph: &Graph<'d>, object: Value<'d>, form: Form, path: &str) -> Fallible<Option<Fact>> {
    let mut texts: Vec<String> = Vec::new();
    let values = if form == Steps {
        steps(graph, object.get(path))?
    } else {
        at(graph, object, path)?
    };
    for value in values {
        let found = match (form, value.kind()) {
            (Address, Kind::Object) => address(graph, graph.whole(value)?)?,
            (Steps, Kind::Object) => match scalar(value.get("text"))? {
                None => scalar(value.get("name"))?,
                found => found,
            },
            (Text | Texts, Kind::Object) => graph.texts(Some(value))?.first().and_then(|text| clean(text)),
            (Word, Kind::Object) => text(value.get("@id"))?.as_deref().and_then(clean),
            _ => scalar(Some(value))?,
        };
        let found = found.map(without_markup).transpose()?.flatten().and_then(|found| match form {
            Number => price::price(&found),
            Day => Moment::of_value(&found, DayOrder::Unknown).map(|moment| moment.to_string()),
            Word => word(&found),
            _ => Some(found),
        });
        texts.try_extend(found)?;
        if !texts.is_empty() && !matches!(form, Texts | Steps) {
            break;
        }
    }
    if matches!(form, Texts | Steps) {
        return Ok(Some(Fact::List(texts)).filter(|fact| *fact != Fact::List(Vec::new())));
    }
    Ok(texts.pop().map(if form == Number { Fact::Number } else { Fact::Text }))
}

/// Returns a text without the tags and the character references that it may have; `None` if nothing is left.
fn without_markup(text: String) -> Fallible<Option<String>> {
    if !text.contains(['<', '&']) {
        return Ok(Some(text));
    }
    match line_of_value(&text, !text.contains('<'), &Limits::default()) {
        Err(PageError::OutOfMemory) => Err(OutOfMemory),
        // It is as it was: no page has such a text.
        Err(_) => Ok(Some(text)),
        Ok(line) => Ok(line),
    }
}

/// Returns the steps of instructions in their order: those of sections and lists, and within steps that have no text.
fn steps<'d>(graph: &Graph<'d>, value: Option<Value<'d>>) -> Fallible<Vec<Value<'d>>> {
    let mut found = Vec::new();
    let mut open: Vec<(Value<'d>, usize)> = value.map(|value| (value, 0)).into_iter().collect();
    // The most values that are looked at: references may lead to the same object again and again.
    for _ in 0..8 * MOST {
        let Some((value, depth)) = open.pop().filter(|_| found.len() < MOST) else {
            break;
        };
        interrupts::check();
        let value = graph.whole(value)?;
        let parts = match value.kind() {
            Kind::Array => Some(value),
            Kind::Object if value.get("text").is_none() => value.get("itemListElement"),
            _ => None,
        };
        match parts {
            None => found.try_push(value)?,
            // How deep steps may lie, in lists and objects.
            Some(_) if depth == 8 => {}
            Some(parts) if parts.kind() == Kind::Array => {
                let start = open.len();
                open.try_extend(parts.items().take(MOST).map(|part| (part, depth + 1)))?;
                open[start..].reverse();
            }
            Some(part) => open.try_push((part, depth + 1))?,
        }
    }
    Ok(found)
}

/// Returns the parts of a postal address, with commas between.
fn address<'d>(graph: &Graph<'d>, object: Value<'d>) -> Fallible<Option<String>> {
    let mut parts: Vec<String> = Vec::new();
    for name in ADDRESS.split(' ') {
        let part = graph.texts(object.get(name))?.first().and_then(|text| clean(text));
        parts.try_extend(part.filter(|part| !parts.contains(part)))?;
    }
    Ok(Some(parts.join(", ")).filter(|address| !address.is_empty()))
}
