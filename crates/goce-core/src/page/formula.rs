//! Formulas: the TeX that a page keeps of them, or MathML as a line of text.

mod mathml;

use std::cell::Cell;

use self::mathml::of_mathml;
use crate::json::Document;
use crate::page::prelude::*;
use url::form_urlencoded;

/// Nodes of MathML, and bytes of TeX, up to which a formula is one; the text of a longer one is that of its elements.
pub const LONGEST: usize = 4000;

/// Nodes of an element with TeX up to which it shows the formula alone.
const MOST_NODES: usize = 400;

/// The attributes in which editors and renderers keep the TeX of an element.
const ATTRIBUTES: &str = "\
    data-tex data-latex data-math data-katex data-formula data-equation data-equation-content";

/// The class of the MathML that KaTeX writes beside what it draws.
const KATEX_SOURCE: &str = "katex-mathml";

/// The class of what jsMath draws: TeX without delimiters.
const JSMATH_SOURCE: &str = "math";

/// The classes of what KaTeX is to draw, as pandoc writes it: TeX without delimiters.
const PANDOC_SOURCES: [&str; 4] = ["math inline", "math display", "math-inline", "math-display"];

/// The element that Distill draws.
const DISTILL_SOURCE: &str = "d-math";

/// Environments of TeX that stand on a line of their own.
const DISPLAYS: &str = "\
    displaymath equation align gather multline eqnarray alignat flalign";

/// A formula of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Its TeX, or MathML as text.
    pub text: String,
    pub is_tex: bool,
    /// It stands on a line of its own.
    pub is_display: bool,
}

/// A text of the page that is a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaNode {
    /// The position of its text node.
    pub position: u32,
    /// The text is TeX.
    pub is_tex: bool,
    /// It stands on a line of its own.
    pub is_display: bool,
}

/// What reads the formulas of one page.
#[derive(Debug, Default)]
pub struct Formulas {
    /// Those of [`ATTRIBUTES`] that the page has.
    attributes: Vec<Name>,
    /// The attribute in which Substack's editor keeps settings, a formula among them.
    settings: Option<Name>,
    /// [`DISTILL_SOURCE`], if the page has it.
    distill: Option<Name>,
    /// The page has none of these.
    is_common: bool,
    /// Scripts hold TeX, and what MathJax drew of it stands before them.
    has_scripts: bool,
    /// Nodes of MathML that may still be read: a formula that is too long may hold others.
    left: Cell<usize>,
}

impl Formulas {
    /// Looks for what a page may keep formulas in.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(tree: &Tree) -> Fallible<Self> {
        let mut attributes = Vec::new();
        for name in ATTRIBUTES.split(' ') {
            if let Some(name) = tree.find(name) {
                attributes.try_push(name)?;
            }
        }
        let mut scripts = tree.elements_named(names::SCRIPT).filter_map(as_element);
        let has_scripts = scripts.any(|script| tex_script(script).is_some());
        let (settings, distill) = (tree.find("data-attrs"), tree.find(DISTILL_SOURCE));
        Ok(Formulas {
            is_common: attributes.is_empty() && settings.is_none() && distill.is_none(),
            attributes,
            has_scripts,
            settings,
            distill,
            // Nodes of MathML that are read of a page.
            left: Cell::new(1 << 20),
        })
    }

    /// Returns the formula that an element is; `None` for another element. `may_be_source` is what [`may_be_source`] says of
    /// its class.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline(always)]
    pub fn read(
        &self,
        node: NodeRef<'_>,
        element: Element<'_>,
        tag: Tag,
        class: &str,
        may_be_source: bool,
    ) -> Fallible<Option<Formula>> {
        let is_common = self.is_common && !may_be_source && !matches!(tag, Tag::Img | Tag::Script);
        if is_common && element.namespace() == Namespace::Html {
            return Ok(None);
        }
        self.read_some(node, element, tag, class)
    }

    fn read_some(&self, node: NodeRef<'_>, element: Element<'_>, tag: Tag, class: &str) -> Fallible<Option<Formula>> {
        if element.namespace() == Namespace::MathMl {
            if element.local() != names::MATH || self.left.get() < LONGEST {
                return Ok(None);
            }
            self.left.set(self.left.get() - node.descendants().take(LONGEST).count());
            return of_mathml(node, element, self.kept(element));
        }
        if tag == Tag::Img {
            return if is_picture_of_formula(element, class) {
                formula(element.attr(names::ALT).unwrap_or(""), class.contains("display"))
            } else {
                of_address(element.attr(names::SRC).unwrap_or(""))
            };
        }
        if tag == Tag::Script {
            let is_display = tex_script(element);
            let tex = first_text(node).filter(|_| is_display.is_some());
            return formula(tex.unwrap_or(""), is_display == Some(true));
        }
        if class == KATEX_SOURCE {
            return of_stripped(node);
        }
        let is_of_distill = Some(element.local()) == self.distill;
        let is_of_pandoc = is_of_distill || PANDOC_SOURCES.contains(&class);
        if (class == JSMATH_SOURCE || is_of_pandoc)
            && (matches!(tag, Tag::Div | Tag::Span) || is_of_distill)
            && let Some(text) = node.first_child().filter(|text| text.next_sibling().is_none())
            && let Some(tex) = as_text(text)
            && (tex.contains('\\') || is_of_distill || is_of_pandoc && tex.contains(['^', '_']))
            && !["$", "\\(", "\\["].iter().any(|open| tex.trim_start().starts_with(open))
            && !is_in_code(node)
        {
            let is_block = is_of_distill && element.attrs().take(8).any(|one| node.tree().name(one.local()) == "block");
            return formula(tex, tag == Tag::Div || class.ends_with("display") || is_block);
        }
        if let Some(settings) = self.settings.and_then(|name| element.attr(name))
            && start_of_name(class).contains("latex")
            && without_text(node)
        {
            return of_settings(settings);
        }
        let Some(tex) = self.kept(element) else {
            return Ok(None);
        };
        let is_named = ["math", "tex", "formula", "equation"].iter().any(|name| class.contains(name));
        let is_drawn = || tex.contains('=') && without_text(node);
        let is_tex = tex.contains(['\\', '^', '_', '{']) || is_named && tex.contains('=') || is_drawn();
        if !is_tex || tex.trim_start().starts_with(['{', '[']) && tex.contains('"') || !shows_alone(node, tex) {
            return Ok(None);
        }
        formula(tex, tag.is_block() || class.contains("display"))
    }

    /// Returns the TeX that an attribute of an element keeps.
    fn kept<'t>(&self, element: Element<'t>) -> Option<&'t str> {
        self.attributes.iter().find_map(|name| element.attr(*name))
    }

    /// Returns `true` for what MathJax drew of a formula whose source is a script behind it.
    #[inline(always)]
    pub fn is_drawn(&self, node: NodeRef<'_>, class: &str) -> bool {
        self.has_scripts && ["MathJax", "mjx"].iter().any(|name| class.trim_start().starts_with(name)) && {
            let behind = behind(node);
            // The siblings behind it among which the script is looked for.
            let mut elements = behind.take(4).filter_map(as_element);
            elements.any(|element| tex_script(element).is_some())
        }
    }
}

/// Returns `true` for the class of what may hold TeX without delimiters.
pub fn may_be_source(class: &str) -> bool {
    class == KATEX_SOURCE || class.starts_with(JSMATH_SOURCE)
}

/// Returns the formula of Substack's editor, which keeps its settings as JSON.
fn of_settings(json: &str) -> Fallible<Option<Formula>> {
    let settings = if json.len() > 2 * LONGEST {
        None
    } else {
        Document::read(json)?
    };
    let tex = settings.as_ref().and_then(|settings| settings.root().get("persistentExpression"));
    let tex = tex.map(|tex| tex.text(LONGEST)).transpose()?.flatten();
    formula(&tex.unwrap_or_default(), true)
}

/// Returns the formula of KaTeX's MathML without its tags, as CSDN keeps it: the last lines are the TeX.
fn of_stripped(node: NodeRef<'_>) -> Fallible<Option<Formula>> {
    let alone = node.first_child().filter(|text| text.next_sibling().is_none());
    let text = alone.and_then(as_text).unwrap_or("").trim();
    let class = node.parent().and_then(parent).map_or("", |around| start_of_value(around, names::CLASS));
    let Some((_, last)) = text.rsplit_once('\n') else {
        return Ok(None);
    };
    let lines = text.rsplit('\n').take_while(|line| !line.trim().is_empty());
    let length = lines.map(|line| line.len() + 1).sum::<usize>();
    let tex = text.len().checked_sub(length).map_or(last, |start| &text[start..]);
    formula(tex, class.contains("display"))
}

/// Returns the formula that an address of CodeCogs asks for.
fn of_address(address: &str) -> Fallible<Option<Formula>> {
    // Addresses that hold a picture may be long.
    let host = "latex.codecogs.com/";
    if address.len() > LONGEST || ![host, "cht=tx"].iter().any(|part| address.contains(part)) {
        return Ok(None);
    }
    let path = address.split_once(host).map_or("", |(_, path)| path);
    let asked = path.split_once('?').map_or("", |(_, asked)| asked);
    // Google's charts.
    let of_chart = address.split_once("cht=tx").and_then(|_| address.split_once("chl="));
    let asked = of_chart.map_or(asked, |(_, tex)| tex.split('&').next().unwrap_or(""));
    // `=` and `&` are signs of TeX here, and `+` is no space.
    let asked = asked.replace("&space;", " ").replace('+', "%2B");
    let mut tex = String::new();
    for (place, part) in asked.split('&').enumerate() {
        tex.try_push_str(if place > 0 { "&" } else { "" })?;
        for (place, side) in part.split('=').enumerate() {
            tex.try_push_str(if place > 0 { "=" } else { "" })?;
            for (decoded, _) in form_urlencoded::parse(side.as_bytes()) {
                tex.try_push_str(&decoded)?;
            }
        }
    }
    // How it is drawn.
    let mut rest = tex.as_str();
    while let Some((first, behind)) = rest.split_once(' ')
        && ["\\dpi", "\\inline", "\\bg", "\\fn", "\\large"].iter().any(|name| first.starts_with(name))
    {
        rest = behind.trim_start();
    }
    formula(rest, false)
}

/// Returns whether the TeX of a script of MathJax 2 stands on a line of its own; `None` for another element.
fn tex_script(element: Element<'_>) -> Option<bool> {
    if element.local() != names::SCRIPT {
        return None;
    }
    let kind = element.attr(names::TYPE)?.trim_start();
    let is_tex = kind.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("math/tex"));
    is_tex.then(|| kind.contains("display"))
}

/// Returns `true` for an element that shows a formula and no more: it has few nodes, and not much more text than the TeX.
fn shows_alone(node: NodeRef<'_>, tex: &str) -> bool {
    // Bytes of text that the element may still have.
    let mut left = 4 * tex.len() + 40;
    let mut nodes = 0;
    node.descendants().take(MOST_NODES + 1).all(|inner| {
        nodes += 1;
        let length = as_text(inner).map_or(0, |text| text.trim().len());
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits && nodes <= MOST_NODES
    })
}

/// Returns `true` for an element whose nodes are few and hold no text.
fn without_text(node: NodeRef<'_>) -> bool {
    node.descendants().take(MOST_NODES).all(|inner| as_text(inner).is_none())
}

/// The classes of pictures whose alternative text is TeX, and parts of their addresses.
const CLASSES: [&str; 7] = [
    "latex",
    "tex",
    "math",
    "ee_img",
    "equation_image",
    "mathimg",
    "Wirisformula",
];
const SOURCES: &str = "latex.php? /latex/ latex.codecogs.com cht=tx /math/render/ mimetex mathtex /equation?tex=";

/// Returns `true` for a picture whose alternative text is TeX.
fn is_picture_of_formula(element: Element<'_>, class: &str) -> bool {
    let Some(alt) = element.attr(names::ALT).filter(|alt| !alt.trim().is_empty()) else {
        return false;
    };
    let mut classes = class.split_ascii_whitespace();
    let is_named = classes.any(|class| CLASSES.contains(&class) || class.starts_with("mwe-math-fallback-image"));
    let source = element.attr(names::SRC).unwrap_or("");
    let is_drawn = || SOURCES.split(' ').any(|part| source.contains(part));
    let is_sign = |byte| matches!(byte, b'\\' | b'^' | b'_' | b'=' | b'{' | b'+' | b'<' | b'>');
    // Old MediaWiki names no other picture so.
    let is_texvc = class.split_ascii_whitespace().any(|class| class == "tex");
    let is_tex = is_texvc || alt.bytes().any(is_sign) || alt.trim().chars().nth(3).is_none();
    let is_spacer = [names::WIDTH, names::HEIGHT].iter().any(|name| matches!(element.attr(*name), Some("0" | "1")));
    is_tex && !is_spacer && (is_named || is_drawn() || is_delimited(alt.trim()))
}

/// Returns `true` for TeX as latex2html and AoPS name their pictures.
fn is_delimited(alt: &str) -> bool {
    let stands_in = |[open, close]: [&str; 2]| alt.starts_with(open) && alt.ends_with(close);
    let inner = alt.strip_prefix('$').and_then(|rest| rest.strip_suffix('$'));
    inner.is_some_and(|inner| !inner.is_empty() && !inner.contains('$'))
        || displays(alt).is_some() && alt.ends_with('}')
        || [["\\[", "\\]"], ["\\(", "\\)"]].into_iter().any(stands_in)
}

/// Returns the name of the environment that TeX begins with, if that stands on a line of its own.
pub fn displays(tex: &str) -> Option<&str> {
    let name = tex.strip_prefix("\\begin{")?;
    DISPLAYS.split(' ').find_map(|known| {
        let behind = name.strip_prefix(known)?;
        let star = usize::from(behind.starts_with('*'));
        behind[star..].starts_with('}').then(|| &name[..known.len() + star])
    })
}

/// Returns a formula of TeX; `None` for none, and for a longer one than is read.
pub fn formula(tex: &str, is_display: bool) -> Fallible<Option<Formula>> {
    let (tex, is_block) = without_delimiters(tex);
    if tex.is_empty() || tex.len() > LONGEST {
        return Ok(None);
    }
    Ok(Some(Formula {
        text: single_spaced(tex, char::is_whitespace)?,
        is_tex: true,
        is_display: is_display || is_block,
    }))
}

/// Returns the formula that a text is as a whole, by the delimiters around it; `None` for any other text, and for code.
///
/// # Errors
/// [`OutOfMemory`].
#[inline]
pub fn delimited(node: NodeRef<'_>, text: &str) -> Fallible<Option<Formula>> {
    // Of most texts the first byte says that they are none.
    if text.bytes().next().is_none_or(|first| first.is_ascii_graphic() && !matches!(first, b'\\' | b'$')) {
        return Ok(None);
    }
    let text = text.trim_start();
    if text.starts_with(['\\', '$']) {
        delimited_alone(node, text.trim_end())
    } else {
        Ok(None)
    }
}

fn delimited_alone(node: NodeRef<'_>, text: &str) -> Fallible<Option<Formula>> {
    for (open, close) in [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")] {
        let Some(inner) = text.strip_prefix(open).and_then(|inner| inner.strip_suffix(close)) else {
            continue;
        };
        if is_in_code(node) {
            return Ok(None);
        }
        let is_named = || parent(node).is_some_and(|around| start_of_value(around, names::CLASS).contains("math"));
        // Dollars stand around prices, too.
        let is_tex = open.starts_with('\\') || inner.contains(['\\', '^', '_', '{']) || is_named();
        return if is_tex && !inner.contains(close) {
            formula(text, false)
        } else {
            Ok(None)
        };
    }
    Ok(None)
}

/// Returns `true` for a text in an element of code.
pub fn is_in_code(node: NodeRef<'_>) -> bool {
    // The elements around a text among which one of code is looked for.
    let around = around(node).take(8);
    let mut around = around.filter_map(as_element);
    around.any(|element| matches!(element.name(), "code" | "kbd" | "samp" | "tt"))
}

/// Returns TeX without what says that it is mathematics, and whether that says that it stands on a line of its own.
fn without_delimiters(tex: &str) -> (&str, bool) {
    // As Canvas writes each formula.
    let tex = tex.trim();
    let mut tex = tex.strip_prefix("LaTeX:").unwrap_or(tex).trim_start();
    let mut is_display = displays(tex).is_some();
    for (open, close, displays) in [
        ("$$", "$$", true),
        ("$", "$", false),
        ("\\[", "\\]", true),
        ("\\(", "\\)", false),
        // KaTeX does not know it.
        ("\\begin{displaymath}", "\\end{displaymath}", true),
        ("% <![CDATA[", "%]]>", false),
    ] {
        let inner = tex.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner {
            tex = inner.trim();
            is_display |= displays;
        }
    }
    // As MediaWiki writes each formula.
    if let Some(inner) = tex.strip_prefix("{\\displaystyle").and_then(|rest| rest.strip_suffix('}'))
        && !inner.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        tex = inner.trim();
    }
    (tex, is_display)
}

#[cfg(test)]
mod tests {
    use crate::lines;
    use crate::page::Page;

    #[test]
    fn display_is_told_by_attributes_and_classes() {
        let math =
            "<math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math>";
        for (around, is_display) in [("katex", false), ("katex-display", true)] {
            let html = format!("<span class={around}><b class=katex><i class=katex-mathml>{math}</i></b></span>");
            assert_eq!(Page::sample(&html).formulas()[0].is_display, is_display, "{around}");
        }
        assert!(Page::sample(&math.replace("<math", "<math display=block")).formulas()[0].is_display);
    }

    #[test]
    fn tex_is_kept_once() {
        for html in lines(
            "
            <math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>
            <math alttext='{\\displaystyle x^2}'><mi>x</mi></math>
            <math data-latex='x^2'><msup data-latex=2><mi>x</mi><mn>2</mn></msup></math>
            <span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation \
            encoding=application/x-tex>x^2</annotation></semantics></math></span><span class=katex-html \
            aria-hidden=true>x2</span></span>
            <script type='math/tex'>x^2</script>
            <span class=MathJax_Preview>x2</span><span class=MathJax>x2</span><script type='math/tex; \
            mode=display'>x^2</script>
            <span style='display: none'><math><mi>y</mi></math></span><img class=mwe-math-fallback-image-inline \
            aria-hidden=true alt='{\\displaystyle x^2}'>
            <math alttext=x^2></math><img class=mwe-math-fallback-image-inline alt='x^2'>
            <img src='https://s0.example/latex.php?latex=x%5E2' alt='x^2'>
            <span class=ztext-math data-tex='x^2'>x2</span>
            <img class=tex alt='\\(x^2\\)'>
            <img class=latexcenter alt='\\[x^2\\]'>
            <img class=equation_image alt='LaTeX: x^2'>
            <img src=img7.gif alt='$ x^2$'>
            <img src=img8.gif alt='\\begin{displaymath}x^2\\end{displaymath}'>
            <img src='https://latex.codecogs.com/svg.image?\\inline&space;x%5E2'>
            <img src='https://chart.apis.google.com/chart?cht=tx&chl=x%5E2&chs=30'>
            <span class='math notranslate'>\\(x^2\\)</span>
            <div class=math>\\[x^2\\]</div>
            <span class='math inline'>x^2</span>
            <span class='math display'>x^2</span>
            <d-math block=''>x^2</d-math>
            <span class=math-container>$x^2$</span>
            <p>$$ x^2 $$</p>
            <span data-formula=x^2><svg><path d='M1'></path></svg></span>
            <div class=latex-rendered data-attrs='{\"persistentExpression\":\"x^2\",\"id\":\"A\"}'></div>",
        )
        .chain([
            "<span class=katex><span class=katex-mathml>\n x \n 2 \n \n x^2\n </span>\
             <span class=katex-html aria-hidden=true>x2</span></span>",
        ]) {
            let page = Page::sample(&format!("a {html} b"));
            let words: Vec<&str> = page.text().split_whitespace().collect();
            assert_eq!(words, ["a", "x^2", "b"], "{html}");
            assert_eq!(page.formulas().len(), 1, "{html}");
        }
        Page::check_texts(
            "
            <span data-math=true>x</span> => x
            <span data-formula='{\"a\": 1}'>x</span> => x
            <img src=a.jpg alt='$5 or $6'>x<img src=b.jpg alt='$'> => x
            <img src='https://latex.codecogs.com/gif.latex?a=b+1&space;%26&space;c'> => a=b+1 & c
            <span class=katex-mathml>x</span> => x
            <img class=math alt='A lesson in school'>x => x
            <img src=/latex/gloves.jpg alt='Gloves'>x => x
            <img class=tex width=0 height=0 alt='x^2'>y => y
            <span data-math='sum=true'>the sum</span> => the sum
            <li>is <math><mn>7</mn></math><li><math><mn>7</mn></math> => is 7|7
            <math><mi>x</mi></math> <math><mi>x</mi></math> => x x
            <span class=math>f = \\sum  x</span>, <span class=math>\\(a\\) or</span> => f = \\sum x, \\(a\\) or
            <img class=latex alt=x^2 style='display:none'>y => y
            <img class=tex alt='P(A)'> <span class='math inline'>≤ 5%</span> => P(A) ≤ 5%
            <span class='math inline'><em>x</em><sub>i</sub></span>, <span class='math inline'>{1, 2}</span> => xi, {1, 2}
            <p hidden><math alttext=x^2></math></p>y => y
            <script type=text/x>x^2</script>y => y
            a <b data-formula='E = m g'><svg></svg></b> => a E = m g
            \\(a\\) or \\(b\\) => \\(a\\) or \\(b\\)
            <p>$5$<p>$5 or $6$ => $5$||$5 or $6$
            <code>\\(a\\)</code> <kbd>$_$</kbd> => \\(a\\) $_$
            <pre>\\(a\\)</pre> => \\(a\\)",
        );
    }

    #[test]
    fn an_article_is_no_formula() {
        let long = "<p>Paragraph of the article.".repeat(9);
        assert!(
            Page::sample(&format!("<article data-formula='a^2'>{long}</article>"))
                .text()
                .starts_with("Paragraph")
        );
    }
}
