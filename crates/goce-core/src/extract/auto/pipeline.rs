//! The steps of `auto`, from a page to its content: [`run`] takes them one after the other.

use once_cell::unsync::OnceCell;

pub use super::comments::{Comments, p_forum};
use super::comments::{leave_out_beside, leave_out_comments};
use super::complete_forest::FeatureRow;
use super::correction::Correction;
use super::decision::Decision;
pub use super::decision::{Weighed, decide};
use super::features::Blocks;
use super::mend::{
    hidden_content, leave_out_author_box, leave_out_boxes, leave_out_cards, leave_out_copies, leave_out_invitations,
    leave_out_last_heading, leave_out_last_links, leave_out_menu_lines, leave_out_newsletters, leave_out_related,
    mend_wholes, take_below_headings, take_between_paragraphs, take_formulas, take_headline, take_lead,
    take_name_and_price, take_notes, take_posts, take_short_lists,
};
use super::no_text::NoText;
pub use super::repeated::make_alike;
use super::{Model, Weighing};
use crate::areas::{comment_parts, nodes_of_records};
use crate::extract::{ExtractError, Focus, Options, Selection};
use crate::genre::{PageType, PageTypeScores, markup};
use crate::page::prelude::*;

/// Selects the content of a page.
pub fn select(page: &Page, options: &Options<'_>) -> Result<Selection, ExtractError> {
    Ok(run(&Setup::built_in()?, page, options)?.selection)
}

/// Selects the content of a page as a correction says.
pub fn select_corrected(
    page: &Page,
    options: &Options<'_>,
    correction: &Correction,
) -> Result<Selection, ExtractError> {
    let setup = Setup {
        correction: Some(correction),
        ..Setup::built_in()?
    };
    Ok(run(&setup, page, options)?.selection)
}

/// Returns the [confidence](confidence_in) in the content of a page, in \[0, 1\].
pub fn confidence(page: &Page) -> Result<f32, ExtractError> {
    let selection = select(page, &Options::default())?;
    Ok(confidence_in(&selection)?.unwrap_or(0.0))
}

/// Returns the F1, in \[0, 1\], that pages with such a selection have reached; where there is no text the probability that
/// the page shows no content. `None` for the selection of a method that expects no F1.
pub fn confidence_in(selection: &Selection) -> Result<Option<f32>, ExtractError> {
    let Some(expected) = selection.expected_f1 else {
        return Ok(None);
    };
    if selection.hidden_content().is_some() {
        // Six such pages of the folds reached .11 on average. Mostly it is an excerpt.
        return Ok(Some(0.1));
    }
    if selection.spans().is_empty() {
        return Ok(Some(expected));
    }
    Ok(Some(Model::built_in()?.confidence(expected)))
}

/// The model and the numbers that a run goes by. Training and measuring put others in place of the built-in ones.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    pub model: &'a Model,
    /// The features of the page, if they are known; otherwise [`measure_page`] measures them.
    pub page_features: Option<&'a [f32]>,
    pub weighing: Weighing,
    /// What was learned of pages like this one.
    pub correction: Option<&'a Correction>,
}

impl Setup<'static> {
    /// Returns the setup of the built-in model.
    pub fn built_in() -> Result<Self, ExtractError> {
        Ok(Setup {
            model: Model::built_in()?,
            page_features: None,
            weighing: Weighing::CHOSEN,
            correction: None,
        })
    }
}

/// The content of a page, and the decision before it was mended.
#[derive(Clone, Debug)]
pub struct Run {
    /// For each block, `true` if the decision takes it.
    pub decided: Vec<bool>,
    pub selection: Selection,
}

/// Weighs blocks by what their elements are: repeated ones alike, comments that are no content and what stands beside it
/// low. Returns the comments, if they are asked for.
pub fn weigh_by_areas(
    page: &Page,
    blocks: &Blocks<'_>,
    page_features: &[f32],
    options: &Options<'_>,
    are_asked: bool,
    scores: &mut [f32],
) -> Fallible<Comments> {
    make_alike(blocks, scores)?;
    let are_wanted = options.comments == Some(true);
    let parts = comment_parts(page)?;
    let comments = if are_asked {
        Comments::asked(page, &parts, page_features, options)?
    } else {
        Comments::default()
    };
    let left_out = if are_wanted { &[] } else { comments.to_leave_out() };
    leave_out_comments(page, &parts, left_out, scores)?;
    if !are_wanted {
        leave_out_beside(page, page_features, scores)?;
    }
    Ok(comments)
}

/// Selects the content of a page by the steps of the method.
///
/// # Errors
/// [`ExtractError::Features`] if the model was trained on other features of pages; [`ExtractError::PageTypes`];
/// [`ExtractError::OutOfMemory`].
pub fn run(setup: &Setup<'_>, page: &Page, options: &Options<'_>) -> Result<Run, ExtractError> {
    let measured;
    let (page_features, blocks) = match setup.page_features {
        Some(known) => (Cow::Borrowed(known), Blocks::of(page, &setup.model.tables)?),
        None => {
            measured = options.measured(page)?;
            let blocks = Blocks::with_head(page, &setup.model.tables, Cow::Borrowed(&measured.head))?;
            (Cow::Owned(features_of(&measured, options.p_list_view)?), blocks)
        }
    };
    let mut of_trees = Vec::new();
    let mut scores =
        score_and(setup.model, &blocks, &page_features, &mut |rows, of_page, scores| match setup.correction {
            Some(correction) => correction.of_rows(rows, of_page, scores, &mut of_trees),
            None => Ok(()),
        })?;
    // Where comments are wanted only a correction asks which blocks they are.
    let are_asked = options.comments != Some(true) || setup.correction.is_some();
    let comments = weigh_by_areas(page, &blocks, &page_features, options, are_asked, &mut scores)?;
    if let Some(correction) = setup.correction {
        if options.comments.is_none() {
            correction.take_comments(&comments, &mut scores);
        }
        correction.correct(&blocks, &comments, &of_trees, &mut scores)?;
    }
    // What was measured takes more memory than all that follows.
    let blocks = Weighed::of(blocks)?;
    let hidden = OnceCell::new();
    let decide_for = |focus| {
        let options = Options { focus, ..*options };
        decide_above_floor(setup, page, &blocks, &scores, &page_features, &hidden, &options)
    };
    let balanced = decide_for(Focus::Balanced)?;
    // Hidden content stands alone: no focus takes anything beside it.
    let is_hidden = hidden.get().is_some_and(Option::is_some);
    let focused = if options.focus == Focus::Balanced || is_hidden {
        None
    } else {
        Some(decide_for(options.focus)?)
    };
    let taken = mended(page, &balanced, &page_features)?;
    let (decision, selected) = match focused {
        None => (balanced, taken),
        Some(decision) => {
            let mut selected = mended(page, &decision, &page_features)?;
            nest(options.focus, &taken, &mut selected);
            (decision, selected)
        }
    };
    let mut selection = Selection::blocks(page, decision.probabilities, |block, _| selected[block])?;
    selection.expected_f1 = Some(decision.expected_f1);
    if selection.spans.is_empty() {
        selection.hidden_content = hidden.into_inner().flatten();
    }
    Ok(Run {
        decided: decision.selected,
        selection,
    })
}

/// Decides for a page. Where the decision takes nothing, and the page neither holds its content hidden nor shows
/// [no text of its own](NoText), the records of a list are taken, or else the best selection that is not empty.
fn decide_above_floor(
    setup: &Setup<'_>,
    page: &Page,
    blocks: &Weighed,
    scores: &[f32],
    page_features: &[f32],
    hidden: &OnceCell<Option<String>>,
    options: &Options<'_>,
) -> Result<Decision, ExtractError> {
    let decide = |raised: f32, may_be_empty| {
        let scores = try_collect(scores.iter().map(|score| score + raised))?;
        decide(blocks, scores, may_be_empty, options, setup.weighing)
    };
    // A page without a head is a fragment that someone cut out of a page, and is not empty.
    let has_head = page.head().next().is_some();
    let raised = raised(page_features);
    let mut decision = decide(raised, has_head)?;
    if has_head && NoText::is_message(page, &decision.selected)? {
        // No block is content.
        decision = decide(-100.0, true)?;
    }
    let takes_nothing = |decision: &Decision| !decision.selected.contains(&true);
    if !takes_nothing(&decision)
        || hidden.get_or_try_init(|| hidden_content(page))?.is_some()
        || NoText::of(page)?.is_some()
    {
        return Ok(decision);
    }
    let mut decision = decide(raised, false)?;
    if takes_nothing(&decision) {
        // No block is content in any of the samples: the best one becomes as likely as not.
        let best = scores.iter().copied().fold(f32::MIN, f32::max);
        decision = decide(-best, false)?;
    }
    if is_list_view(page_features) {
        let records = nodes_of_records(page)?;
        // Fewer records are not taken for content.
        if records.len() >= 8 {
            decision.selected = page.blocks_starting_in(&records)?;
        }
    }
    Ok(decision)
}

/// Returns by how much the scores (log-odds) of a page are raised before the decision: the more, the likelier it is a firm's or
/// an office's. By the models of the folds 272 such pages and front pages of `kinds` gain .008, and no set of articles
/// loses .0002.
pub fn raised(page_features: &[f32]) -> f32 {
    0.6 * types(page_features).p(PageType::Service)
}

/// Returns `true` for the features of a page that is more likely a list view than not.
fn is_list_view(page_features: &[f32]) -> bool {
    types(page_features).p_list_view() > 0.5
}

/// Returns the probabilities of the page types, which are the last of a page's features.
pub(super) fn types(page_features: &[f32]) -> PageTypeScores {
    PageTypeScores {
        probabilities: page_features.last_chunk().copied().unwrap_or_default(),
    }
}

/// Returns what a decision takes once its wholes are taken together, short lists and a product's price with it, and its
/// copies left out.
fn mended(page: &Page, decision: &Decision, page_features: &[f32]) -> Fallible<Vec<bool>> {
    let mut selected = try_collect(decision.selected.iter().copied())?;
    let (types, probabilities) = (types(page_features), &decision.probabilities);
    mend_wholes(page, probabilities, &mut selected)?;
    take_short_lists(page, probabilities, is_list_view(page_features), &mut selected)?;
    // Pages of other types rarely have a price near their headline.
    if types.p(PageType::Product) >= 0.25 {
        take_name_and_price(page, &mut selected)?;
    }
    take_below_headings(page, probabilities, &mut selected);
    let is_article = types.p(PageType::Article) > 0.5;
    if is_article {
        take_lead(page, probabilities, &mut selected);
    }
    // Short articles look like pages of firms.
    if types.p_any(|of| matches!(of, PageType::Article | PageType::Documentation | PageType::Service)) > 0.5 {
        take_between_paragraphs(page, probabilities, &mut selected);
        take_posts(page, probabilities, &mut selected);
        leave_out_author_box(page, &mut selected)?;
        leave_out_invitations(page, &mut selected)?;
        // Manuals have ids after their headings.
        if types.p(PageType::Documentation) < 0.5 {
            leave_out_related(page, &mut selected)?;
        }
        if is_article {
            leave_out_last_links(page, &mut selected);
            leave_out_cards(page, &mut selected)?;
        }
        take_notes(page, probabilities, &mut selected)?;
    }
    if is_article {
        leave_out_last_heading(page, &mut selected);
    }
    take_formulas(page, &mut selected);
    leave_out_menu_lines(page, &mut selected);
    leave_out_newsletters(page, &mut selected)?;
    leave_out_boxes(page, &mut selected)?;
    // Many golds of articles and threads have no headline.
    let is_text = |of| matches!(of, PageType::Article | PageType::Documentation | PageType::Forum);
    if types.p_any(is_text) < 0.5 {
        take_headline(page, &mut selected);
    }
    leave_out_copies(page, &mut selected)?;
    // Mending changes what is taken, not whether anything is.
    if !selected.contains(&true) {
        selected.copy_from_slice(&decision.selected);
    }
    Ok(selected)
}

/// Leaves out, with a focus on precision, what the balanced selection does not take; takes, with one on recall, all that it
/// takes.
fn nest(focus: Focus, balanced: &[bool], selected: &mut [bool]) {
    let blocks = selected.iter_mut().zip(balanced);
    match focus {
        Focus::Precision => blocks.for_each(|(block, balanced)| *block &= balanced),
        Focus::Balanced => {}
        Focus::Recall => blocks.for_each(|(block, balanced)| *block |= balanced),
    }
    if !selected.contains(&true) {
        selected.copy_from_slice(balanced);
    }
}

/// Returns the features of a page: those of its markup ([`markup::measured`]), and the probabilities of the page types.
/// A given probability of a list view replaces the one by markup alone: 0 or 1 where the genre is known, or the
/// probability by screenshot and markup together.
pub fn measure_page(page: &Page, p_list_view: Option<f32>) -> Result<Vec<f32>, ExtractError> {
    Ok(features_of(&markup::measured(page)?, p_list_view)?)
}

/// Returns the page's features from measurements made earlier.
fn features_of(measured: &markup::Measured, p_list_view: Option<f32>) -> Fallible<Vec<f32>> {
    let mut scores = measured.scores;
    if let Some(p_list_view) = p_list_view {
        scores = scores.with_p_list_view(p_list_view);
    }
    let mut features = Vec::new();
    features.try_extend_from_slice(&measured.values)?;
    features.try_extend(scores.probabilities)?;
    Ok(features)
}

/// Takes the features of some blocks, the number of the page's features that each row begins with, and the scores.
pub type ScoredSink<'a> = dyn FnMut(&[FeatureRow], usize, &[f32]) -> Fallible + 'a;

/// Returns the score of each block by the trees, the log-odds that it is content, and calls `seen` for some blocks at a time.
pub fn score_and(
    model: &Model,
    blocks: &Blocks<'_>,
    page_features: &[f32],
    seen: &mut ScoredSink<'_>,
) -> Result<Vec<f32>, ExtractError> {
    let chosen = model.forests.for_page(page_features)?;
    let chosen = chosen.ok_or(ExtractError::Features("auto"))?;
    let mut scores: Vec<f32> = Vec::new();
    blocks.rows(&chosen.asked, &mut |_, rows| {
        let before = scores.len();
        scores.try_extend(chosen.forest.scores(rows)?.into_iter().map(|score| score as f32))?;
        seen(rows, chosen.asked.len(), &scores[before..])
    })?;
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    #[test]
    fn selections_are_nested() {
        let balanced = [true, true, false];
        let nested = |focus, mut selected: [bool; 3]| {
            nest(focus, &balanced, &mut selected);
            selected
        };
        assert_eq!(nested(Focus::Precision, [true, false, true]), [true, false, false]);
        assert_eq!(nested(Focus::Recall, [true, false, true]), [true; 3]);
        // A focus on precision does not leave a page without text.
        assert_eq!(nested(Focus::Precision, [false, false, true]), balanced);
    }

    #[test]
    fn a_focus_on_recall_keeps_to_hidden_content() {
        let words = "The harbour froze over night, and the ferry stayed where it was until noon. ".repeat(8);
        let list = "<div class=item><h3><a href=/a>More</a></h3><p>2021 2021 2021 2021 2021 2021 2021</div>".repeat(12);
        let page = Page::sample(&format!(
            "<html><head><title>Ice</title><script type=application/ld+json>{{\"@type\": \"Article\", \"articleBody\": \
             \"{words}\"}}</script></head><body>{list}"
        ));
        let text = |focus| {
            let options = Options {
                focus,
                ..Options::default()
            };
            render::text(&page, &select(&page, &options).unwrap()).unwrap()
        };
        let balanced = text(Focus::Balanced);
        assert_eq!(balanced.as_deref(), Some(words.trim_end()));
        assert_eq!(text(Focus::Precision), balanced);
        assert_eq!(text(Focus::Recall), balanced);
    }

    /// Returns the text of a page and the confidence in it.
    fn text(html: &str) -> (Option<String>, f32) {
        let page = Page::sample(html);
        let selection = select(&page, &Options::default()).unwrap();
        (render::text(&page, &selection).unwrap(), confidence_in(&selection).unwrap().unwrap())
    }

    #[test]
    fn a_page_that_shows_text_has_some() {
        // Text that nothing speaks for: it stands in menus and links.
        let cell = "<td class=menu>12 parts <a href=/a>of the menu</a> and words beside it</td>";
        let html = format!("<html><head><title>A</title></head><body><table><tr>{}</table>", cell.repeat(40));
        assert!(text(&html).0.is_some());
        // The same page as an error.
        let (none, confidence) = text("<html><head><title>404 Not Found</title></head><body><p>Not found");
        assert_eq!(none, None);
        assert!((0.0..=1.0).contains(&confidence));
    }

    #[test]
    fn a_page_without_text_surely_has_no_content() {
        assert_eq!(text("<html><head><title>A</title></head><body><div id=root></div>"), (None, 1.0));
    }
}
