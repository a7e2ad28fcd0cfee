//! The paper's baseline: a support vector machine over 11 features of the document (GOCE, section 4.2).
//!
//! Where the paper is silent: the text is the visible one and its length is in characters; a cluster has two elements
//! or more; elements without class can form one; children are child elements; an image URL is a `src` of an `<img>`
//! that is not empty. The kernel is radial over the standardised logarithms ln(1 + count): on wcxb-dev raw counts do
//! worse. MODEL.md beside the weights has its figures.

use goce_core::html::names;
use goce_core::keyed::Map;
use goce_core::prelude::*;
use once_cell::sync::OnceCell;

use goce_core::genre::{ClassifyError, Genre};
use goce_core::learn::reader::Reader;
use goce_core::page::{Page, Tag};
use goce_core::texts::hashes::{hash_name, hash_text, mix};

/// The file of the trained machine, a part of the library.
pub static WEIGHTS: &[u8] = include_bytes!("../../../models/genre-markup/svm.bin");

/// Returns the genre of a page: [`Genre::Article`] where the decision function is 0 or less.
///
/// # Errors
/// [`ClassifyError::OutOfMemory`]; tests exclude others.
pub fn classify(page: &Page) -> Result<Genre, ClassifyError> {
    let decision = decision(&features(page)?)?;
    Ok(if decision > 0.0 {
        Genre::ListView
    } else {
        Genre::Article
    })
}

/// Returns the 11 features of a page, in the paper's order: the length of the text, the clusters, the elements in them, the
/// URLs of images, periods, commas, semicolons, colons, question marks, exclamation marks, digits.
pub fn features(page: &Page) -> Fallible<[u64; 11]> {
    let mut counts = [0; 11];
    for piece in page.text().as_bytes().chunks(CHECK_BYTES) {
        interrupts::check();
        for byte in piece {
            // Bytes that continue a character do not count.
            counts[0] += u64::from(byte & 0xc0 != 0x80);
            match byte {
                b'.' => counts[4] += 1,
                b',' => counts[5] += 1,
                b';' => counts[6] += 1,
                b':' => counts[7] += 1,
                b'?' => counts[8] += 1,
                b'!' => counts[9] += 1,
                b'0'..=b'9' => counts[10] += 1,
                _ => {}
            }
        }
    }
    (counts[1], counts[2], counts[3]) = clusters(page)?;
    Ok(counts)
}

/// An open element: hashes of its tag and class, and of those of its children so far.
struct OpenElement {
    end: usize,
    own: u64,
    children: u64,
    child_count: u64,
}

/// Returns the number of clusters of elements with the same class, tag, number of children, and tags and classes of
/// children in their order; the number of elements in these clusters; and the number of image URLs.
fn clusters(page: &Page) -> Fallible<(u64, u64, u64)> {
    // Made of classes, which the page chooses: their hash is keyed.
    let mut kinds: Map<u64, u32> = Map::default();
    let mut open: Vec<OpenElement> = Vec::new();
    let mut images = 0;
    let (mut clusters, mut clustered) = (0, 0);
    let mut close = |open: OpenElement| -> Fallible {
        let kind = mix(mix(open.own, open.children), open.child_count);
        // The most kinds of elements of one page that are kept apart. Elements of later kinds are in no cluster.
        if kinds.len() >= 1 << 18 && !kinds.contains_key(&kind) {
            return Ok(());
        }
        kinds.try_reserve(1)?;
        let size = kinds.entry(kind).or_insert(0);
        *size = size.saturating_add(1);
        if *size == 2 {
            clusters += 1;
            clustered += 1;
        }
        clustered += u64::from(*size >= 2);
        Ok(())
    };
    for (position, node) in page.nodes().iter().enumerate().checking(CHECK_EVERY) {
        while let Some(closed) = open.pop_if(|open| open.end <= position) {
            close(closed)?;
        }
        let Some(element) = page.element(position) else {
            continue;
        };
        if node.tag() == Tag::Img {
            let source = page.attribute(position, names::SRC);
            images += u64::from(source.is_some_and(|url| !url.trim().is_empty()));
        }
        let own = hash_name(page.class(position), hash_text(element.name(), 0));
        if let Some(parent) = open.last_mut() {
            parent.children = mix(parent.children, own);
            parent.child_count += 1;
        }
        open.try_push(OpenElement {
            end: page.subtree(position).end,
            own,
            children: 0,
            child_count: 0,
        })?;
    }
    while let Some(closed) = open.pop() {
        close(closed)?;
    }
    Ok((clusters, clustered, images))
}

/// A trained machine.
///
/// The file, little-endian: gamma and the intercept (f64); the means and the standard deviations of the 11 features'
/// logarithms (f64 each); the number of support vectors (u32); for each its coefficient and its standardised features
/// (f32 each).
#[derive(Debug)]
struct Svm {
    gamma: f64,
    intercept: f64,
    means: [f64; 11],
    deviations: [f64; 11],
    support: Vec<(f64, [f64; 11])>,
}

impl Svm {
    /// Returns the machine of [`WEIGHTS`], which is read at the first call.
    fn embedded() -> Result<&'static Svm, ClassifyError> {
        static SVM: OnceCell<Svm> = OnceCell::new();
        SVM.get_or_try_init(|| {
            // Numbers become twice as large while they are read, and vectors double.
            ask_for(6 * WEIGHTS.len())?;
            Svm::read(WEIGHTS).ok_or(ClassifyError::Model("svm"))
        })
    }

    fn read(bytes: &[u8]) -> Option<Svm> {
        let mut bytes = Reader::new(bytes);
        let gamma = bytes.f64()?;
        let intercept = bytes.f64()?;
        let (mut means, mut deviations) = ([0.0; 11], [0.0; 11]);
        for number in means.iter_mut().chain(&mut deviations) {
            *number = bytes.f64()?;
        }
        let mut support = Vec::new();
        for _ in 0..bytes.u32()? {
            let coefficient = f64::from(bytes.f32()?);
            let mut vector = [0.0; 11];
            for number in &mut vector {
                *number = f64::from(bytes.f32()?);
            }
            support.push((coefficient, vector));
        }
        let sound = deviations.iter().all(|deviation| *deviation > 0.0) && bytes.is_at_end();
        sound.then_some(Svm {
            gamma,
            intercept,
            means,
            deviations,
            support,
        })
    }

    fn decision(&self, counts: &[u64; 11]) -> f64 {
        let point: [f64; 11] = std::array::from_fn(|index| {
            let logarithm = libm::log1p(counts[index] as f64);
            (logarithm - self.means[index]) / self.deviations[index]
        });
        let mut decision = self.intercept;
        for (coefficient, vector) in &self.support {
            let distance: f64 = point.iter().zip(vector).map(|(a, b)| (a - b) * (a - b)).sum();
            decision += coefficient * libm::exp(-self.gamma * distance);
        }
        decision
    }
}

/// Returns the decision of the built-in machine for these features, positive for list views. Fails as [`classify`] does.
pub fn decision(counts: &[u64; 11]) -> Result<f64, ClassifyError> {
    Ok(Svm::embedded()?.decision(counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleven_features() {
        let page = crate::tests::page(
            "<ul><li class=a><b>Why?</b></li><li class=a><b>1, 2; é:</b></li><li class=a>No!</li>\
             <li class=b><b>10.</b></li></ul><img src=x.png><img src=''><img>",
        );
        // 4 + 8 + 3 + 3 characters and 3 line breaks. Clusters: the three <b>; the first two <li>,
        // which have a <b> each; the three <img>.
        assert_eq!(page.text(), "Why?\n1, 2; é:\nNo!\n10.");
        let counts = features(&page).unwrap();
        assert_eq!(counts, [21, 3, 8, 1, 1, 1, 1, 1, 1, 1, 4]);
    }

    #[test]
    fn the_embedded_machine_is_sound() {
        let bytes = super::WEIGHTS;
        let svm = Svm::read(bytes).expect("models/genre-markup/svm.bin is a machine");
        assert!(svm.decision(&[0; 11]).is_finite());
        assert!(Svm::read(&bytes[..bytes.len() - 1]).is_none());
        assert!(Svm::read(&[]).is_none());
    }

    #[test]
    fn the_decision_of_two_support_vectors() {
        let mut far = [0.0; 11];
        far[0] = 2.0;
        let svm = Svm {
            gamma: 0.25,
            intercept: -0.5,
            means: [0.0; 11],
            deviations: [1.0; 11],
            support: vec![(1.0, [0.0; 11]), (2.0, far)],
        };
        // exp(0) + 2 exp(-0.25 * 4) - 0.5.
        let expected = 0.5 + 2.0 * libm::exp(-1.0);
        assert_eq!(svm.decision(&[0; 11]), expected);
    }

    #[test]
    fn large_pages_check() {
        let page = crate::tests::page(&"<i class=x></i>".repeat(50_000));
        let (_, checks) = interrupts::counted(|| features(&page).unwrap());
        assert!((48..200).contains(&checks), "{checks}");
    }
}
