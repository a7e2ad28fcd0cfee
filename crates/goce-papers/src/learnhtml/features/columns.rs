//! The columns of the numeric features, by their names in Table 3.2.
//!
//! The numbers come first; every element has all of them. Then the element and each of its ancestors have one column for
//! each tag: 1 for its own tag, 0 for others. Each level of descendants has one column for each tag: the tag's frequency.
//! Stored models refer to columns by their places, so these never change.

use goce_core::page::Tag;
use goce_core::texts::lists::listed;

/// Ancestors that are looked at (Table 3.1).
pub const ANCESTORS: usize = 5;

/// Levels of descendants that are looked at (Table 3.1).
pub const LEVELS: usize = 5;

/// Numbers of an element.
pub const OF_NODE: [&str; 7] = listed("depth pos_sib nb_child text_len cls_len nb_cls id_len");

/// Numbers of a level of descendants: how many there are, and means over them.
pub const OF_LEVEL: [&str; 6] = listed("total_nodes avg_nb_child avg_text_len avg_cls_len avg_nb_cls avg_id_len");

pub const NUMBERS: usize = OF_NODE.len() * (1 + ANCESTORS) + OF_LEVEL.len() * LEVELS;

/// The tags with columns of their own. Tags that `goce_core::page` adds later stay "other".
pub const TAGS: [Tag; 76] = {
    use Tag::*;
    [
        A, Abbr, Address, Article, Aside, B, Blockquote, Body, Br, Button, Caption, Center, Code, Datalist, Dd,
        Details, Dialog, Dir, Div, Dl, Dt, Em, Fieldset, Figcaption, Figure, Footer, Form, Frameset, H1, H2, H3, H4,
        H5, H6, Header, Hgroup, Hr, Html, I, Img, Input, Label, Legend, Li, Listing, Main, Map, Menu, Nav, Noscript,
        Ol, Optgroup, Option, P, Picture, Plaintext, Pre, Search, Section, Select, Small, Span, Strong, Summary, Table,
        Tbody, Td, Textarea, Tfoot, Th, Thead, Time, Tr, Ul, Xmp, Other,
    ]
};

/// The place of "other" among [`TAGS`].
const OTHER: u8 = TAGS.len() as u8 - 1;

/// The columns of numbers and tags together; terms come after them.
pub const FIXED: usize = NUMBERS + (1 + ANCESTORS + LEVELS) * TAGS.len();

/// Returns the place of a tag among [`TAGS`].
pub fn place(tag: Tag) -> u8 {
    const PLACES: [u8; 256] = {
        let mut places = [OTHER; 256];
        let mut place = 0;
        while place < TAGS.len() {
            places[TAGS[place] as usize] = place as u8;
            place += 1;
        }
        places
    };
    PLACES[tag as usize]
}

/// Returns the column of a tag of the element itself (0) or of one of its ancestors (1 to 5).
pub fn tag_of_node(ancestor: usize, place: u8) -> u16 {
    (NUMBERS + ancestor * TAGS.len() + usize::from(place)) as u16
}

/// Returns the column of a tag's frequency on a level of descendants (0 to 4).
pub fn tag_of_level(level: usize, place: u8) -> u16 {
    (NUMBERS + (1 + ANCESTORS + level) * TAGS.len() + usize::from(place)) as u16
}

/// Returns the name of a column of numbers or tags, as in Table 3.2, and `None` for another column.
#[cfg(test)]
pub fn name(column: usize) -> Option<String> {
    let node = |ancestor: usize| match ancestor {
        0 => String::new(),
        _ => format!("anc{ancestor}_"),
    };
    let of_nodes = OF_NODE.len() * (1 + ANCESTORS);
    if column < of_nodes {
        let number = OF_NODE[column % OF_NODE.len()];
        return Some(node(column / OF_NODE.len()) + number);
    }
    if column < NUMBERS {
        let level = (column - of_nodes) / OF_LEVEL.len();
        let number = OF_LEVEL[(column - of_nodes) % OF_LEVEL.len()];
        return Some(format!("desc{}_{number}", level + 1));
    }
    let group = (column - NUMBERS) / TAGS.len();
    let tag = match TAGS[(column - NUMBERS) % TAGS.len()].name() {
        "" => "other",
        name => name,
    };
    match group.checked_sub(1 + ANCESTORS) {
        None => Some(format!("{}tag_{tag}", node(group))),
        Some(level) if level < LEVELS => Some(format!("desc{}_freq_tag_{tag}", level + 1)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_their_names() {
        let names: Vec<String> = (0..FIXED).map(|column| name(column).unwrap()).collect();
        let mut distinct = names.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), FIXED);
        assert_eq!(name(FIXED), None);
        assert_eq!((NUMBERS, FIXED), (72, 908));
        assert_eq!(names[3], "text_len");
        assert_eq!(names[7], "anc1_depth");
        assert_eq!(names[42], "desc1_total_nodes");
        assert_eq!(names[71], "desc5_avg_id_len");
        let li = place(Tag::Li);
        assert_eq!(names[usize::from(tag_of_node(0, li))], "tag_li");
        assert_eq!(names[usize::from(tag_of_node(5, li))], "anc5_tag_li");
        assert_eq!(names[usize::from(tag_of_level(0, li))], "desc1_freq_tag_li");
        assert_eq!(names[FIXED - 1], "desc5_freq_tag_other");
    }

    #[test]
    fn columns_stay() {
        // Stored models refer to these places: a change makes them all wrong.
        let names: String = (0..FIXED).filter_map(name).collect();
        assert_eq!(goce_core::texts::hashes::hash_text(&names, 0), 8_916_973_121_039_793_987);
        assert_eq!(place(Tag::Template), place(Tag::Other));
    }
}
