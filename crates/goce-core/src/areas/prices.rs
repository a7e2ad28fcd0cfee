//! Prices in a page: texts with a number and a currency.

use std::ops::Range;

use super::start;
use crate::element_names::Meaning;
use crate::html::names;
use crate::page::{Page, Tag};
use crate::texts::words::{are_digits, is_listed};

/// The most bytes of a price.
const LONGEST: usize = 60;

/// Currencies: signs, and words that stand beside the number.
const CURRENCIES: &str = "\
    $ € £ ¥ ￥ ₹ ₽ ₩ ₫ ₺ ₪ ₱ ₴ ₦ ₸ ₾ ₼ ₡ ₲ ₵ ₮ ฿ ৳ ៛ ₭ ﷼ 元 円 원 zł kr kn lei Kč Ft TL Rs RM Rp R$ đ руб р. грн лв ден дин din \
    د.إ ر.س CHF EUR USD GBP JPY CNY AED ARS AUD BGN BRL CAD CLP COP CZK DKK EGP HKD HUF IDR ILS INR KES KRW KZT MAD MXN \
    MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH VND ZAR";

/// What prices say behind the number of a tax that is in them.
const TAXED: &str = "\
    税込,税込み,inkl. MwSt.,inkl. MwSt,incl. VAT,inc. VAT,incl VAT,inc VAT,including VAT,incl. tax,inc. tax,\
    incl. GST,inc. GST,inc GST,TTC,IVA incluido,IVA incl.,IVA incluso,IVA inclusa,incl. btw,incl. BTW,\
    inkl. moms,inkl. mva,vč. DPH,s DPH,brutto,с НДС,KDV dahil";

/// Words before a price that say no more than that it is one, or the lowest, in lower case.
const BEFORE: &str = "\
    from,now,now only,only,price,our price,sale price,special price,current price,your price,price from,\
    now from,starting at,starting from,as low as,us,ab,nur,nur noch,jetzt,jetzt nur,jetzt ab,preis,unser preis,\
    preis ab,aktueller preis,à partir de,dès,prix,seulement,desde,precio,ahora,por,a partir de,preço,agora,da,\
    a partire da,prezzo,ora,solo,vanaf,prijs,nu,nu voor,od,cena,już od,cena od,fra,kun,från,pris,nu från,alkaen,\
    hinta,от,цена,від,ціна,fiyat";

/// What stands before such words behind its number, in lower case: "4 options from $9".
const COUNTED: &str = "\
    option options variant variants variation variations size sizes colour colours color colors style styles model \
    models version versions finish finishes offer offers optionen varianten größen farben ausführungen angebote \
    variantes tailles couleurs coloris modèles offres opciones tallas colores modelos ofertas opções tamanhos cores \
    opzioni varianti taglie colori modelli offerte opties maten kleuren uitvoeringen aanbiedingen opcji wariantów \
    rozmiarów kolorów ofert storlekar färger størrelser farver farger variant varianta \
    вариантов размеров цветов моделей";

/// Words before a price that is no longer asked, in lower case.
const FORMER: &str = "\
    was,rrp,msrp,uvp,statt,instead of,au lieu de,invece di";

/// Returns `true` for a text node that is a price.
pub fn is_price_at(page: &Page, position: usize) -> bool {
    is_price(page.text_at(position))
}

/// Returns the element or text node that holds the price of which a text node is the beginning, the whole or the number.
/// It is one of `nodes`, those of a record. A price that is no longer asked is none.
pub fn price_at(page: &Page, position: usize, nodes: &Range<usize>) -> Option<usize> {
    let price = if is_price_at(page, position) {
        Some(price_element(page, position, nodes))
    } else {
        divided_price(page, position, nodes)
    };
    price.filter(|price| !is_former(page, *price, nodes))
}

/// Returns `true` for an element whose price is no longer asked, by its tag, style or class.
pub fn is_struck(page: &Page, position: usize) -> bool {
    page.element(position).is_some_and(|element| {
        [names::S, names::DEL, names::STRIKE].contains(&element.local())
            || start(element.attr(names::STYLE).unwrap_or("")).to_ascii_lowercase().contains("line-through")
    }) || Meaning::FormerPriceAlone.is_said_by(start(page.class(position)))
}

/// Returns `true` for a price in a record that is struck out or named as the one before.
fn is_former(page: &Page, price: usize, nodes: &Range<usize>) -> bool {
    // An element with another price says nothing of this one.
    let text = page.text_at(price);
    let number = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let around = small_around(page, price, nodes).take_while(|(_, around)| number(around) == number(text));
    if std::iter::once(price).chain(around.map(|(element, _)| element)).any(|at| is_struck(page, at)) {
        return true;
    }
    let label = |text: &str| text.trim().trim_end_matches([':', '：']).trim_end().to_lowercase();
    let begins = |c: char| c.is_ascii_digit() || !c.is_alphabetic() && c != ' ' && CURRENCIES.contains(c);
    let at = text.find(begins).unwrap_or(0);
    let own_label = label(&text[..at]);
    if FORMER.split(',').any(|word| word == own_label) {
        return is_price_alone(&text[at..]);
    }
    let before = &page.text()[page.text_offset(nodes.start)..page.text_offset(price)];
    let before = &before[before.floor_char_boundary(before.len().saturating_sub(24))..];
    let line = label(before.rsplit('\n').next().unwrap_or(""));
    FORMER
        .split(',')
        .any(|word| line.strip_suffix(word).is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric())))
}

/// Returns `true` for a short text with a number and a currency.
pub fn is_price(text: &str) -> bool {
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // Most texts lack the first byte of most currencies.
    let mut has_byte = [false; 256];
    text.bytes().for_each(|byte| has_byte[usize::from(byte)] = true);
    CURRENCIES
        .split(' ')
        .filter(|currency| currency.bytes().next().is_some_and(|first| has_byte[usize::from(first)]))
        .any(|currency| {
            text.match_indices(currency).any(|(at, _)| {
                let (before, behind) = (&text[..at], &text[at + currency.len()..]);
                let is_sign = !currency.contains(char::is_alphabetic);
                let number = |c: char| c.is_ascii_digit();
                let beside = before.trim_end().ends_with(|c: char| number(c) || matches!(c, ',' | '.' | '-'))
                    || behind.trim_start().starts_with(number);
                let whole =
                    is_sign || !(before.ends_with(char::is_alphabetic) || behind.starts_with(char::is_alphabetic));
                beside && whole
            })
        })
}

/// Returns `true` for a price with nothing else: no unit, no condition.
pub fn is_price_alone(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '’' | '-');
    is_price(text) && without_tax(text).split(is_number).all(|part| part.is_empty() || is_listed(part, CURRENCIES))
}

/// Returns the price alone of a text with words that do not change it: "From $349", "4 colours from $9",
/// "ab 349 € inkl. MwSt.". Of a range it is the lower one.
pub fn price_among_words(text: &str) -> Option<&str> {
    if text.len() > LONGEST {
        return None;
    }
    let behind = |text| {
        let behind = move |label: &str| {
            let start = str::get(text, ..label.len()).filter(|start| start.to_lowercase() == label)?;
            let rest = &text[start.len()..];
            rest.starts_with([':', ' ', '\u{a0}', '\n'])
                .then(|| rest.trim_start_matches([':', ' ', '\u{a0}', '\n']))
        };
        BEFORE.split(',').filter_map(behind).min_by_key(|rest| rest.len())
    };
    let counted = || {
        let words = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let (what, rest) = words.strip_prefix([' ', '\u{a0}'])?.split_once([' ', '\u{a0}'])?;
        (words.len() < text.len() && is_listed(&what.to_lowercase(), COUNTED)).then_some(rest)
    };
    let price = behind(text).or_else(|| counted().and_then(behind)).unwrap_or(text);
    let lower = ["–", "—", " - ", " to ", " bis "].into_iter().find_map(|sign| {
        let (lower, upper) = price.split_once(sign)?;
        (is_price_alone(lower) && is_price_alone(upper)).then_some(lower)
    });
    let price = without_tax(lower.unwrap_or(price)).trim();
    is_price_alone(price).then_some(price)
}

/// Units of measure of which a price is, beside that of a package.
const UNITS: &str = "kg g mg l lt ltr ml cl dl liter litre lb lbs oz floz fl qt m² m2 st stk stück stuk szt ks pz kpl";

/// Returns `true` for the price of a unit of measure: `21,96 € / kg`, `2,50 €/100 g`, `1 kg = 21,96 €`.
pub fn is_of_unit(price: &str) -> bool {
    let unit = |text: &str| {
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()).to_lowercase();
        text.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|word| is_listed(word, UNITS))
    };
    let of = [
        price.split_once('/').map(|(_, unit)| unit),
        price.split_once('=').map(|(unit, _)| unit),
    ];
    price.len() <= LONGEST && of.into_iter().flatten().any(unit)
}

/// Returns a price without the words behind it that a tax is in it: `12,800円（税込）`.
pub fn without_tax(text: &str) -> &str {
    let words = text.trim_end().trim_end_matches([')', '）']);
    let price = TAXED.split(',').find_map(|taxed| words.strip_suffix(taxed));
    price.map_or(text, |price| price.trim_end().trim_end_matches(['(', '（']))
}

/// Returns the two elements around a node that are small enough for a price, with their texts.
fn small_around<'p>(page: &'p Page, position: usize, nodes: &Range<usize>) -> impl Iterator<Item = (usize, &'p str)> {
    let parent = |position: &usize| Some(page.parent(*position));
    let around = std::iter::successors(parent(&position), parent).take(2);
    let first = nodes.start;
    around
        .map(|element| (element, page.subtree(element), page.text_at(element)))
        .take_while(move |(element, around, text)| {
            *element >= first && around.len() <= 16 && text.len() <= LONGEST && !text.contains(['\n', '\t'])
        })
        .map(|(element, _, text)| (element, text))
}

/// Returns the smallest element with the whole price that a text node begins or is, and with no other price.
fn price_element(page: &Page, position: usize, nodes: &Range<usize>) -> usize {
    let mut best = position;
    for (element, text) in small_around(page, position, nodes) {
        // $ 3<sup>99</sup>
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        let prices = page.subtree(element).filter(|node| page.tag(*node) == Tag::Text && is_price_at(page, *node));
        if digits(text) > digits(page.text_at(best)) && prices.count() == 1 {
            best = element;
        }
    }
    best
}

/// Returns the element that holds nothing but a price of which a text node is the number: `<bdi>64 <span>€</span></bdi>`,
/// with the cents behind it: `$<span>64</span>.<span>00</span>`.
/// The currency is a sign, or the element or the one around it is called a price: "2 TL" may be spoons.
fn divided_price(page: &Page, position: usize, nodes: &Range<usize>) -> Option<usize> {
    let number = page.text_at(position).trim();
    let is_number = number.len() <= LONGEST
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '’'));
    let mut around = is_number.then(|| small_around(page, position, nodes)).into_iter().flatten();
    around.find_map(|(element, text)| {
        let (before, behind) = text.split_once(number)?;
        let currency = match (before.trim(), without_cents(behind.trim())) {
            ("", currency) | (currency, "") => currency,
            _ => return None,
        };
        let is_named = || {
            let named = [element, page.parent(element)];
            named.into_iter().any(|element| Meaning::Price.is_said_by(start(page.class(element))))
        };
        let is_price = is_listed(currency, CURRENCIES) && (!currency.contains(char::is_alphabetic) || is_named());
        let is_whole = |around: &usize| {
            let (whole, first) = (page.text_at(*around), nodes.start);
            *around >= first && whole.strip_prefix(text).is_some_and(|cents| without_cents(cents).is_empty())
        };
        is_price.then(|| Some(page.parent(element)).filter(is_whole).unwrap_or(element))
    })
}

/// Returns what stands behind the cents at the start of a text: ".00 €".
fn without_cents(text: &str) -> &str {
    let cents = text.strip_prefix(['.', ',']).and_then(|cents| cents.split_at_checked(2));
    let behind = cents.filter(|(cents, behind)| are_digits(cents) && !behind.starts_with(|c: char| c.is_ascii_digit()));
    behind.map_or(text, |(_, behind)| behind.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn prices() {
        for [text] in cases(
            "
            $3.99
            3,99 €
            € 3
            CHF 12.50
            12 zł
            ¥1,200
            from £20
            USD 5
            ￥1,200
            12,800원",
        ) {
            assert!(is_price(text), "{text}");
        }
        for [text] in cases(
            "
            3.99
            $
            kr
            4 krone
            2020
            EURO 2020 cup
            Save 20%",
        ) {
            assert!(!is_price(text), "{text}");
        }
        for [text, expected] in cases(
            "
            $3.99 => true
            1.299,50 € => true
            CHF 12.- => true
            12,800円（税込） => true
            ￥12,800 (税込み) => true
            12,800円（税別） => false
            Free shipping over $50 => false
            $10 / month => false",
        ) {
            assert_eq!(is_price_alone(text).to_string(), expected, "{text}");
        }
        for [text, expected] in cases(
            "
            From: £24.00 => £24.00
            AB 349,00 € inkl. MwSt. => 349,00 €
            À partir de\u{a0}349 € => 349 €
            Now from $5 => $5
            $349.00 incl. VAT => $349.00
            US $349 => $349
            $349 – $499 => $349
            From $5 to $7 => $5
            4 options from $439.34 => $439.34
            3 Farben ab 12,50 € => 12,50 €
            2 sizes: from £5 => -
            12 months from $30 => -
            4 options $30 => -
            Free delivery from $50 => -
            Was $5 => -
            Now $5 / month => -
            Only $5 left to free delivery => -
            Fromage 5 € => -",
        ) {
            assert_eq!(price_among_words(text).unwrap_or("-"), expected, "{text}");
        }
    }

    #[test]
    fn a_price_that_is_no_longer_asked_is_none() {
        for [html, expected] in cases(
            "
            <span class=was>£120</span><span class=now>£90</span> => £90
            <b class=rrp>RRP <i>£120</i></b> <b>£90</b> => £90
            <i style='Text-Decoration: line-through'>£120</i> <b>£90</b> => £90
            <s>£120</s> <b>£90</b> => £90
            <i>Was £120.00</i> <i>Now £90</i> => Now £90
            <p>Was: <i>£120</i> Now: <i>£90</i> => £90
            <p>Was £120.00 Now £90 => Was £120.00 Now £90
            <p>Canvas <i>£120</i> => £120
            <div class=was><b>£90</b> or <b>£80</b></div> => £90",
        ) {
            let page = Page::sample(html);
            let nodes = page.positions();
            let texts = nodes.clone().filter(|node| page.tag(*node) == Tag::Text);
            let price = texts.filter_map(|text| price_at(&page, text, &nodes)).next();
            assert_eq!(price.map(|price| page.text_at(price)), Some(expected), "{html}");
        }
    }
}
