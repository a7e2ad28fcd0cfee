//! RDFa Lite 1.1 (`vocab`, `typeof`, `property`, `resource`, `prefix`), with what pages use of RDFa beside it: `about`,
//! `content`, `datetime`, and prefixes by `xmlns:`.

use crate::prelude::*;
use goce_core::html::{Edge, NodeRef};

use super::Texts;
use super::by_type::{MOST_NAMES, in_schema_org, short};
use super::items::{DEEPEST, Item, Items, Value};
use super::values::{Values, tokens};
use crate::pairs;

/// The most prefixes of one element.
const MOST_PREFIXES: usize = 64;

/// The longest name, and address of a vocabulary, in bytes.
const LONGEST_VOCABULARY: usize = 1024;

/// Prefixes that every page has (the initial context of RDFa 1.1), as far as pages use them.
const PREFIXES: &str = "\
    schema http://schema.org/, og http://ogp.me/ns#, dc http://purl.org/dc/terms/, \
    dcterms http://purl.org/dc/terms/, dc11 http://purl.org/dc/elements/1.1/, foaf http://xmlns.com/foaf/0.1/, \
    v http://rdf.data-vocabulary.org/#, gr http://purl.org/goodrelations/v1#, sioc http://rdfs.org/sioc/ns#, \
    skos http://www.w3.org/2004/02/skos/core#, rdf http://www.w3.org/1999/02/22-rdf-syntax-ns#, \
    rdfs http://www.w3.org/2000/01/rdf-schema#, xsd http://www.w3.org/2001/XMLSchema#, \
    owl http://www.w3.org/2002/07/owl#, vcard http://www.w3.org/2006/vcard/ns#, \
    cc http://creativecommons.org/ns#, ctag http://commontag.org/ns#, rev http://purl.org/stuff/rev#, \
    void http://rdfs.org/ns/void#, dcat http://www.w3.org/ns/dcat#, prov http://www.w3.org/ns/prov#";

/// An open element that changes how what is in it is read.
struct Scope<'p> {
    depth: usize,
    vocabulary: Option<&'p str>,
    /// The number of prefixes that hold here.
    prefixes: usize,
    /// The place of the item that properties are of.
    subject: Option<usize>,
}

struct Reader<'p> {
    values: Values,
    items: Items<'p>,
    /// For each item its level: 0 for one that is no other item's property.
    levels: Vec<usize>,
    by_id: Map<String, usize>,
    prefixes: Vec<(&'p str, &'p str)>,
    scopes: Vec<Scope<'p>>,
}

/// Returns the items of RDFa of a page.
///
/// # Errors
/// [`RenderError`](goce_core::output::RenderError).
pub fn items<'p>(page: &'p Page, url: Option<&str>, texts: Texts) -> Rendered<Items<'p>> {
    let mut reader = Reader {
        values: Values::of(page, url, texts)?,
        items: Items::default(),
        levels: Vec::new(),
        by_id: Map::default(),
        prefixes: Vec::new(),
        scopes: Vec::new(),
    };
    let mut depth = 0;
    for edge in page.tree().root().traverse() {
        match edge {
            Edge::Open(node) => {
                depth += 1;
                reader.values.visit()?;
                if let Some(element) = node.value().as_element()
                    && has_rdfa(element)
                {
                    reader.open(node, element, depth)?;
                }
            }
            Edge::Close(_) => {
                while reader.scopes.pop_if(|scope| scope.depth == depth).is_some() {}
                let prefixes = reader.scopes.last().map_or(0, |scope| scope.prefixes);
                reader.prefixes.truncate(prefixes);
                depth -= 1;
            }
        }
    }
    // Items that only a reference names, and have neither a type nor a property, say nothing.
    let Items { items, top } = &mut reader.items;
    top.retain(|place| items.get(*place).is_some_and(|item| !item.types.is_empty() || !item.properties.is_empty()));
    Ok(reader.items)
}

fn has_rdfa(element: Element<'_>) -> bool {
    element.attrs().any(|attribute| {
        matches!(
            attribute.local(),
            names::VOCAB | names::TYPEOF | names::PROPERTY | names::RESOURCE | names::PREFIX | names::ABOUT
        ) || attribute.name().starts_with("xmlns:")
    })
}

impl<'p> Reader<'p> {
    fn open(&mut self, node: NodeRef<'p>, element: Element<'p>, depth: usize) -> Rendered {
        let (mut vocabulary, mut subject) =
            self.scopes.last().map_or((None, None), |scope| (scope.vocabulary, scope.subject));
        if let Some(vocab) = element.attr(names::VOCAB) {
            let vocab = vocab.trim();
            vocabulary = Some(vocab).filter(|vocab| !vocab.is_empty() && vocab.len() <= LONGEST_VOCABULARY);
        }
        self.read_prefixes(element)?;
        let mut properties = Vec::new();
        for name in tokens(element, names::PROPERTY, MOST_NAMES) {
            properties.extend(self.resolve(name, vocabulary)?);
        }
        let has_property = element.attr(names::PROPERTY).is_some();
        if element.attr(names::TYPEOF).is_some() {
            subject = self.typed(element, vocabulary, &properties, has_property, subject)?.or(subject);
        } else {
            if let Some(about) = element.attr(names::ABOUT) {
                subject = self.named(about)?;
            }
            if has_property {
                if let Some(place) = subject.filter(|_| !properties.is_empty())
                    && let Some(text) = self.value(node, element)?
                {
                    self.items.state(place, properties, &Value::Text(text), &mut self.values)?;
                }
            } else if let Some(resource) = element.attr(names::RESOURCE) {
                subject = self.named(resource)?;
            }
        }
        self.scopes.try_push(Scope {
            depth,
            vocabulary,
            prefixes: self.prefixes.len(),
            subject,
        })?;
        Ok(())
    }

    /// Begins the item of an element with `typeof`. Returns its place; `None` if it is too deep.
    fn typed(
        &mut self,
        element: Element<'p>,
        vocabulary: Option<&'p str>,
        properties: &[Cow<'p, str>],
        has_property: bool,
        parent: Option<usize>,
    ) -> Rendered<Option<usize>> {
        let parent = parent.filter(|_| has_property);
        let level = parent.and_then(|place| self.levels.get(place)).map_or(0, |level| level + 1);
        if level >= DEEPEST {
            return Ok(None);
        }
        let names = [names::ABOUT, names::RESOURCE, names::HREF, names::SRC];
        let id = names.into_iter().find_map(|name| element.attr(name));
        let id = id.map(|id| self.values.id(id)).transpose()?.flatten();
        let known = id.as_ref().and_then(|id| self.by_id.get(id)).copied();
        let place = match known {
            Some(place) => place,
            None => self.add(id.as_deref(), level)?,
        };
        for name in tokens(element, names::TYPEOF, MOST_NAMES) {
            if let Some(name) = self.resolve(name, vocabulary)?
                && let Some(item) = self.items.items.get_mut(place)
                && item.types.len() < MOST_NAMES
                && !item.types.contains(&name)
            {
                item.types.push(name);
            }
        }
        if let Some(parent) = parent {
            // An item that is another's property already, or stands for itself, is referred to.
            let value = match (known, id) {
                (Some(_), Some(id)) => Value::Text(id),
                _ => Value::Item(place),
            };
            self.items.state(parent, properties.iter().cloned(), &value, &mut self.values)?;
        }
        if known.is_none() && (parent.is_none() || properties.is_empty()) {
            self.items.top.try_push(place)?;
        }
        Ok(Some(place))
    }

    /// Returns the item that an address names.
    fn named(&mut self, address: &str) -> Rendered<Option<usize>> {
        let Some(id) = self.values.id(address)? else {
            return Ok(None);
        };
        if let Some(place) = self.by_id.get(&id) {
            return Ok(Some(*place));
        }
        let place = self.add(Some(&id), 0)?;
        self.items.top.try_push(place)?;
        Ok(Some(place))
    }

    fn add(&mut self, id: Option<&str>, level: usize) -> Rendered<usize> {
        self.values.item()?;
        self.levels.try_push(level)?;
        let place = self.items.add(Item {
            id: id.map(try_to_owned).transpose()?,
            ..Item::default()
        })?;
        if let Some(id) = id {
            self.values.spend(id.len())?;
            self.by_id.try_entry(try_to_owned(id)?)?.or_insert(place);
        }
        Ok(place)
    }

    /// Reads the prefixes that an element declares.
    fn read_prefixes(&mut self, element: Element<'p>) -> Rendered {
        let mut words = tokens(element, names::PREFIX, 2 * MOST_PREFIXES);
        while let (Some(prefix), Some(address)) = (words.next(), words.next()) {
            if let Some(prefix) = prefix.strip_suffix(':').filter(|_| address.len() <= LONGEST_VOCABULARY) {
                self.prefixes.try_push((prefix, address))?;
            }
        }
        for attribute in element.attrs() {
            if let Some(prefix) = attribute.name().strip_prefix("xmlns:")
                && attribute.value().len() <= LONGEST_VOCABULARY
            {
                self.prefixes.try_push((prefix, attribute.value().trim()))?;
            }
        }
        Ok(())
    }

    /// Returns the address that a name stands for, by [`short`]; `None` for a name without a vocabulary.
    fn resolve(&mut self, name: &'p str, vocabulary: Option<&'p str>) -> Rendered<Option<Cow<'p, str>>> {
        let address = match name.split_once(':') {
            _ if name.len() > LONGEST_VOCABULARY => None,
            Some(("_", _)) => None,
            Some((prefix, local)) => {
                let is = |(known, _): &(&str, &str)| known.eq_ignore_ascii_case(prefix);
                let of_page = self.prefixes.iter().rev().take(MOST_PREFIXES).copied().find(is);
                let known = of_page.or_else(|| pairs(PREFIXES).find(is)).filter(|_| !local.starts_with("//"));
                Some(match known {
                    Some((_, address)) => Cow::Owned(format!("{address}{local}")),
                    None => Cow::Borrowed(name),
                })
            }
            None => vocabulary.map(|vocabulary| match in_schema_org(vocabulary) {
                // Names go without the address of schema.org.
                Some("" | "/") => Cow::Borrowed(name),
                _ => Cow::Owned(format!("{vocabulary}{name}")),
            }),
        };
        let address = address.map(|address| match short(&address) {
            short if short.len() == address.len() => address,
            short => Cow::Owned(short.to_owned()),
        });
        if let Some(address) = &address {
            self.values.spend(address.len())?;
        }
        Ok(address)
    }

    /// Returns the value of a property that is no item; `None` where its address is refused.
    fn value(&mut self, node: NodeRef<'p>, element: Element<'p>) -> Rendered<Option<String>> {
        for name in [names::CONTENT, names::DATETIME] {
            if element.attr(name).is_some() {
                return self.values.attribute(element, name).map(Some);
            }
        }
        // With a relation of a vocabulary, the address is what is related, and the text is the property (RDFa 1.1, 7.5.11).
        let is_relation = |name| tokens(element, name, MOST_NAMES).any(|token| token.contains(':'));
        let names = [names::RESOURCE, names::HREF, names::SRC];
        let address = names.into_iter().find_map(|name| element.attr(name));
        match address.filter(|_| !is_relation(names::REL) && !is_relation(names::REV)) {
            Some(address) => self.values.address(address),
            None => self.values.text_in(node).map(Some),
        }
    }
}
