//! Names of months, in lower case.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// January to December in each language, separated by commas. Spellings of a month are separated by slashes.
#[rustfmt::skip]
const NAMES: [&str; 12] = [
    // English
    "january/jan, february/feb, march/mar, april/apr, may, june/jun, july/jul, august/aug, september/sep/sept, \
     october/oct, november/nov, december/dec",
    // German, with Austria's
    "januar/jänner/jän, februar/feber, märz/mär/mrz/maerz, april, mai, juni, juli, august, september, oktober/okt, \
     november, dezember/dez",
    // French
    "janvier/janv, février/févr/fév/fevrier, mars, avril/avr, mai, juin, juillet/juil, août/aout, septembre, octobre, \
     novembre, décembre/déc/decembre",
    // Spanish
    "enero/ene, febrero, marzo, abril/abr, mayo, junio, julio, agosto/ago, septiembre/setiembre/set, octubre, \
     noviembre, diciembre/dic",
    // Italian
    "gennaio/gen, febbraio/febbr, marzo, aprile, maggio/mag, giugno/giu, luglio/lug, agosto, settembre/sett, \
     ottobre/ott, novembre, dicembre",
    // Portuguese
    "janeiro, fevereiro/fev, março/marco, abril, maio, junho, julho, agosto, setembro, outubro/out, novembro, \
     dezembro",
    // Russian: as in dates, as alone, short
    "января/январь/янв, февраля/февраль/фев/февр, марта/март/мар, апреля/апрель/апр, мая/май, июня/июнь/июн, \
     июля/июль/июл, августа/август/авг, сентября/сентябрь/сен/сент, октября/октябрь/окт, ноября/ноябрь/ноя/нояб, \
     декабря/декабрь/дек",
    // Arabic, of Egypt and the Gulf, and of the Levant where they are one word
    "يناير, فبراير/شباط, مارس/آذار, أبريل/ابريل/إبريل/نيسان, مايو/أيار, يونيو/يونيه/حزيران, يوليو/يوليه/تموز, \
     أغسطس/اغسطس/آب, سبتمبر/أيلول, أكتوبر/اكتوبر, نوفمبر, ديسمبر",
    // Arabic, of the Levant where they are two words, and of the Maghreb
    "كانون الثاني/جانفي, فيفري, , أفريل, ماي, جوان, جويلية, أوت, , تشرين الأول, تشرين الثاني, كانون الأول",
    // Dutch
    "januari, februari, maart/mrt, april, mei, juni, juli, augustus, september, oktober, november, december",
    // Polish
    "stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia, września, października, listopada, grudnia",
    // Vietnamese: numbers as words after "tháng"
    "tháng một/tháng giêng, tháng hai, tháng ba, tháng tư, tháng năm, tháng sáu, tháng bảy, tháng tám, tháng chín, \
     tháng mười, tháng mười một, tháng mười hai",
];

/// Returns all spellings with the months' numbers.
fn spellings() -> impl Iterator<Item = (&'static str, u8)> {
    let months = NAMES.into_iter().flat_map(|names| names.split(", ").zip(1u8..));
    months.flat_map(|(names, month)| {
        let spelt = names.split('/').filter(|name| !name.is_empty());
        spelt.map(move |name| (name, month))
    })
}

/// Returns the month of a name, 1 to 12. The name may have two or three words with spaces between.
pub fn month(name: &str) -> Option<u8> {
    static BY_NAME: OnceLock<FxHashMap<&str, u8>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| spellings().collect());
    by_name.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_month() {
        for names in NAMES {
            assert_eq!(names.split(", ").count(), 12);
        }
        for (name, of) in spellings() {
            assert_eq!(month(name), Some(of), "{name}");
            assert_eq!(name.to_lowercase(), name);
        }
        assert_eq!(month(""), None);
        assert_eq!(month("monday"), None);
    }
}
