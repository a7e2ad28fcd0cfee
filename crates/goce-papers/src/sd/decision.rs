//! The regions that are content, and the kind of the page (steps 5 to 7 of the SD algorithm).

use super::tree::Region;
use super::{PageKind, Role};
use goce_core::prelude::*;

/// The regions whose dfm is not above T1, and the region that is the article.
struct Candidates {
    /// `true` for each region that is a candidate.
    chosen: Vec<bool>,
    article: Option<usize>,
}

/// Returns dfm (equation 1), in \[0, 100): how far the density of a region is below the greatest, in percent of it.
fn distance_from_max(density: u64, greatest: u64) -> f64 {
    100.0 - (density as f64 * 100.0) / greatest as f64
}

impl Candidates {
    /// Takes steps 5 and 6, and the first part of step 7. Returns `None` if there are no regions.
    ///
    /// The article is the candidate with an ancestor title that is closest to the root, then closest to its title. Of
    /// equals, where the paper is silent, it is the densest and then the first.
    fn new(regions: &[Region], max_distance: f64) -> Fallible<Option<Self>> {
        let Some(greatest) = regions.iter().map(|region| region.density).max() else {
            return Ok(None);
        };
        let mut chosen = try_with_capacity(regions.len())?;
        let mut article: Option<usize> = None;
        for (number, region) in regions.iter().enumerate().checking(CHECK_EVERY) {
            chosen.push(distance_from_max(region.density, greatest) <= max_distance);
            if !chosen[number] || region.title_distance.is_none() {
                continue;
            }
            let rank = |region: &Region| {
                let density = std::cmp::Reverse(region.density);
                (region.depth, region.title_distance, density)
            };
            if article.is_none_or(|best| rank(region) < rank(&regions[best])) {
                article = Some(number);
            }
        }
        Ok(Some(Candidates { chosen, article }))
    }

    /// Returns the kind of the page (step 7).
    ///
    /// "All candidate regions in same level" is read with the grouping of step 6: all candidates of the article's class,
    /// two at least (a single candidate makes the article of section 3.4). On wcxb-dev at T1 = 20 this gives kinds of .616
    /// and a mean word F1 of .673. Candidates of all classes give .610 and .668; any other candidate at the article's
    /// level gives .613 and .678.
    fn kind(&self, regions: &[Region]) -> PageKind {
        let Some(article) = self.article.map(|article| &regions[article]) else {
            return PageKind::Multiple;
        };
        let (mut alike, mut one_level) = (0, true);
        for (number, region) in regions.iter().enumerate().checking(CHECK_EVERY) {
            if is_comment_on(article, region) {
                return PageKind::ArticleWithComments;
            }
            if self.chosen[number] && region.class == article.class {
                alike += 1;
                one_level &= region.depth == article.depth;
            }
        }
        if alike > 1 && one_level {
            PageKind::Multiple
        } else {
            PageKind::Article
        }
    }
}

/// Returns `true` if a region is a comment on the article (step 7): it contains a keyword, and an element below `<body>`
/// contains both.
///
/// All regions besides the article's are examined, not the candidates alone: in Figure 4 articles with comments are found
/// best where T1 leaves one candidate. wcxb-dev has 30 pages of article-like types with marked-up comments. At T1 = 20
/// the candidates alone find none of them, all regions find 26, among 90 pages of these types that are taken for articles
/// with comments: forms for a comment and menus of a user have the keywords too.
///
/// A "common parent" is not the direct parent of both, since comments are nested deeper: that would find none of the 30.
/// `comment`, `reply`, `response` and `user` are searched in classes and ids, `wrote:` and `said:` in the text. Searching
/// all six in both, below any parent, takes 351 of the 1,057 pages of article-like types for articles with comments.
fn is_comment_on(article: &Region, region: &Region) -> bool {
    region.is_named_comment && region.group != article.group && region.branch == article.branch
}

/// Returns the kind of a page with these regions, and `None` if there are no regions.
pub fn kind(regions: &[Region], max_distance: f64) -> Fallible<Option<PageKind>> {
    let candidates = Candidates::new(regions, max_distance)?;
    Ok(candidates.map(|candidates| candidates.kind(regions)))
}

/// Returns the kind of a page with these regions and the role of each of them, none for noise; `None` if there are no
/// regions.
///
/// The areas of a multiple page are all regions of the candidates' classes: step 6 groups regions for this, and posts
/// that are too short for T1 are still posts. On wcxb-dev at T1 = 20 the mean word F1 is .673; with the candidates alone
/// it is .617 (list-view pages .489, .376).
pub fn decide(regions: &[Region], max_distance: f64) -> Fallible<Option<(PageKind, Vec<Option<Role>>)>> {
    let Some(candidates) = Candidates::new(regions, max_distance)? else {
        return Ok(None);
    };
    let kind = candidates.kind(regions);
    let article = candidates.article;
    let mut roles = try_filled(None, regions.len())?;
    if kind == PageKind::Multiple {
        let last = regions.iter().fold(0, |last, region| last.max(region.class));
        let mut grouped = try_filled(false, last as usize + 1)?;
        interrupts::check();
        for (region, chosen) in regions.iter().zip(&candidates.chosen) {
            grouped[region.class as usize] |= chosen;
        }
        for (region, role) in regions.iter().zip(&mut roles) {
            *role = grouped[region.class as usize].then_some(Role::Area);
        }
    } else if let Some(article) = article {
        if kind == PageKind::ArticleWithComments {
            for (region, role) in regions.iter().zip(&mut roles) {
                *role = is_comment_on(&regions[article], region).then_some(Role::Comment);
            }
        }
        roles[article] = Some(Role::Article);
    }
    Ok(Some((kind, roles)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cases;

    /// Returns a region by its density, its depth, the levels up to its title (`-` without one) and its class. Behind
    /// them stand `comment`, if it is named so, and `elsewhere`, if it is in another child of `<body>`.
    fn region(text: &str) -> Region {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |place: usize| words[place].parse::<usize>();
        let density = number(0).unwrap();
        Region {
            group: density as u32,
            element: 0,
            density: density as u64,
            depth: number(1).unwrap(),
            title_distance: number(2).ok(),
            class: number(3).unwrap() as u32,
            branch: u32::from(words.contains(&"elsewhere")),
            is_named_comment: words.contains(&"comment"),
        }
    }

    #[test]
    fn kinds_and_roles() {
        // Regions, T1, the kind of the page, the roles of the regions.
        for [regions, max_distance, expected_kind, expected_roles] in cases(
            "
            // The example of section 3.4: R1 of density 1000 and a small R2.
            1000 3 0 1, 200 3 0 1 => 10 => article => article, -
            1000 3 0 1, 200 3 0 1 => 79.9 => article => article, -
            1000 3 0 1, 200 3 0 1 => 80 => multiple => area, area
            // The article is close to the root, then to its title, then it is dense.
            100 5 0 1, 99 4 3 2 => 50 => article => -, article
            100 5 0 1, 98 5 1 2 => 50 => article => article, -
            100 5 0 1, 101 5 0 2 => 50 => article => -, article
            100 5 0 1, 97 4 - 2 => 50 => article => article, -
            // Without a title there are only areas.
            100 5 - 1, 9 6 - 1, 8 2 0 2 => 0 => multiple => area, area, -
            // Candidates of a class at one level. The short post comes with its class, and so does the other candidate.
            100 5 2 1, 90 5 2 1, 20 5 2 1, 95 4 - 2 => 10 => multiple => area, area, area, area
            100 5 2 1, 90 5 2 1, 20 5 2 1, 95 4 - 2 => 4 => article => article, -, -, -
            100 5 2 1, 90 6 3 1 => 10 => article => article, -
            // Comments share an element with the article. The name of the article itself does not count.
            100 5 0 1, 10 7 - 2 comment, 9 7 - 3 => 20 => article with comments => article, comment, -
            100 5 0 1, 10 7 - 2 comment elsewhere => 20 => article => article, -
            100 5 0 1 comment => 20 => article => article",
        ) {
            let all: Vec<Region> = regions.split(", ").map(region).collect();
            let max_distance = max_distance.parse().unwrap();
            let (found, roles) = decide(&all, max_distance).unwrap().unwrap();
            assert_eq!(kind(&all, max_distance), Ok(Some(found)));
            let roles = roles.into_iter().map(|role| role.map_or("-", Role::name));
            let roles = roles.collect::<Vec<_>>().join(", ");
            assert_eq!((found.name(), &*roles), (expected_kind, expected_roles), "{regions}");
        }
        assert_eq!(distance_from_max(200, 1000), 80.0);
    }

    #[test]
    fn no_regions_no_kind() {
        assert_eq!(kind(&[], 50.0), Ok(None));
        assert_eq!(decide(&[], 50.0), Ok(None));
    }
}
