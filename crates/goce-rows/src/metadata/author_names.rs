//! Authors' names as pages state them.

use super::MOST;
use super::author_words::{
    AFTER, AND, BEFORE, BEFORE_DATES, IN_LANGUAGES, OF_NAMES, PREPOSITIONS, Role::*, SMALL_BEFORE, is,
};
use super::east_asian::{in_label, is_east_asian};
use super::values::{clean, key};
use crate::prelude::*;
use goce_core::dates::{folded, month};

/// The edge of an element in the text of a byline.
pub const EDGE: char = '\u{1f}';

/// The longest text between two names of a byline, in bytes.
pub const LONGEST_BETWEEN: usize = 16;

/// Returns the names in a value that should be names: of JSON-LD, `<meta>` or microdata. Some are written as a link.
pub fn of_value(value: &str) -> Vec<String> {
    let in_tags = value.trim().strip_prefix('<').and_then(|tag| tag.split_once('>')?.1.split_once('<'));
    // By <a href=/ann>Ann Miller</a>, <a href=/ben>Ben Baker</a>
    let outside = |piece: &str| piece.split_once('>').map_or("", |(_, text)| text).to_owned();
    let without_tags = value.contains("</a>").then(|| {
        let mut pieces = value.split('<');
        let first = pieces.next().unwrap_or("").to_owned();
        first + &pieces.map(outside).collect::<String>()
    });
    let text = without_tags.as_deref().or(in_tags.map(|(text, _)| text)).unwrap_or(value);
    let Some(text) = clean(text) else {
        return Vec::new();
    };
    names(without_prefix(&text).1)
}

/// Returns `true` for a text that only divides names: a comma, "and".
pub fn is_between_names(text: &str) -> bool {
    let word = text.trim_matches(|c: char| c.is_whitespace() || ",;/|&+·•、，".contains(c));
    word.is_empty() || AND.iter().any(|and| and.trim().eq_ignore_ascii_case(word))
}

/// Returns the names in the text of a byline, which may go on with a date, a place or the time to read. [`EDGE`]s in it
/// divide names from roles and dates beside them.
pub fn of_byline(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // A name may follow; a single first name was the last.
    let mut is_open = true;
    let mut pieces = text.split(EDGE).filter(|piece| !piece.trim().is_empty()).peekable();
    while let Some(piece) = pieces.next() {
        if is_between_names(piece) {
            is_open = true;
            continue;
        }
        // They end no list: <b>Ann Miller<sup>1,2</sup></b>, <b>Ben Baker<sup>1</sup></b>
        if are_marks(piece) && found.last().is_some_and(|name| name.contains(' ')) {
            continue;
        }
        let Some(piece) = clean(piece) else {
            continue;
        };
        let piece = before_pictures(in_label(&piece, None).unwrap_or(&piece)).to_owned();
        let (has_prefix, rest) = without_prefix(&piece);
        // What stood before "by" was no name.
        let label = key(rest);
        if BEFORE.contains(&label.as_str()) || SMALL_BEFORE.iter().any(|before| before.trim_end() == label) {
            found.clear();
            continue;
        }
        // By political reporter <a>Ann Miller</a>
        let is_role = has_prefix
            && !is_full_name(rest)
            && pieces.peek().is_some_and(|next| is_full_name(next) && !is_between_names(next));
        if is_role {
            continue;
        }
        // Ann Miller, <span>Sports Editor</span>, <span>The Harbour</span>
        if !found.is_empty() && (is_office(rest) || rest.starts_with("The ")) {
            break;
        }
        let people = of_piece(rest);
        let one_word = |name: &String| !name.contains(' ') && name.starts_with(char::is_uppercase);
        if found.is_empty() || is_open {
            found.extend(people.into_iter().take(MOST - found.len().min(MOST)));
            is_open = false;
        } else if let ([first], [last]) = (found.as_mut_slice(), people.as_slice())
            && one_word(first)
            && one_word(last)
            && first != last
            && !is(NoSurname, &last.to_lowercase())
        {
            *first = format!("{first} {last}");
        } else {
            break;
        }
        is_open |= rest.ends_with(',') || AND.iter().any(|and| rest.ends_with(and.trim_end()));
    }
    found.dedup();
    found
}

/// Returns the start of a byline before those who made its pictures: "Von Ann Miller, Fotos: Ben Baker".
fn before_pictures(text: &str) -> &str {
    let labels = text.match_indices([':', '：']).filter_map(|(colon, _)| {
        let start = text[..colon]
            .trim_end()
            .rfind(|c: char| !c.is_alphabetic())
            .map(|at| text.ceil_char_boundary(at + 1))?;
        is(Picture, &text[start..colon].trim_end().to_lowercase()).then_some(start)
    });
    let before = labels.min().map_or(text, |start| &text[..start]);
    before.trim_end_matches(|c: char| c.is_whitespace() || ",;|/–-.".contains(c))
}

/// Returns the names at the start of a text.
fn of_piece(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    // Reviewed by Ann Miller
    if lower.split_once(" by ").is_some_and(|(before, _)| before.split(' ').count() <= 2) {
        return Vec::new();
    }
    // Where lower case has another length, its places are not those of the text.
    // "Ann Miller for The Harbour", and not "Doctors for Bees".
    let ends = |after: &&str| lower.find(*after).filter(|at| !OF_NAMES.contains(after) || lower[..*at].contains(' '));
    let end = AFTER.iter().filter_map(ends).min();
    let end = end.filter(|_| lower.len() == text.len());
    // A number of its own: a date. Names of users may end in one.
    let mut before = ' ';
    let digits = text.char_indices().find(|(_, c)| {
        let starts = c.is_ascii_digit() && !before.is_alphanumeric() && before != '_';
        before = *c;
        starts
    });
    let digits = digits.map(|(at, _)| at);
    let cut = end.into_iter().chain(digits).min().unwrap_or(text.len());
    let cut = text.floor_char_boundary(cut);
    let whole = text;
    let mut text = &text[..cut];
    if digits == Some(cut) {
        // Ann Miller Dec 3
        let last = text.trim_end().rsplit_once(' ').map(|(rest, last)| (rest, key(last)));
        // Amartya Sen 3 May
        let mut behind = whole[cut..].split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let has_month = behind.next().is_some_and(|word| month(&key(word)).is_some());
        let is_of_date = |last: &str| !has_month && month(last).is_some() || is_listed(last, BEFORE_DATES);
        text = last.filter(|(_, last)| is_of_date(last)).map_or(text, |(rest, _)| rest);
    }
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != ')');
    let text = without_brackets(text);
    names(without_outlets(&text))
}

/// Returns the text of a byline without brackets that a name does not go on behind: "Ann Miller (dpa), Ben Baker".
fn without_brackets(text: &str) -> Cow<'_, str> {
    let Some((first, behind)) = text.split_once(" (").filter(|(first, _)| first.contains(' ')) else {
        return Cow::Borrowed(text);
    };
    let mut kept = first.to_owned();
    for part in behind.split(" (") {
        match part.split_once(')') {
            Some((_, rest)) if rest.is_empty() || rest.starts_with(',') => kept.push_str(rest),
            _ => return Cow::Borrowed(text),
        }
    }
    Cow::Owned(kept)
}

/// Returns the text of a byline without agencies, papers and a place behind the names: "Ann Miller, BBC News, London".
fn without_outlets(text: &str) -> &str {
    let is_outlet = |part: &str| edges(&part.to_lowercase()).into_iter().any(|word| is(Outlet, word));
    // Another single word behind one name may be a first one, as in "García Márquez, Gabriel"; in capitals it is a
    // degree.
    let is_place = |part: &str| {
        let mut letters = part.chars();
        let is_large = letters.next().is_some_and(char::is_uppercase);
        // "Jr" and "PhD" are shorter.
        is_large && letters.clone().nth(2).is_some() && letters.all(char::is_lowercase)
    };
    let may_be_place = |rest: &str| is_full_name(rest) && AND.iter().any(|and| rest.contains(*and));
    let mut text = text;
    while let Some((rest, part)) = text.rsplit_once(", ").filter(|(rest, _)| rest.contains(' ')) {
        let before = rest.rsplit_once(", ").map_or("", |(_, before)| before);
        if !is_outlet(part) && !(is_place(part) && (is_outlet(before) || may_be_place(rest))) {
            break;
        }
        text = rest;
    }
    text
}

/// Returns `true` for marks of notes and places of work behind a name: "1,2,*".
fn are_marks(text: &str) -> bool {
    text.len() <= LONGEST_BETWEEN
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ",;*#†‡§¶".contains(c))
}

/// Returns a text without what stands before a name, and whether anything did. Nothing is left of a text with another
/// label: "Photo: Ann Miller".
fn without_prefix(text: &str) -> (bool, &str) {
    let whole = text.trim();
    let mut text = whole;
    // Two prefixes at most: "Author: by Ann".
    for _ in 0..2 {
        // The most words before a colon that are a label.
        if let Some((label, rest)) = text.split_once([':', '：'])
            && !rest.starts_with("//")
            && !label.contains(|c: char| c.is_ascii_digit())
            && label.split_whitespace().nth(4).is_none()
        {
            let words = folded(label);
            let is_author =
                is_label(&words) || edges(&words).into_iter().any(|word| is(Author, word) || is(Reporter, word));
            // Ann Miller: The Harbour
            if !is_author && is_full_name(label) && label.split(' ').all(|word| word.starts_with(char::is_uppercase)) {
                text = label;
                break;
            }
            text = if is_author { rest.trim_start() } else { "" };
            continue;
        }
        let cut = SMALL_BEFORE.iter().find_map(|before| text.strip_prefix(before)).or_else(|| {
            BEFORE.iter().find_map(|before| {
                let length = prefix_length(text, before)?;
                let rest = &text[length..];
                let ends_word = !before.ends_with(char::is_alphanumeric) || rest.starts_with([' ', '\u{a0}']);
                ends_word.then(|| rest.trim_start_matches([' ', '-', '–', '\u{a0}']))
            })
        });
        match cut {
            Some(rest) if !rest.is_empty() => text = rest,
            _ => break,
        }
    }
    (text.len() < whole.len(), text)
}

/// Returns `true` for words that stand before a colon and a name.
pub fn is_label(words: &str) -> bool {
    BEFORE.contains(&words) || is(Author, words) || is(Reporter, words)
}

/// Returns the first and the last word of a text.
fn edges(text: &str) -> [&str; 2] {
    [text.split(' ').next(), text.rsplit(' ').next()].map(Option::unwrap_or_default)
}

/// Returns what stands behind a label of authors in a short line of a page in a language; nothing behind the label alone,
/// `None` for another line. A preposition alone is a label only at the start of a block.
pub fn behind_label<'t>(line: &'t str, language: &str, begins_block: bool) -> Option<&'t str> {
    let language = language.split(['-', '_']).next().unwrap_or("").to_ascii_lowercase();
    if let Some(name) = in_label(line, Some(&language)) {
        return Some(name);
    }
    let line = before_pictures(line);
    if let Some((label, rest)) = line.split_once([':', '：']) {
        return is_label(&folded(label)).then(|| rest.trim());
    }
    let is_of_language = |of: &str| of.is_empty() || is_listed(&language, of);
    let of_language =
        IN_LANGUAGES.iter().filter(|(word, of)| prefix_length(line, word).is_some() && is_of_language(of));
    let phrases = BEFORE.iter().filter(|before| before.contains(' '));
    // Phrases first: they may begin with such a word.
    let behind = phrases.chain(of_language.map(|(word, _)| word)).find_map(|before| {
        let rest = &line[prefix_length(line, before)?..];
        let is_bare = rest.is_empty() && (begins_block || !is_listed(before, PREPOSITIONS));
        // "Oleh Oleh Khas Bandung"
        let twice = rest.trim_start().strip_prefix(&line[..line.len() - rest.len()]);
        let is_twice = twice.is_some_and(|rest| rest.starts_with(' '));
        (is_bare || rest.starts_with([' ', '\u{a0}']) && !is_twice).then(|| rest.trim())
    });
    behind.filter(|rest| !is_nobody(&key(rest)))
}

/// Returns `true` for the heading of a box about the author.
pub fn is_about_author(heading: &str) -> bool {
    is(Box, &heading.to_lowercase())
}

/// Returns `true` for the names of people alone, of two to five words each that are written large.
pub fn are_people(names: &[String]) -> bool {
    let is_large = |word: &str| !word.starts_with(char::is_lowercase) || is(Particle, word);
    let is_person = |name: &String| {
        (2..=5).contains(&name.split_whitespace().count())
            && !name.starts_with(char::is_lowercase)
            && name.split_whitespace().all(is_large)
            && is_full_name(name)
    };
    !names.is_empty() && names.iter().all(|name| is_person(name) || is_east_asian(name))
}

/// Returns the length of a prefix in a text, if it has it in any case.
fn prefix_length(text: &str, prefix: &str) -> Option<usize> {
    let mut lower = text.char_indices().map(|(at, c)| (at, c.to_lowercase().next()));
    for expected in prefix.chars() {
        if lower.next()?.1 != Some(expected) {
            return None;
        }
    }
    Some(lower.next().map_or(text.len(), |(at, _)| at))
}

fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split([';', '\n', '|', '、']) {
        if names.len() == MOST {
            break;
        }
        let and = AND.iter().find(|and| part.contains(**and));
        let mut people: Vec<&str> = and.map_or_else(|| vec![part], |and| part.split(*and).collect());
        // Names of one word do not divide a text: "Ann Miller and Ben", "Salt & Rye".
        if people.iter().any(|name| name.split_whitespace().nth(1).is_none()) {
            people = vec![part];
        }
        for people in people {
            let commas: Vec<&str> = people.split(", ").map(without_role).collect();
            // A list of people may end with an agency: "Ann Miller, Ben Baker, dpa".
            let full = commas.iter().take_while(|name| is_full_name(name)).count();
            let has_offices = full > 0 && commas[full..].iter().all(|part| is_office(part));
            let each = if has_offices {
                commas[..full].to_vec()
            } else if full < 2 || full + 1 < commas.len() {
                vec![people]
            } else {
                commas
            };
            for name in each.into_iter().filter_map(name) {
                if names.len() < MOST && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    names
}

/// Returns `true` for words of a sentence: two of three or more begin with small letters that no parts of names do.
fn is_sentence(text: &str) -> bool {
    // Georgian has no capital letters in names.
    let is_small = |c: char| c.is_lowercase() && !('\u{10D0}'..='\u{10FF}').contains(&c);
    let small = text.split_whitespace().filter(|word| word.starts_with(is_small) && !is(Particle, word));
    text.split_whitespace().nth(3).is_some() && small.take(2).count() == 2
}

/// Returns `true` for a first and a last name, and `false` for a degree or an office.
fn is_full_name(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_lower = |word: &str| word.starts_with(char::is_lowercase);
    words.clone().nth(1).is_some() && !words.all(is_lower) && !is_office(text)
}

/// Returns `true` for a text with a word of a degree or an office.
fn is_office(text: &str) -> bool {
    let mut words = text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).map(folded);
    words.any(|word| is(Office, &word) || is(Reporter, &word))
}

/// Returns a text without the words for those who write before a name: "Redakteurin Ann Miller". Behind names of two words
/// they may be those of a paper: "Valley Post Reporter".
fn without_role(text: &str) -> &str {
    let mut text = text.trim();
    // "Periodista Digital Redacción" is a paper as a whole.
    let is_paper = |word: &str| {
        let lower = word.to_lowercase();
        is(Nobody, &lower) || is(Outlet, &lower)
    };
    while let Some((role, rest)) = text.split_once(' ')
        && is(Reporter, edges(&folded(role))[1])
        && rest.contains(' ')
        && !rest.split(' ').any(is_paper)
        && !rest.starts_with(char::is_lowercase)
    {
        text = rest;
    }
    text
}

/// Returns a name without the address of mail behind it: "Ann Miller (ann@example.org)".
fn without_address(text: &str) -> &str {
    let parts = text.split_once(" (").or_else(|| text.split_once(" <"));
    parts
        .filter(|(_, behind)| behind.contains('@') && behind.ends_with([')', '>']))
        .map_or(text, |(name, _)| name)
}

/// Returns the name in the head of a mail, where archives write the address: "From: Ann Miller <ann () example org>".
/// `before` is the text before, which may be the label.
pub fn of_mail<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    let is_label = |text: &str| text.trim_end().trim_end_matches(':') == "From";
    let rest = text.strip_prefix("From:").or_else(|| is_label(before).then(|| text.trim_start_matches(':')))?;
    let (name, address) = rest.split_once(" <").or_else(|| rest.split_once(" ("))?;
    let is_address = ["@", " at ", " () "].iter().any(|at| address.contains(at)) && address.ends_with(['>', ')']);
    is_address.then(|| name.trim_matches([' ', '"']))
}

/// Returns the text if it can be a name: no address, no handle, no word in the place of a name.
fn name(text: &str) -> Option<String> {
    let text = text
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '-' | '–' | '/' | '"' | '“' | '”' | '*'));
    let text = without_role(without_address(text));
    let lower = text.to_lowercase();
    let address = lower.contains("://")
        || lower.starts_with("www.")
        || lower.starts_with(['@', '#', '/'])
        || lower.contains(".php")
        || (lower.contains('@') && !lower.contains(' '))
        || lower.contains("facebook.com");
    let key = key(text);
    let ends_open = text.rsplit_once(' ').is_some_and(|(_, last)| BEFORE.contains(&last.to_lowercase().as_str()));
    // The longest name has 80 characters and eight words.
    let possible = !address
        && !ends_open
        && !is_sentence(text)
        && text.chars().count() <= 80
        && text.split_whitespace().count() <= 8
        && text.chars().any(char::is_alphabetic)
        // A template's variable: page.head.extra.author.
        && !(text.contains('.') && !text.contains(' ') && lower.ends_with("author"))
        && (key.contains(' ') || month(&key).is_none())
        && !lower.contains("(www.")
        && !is_nobody(&key)
        && !BEFORE.contains(&key.as_str())
        && !is(Author, &folded(text))
        // 取材・文・写真
        && !text.rsplit_once('・').is_some_and(|(_, last)| is(Picture, last));
    possible.then(|| once(text).to_owned())
}

/// Returns `true` for the key of a text in the place of a name, and none: "staff", "our correspondent", "politics desk".
fn is_nobody(key: &str) -> bool {
    let is_role = |word: &str| is(Reporter, &folded(word));
    let (of, last) = key.rsplit_once(' ').unwrap_or(("", key));
    is(Nobody, key) || is_role(last) && (of.is_empty() || is(Nobody, of)) || last == "desk" && !of.contains(' ')
}

/// Returns a name that is written twice, once: "doug – doug".
fn once(text: &str) -> &str {
    let half = text.len() / 2;
    let ends = text.match_indices(' ').map(|(at, _)| at).filter(|at| (1..=half + 1).contains(at));
    let mut halves = ends.map(|at| (&text[..at], text[at..].trim_start_matches(|c: char| !c.is_alphanumeric())));
    halves.find(|(first, second)| first == second).map_or(text, |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: &str = "Ann Miller => Ann Miller
By Ann Miller => Ann Miller
Byron Baker => Byron Baker
Ann Miller and Ben Baker => Ann Miller; Ben Baker
Ann Miller, Ben Baker => Ann Miller; Ben Baker
Ann Miller; Ben Baker; => Ann Miller; Ben Baker
Ann Miller, MD, RD => Ann Miller, MD, RD
Ann Miller, Senior Editor => Ann Miller
Ann Miller, Ben Baker, dpa => Ann Miller; Ben Baker; dpa
Ann Miller og Ben Baker => Ann Miller; Ben Baker
Ann Miller Ann Miller => Ann Miller
Quelle: sid/dpa => -
Salt & Rye => Salt & Rye
von Анна Мельник => Анна Мельник
作者：李安 => 李安
Ann Miller (ann@example.org) => Ann Miller
Ann Miller <ann@example.org> => Ann Miller
admin => -
https://example.org/ann => -
@ann => -
ann@example.org => -
<a href=/lena>Lena Hofmann</a> => Lena Hofmann
Редакция => -
null => -
12345 => -";

    const BYLINES: &str = "By Ann Miller | May 3, 2021 => Ann Miller
Posted by: Ann Miller on Monday => Ann Miller
Ann Miller, 3 May 2021 => Ann Miller
BY ANN MILLER · 4 min read => ANN MILLER
Von Anna Müller | 3. Mai 2021, 10:07 Uhr => Anna Müller
Written by => -
Ruth Adeyemi for The Valley Post => Ruth Adeyemi
Ruth Adeyemi (text), Ben Baker (photos) => Ruth Adeyemi
di\u{1f}Giulia De Santis => Giulia De Santis
Di Maio Luigi => Di Maio Luigi
Doctors for Bees => Doctors for Bees
김민수 기자 => 김민수
3 May 2021 => -
Posted on\u{1f}3 May 2021\u{1f}by\u{1f}apgouch => apgouch
By \u{1f}ANN MILLER\u{1f}, \u{1f}BEN ABBY\u{1f} and \u{1f}CLEO DORN => ANN MILLER; BEN ABBY; CLEO DORN
By political reporter \u{1f}Ann Miller\u{1f}, The Harbour => Ann Miller
Ann Miller\u{1f}, \u{1f}Sports Editor\u{1f}, \u{1f}The Harbour => Ann Miller
Ann Miller\u{1f}Tech Reporter => Ann Miller
Ann\u{1f}Miller\u{1f}December 3 => Ann Miller
Ann Miller\u{1f}Ann Miller is a baker and writes => Ann Miller
Ann Miller Dec 3, 2021 => Ann Miller
rye45 => rye45
Συντάκτης: Άννα Μίλερ => Άννα Μίλερ
АВТОРЫ => -
how we bake and sell => -
Ann Miller is a baker => Ann Miller
Reviewed by => -
Reviewed by Ann Miller => -
Web architecture: Baker Ltd => -
doug – doug => doug
Guest author: Ann Miller => Ann Miller
Verfasser: Ann Miller => Ann Miller
Ann Miller: The Harbour => Ann Miller
By Amartya Sen 3 May 2021 => Amartya Sen
Ana do Carmo e Silva => Ana do Carmo e Silva
ანა მარია გელაშვილი => ანა მარია გელაშვილი
Von Anna Müller und Bernd Bäcker (dpa), Mühldorf => Anna Müller; Bernd Bäcker
Ann Miller, BBC News, London => Ann Miller
Marie Dupont (à Lyon) => Marie Dupont
Ann (Annie) Miller => Ann (Annie) Miller
García Márquez, Gabriel => García Márquez, Gabriel
Par Marie Dupont avec AFP, le 3 mai => Marie Dupont
Par Marie Dupont, le 3 mai => Marie Dupont
Ann Miller\u{1f}1,2,*\u{1f};\u{1f}Ben Baker\u{1f}1\u{1f} and \u{1f}Cleo Dorn => Ann Miller; Ben Baker; Cleo Dorn
2021-05-03 来源：谷日报　作者：李明　责任编辑：王芳 => 李明
责任编辑：王芳 => -
Ann\u{1f}Contributor => Ann
Von Anna Müller, Fotos: Bernd Bäcker => Anna Müller
Tekst: Anna Nowak | Zdjęcia: Jan Kot => Anna Nowak
Текст: Анна Кузнецова. Фото: Пётр Орлов => Анна Кузнецова
Photo: Ben Baker => -
Por Redacción => -
Por Ana Souza e Rui Dantas, Jornal do Vale => Ana Souza; Rui Dantas
كتب محمد الراعي => محمد الراعي
Redakteurin Anna Müller => Anna Müller
Von HARBOUR-online-Redakteurin Anna Müller => Anna Müller
Ana García López, periodista => Ana García López
Valley Post Reporter => Valley Post Reporter
By Our Correspondent => -
Politics Desk => -
Von der Redaktion => -
Корреспондент Мария Иванова => Мария Иванова
取材・文／山田太郎 => 山田太郎
本报记者 李明 => 李明
取材・文・撮影　山田太郎 => 山田太郎
取材・文・写真 => -
Periodista Digital Redacción => Periodista Digital Redacción";

    #[test]
    fn labels_stand_before_people() {
        for [line, language, behind] in cases(
            "
            By => en =>
            Autor: => de =>
            Von Anna Müller => de-AT => Anna Müller
            Von Willebrand Disease => en => -
            Door Knob Sets => en => -
            Door onze redacteur Jan de Vries => nl => Jan de Vries
            By Byron Baker => en => Byron Baker
            Per Sant Jordi => ca => -
            De Ziua Națională => ro => -
            От Нова Загора => bg => -
            Oleh Oleh Khas Bandung => id => -
            中新网记者 北京报道 => zh => -
            新人記者 募集中 => ja => -
            取材・文・撮影　山田太郎 => ja => 山田太郎
            Автор: Мария Иванова => ru => Мария Иванова
            Words by Ann Miller =>  => Ann Miller
            Di Luca Verri => it => Luca Verri
            Di Luca Verri => en => -
            Af => da =>
            Oleh Budi Santoso => id => Budi Santoso
            Periodista: Ana López => es => Ana López
            Author Spotlight Series => en => -
            By Appointment Only => en => -
            Text => en => -
            Special Report: Harbour Wall Fails => en => -
            Photo: Ann Miller => en => -
            14:20　来源：谷日报　作者：李明　责任编辑：王芳 => zh => 李明
            文・山田太郎 => ja => 山田太郎
            记者 报道 => zh => -
            김민수 기자 => ko => 김민수
            Γράφει ο Γιώργος Παππάς => el => Γιώργος Παππάς
            بقلم أحمد علي => ar => أحمد علي
            Teksti: Aino Virtanen => fi => Aino Virtanen
            责任编辑：王芳 => zh => -
            Von Lena Hofmann, Fotos: Peter Krüger => de => Lena Hofmann
            Ann Miller: The Harbour => en => -",
        ) {
            assert_eq!(behind_label(line, language, true).unwrap_or("-"), behind, "{line}");
        }
        assert_eq!(behind_label("di", "it", false), None);
        let people = |names: &[&str]| are_people(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert!(people(&["Pieter van den Berg", "Ann Miller"]));
        assert!(!people(&["Hamburg nach Berlin"]) && !people(&["Peking"]) && !people(&[]));
    }

    #[test]
    fn values_and_bylines() {
        let joined = |names: Vec<String>| Some(names.join("; ")).filter(|names| !names.is_empty());
        expect(VALUES, |text| joined(of_value(text)));
        expect(BYLINES, |text| joined(of_byline(text)));
        assert!(of_value(&"long ".repeat(100)).is_empty());
    }
}
