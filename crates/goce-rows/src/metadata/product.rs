//! What a page sells, if it says so: by an object of JSON-LD, microdata or RDFa that is a product, or by OpenGraph.

use crate::prelude::*;
use serde_json::Number;

use super::json_ld::{Graph, local_name, text};
use super::price;
use super::statements::{Field, Source, Statements};
use super::values::{clean, key, object, within};
use crate::language_of;
use crate::structured::each;
use goce_core::genre::markup::head_matches::HeadMatches;
use goce_core::genre::markup::shown_price::shown_price;
use goce_core::json::{Kind, Value};

/// The longest number of an article, code of a country or word for an availability, in characters.
const LONGEST_CODE: usize = 64;

/// The types that are products.
const PRODUCTS: &str = "Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Motorcycle";

/// Numbers that the trade gives to products (GTIN), by their names.
const GTINS: &str = "gtin gtin13 gtin14 gtin12 gtin8 ean";

/// Returns `true` for a type that is a product, with or without its vocabulary.
pub fn is_product(name: &str) -> bool {
    is_listed(local_name(name), PRODUCTS)
}

/// A product. A field that the page does not state is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Product {
    #[allow(missing_docs)]
    pub name: Option<String>,
    /// A decimal number; of several offers that of the first that is not sold out, of a range of prices the lowest.
    pub price: Option<String>,
    /// ISO 4217.
    pub currency: Option<String>,
    /// The word of schema.org, such as `InStock`, or what the page states instead.
    pub availability: Option<String>,
    #[allow(missing_docs)]
    pub brand: Option<String>,
    /// The shop's number.
    pub sku: Option<String>,
    /// The trade's number, with its zeros.
    pub gtin: Option<String>,
}

/// Returns the words of a number or text, or of the first of a list.
pub fn scalar(value: Option<Value<'_>>) -> Fallible<Option<String>> {
    for value in few(value) {
        let found = match value.kind() {
            // Exponents are for machines.
            Kind::Number if value.written().contains(['e', 'E']) => {
                value.written().parse().ok().map(|number: f64| number.to_string())
            }
            Kind::Number => Some(value.written().to_owned()),
            _ => text(Some(value))?.as_deref().and_then(clean),
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Returns a value, and those of a list that are read: the most offers.
fn few(value: Option<Value<'_>>) -> impl Iterator<Item = Value<'_>> {
    each(value).take(64)
}

fn code(value: Option<Value<'_>>) -> Fallible<Option<String>> {
    Ok(scalar(value)?.filter(|code| code.chars().count() <= LONGEST_CODE))
}

/// Returns an object, or the objects of a list.
fn objects(value: Option<Value<'_>>) -> impl Iterator<Item = Value<'_>> {
    few(value).filter(|value| value.kind() == Kind::Object)
}

/// Returns a word of schema.org without its address.
pub fn word(text: &str) -> Option<String> {
    let text = clean(text)?;
    let start = text.rfind("schema.org/").map_or(0, |at| at + "schema.org/".len());
    let word = text[start..].trim();
    (!word.is_empty() && word.chars().count() <= LONGEST_CODE).then(|| word.to_owned())
}

/// Returns a number of at most fifteen digits, which a double holds.
pub fn number(digits: &str) -> Option<Number> {
    match digits.parse::<u64>() {
        Ok(whole) => Some(Number::from(whole)),
        Err(_) => Number::from_f64(digits.parse().ok()?),
    }
}

/// Returns the word for an availability, without the vocabulary.
fn availability(text: &str) -> Option<String> {
    /// As schema.org writes them.
    #[rustfmt::skip]
    const WORDS: &str = "\
    InStock OutOfStock PreOrder BackOrder Discontinued InStoreOnly LimitedAvailability OnlineOnly PreSale SoldOut \
    MadeToOrder";
    let word = word(text)?;
    let letters: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    // OpenGraph has a short form of one.
    let letters = if letters.eq_ignore_ascii_case("oos") {
        "OutOfStock"
    } else {
        &letters
    };
    let known = WORDS.split(' ').find(|known| known.eq_ignore_ascii_case(letters));
    Some(known.map_or(word, str::to_owned))
}

impl Product {
    /// Returns the memory that the product takes, in bytes.
    pub fn memory(&self) -> usize {
        let Product {
            name,
            price,
            currency,
            availability,
            brand,
            sku,
            gtin,
        } = self;
        [name, price, currency, availability, brand, sku, gtin].into_iter().map(Held::held).sum()
    }

    /// Returns what an object of JSON states.
    pub(super) fn of<'d>(object: Value<'d>, graph: &Graph<'d>) -> Fallible<Product> {
        let brand = graph.texts(object.get("brand"))?;
        let mut product = Product {
            name: scalar(object.get("name"))?,
            sku: code(object.get("sku"))?,
            // A brand that only an address names has no name here.
            brand: brand
                .iter()
                .filter_map(|text| clean(text))
                .find(|name| !name.contains("://") && !name.starts_with('/')),
            ..Product::default()
        };
        for name in GTINS.split(' ') {
            if product.gtin.is_none() {
                product.gtin = code(object.get(name))?;
            }
        }
        // A group has the offers of its variants.
        let variant = objects(object.get("hasVariant")).next().map(|variant| graph.whole(variant)).transpose()?;
        let is_sold_out = |offer: &Value<'_>| {
            let stated = offer.get("availability").map_or("", |stated| stated.written());
            ["OutOfStock", "SoldOut", "Discontinued"].into_iter().any(|word| stated.contains(word))
        };
        let offers = objects(object.get("offers").or_else(|| variant?.get("offers")));
        let (sold_out, offered): (Vec<_>, Vec<_>) = offers.partition(is_sold_out);
        for offer in offered.into_iter().chain(sold_out) {
            product.read_offer(graph.whole(offer)?)?;
            if product.price.is_some() {
                break;
            }
        }
        Ok(product)
    }

    /// Reads an offer, whose price may stand in a specification.
    fn read_offer(&mut self, offer: Value<'_>) -> Fallible {
        // A price that is struck out says so by its type.
        let of_today = |specification: &Value<'_>| specification.get("priceType").is_none();
        let specification = objects(offer.get("priceSpecification")).find(of_today);
        let (mut stated, mut currency) = (None, None);
        for place in [Some(offer), specification].into_iter().flatten() {
            for name in ["price", "lowPrice", "minPrice"] {
                if stated.is_none() {
                    stated = scalar(place.get(name))?.and_then(|text| Some((price::price(&text)?, text)));
                }
            }
            if currency.is_none() {
                currency = scalar(place.get("priceCurrency"))?.as_deref().and_then(price::currency);
            }
        }
        if let Some((price, text)) = stated {
            self.price = Some(price);
            self.currency = currency.or_else(|| price::currency_in(&text));
        }
        let stated = offer.get("availability");
        let mut word = text(stated)?;
        for object in objects(stated) {
            if word.is_none() {
                word = text(object.get("@id"))?;
            }
        }
        self.availability = word.as_deref().and_then(availability).or(self.availability.take());
        Ok(())
    }

    /// Adds the price that the page shows beside its headline, if machines are told none.
    pub(super) fn read_shown(&mut self, page: &Page) -> Fallible {
        if self.price.is_none()
            && let Some(text) = shown_price(page, &HeadMatches::of(page)?)?
        {
            self.price = price::price(text);
            self.currency = price::currency_on(text, language_of(page)).filter(|_| self.price.is_some());
        }
        Ok(())
    }

    /// Returns what OpenGraph states; `None` unless it says that the page is a product's, or gives a price.
    pub(super) fn of_open_graph(statements: &Statements) -> Option<Product> {
        let of = |field| statements.of(field, Source::OpenGraph);
        // A group is a page of many.
        let is_product = of(Field::Kind).any(|kind| {
            let kind = kind.rsplit(':').next().unwrap_or("");
            kind.starts_with("product") && !kind.ends_with(".group")
        });
        let stated = of(Field::Price).find_map(|text| Some((price::price(text)?, text)));
        if !is_product && stated.is_none() {
            return None;
        }
        let code = |field| of(field).filter_map(clean).find(|code| code.chars().count() <= LONGEST_CODE);
        Some(Product {
            name: of(Field::Title).find_map(clean),
            currency: of(Field::Currency)
                .find_map(price::currency)
                .or_else(|| price::currency_in(stated.as_ref()?.1))
                .filter(|_| stated.is_some()),
            price: stated.map(|(price, _)| price),
            availability: of(Field::Availability).find_map(availability),
            brand: of(Field::Brand).find_map(clean),
            sku: code(Field::Sku),
            gtin: code(Field::Gtin),
        })
    }

    /// Returns `true` for the site itself, which sells nothing: its name alone, with or without the end of its host.
    pub(super) fn is_site(&self, names_site: impl Fn(&str) -> bool) -> bool {
        let name = self.name.as_deref().unwrap_or("");
        let without_end = name.rsplit_once('.').map_or(name, |(name, _)| name);
        let is_named = || names_site(&key(name)) || names_site(&key(without_end));
        self.price.is_none() && self.sku.is_none() && self.gtin.is_none() && is_named()
    }

    /// Returns `true` for a product that may be another one by its name: the page shows others beside its own.
    pub(super) fn may_be(&self, other: Option<&Product>) -> bool {
        let name_of = |product: &Product| product.name.as_deref().map(key);
        let names = name_of(self).zip(other.and_then(name_of));
        names.is_none_or(|(own, other)| {
            let (short, long) = if own.len() < other.len() {
                (own, other)
            } else {
                (other, own)
            };
            within(&short, &long) && 2 * short.len() >= long.len()
        })
    }

    /// Returns a product of a more trusted source with what only another source states.
    pub(super) fn completed(first: Option<Product>, other: Product) -> Option<Product> {
        let Some(first) = first else {
            return Some(other);
        };
        // The currency of another price is another's.
        let same_price = first.price.is_none() || first.price == other.price;
        Some(Product {
            name: first.name.or(other.name),
            currency: first.currency.or(other.currency.filter(|_| same_price)),
            price: first.price.or(other.price),
            availability: first.availability.or(other.availability),
            brand: first.brand.or(other.brand),
            sku: first.sku.or(other.sku),
            gtin: first.gtin.or(other.gtin),
        })
    }

    /// Returns a JSON object of the fields that are stated. The price is a number.
    pub fn into_json(self) -> serde_json::Value {
        let mut stated = object([
            ("name", self.name),
            ("currency", self.currency),
            ("availability", self.availability),
            ("brand", self.brand),
            ("sku", self.sku),
            ("gtin", self.gtin),
        ]);
        stated.extend(object([("price", self.price.as_deref().and_then(number))]));
        stated.into()
    }
}
