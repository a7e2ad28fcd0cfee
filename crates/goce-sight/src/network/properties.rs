//! The properties of a network's file, in ONNX's `metadata_props`.

use std::ops::RangeInclusive;

use super::{ModelError, shortened};
use crate::fusion::{Calibration, Fusion};
use crate::screenshot::MAX_ASPECT;
use goce_core::genre::{Genre, PageType};

/// The properties `goce.…` of a file.
///
/// Lists are separated by commas, spaces or both.
#[derive(Clone, Debug)]
pub struct Properties {
    /// `goce.labels`: the names of the outputs in order, genres or page types.
    pub labels: Vec<String>,
    /// `true` for each label of list views.
    pub listed: Vec<bool>,
    /// `goce.mean`: the numbers that are subtracted from the values, 0 to 255, of red, green and blue.
    pub mean: [f32; 3],
    /// `goce.std`: the divisors of the differences.
    pub std: [f32; 3],
    /// `goce.aspect`: the height of the crop in widths of the screenshot.
    pub aspect: f64,
    /// `goce.mirrored`: 1 if probabilities are the means of those of the picture and of its mirror image.
    pub mirrored: bool,
    /// `goce.calibration`: weight and bias of the correction of the probability of a list view.
    pub calibration: Option<Calibration>,
    /// `goce.narrow_aspect`: the height of the crop of the second look, at a page that was laid out narrow, of a network with
    /// a second output.
    pub narrow_aspect: Option<f64>,
    /// `goce.narrow_calibration`: the calibration of the second look, without this property that of the first.
    pub narrow_calibration: Option<Calibration>,
    /// The label of each of the seven page types, in the order of [`PageType::ALL`], if these are the labels.
    pub types: Option<[usize; 7]>,
    /// `goce.fusion`: weights and bias of the fusion with the markup, the same for all pages or by the words that the markup
    /// shows.
    pub fusion: Fusion,
    pub name: Option<String>,
    pub version: Option<String>,
    pub trained_on: Option<String>,
}

impl Properties {
    /// Reads the properties. `value_of` returns the value of a name.
    pub fn read<'a>(value_of: impl Fn(&str) -> Option<&'a str>) -> Result<Self, ModelError> {
        let required = |name| value_of(name).ok_or(ModelError::NoProperty(name));
        let (labels, listed) = labels(required(LABELS)?)?;
        let std = numbers(STD, required(STD)?, |n: &[f32; 3]| n.iter().all(|n| *n > 0.0))?;
        let aspect = |name, value| {
            let is_sound = |[aspect]: &[f64; 1]| *aspect > 0.0 && *aspect <= MAX_ASPECT;
            numbers(name, value, is_sound).map(|[aspect]| aspect)
        };
        let calibration = |name| {
            let numbers = value_of(name).map(|value| numbers(name, value, |_: &[f64; 2]| true)).transpose()?;
            Ok::<_, ModelError>(numbers.map(|[weight, bias]| Calibration { weight, bias }))
        };
        let (of_first, of_narrow) = (calibration(CALIBRATION)?, calibration(NARROW_CALIBRATION)?);
        let narrow_aspect = value_of(NARROW_ASPECT).map(|value| aspect(NARROW_ASPECT, value)).transpose()?;
        if narrow_aspect.is_none() && of_narrow.is_some() {
            return Err(ModelError::Half {
                half: "metadata property \"goce.narrow_calibration\"",
                other: "the property \"goce.narrow_aspect\"",
            });
        }
        let text = |name| value_of(name).map(str::to_owned);
        Ok(Properties {
            types: types(&labels),
            labels,
            listed,
            mean: numbers(MEAN, required(MEAN)?, |_: &[f32; 3]| true)?,
            std,
            aspect: aspect(ASPECT, required(ASPECT)?)?,
            mirrored: value_of(MIRRORED)
                .map(|value| numbers(MIRRORED, value, |[on]: &[f32; 1]| *on == 0.0 || *on == 1.0))
                .transpose()?
                .is_some_and(|[on]| on == 1.0),
            calibration: of_first,
            narrow_aspect,
            narrow_calibration: of_narrow.or(of_first),
            fusion: value_of(FUSION).map_or(Ok(Fusion::default()), fusion)?,
            name: text("goce.name"),
            version: text("goce.version"),
            trained_on: text("goce.trained_on"),
        })
    }
}

const LABELS: &str = "goce.labels";
const MEAN: &str = "goce.mean";
const STD: &str = "goce.std";
const ASPECT: &str = "goce.aspect";
const MIRRORED: &str = "goce.mirrored";
const CALIBRATION: &str = "goce.calibration";
const NARROW_ASPECT: &str = "goce.narrow_aspect";
const NARROW_CALIBRATION: &str = "goce.narrow_calibration";
const FUSION: &str = "goce.fusion";

fn items(value: &str) -> impl Iterator<Item = &str> {
    let items = value.split(|c: char| c == ',' || c.is_whitespace());
    items.filter(|item| !item.is_empty())
}

/// The number of groups of a fusion by words.
const GROUPS: RangeInclusive<usize> = 2..=8;

/// Reads a fusion: three numbers, or several groups of four (words, weight of the markup, weight of the screenshot, bias).
fn fusion(value: &str) -> Result<Fusion, ModelError> {
    let read = || {
        let mut numbers = items(value).map(|item| item.parse().ok()).collect::<Option<Vec<f64>>>()?;
        let is_constant = numbers.len() == 3;
        if is_constant {
            // The words of a single group do not count.
            numbers.insert(0, 0.0);
        }
        let (groups, rest) = numbers.as_chunks::<4>();
        if !rest.is_empty() || !(is_constant || GROUPS.contains(&groups.len())) {
            return None;
        }
        Fusion::with_knots(groups)
    };
    read().ok_or_else(|| ModelError::Property {
        name: FUSION,
        value: shortened(value),
        expected: format!(
            "three numbers, or {} to {} groups of four whose first numbers ascend from 0 or more",
            GROUPS.start(),
            GROUPS.end()
        ),
    })
}

/// Reads `N` finite numbers that are `sound`.
fn numbers<const N: usize, T>(
    name: &'static str,
    value: &str,
    sound: impl Fn(&[T; N]) -> bool,
) -> Result<[T; N], ModelError>
where
    T: std::str::FromStr + Copy + Into<f64>,
{
    let numbers: Result<Vec<T>, _> = items(value).map(str::parse).collect();
    let numbers: Option<[T; N]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    numbers
        .filter(|numbers| numbers.iter().all(|n| Into::<f64>::into(*n).is_finite()))
        .filter(sound)
        .ok_or_else(|| ModelError::Property {
            name,
            value: shortened(value),
            expected: match name {
                STD => "three numbers above 0".to_owned(),
                ASPECT | NARROW_ASPECT => format!("a number above 0, at most {MAX_ASPECT}"),
                MIRRORED => "0 or 1".to_owned(),
                CALIBRATION | NARROW_CALIBRATION => "two numbers".to_owned(),
                _ => "three numbers".to_owned(),
            },
        })
}

/// Returns the labels, and `true` for those of list views. Both genres must have labels.
fn labels(value: &str) -> Result<(Vec<String>, Vec<bool>), ModelError> {
    let genre = |name: &str| -> Option<Genre> {
        let types = PageType::ALL.iter();
        let page_type = types.copied().find(|page_type| page_type.name() == name);
        name.parse().ok().or(page_type.map(PageType::genre))
    };
    let labels: Vec<String> = items(value).map(str::to_owned).collect();
    let genres: Option<Vec<Genre>> = labels.iter().map(|name| genre(name)).collect();
    let genres = genres.unwrap_or_default();
    let repeated = (1..labels.len()).any(|index| labels[..index].contains(&labels[index]));
    if repeated || !Genre::ALL.iter().all(|genre| genres.contains(genre)) {
        let names = Genre::ALL.map(Genre::name).into_iter();
        let types = PageType::ALL.map(PageType::name).into_iter();
        // "article" is both.
        let names: Vec<&str> = names.chain(types.filter(|name| *name != "article")).collect();
        return Err(ModelError::Property {
            name: LABELS,
            value: shortened(value),
            expected: format!("a list of different labels, of both genres, out of {}", names.join(", ")),
        });
    }
    let listed = genres.iter().map(|genre| *genre == Genre::ListView);
    Ok((labels, listed.collect()))
}

/// Returns the label of each page type, if the labels are the seven page types.
fn types(labels: &[String]) -> Option<[usize; 7]> {
    let place = |page_type: PageType| labels.iter().position(|label| label == page_type.name());
    let places: Option<Vec<usize>> = PageType::ALL.into_iter().map(place).collect();
    places.filter(|places| places.len() == labels.len())?.try_into().ok()
}
