//! Languages of gold texts beside what their pages say.

use std::collections::BTreeMap;
use std::io::Write;

use goce_core::page::WalkStep;
use goce_core::texts::language::language;

use crate::Failure;
use crate::wcxb::LabelledPage;

/// Words from the middle of a text; all of them last.
const LENGTHS: [usize; 4] = [8, 20, 50, usize::MAX];

/// Writes, for each length and each language that `<html lang>` says, the texts, those that are given a language, and those
/// that are given the same one; then the texts that are given another one as a whole.
pub fn measure(pages: &[LabelledPage], out: &mut dyn Write) -> Result<(), Failure> {
    let mut counts: BTreeMap<(usize, String), [usize; 3]> = BTreeMap::new();
    let mut others = Vec::new();
    for labelled in pages {
        let page = labelled.parse()?;
        let stated = page.walk().find_map(|step| match step {
            WalkStep::Open(element) if element.name() == "html" => {
                let mut attributes = element.attrs();
                let tag = attributes.find(|attribute| attribute.name() == "lang")?.value();
                Some(tag.split(['-', '_']).next()?.trim().to_lowercase())
            }
            _ => None,
        });
        let Some(stated) = stated.filter(|stated| stated.len() == 2) else {
            continue;
        };
        let words: Vec<&str> = labelled.gold.split_whitespace().collect();
        for length in LENGTHS {
            if length != usize::MAX && words.len() < length || words.is_empty() {
                continue;
            }
            let start = words.len().saturating_sub(length) / 2;
            let text = words[start..].iter().take(length).copied().collect::<Vec<_>>().join(" ");
            let given = language(&text);
            for name in [stated.clone(), "all".to_owned()] {
                let [texts, answers, same] = counts.entry((length, name)).or_default();
                *texts += 1;
                *answers += usize::from(given.is_some());
                *same += usize::from(given == Some(stated.as_str()));
            }
            if length == usize::MAX && given.is_some_and(|given| given != stated) {
                let start: String = text.chars().take(60).collect();
                others.push(format!("{} says {stated}, given {given:?}: {start}", labelled.id));
            }
        }
    }
    writeln!(out, "| words | page says | texts | given one | the same |\n|---|---|---|---|---|")?;
    for ((length, name), [texts, answers, same]) in counts {
        let length = if length == usize::MAX {
            "all".to_owned()
        } else {
            length.to_string()
        };
        writeln!(out, "| {length} | {name} | {texts} | {answers} | {same} |")?;
    }
    for line in others {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
