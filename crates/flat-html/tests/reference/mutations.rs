//! Pages made from others: a piece of a few kB, in which tags are removed, doubled, swapped, cut and inserted, and
//! attributes are broken. The same pages, seed and number make the same page.

use std::ops::Range;

/// A generator of random numbers, SplitMix64. The same seed makes the same numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// What is inserted: tags with rules of their own, and pieces with a meaning for the tokenizer. `_` stands for a space.
const PIECES: &str = "<table> </table> <tr> <td> </td> <th> </tr> <tbody> <thead> </tbody> <caption> </caption> <col> \
    <colgroup> </colgroup> <select> </select> <option> <optgroup> </option> <p> </p> <div> </div> <b> </b> <i> </i> \
    <a href=x> </a> <a> <nobr> </nobr> <font color=red> </font> <font> <em class=x> </em> <svg> </svg> <math> </math> \
    <mi> </mi> <annotation-xml> <annotation-xml_encoding=text/html> </annotation-xml> <foreignObject> </foreignObject> \
    <desc> <title> </title> <style> </style> <script> </script> <textarea> </textarea> <xmp> </xmp> <iframe> </iframe> \
    <noembed> <noframes> </noframes> <noscript> </noscript> <template> </template> <form> </form> <button> </button> \
    <li> </li> <ul> </ul> <ol> <dl> <dd> <dt> </dd> <h1> </h1> <h2> </h3> <pre> </pre> <pre>_ <listing>_ <plaintext> \
    <applet> </applet> <object> </object> <marquee> <ruby> <rb> <rt> <rp> <rtc> </ruby> <html_a=b> </html> <body_c=d> \
    </body> <head> </head> <frameset> </frameset> <frame> <image> <br/> </br> <hr> <input> <input_type=hidden> <img> \
    <meta> <base> <link> <address> </address> <center> <span> </span> <u> </u> <s> <code> </code> <big> <tt> \
    <!--x--> <!-- --> <!--> <!--->  <!--a--!> <!x> <?x> </> </x/> <x/> <!doctype> <!doctype_html> <![CDATA[x]]> \
    <![CDATA[ ]]> & &amp; &amp &ampx &notit; &notin; &#0; &#x80; &#128 &#xd800; &#99999999; &#x; &#; \
    \u{0} \r \r\n \u{c} \t \" ' < > = / -- --> <!-- <path/> <g> </g> <circle_viewbox=1_xlink:href=y/> \
    <p_a=1_a=2> <p_A='&amp;&lt' <p_b=\"x&copy=1&copy;\"> <search> <main> <details> <summary> <dialog> <keygen> <wbr>";

/// The characters that are inserted into tags.
const MARKS: [&str; 12] = ["\"", "'", "=", "<", ">", "/", " ", "\0", "&", "\n", "a", "é"];

/// Makes pages from others by a seed.
pub struct Maker<'p> {
    pages: &'p [String],
    pieces: Vec<String>,
    seed: u64,
}

impl<'p> Maker<'p> {
    /// Returns a maker of pages from `pages`.
    pub fn new(pages: &'p [String], seed: u64) -> Self {
        let pieces = PIECES.split(' ').map(|piece| piece.replace('_', " "));
        let more = [" ", "\n", "x"].map(str::to_owned);
        Maker {
            pages,
            pieces: pieces.chain(more).collect(),
            seed,
        }
    }

    /// Returns the page with this number. Every fourth starts empty, and is made of [`PIECES`] alone.
    pub fn make(&self, number: u64) -> String {
        let mut random = Random(self.seed.rotate_left(40) ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let random = &mut random;
        let page = &self.pages[random.below(self.pages.len())];
        let other = &self.pages[random.below(self.pages.len())];
        if number % 4 == 3 {
            let piece = |_| &*self.pieces[random.below(self.pieces.len())];
            return (0..40).map(piece).collect();
        }
        // Small pages, so that many are compared.
        let mut made = cut(page, 1 + random.below(6000), random);
        for _ in 0..1 + random.below(12) {
            self.change(&mut made, other, random);
        }
        made
    }

    fn change(&self, made: &mut String, other: &str, random: &mut Random) {
        let at = made.floor_char_boundary(random.below(made.len() + 1));
        // Two of three changes are between tags.
        let at = match random.below(3) {
            0 => at,
            _ => made[at..].find('<').map_or(at, |next| at + next),
        };
        match random.below(12) {
            0 => made.insert_str(at, &cut(other, 500, random)),
            1 => {
                let again = cut(made, 300, random);
                for _ in 0..1 + random.below(20) {
                    made.insert_str(at, &again);
                }
            }
            2 => {
                let end = made.floor_char_boundary((at + random.below(200)).min(made.len()));
                made.replace_range(at..end.max(at), "");
            }
            3 => made.truncate(at),
            4 => {
                if let Some(tag) = tag(made, random) {
                    made.replace_range(tag, "");
                }
            }
            5 => {
                if let Some(tag) = tag(made, random) {
                    let again = made[tag].to_owned();
                    made.insert_str(at, &again);
                }
            }
            6 => swap(made, random),
            7 => break_tag(made, random),
            _ => {
                let piece = &self.pieces[random.below(self.pieces.len())];
                let times = if random.below(20) == 0 { random.below(400) } else { 1 };
                made.insert_str(at, &piece.repeat(times));
            }
        }
    }
}

/// Returns a piece of a page.
fn cut(page: &str, length: usize, random: &mut Random) -> String {
    let start = page.floor_char_boundary(random.below(page.len() + 1));
    let end = page.floor_char_boundary((start + length).min(page.len()));
    page[start..end.max(start)].to_owned()
}

/// Returns the place of a tag: the next behind a random place.
fn tag(page: &str, random: &mut Random) -> Option<Range<usize>> {
    let from = page.floor_char_boundary(random.below(page.len() + 1));
    let start = from + page[from..].find('<')?;
    let end = start + page[start..].find('>')? + 1;
    Some(start..end)
}

/// Puts two tags in each other's places.
fn swap(page: &mut String, random: &mut Random) {
    let (Some(one), Some(two)) = (tag(page, random), tag(page, random)) else {
        return;
    };
    let (first, second) = if one.start < two.start { (one, two) } else { (two, one) };
    if first.end > second.start {
        return;
    }
    let [a, b] = [&first, &second].map(|range| page[range.clone()].to_owned());
    page.replace_range(second, &a);
    page.replace_range(first, &b);
}

/// Takes a character out of a tag, or writes one into it, a few times.
fn break_tag(page: &mut String, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let Some(tag) = tag(page, random) else {
            return;
        };
        let at = page.floor_char_boundary(tag.start + 1 + random.below(tag.len() - 1));
        if random.below(2) == 0 {
            page.remove(at);
        } else {
            page.insert_str(at, MARKS[random.below(MARKS.len())]);
        }
    }
}
