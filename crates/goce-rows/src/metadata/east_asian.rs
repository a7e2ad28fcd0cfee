//! Names in Chinese, Japanese and Korean lines.

use super::author_words::{Role::*, is};

/// How notes of a report or a picture end, in Chinese.
const REPORTS: &str = "报道 報道 报导 報導 摄影 攝影";

/// Returns the names behind a label in Chinese or Japanese script that stands among others in a line: "来源：谷日报　作者：李明
/// 责任编辑：王芳", "取材・文／山田太郎"; or before the Korean word for a reporter, or behind the Chinese one.
pub fn in_label<'t>(line: &'t str, language: Option<&str>) -> Option<&'t str> {
    let mut before = "";
    let mut credits = false;
    // The same signs are a Japanese word, behind which anything may stand: "記者 一覧".
    let is_chinese = language.is_none_or(|language| language.starts_with("zh"));
    let is_reporter = |label: &str| label.ends_with("记者") || label.ends_with("記者");
    for part in line.split_whitespace() {
        if part == "기자" && is_east_asian(before) {
            return Some(before);
        }
        let is_label = before.ends_with("记者") || is_chinese && before.ends_with("記者");
        // 北京报道: what was reported is no name.
        let is_work = || REPORTS.split(' ').any(|report| part.ends_with(report));
        if (credits || is_label && part.chars().count() <= 4) && is_east_asian(part) && !is_work() && !is(Nobody, part)
        {
            return Some(part);
        }
        before = part;
        credits = false;
        if let Some((labels, name)) = part.rsplit_once(['：', ':', '/', '／', '・'])
            && let Some(label) = labels.rsplit('・').next()
            && label.chars().all(is_ideograph)
            && (is(Author, label) || is_reporter(label))
            && name.split('、').all(is_east_asian)
        {
            // 取材・文・撮影　山田太郎
            credits = is(Picture, name);
            if !credits {
                return Some(name);
            }
        }
    }
    None
}

/// Returns `true` for a name in Chinese characters or in Hangul, which has two to five.
pub fn is_east_asian(name: &str) -> bool {
    (2..=5).contains(&name.chars().count()) && name.chars().all(is_ideograph)
}

/// Returns `true` for a Chinese character or a syllable of Hangul.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}
