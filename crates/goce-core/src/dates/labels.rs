//! What stands before a date: whether it says when a page was published, changed, or something else.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::tokens::{Token, tokens};
use super::{DayOrder, Moment, dates_in, time_text};
use crate::texts::words::is_listed;

/// Beginnings of words before the day of a change, in lower case and without accents. Short ones are whole words.
const CHANGED: &str = "\
    updat modif revised revisad revisie reviewed edited amended aktualis geander uberarbeit bearbeitet jour \
    actualis actualiz aggiorn atualiz bijgewerkt gewijzigd zaktualiz aktualiz zmien zmen upraven guncel duzenle \
    обнов измен отредакт оновл змінен редаг ажурир актуализ промен diperbarui dikemaskini cap 更新 最終更新 最后更新 最後更新 修正 改訂 수정 업데이트 \
    ενημερ τροποπ frissit modosit uppdater oppdater opdater endret andrad paivit muokat עודכן تحديث تعديل ویرایش আপডেট \
    actualitz eguneratu aldatu azurir posodob atnaujin atjaunin uuendat muudet perditesu uppfær अपडेट अद्यतन अद्ययावत अद्यावधिक \
    संशोधित અપડેટ ਅੱਪਡੇਟ ಅಪ್ಡೇಟ್ అప్డేట్ அப்டேட் புதுப்பி اپڈیٹ อัปเดต อัพเดต แก้ไข ปรับปรุง განახლ թարմաց жаңарт шинэчил";

/// Beginnings of words before the day when somebody looked something up.
const LOOKED_UP: &str = "\
    retriev accessed abgeruf abruf consulte consultad consultat recuper visited viewed archived cited dostep hamtad \
    lest citov 閲覧 besucht";

/// Beginnings of words before the days of something else: an event, a deadline, a life, a paper's way to its journal;
/// and before numbers of telephones that look like a day. Words for handing in are none: before the names of authors
/// they say who published a page.
const OTHERS: &str = "\
    when due until deadline closing expires expiry born died wann termin anmeldeschluss einsendeschluss bewerbungsschluss \
    gultig bis geboren gestorben quand jusqu echeance cloture ne nee mort morte cuando hasta plazo nacio nacido murio \
    fallecio prazo nasceu morreu scadenza entro nato nata morto sluitingsdatum geldig urodzony zmarl срок когда родился \
    умер 締切 期限 開催 截止 有效 tel fax tlf тел 電話 电话 received accepted eingegangen angenommen recu accepte recibido \
    aceptado поступил принят 收稿 接受日期 录用";

/// Beginnings of words before the day of publication.
const PUBLISHED: &str = "\
    publish posted veroffentlich erschienen publie publicad pubblicat gepubliceerd opublikowan dodano publicerad \
    publiceret publisert julkaistu yayinlan publikovan zverejnen vydano objavljen megjelen kozzetev diterbit dipublikasi tayang \
    опубликован опублікован размещен розміщен добавлен отправлен публикуван објављ δημοσιευ αναρτηθ καταχωρ 公開日 发布 \
    發布 게시 등록 نشر منتشر פורסם เผยแพร่ प्रकाशित প্রকাশিত";

/// What a date is the day of. What a label says first in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateOf {
    /// Somebody looked up a source.
    LookUp,
    Change,
    /// Of something else than the page.
    Other,
    /// Of publication, or nothing says of what.
    Publication,
}

impl DateOf {
    /// Returns what a label says of the date behind it, if anything.
    pub fn label(label: &str) -> Option<DateOf> {
        DateOf::of(&tokens(label))
    }

    fn of(label: &[Token]) -> Option<DateOf> {
        static STARTS: LazyLock<FxHashMap<&str, DateOf>> = LazyLock::new(|| {
            let kinds = [
                (DateOf::LookUp, LOOKED_UP),
                (DateOf::Change, CHANGED),
                (DateOf::Other, OTHERS),
                (DateOf::Publication, PUBLISHED),
            ];
            kinds.into_iter().flat_map(|(kind, words)| words.split(' ').map(move |word| (word, kind))).collect()
        });
        // "Stand: 3.4.2003", and not "Stand up, 3 May 2021".
        let mut said = label.iter().filter(|token| !matches!(token, Token::Sign(_)));
        let is_state = matches!(said.next(), Some(Token::Word(word)) if word == "stand")
            && !matches!(said.next(), Some(Token::Word(word)) if !is_listed(word, "vom am der per"));
        if is_state {
            return Some(DateOf::Change);
        }
        let words = label.iter().filter_map(|token| match token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        });
        // "Letzte Änderung", and not "Änderungen vorbehalten".
        let is_last = |(last, change): (&str, &str)| {
            is_listed(last, "letzte letzter letzten laatste laatst")
                && ["anderung", "wijzig"].iter().any(|start| change.starts_with(start))
        };
        if words.clone().zip(words.clone().skip(1)).any(is_last) {
            return Some(DateOf::Change);
        }
        // No start is longer, in bytes.
        let starts = words.flat_map(|word| (5..word.len().min(32)).filter_map(|end| word.get(..end)).chain([word]));
        starts.filter_map(|start| STARTS.get(start)).min().copied()
    }
}

/// Returns the first date of a kind in a text: "Updated: 2 November 2023 | Published: 14 March 2019". Years may have two
/// digits.
pub fn date_of(kind: DateOf, text: &str, order: DayOrder) -> Option<Moment> {
    let tokens = tokens(&time_text::with_whole_year(text));
    let mut end = 0;
    dates_in(&tokens, order).find_map(|(start, moment, ends)| {
        let label = tokens.get(end..start).unwrap_or_default();
        end = ends;
        (DateOf::of(label).unwrap_or(DateOf::Publication) == kind).then_some(moment)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn dates_are_told_apart_by_their_labels() {
        for [text, published, changed] in cases(
            "
            Updated: November 2, 2023 | Published: March 14, 2019 => 2019-03-14 => 2023-11-02
            Veröffentlicht am 3. Mai 2021, zuletzt aktualisiert am 4. Mai 2021 => 2021-05-03 => 2021-05-04
            Publié le 3 mai 2021 à 10h07 – Mis à jour le 4 mai 2021 => 2021-05-03T10:07:00 => 2021-05-04
            3 Mayıs 2021 · Güncelleme: 4 Mayıs 2021 => 2021-05-03 => 2021-05-04
            Обновлено 04.05.2021 => - => 2021-05-04
            Retrieved 3 May 2021 => - => -
            Accessories | May 3, 2021 => 2021-05-03 => -
            Consulting, Reviews, Revista: May 3, 2021 => 2021-05-03 => -
            Received: 4 January 2021 / Accepted: 20 March 2021 / Published: 3 May 2021 => 2021-05-03 => -
            Reçu le 4 janvier 2021, accepté le 20 mars 2021, publié le 3 mai 2021 => 2021-05-03 => -
            Submitted by Ann on 3 May 2021 => 2021-05-03 => -
            Closing date: 14 June 2023, posted 2 May 2023 => 2023-05-02 => -
            Née le 2 mai 1931, morte le 4 avril 2019. Mis en ligne le 9 avril 2019 => 2019-04-09 => -
            Anmeldeschluss: 1. Juni 2022 => - => -
            Page last reviewed: 28 December 2022, next review due: 28 December 2025 => - => 2022-12-28
            最終更新日：2022年6月1日 公開日：2021年5月3日 => 2021-05-03 => 2022-06-01
            আপডেট: ০৫ মে ২০২১ | প্রকাশ: ০৩ মে ২০২১ => 2021-05-03 => 2021-05-05
            अपडेटेड: २ जुलै २०१९, ०८:१५ | प्रकाशित: १४ जून २०१९ => 2019-06-14 => 2019-07-02T08:15:00
            Argitaratua: 2019ko ekainaren 14an. Eguneratua: 2019ko uztailaren 2an => 2019-06-14 => 2019-07-02
            Publicat el 3 de maig de 2021, actualitzat el 4 de maig de 2021 => 2021-05-03 => 2021-05-04
            Tel. 044 2012 05 14, Fax 044 2012.05.15 => - => -
            Telefónica, May 3, 2021 => 2021-05-03 => -
            Stand: 03.04.2003 => - => 2003-04-03
            Letzte Änderung am 3. Mai 2021 => - => 2021-05-03
            Δημοσιεύτηκε στις 3 Μαΐου 2012 => 2012-05-03 => -
            Опубліковано 3 травня 2012, дійсний => 2012-05-03 => -
            (Stand vom 3. Mai 2021) => - => 2021-05-03
            The Standard, May 3, 2021 => 2021-05-03 => -
            Stand up for bees, May 3, 2021 => 2021-05-03 => -
            8.5.12 => 2012-05-08 => -",
        ) {
            let of = |kind| date_of(kind, text, DayOrder::Unknown).map(|moment| moment.to_string());
            assert_eq!(of(DateOf::Publication).as_deref().unwrap_or("-"), published, "{text}");
            assert_eq!(of(DateOf::Change).as_deref().unwrap_or("-"), changed, "{text}");
        }
    }
}
