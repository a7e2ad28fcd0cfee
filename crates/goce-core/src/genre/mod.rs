//! The genre of a page, article or list view, and the seven page types behind it.

pub mod markup;

use crate::prelude::*;
use std::str::FromStr;

/// The reason why the markup of a page does not give its genre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassifyError {
    /// Memory could not be had.
    #[error("out of memory for the genre of a page")]
    OutOfMemory(#[from] OutOfMemory),
    /// The built-in model cannot be read.
    #[error("built-in model of the genre classifier \"{0}\" cannot be read")]
    Model(&'static str),
    /// The model has other features than a page.
    #[error("model of the genre classifier \"{0}\" is over other features")]
    Features(&'static str),
}

/// The genre of a page (GOCE, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Genre {
    Article,
    /// Content spread over many alike elements.
    ListView,
}

/// A genre's name that is none of [`Genre::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown genre \"{0}\"")]
pub struct UnknownGenre(pub String);

impl Genre {
    pub const ALL: [Genre; 2] = [Genre::Article, Genre::ListView];

    /// Returns the paper's label.
    pub fn name(self) -> &'static str {
        match self {
            Genre::Article => "article",
            Genre::ListView => "list-view",
        }
    }

    /// Returns the probability of a list view where the genre is known: 0 or 1.
    pub fn p_list_view(self) -> f32 {
        f32::from(self == Genre::ListView)
    }

    /// Returns the genre of a page by its probability of being a list view: an article up to one half.
    pub fn of_probability(p_list_view: f32) -> Genre {
        if p_list_view > 0.5 {
            Genre::ListView
        } else {
            Genre::Article
        }
    }
}

impl FromStr for Genre {
    type Err = UnknownGenre;

    fn from_str(name: &str) -> Result<Self, UnknownGenre> {
        Genre::ALL
            .into_iter()
            .find(|genre| genre.name() == name)
            .ok_or_else(|| UnknownGenre(name.to_owned()))
    }
}

/// The page types of WCXB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageType {
    /// News, blog posts, essays.
    Article,
    Documentation,
    /// The services of a company or an office.
    Service,
    /// One thing on sale.
    Product,
    /// A thread of posts.
    Forum,
    /// Things of one kind, such as a shop's category.
    Collection,
    /// Search results, indexes, events.
    Listing,
}

impl PageType {
    /// All page types. The types of the genre article come first.
    pub const ALL: [PageType; 7] = [
        PageType::Article,
        PageType::Documentation,
        PageType::Service,
        PageType::Product,
        PageType::Forum,
        PageType::Collection,
        PageType::Listing,
    ];

    pub fn name(self) -> &'static str {
        match self {
            PageType::Article => "article",
            PageType::Documentation => "documentation",
            PageType::Service => "service",
            PageType::Product => "product",
            PageType::Forum => "forum",
            PageType::Collection => "collection",
            PageType::Listing => "listing",
        }
    }

    /// Returns the genre of pages of this type.
    pub fn genre(self) -> Genre {
        match self {
            PageType::Forum | PageType::Collection | PageType::Listing => Genre::ListView,
            _ => Genre::Article,
        }
    }
}

/// The probabilities of the page types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageTypeScores {
    /// The probabilities in the order of [`PageType::ALL`]. Their sum is 1.
    pub probabilities: [f32; 7],
}

impl PageTypeScores {
    /// Returns the most probable page type, the first of equals.
    pub fn page_type(&self) -> PageType {
        let types = PageType::ALL.into_iter().zip(self.probabilities);
        let best = types.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(PageType::Article, |(page_type, _)| page_type)
    }

    /// Returns the probability that the page is of a type whose titles name the content. Those of lists and of firms' pages
    /// mostly name the site.
    pub fn p_titled(&self) -> f32 {
        self.p_any(|of| !matches!(of, PageType::Service | PageType::Collection | PageType::Listing))
    }

    /// Returns the probability that the page is a list view: the sum over the page types of list views.
    pub fn p_list_view(&self) -> f32 {
        self.p_any(|of| of.genre() == Genre::ListView)
    }

    /// Returns the probability of a page type.
    pub fn p(&self, page_type: PageType) -> f32 {
        self.probabilities[page_type as usize]
    }

    /// Returns the probability that the page is of one of some types.
    pub fn p_any(&self, is_one: impl Fn(PageType) -> bool) -> f32 {
        PageType::ALL.into_iter().filter(|of| is_one(*of)).map(|of| self.p(of)).sum()
    }

    /// Returns the probabilities for another probability of a list view. Within each genre the types keep their
    /// proportions.
    #[must_use]
    pub fn with_p_list_view(&self, p_list_view: f32) -> PageTypeScores {
        let before = self.p_list_view();
        let mut probabilities = self.probabilities;
        for (page_type, probability) in PageType::ALL.iter().zip(&mut probabilities) {
            let (now, before) = match page_type.genre() {
                Genre::ListView => (p_list_view, before),
                Genre::Article => (1.0 - p_list_view, 1.0 - before),
            };
            *probability *= now / before.max(1e-6);
        }
        PageTypeScores { probabilities }
    }

    /// Returns the more probable genre, an article at one half.
    pub fn genre(&self) -> Genre {
        Genre::of_probability(self.p_list_view())
    }
}
