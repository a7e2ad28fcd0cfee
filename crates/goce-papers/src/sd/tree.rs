//! The SD-tree: the elements of a page merged into groups of text, and their measures (steps 1 to 4 of the SD algorithm).

use std::collections::HashMap;

use goce_core::html::names;
use goce_core::keyed::number_of;
use goce_core::page::{Page, Tag};
use goce_core::prelude::*;
use goce_core::texts::hashes::{key_of_name, start_compared};

/// Parts of the class or the id of a comment region (footnote 2).
const NAMES_OF_COMMENTS: [&str; 4] = ["comment", "reply", "response", "user"];

/// Words before a colon in the text of a comment region (footnote 2).
const WORDS_OF_COMMENTS: [&[u8]; 2] = [b"wrote", b"said"];

/// No piece: the node is a strong element.
const NO_PIECE: u32 = u32::MAX;

/// Returns `true` for a strong tag (section 3.1): its elements divide the page. All others are weak.
///
/// The paper lists `table`, `tr`, `div`, `tbody`, "`ui`", "etc." as strong and `td`, `li`, `p`, `img`, "etc." as weak.
/// HTML5's landmarks came later and divide a page as `div` does. On wcxb-dev at T1 = 20 (kinds as in [`super::fit`], mean
/// word F1 of the text):
///
/// - As it is here: kinds .616, F1 .673. With `section` too: .609, .665. Without `form`: .611, .672.
///   Without any landmark or form: .588, .667.
/// - With lists, if "`ui`", which HTML lacks, means `ul`: .595, .643. It tears lists out of their text.
fn is_strong(tag: Tag) -> bool {
    use Tag::*;
    matches!(
        tag,
        Html | Body
            | Frameset
            | Div
            | Table
            | Thead
            | Tbody
            | Tfoot
            | Tr
            | Header
            | Nav
            | Main
            | Article
            | Aside
            | Footer
            | Form
    )
}

/// A strong element with the nodes that are merged into it.
#[derive(Clone, Copy, Debug)]
struct Group {
    element: u32,
    /// The group of the nearest strong element around it; the root's is its own.
    parent: u32,
    /// A heading with text belongs to it.
    has_title: bool,
    class: u32,
    /// The child of `<body>` that it is in.
    branch: u32,
    named_comment: bool,
}

/// A text right below a strong element, or a weak element there with all nodes below it that are in no other strong
/// element. It is merged into the group of the strong element.
#[derive(Clone, Copy, Debug)]
struct Piece {
    group: u32,
    density: u32,
    says_comment: bool,
}

/// A page's groups and pieces.
#[derive(Debug)]
pub struct SdTree {
    groups: Vec<Group>,
    pieces: Vec<Piece>,
    group_of_node: Vec<u32>,
    piece_of_node: Vec<u32>,
}

/// A valid group with its features (step 4), a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its number among the groups of the tree.
    pub(super) group: u32,
    /// The position of its strong element in the page.
    pub element: usize,
    /// d, the characters of its texts.
    pub density: u64,
    /// dfr, its distance from the root.
    pub depth: usize,
    /// title_diff (equation 2): the number of levels up to its ancestor title, none without a title.
    pub title_distance: Option<usize>,
    /// Regions of the same class attribute, or of none, have the same number.
    pub class: u32,
    /// Regions in the same child of `<body>` have the same number.
    pub branch: u32,
    /// A comment keyword is in its class, its id or its text.
    pub is_named_comment: bool,
}

impl SdTree {
    /// Returns the tree of a page. Invisible nodes are not in it: [`Page`] has none (step 2).
    ///
    /// The density of a text is the number of its characters as laid out, whitespace collapsed. Separators between texts do
    /// not count, so that densities add up.
    ///
    /// The ancestor title of a group is a heading of the group itself or of the innermost group around it that has one. Its
    /// level is that of its group. If headings anywhere below an ancestor counted, nearly every region would have a title,
    /// and few pages would lack an article region: kinds .522 instead of .616 (wcxb-dev, T1 = 20).
    ///
    /// Takes time linear in the page. Of a class, its length and its start are compared ([`key_of_name`]).
    pub fn new(page: &Page) -> Fallible<Self> {
        let nodes = page.nodes();
        let mut tree = SdTree {
            groups: Vec::new(),
            pieces: Vec::new(),
            group_of_node: try_with_capacity(nodes.len())?,
            piece_of_node: try_with_capacity(nodes.len())?,
        };
        // The page chooses its classes: their hash is keyed.
        let mut classes: HashMap<(usize, &str), u32> = HashMap::new();
        // The open headings without text so far: the ends of their subtrees, and their groups.
        let mut headings: Vec<(usize, u32)> = Vec::new();
        let mut branch = 0;
        let mut work = Countdown::new(CHECK_EVERY);
        for (position, node) in nodes.iter().enumerate() {
            work.charge(1);
            let parent = node.parent();
            let is_page = |tag| matches!(tag, Tag::Html | Tag::Body);
            if is_page(node.tag()) || is_page(nodes[parent].tag()) {
                branch = position as u32;
            }
            // The root is a group with any tag, so that every text is in a group.
            if position == 0 || is_strong(node.tag()) {
                let class = number_of(&mut classes, key_of_name(page.class(position)))?;
                tree.push_group(page, position, class, branch)?;
                continue;
            }
            let (group, piece) = tree.push_weak(parent)?;
            if node.tag().heading_level().is_some() {
                headings.try_push((page.subtree(position).end, group))?;
            }
            if node.tag() != Tag::Text {
                continue;
            }
            let text = page.text_of(position..position + 1);
            if !text.is_empty() {
                while let Some((end, group)) = headings.pop() {
                    tree.groups[group as usize].has_title |= end > position;
                }
            }
            work.charge(text.len() / 64);
            let piece = &mut tree.pieces[piece as usize];
            // A piece is part of the page, whose text has fewer than 2³² bytes.
            piece.density += text.chars().count() as u32;
            piece.says_comment |= says_comment(text);
        }
        Ok(tree)
    }

    /// Adds a strong element, the next node, as a group of its own.
    fn push_group(&mut self, page: &Page, position: usize, class: u32, branch: u32) -> Fallible {
        let group = self.groups.len() as u32;
        let parent = match position {
            0 => group,
            _ => self.group_of_node[page.nodes()[position].parent()],
        };
        self.groups.try_push(Group {
            element: position as u32,
            parent,
            has_title: false,
            class,
            branch,
            named_comment: names_comment(page, position),
        })?;
        self.group_of_node.push(group);
        self.piece_of_node.push(NO_PIECE);
        Ok(())
    }

    /// Adds a weak element or a text, the next node, to the piece of its parent, or to a new one right below a strong
    /// element. Returns its group and its piece.
    fn push_weak(&mut self, parent: usize) -> Fallible<(u32, u32)> {
        let group = self.group_of_node[parent];
        let mut piece = self.piece_of_node[parent];
        if piece == NO_PIECE {
            piece = self.pieces.len() as u32;
            self.pieces.try_push(Piece {
                group,
                density: 0,
                says_comment: false,
            })?;
        }
        self.group_of_node.push(group);
        self.piece_of_node.push(piece);
        Ok((group, piece))
    }

    /// Returns the regions, in document order of their elements. Prunes the pieces whose density is not above T2 (step 2),
    /// merges the others into their groups (step 3) and measures these (step 4). At T1 = 20 pruning each text by itself
    /// gives kinds of .609 and an F1 of .677, pruning whole groups .618 and .676.
    pub fn regions(&self, page: &Page, min_density: f64) -> Fallible<Vec<Region>> {
        let mut merged = try_filled((0u64, false), self.groups.len())?;
        interrupts::check();
        for chunk in self.pieces.chunks(CHECK_EVERY) {
            interrupts::check();
            for piece in chunk.iter().filter(|piece| piece.is_valid(min_density)) {
                let (density, says_comment) = &mut merged[piece.group as usize];
                *density += u64::from(piece.density);
                *says_comment |= piece.says_comment;
            }
        }
        let mut title_levels: Vec<Option<usize>> = try_with_capacity(self.groups.len())?;
        let mut regions = Vec::new();
        for (number, group) in self.groups.iter().enumerate().checking(CHECK_EVERY) {
            let element = group.element as usize;
            let depth = page.nodes()[element].depth();
            let title_level = if group.has_title {
                Some(depth)
            } else {
                // The root's group is its own parent, and not in the list yet.
                title_levels.get(group.parent as usize).copied().flatten()
            };
            title_levels.push(title_level);
            let (density, says_comment) = merged[number];
            if density > 0 {
                regions.try_push(Region {
                    group: number as u32,
                    element,
                    density,
                    depth,
                    title_distance: title_level.map(|level| depth.abs_diff(level)),
                    class: group.class,
                    branch: group.branch,
                    is_named_comment: group.named_comment || says_comment,
                })?;
            }
        }
        Ok(regions)
    }

    /// Calls `run` for each run of neighbouring nodes that are merged into the same group, in document order, with the
    /// group's number.
    pub fn runs(&self, min_density: f64, run: &mut dyn FnMut(u32, std::ops::Range<usize>) -> Fallible) -> Fallible {
        let mut open: Option<(u32, usize)> = None;
        let nodes = self.group_of_node.iter().zip(&self.piece_of_node);
        for (position, (&group, &piece)) in nodes.enumerate().checking(CHECK_EVERY) {
            let piece = self.pieces.get(piece as usize);
            let merged = piece.is_some_and(|piece| piece.is_valid(min_density)).then_some(group);
            if open.map(|(group, _)| group) != merged {
                if let Some((group, start)) = open {
                    run(group, start..position)?;
                }
                open = merged.map(|group| (group, position));
            }
        }
        if let Some((group, start)) = open {
            run(group, start..self.group_of_node.len())?;
        }
        Ok(())
    }
}

impl Piece {
    fn is_valid(&self, min_density: f64) -> bool {
        f64::from(self.density) > min_density
    }
}

/// Returns `true` if the class or the id of an element contains the name of a comment, in any case.
fn names_comment(page: &Page, position: usize) -> bool {
    [names::CLASS, names::ID]
        .into_iter()
        .filter_map(|name| page.attribute(position, name))
        .any(|value| {
            let value = start_compared(value).to_ascii_lowercase();
            NAMES_OF_COMMENTS.iter().any(|name| value.contains(name))
        })
}

/// Returns `true` if a text says that somebody "wrote:" or "said:".
fn says_comment(text: &str) -> bool {
    text.match_indices(':').any(|(colon, _)| {
        let before = &text.as_bytes()[..colon];
        WORDS_OF_COMMENTS.iter().any(|word| {
            before.len().checked_sub(word.len()).is_some_and(|start| before[start..].eq_ignore_ascii_case(word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    fn regions(page: &Page, min_density: f64) -> Vec<Region> {
        let tree = SdTree::new(page).unwrap();
        tree.regions(page, min_density).unwrap()
    }

    fn densities(html: &str, min_density: f64) -> String {
        let page = crate::tests::page(html);
        let regions = regions(&page, min_density).into_iter();
        let regions = regions.map(|region| (page.nodes()[region.element].tag().name(), region.density));
        regions.map(|(tag, density)| format!("{tag} {density}")).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn weak_elements_merge_into_the_strong_one_around_them() {
        for [html, expected] in cases(
            "
            <div><p>ab</p><ul><li>cd</ul>e</div> => div 5
            <table><tr><td>ab<td>cd<tr><td>e</table> => tr 4, tr 1
            // A strong element within a weak one is a region of its own.
            <main><p>ab</p><ul><li>c<div>def</div></ul></main> => main 3, div 3
            ab => body 2
            // Characters as laid out, not bytes, and no separators.
            <div> \t ä   ö <br> ü</div> => div 4
            =>",
        ) {
            assert_eq!(densities(html, 0.0), expected, "{html}");
        }
    }

    #[test]
    fn short_pieces_are_noise() {
        // Each right below the strong element: 3, 3 and 2 + 2 characters.
        let html = "<div><b>abc</b><b>def</b><p>gh<i>ij</i></p></div>";
        for (min_density, expected) in [(0.0, "div 10"), (3.0, "div 4"), (4.0, "")] {
            assert_eq!(densities(html, min_density), expected);
        }
    }

    #[test]
    fn features_of_regions() {
        let page = crate::tests::page(
            "<div id=a><h2>ab</h2><div class=x>cd<div class=x>ef</div></div></div>
             <div class='User-Reply'>g</div><div class=x><h1></h1>Bob Said: h</div>",
        );
        let of: Vec<_> = regions(&page, 0.0)
            .iter()
            .map(|r| (r.depth, r.title_distance, r.class, r.is_named_comment))
            .collect();
        // Classes: 0 none (of <html> and <body>, too), 1 x, 2 User-Reply. An empty heading is none.
        assert_eq!(
            of,
            [
                (2, Some(0), 0, false),
                (3, Some(1), 1, false),
                (4, Some(2), 1, false),
                (2, None, 2, true),
                (2, None, 1, true),
            ]
        );
        let branches: Vec<_> = regions(&page, 0.0).iter().map(|r| r.branch).collect();
        assert_eq!(branches[0], branches[2]);
        assert!(branches[0] != branches[3] && branches[3] != branches[4]);
    }

    #[test]
    fn comments_are_known_by_names_and_words() {
        for text in ["Ann wrote:", "SAID: x"] {
            assert!(says_comment(text), "{text}");
        }
        for text in ["a: wrote", ":", "ä:said", "she said so"] {
            assert!(!says_comment(text), "{text}");
        }
        let named = crate::tests::page("<p class=aCOMMENTb></p><p id=user></p><p class=comm-ent></p><p>");
        let of: Vec<bool> = (0..named.nodes().len())
            .filter(|&position| named.nodes()[position].tag() == Tag::P)
            .map(|position| names_comment(&named, position))
            .collect();
        assert_eq!(of, [true, true, false, false]);
    }

    #[test]
    fn runs_leave_out_noise_and_strong_elements() {
        let page = crate::tests::page("<div>abc<b>d</b>efg<div>hij</div>klm</div>");
        let tree = SdTree::new(&page).unwrap();
        let mut texts = Vec::new();
        tree.runs(1.0, &mut |group, nodes| texts.try_push((group, page.text_of(nodes).to_owned()))).unwrap();
        let text = |group, text: &str| (group, text.to_owned());
        assert_eq!(texts, [text(2, "abc"), text(2, "efg"), text(3, "hij"), text(2, "klm")]);
    }
}
