//! Stop words, in the page's own language.
//!
//! The paper has an English list. Running text has many stop words and navigation has few, in all languages that write
//! them as words. With the English list a page in another language would look like navigation. So there are lists for
//! several languages, and the page's words choose among them. If none fits (Chinese, Japanese, Thai and others), the
//! feature is unknown.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use goce_core::prelude::*;
use goce_core::texts::words::words;

/// Frequent function words of a language, in lower case. Of lists that fit equally the first is taken.
const LISTS: [&str; 14] = [
    // English
    "the of and to a in is it you that he was for on are with as i his they be at one have this \
     from or had by but not what all were we when your can said there an each which she do how \
     their if will up about out many then them these so some her would make like him into has \
     more no my than who been its now did get may our me us could should also just because only \
     any here where why after before between both during other over own same through under until \
     very while am does being those too most such don't it's i'm",
    // German
    "der die das und in zu den von ist mit sich des auf für im dem nicht ein eine als auch es an \
     werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum \
     war haben nur oder aber vor zur bis mehr durch man sein wurde wenn wir ich ihre kann",
    // French
    "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont \
     la avec son elle ou nous vous cette ses aux ces mais leur on été sa comme tout deux même fait \
     être aussi y je si d'une d'un qu'il c'est",
    // Spanish
    "de la que el en y a los del se las por un para con no una su al es lo como más pero sus le ya \
     o este sí porque esta entre cuando muy sin sobre ser también me hasta hay donde han quien \
     está desde todo nos durante fue era",
    // Portuguese
    "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele \
     das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela \
     entre era depois sem mesmo aos ter seus",
    // Italian
    "di e il la che in a per un del è non una i le si con da della sono al come nel più anche lo \
     alla dei delle ha gli ma su dal o se questo ci nella ed essere stato loro questa tra sua \
     suo quando era",
    // Dutch
    "de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit \
     nog naar heeft die door over ze zich hij worden wordt kan meer geen was tot je deze ik hun \
     dit we u",
    // Swedish, with what Danish and Norwegian share
    "och i att det som en på är av för med den till inte har de om ett var jag men så han eller \
     när vi från kan hade ska under efter sig också og er af til ikke det som for med et der \
     eller ved fra var",
    // Polish
    "w i na z się do nie że to jest o jak za od po co przez tak ale czy są dla przy oraz jako być \
     już lub jego tego może tylko ten które który która będzie było był ich jej",
    // Russian, with what Ukrainian and Bulgarian share
    "и в не на я что с он а как это по но к у из за о от так же для вы мы бы ты его все она или \
     до если уже при их был было быть ещё еще во со ли только когда мне то том чтобы після та що \
     від се да са",
    // Turkish
    "ve bir bu da de için ile çok daha olarak gibi ne o kadar en sonra olan var ise ama değil \
     her ben ki mi şey diye veya bunu göre olduğu tarafından",
    // Vietnamese
    "và của là có các cho được trong một không người những với đã này để từ khi ra về ở cũng \
     như đến lại nhiều thì năm vào sẽ trên phải hay bị còn mà tại nên rất nếu theo mình tôi",
    // Indonesian and Malay
    "yang dan di untuk dengan dari ini itu pada ke tidak dalam akan adalah juga atau ada saya \
     bisa oleh kami sudah anda lebih mereka kita telah karena seperti dapat para bagi",
    // Arabic
    "في من على إلى أن هذا التي الذي مع عن هذه كان ما لا أو قد بعد كل ذلك بين لم كما حتى وقد هو \
     هي ثم غير أي عند إذا لكن كانت يكون و",
];

/// The longest word of the lists in bytes.
const LONGEST: usize = 20;

/// The lists of a word, a bit for each.
fn by_word() -> &'static FxHashMap<&'static str, u16> {
    static BY_WORD: OnceLock<FxHashMap<&str, u16>> = OnceLock::new();
    BY_WORD.get_or_init(|| {
        let mut by_word = FxHashMap::default();
        for (list, all) in LISTS.iter().enumerate() {
            // Elided words are divided as in texts: don't is don and t.
            for word in all.split(' ').flat_map(words) {
                *by_word.entry(word).or_insert(0) |= 1 << list;
            }
        }
        by_word
    })
}

/// The lists that have a word.
fn lists(word: &str) -> u16 {
    if word.len() > LONGEST {
        return 0;
    }
    let by_word = by_word();
    let lists = if word.contains(char::is_uppercase) {
        by_word.get(word.to_lowercase().as_str())
    } else {
        by_word.get(word)
    };
    lists.copied().unwrap_or(0)
}

/// The bit of a list.
#[derive(Clone, Copy, Debug)]
pub struct StopWords(u16);

impl StopWords {
    /// Returns the list that has the most words of a text, and `None` if it has less than a fiftieth of them.
    pub fn of(text: &str) -> Option<StopWords> {
        let mut hits = [0u32; LISTS.len()];
        let mut count = 0;
        // The start of a long text is enough.
        let read = &text[..text.floor_char_boundary(1 << 20)];
        for word in words(read).checking(CHECK_EVERY) {
            count += 1;
            let mut lists = lists(word);
            while lists != 0 {
                hits[lists.trailing_zeros() as usize] += 1;
                lists &= lists - 1;
            }
        }
        let (most, hits) = hits.iter().enumerate().rev().max_by_key(|(_, hits)| **hits)?;
        let fits = *hits as f32 > 0.02 * count as f32;
        fits.then_some(StopWords(1 << most))
    }

    /// Returns `true` if a word is on the list.
    pub fn has(self, word: &str) -> bool {
        lists(word) & self.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(text: &str) -> Option<f32> {
        let stop_words = StopWords::of(text)?;
        let hits = words(text).filter(|word| stop_words.has(word)).count();
        Some(hits as f32 / words(text).count() as f32)
    }

    #[test]
    fn running_text_of_many_languages_is_known_by_its_function_words() {
        for text in [
            "The boats that lie in the harbour are old, and they will not be there for long.",
            "Die Boote, die im Hafen liegen, sind alt und werden nicht mehr lange bleiben.",
            "Les bateaux qui sont dans le port ne vont pas y rester pour toujours.",
            "Los barcos que están en el puerto son viejos y no se quedan por mucho tiempo.",
            "Os barcos que estão no porto são velhos e não ficam ali por muito tempo.",
            "Le barche che sono nel porto non ci restano per molto tempo, come si vede.",
            "De boten die in de haven liggen zijn oud en ze blijven er niet voor altijd.",
            "Båtarna som ligger i hamnen är gamla och de blir inte kvar på lång tid.",
            "Łodzie, które są w porcie, nie zostaną tam na długo, jak się wydaje.",
            "Лодки в порту старые, и они не будут там долго, как это и было.",
            "Limandaki tekneler eski ve bu yıl daha çok kalmak için bir yer yok.",
            "Những chiếc thuyền ở trong cảng đã cũ và sẽ không ở lại đó lâu.",
            "Perahu yang ada di pelabuhan itu sudah tua dan tidak akan lama di sana.",
            "القوارب التي في الميناء قديمة ولا تبقى هناك إلى ما بعد هذا العام.",
        ] {
            let share = share(text).unwrap_or_default();
            assert!(share > 0.25, "{text} {share}");
        }
    }

    #[test]
    fn where_no_list_fits_nothing_is_known() {
        assert_eq!(share("船停在港口里，它们已经很旧了。"), None);
        assert_eq!(share(""), None);
        assert_eq!(share("Acme GmbH 2026"), None);
    }

    #[test]
    fn every_word_of_the_lists_can_be_found() {
        for (word, lists) in by_word() {
            assert!(word.len() <= LONGEST && *lists != 0, "{word}");
            assert_eq!(*word, word.to_lowercase());
        }
    }

    #[test]
    fn english_wins_over_what_it_shares() {
        let of = StopWords::of("I was in the house, as a die").unwrap();
        assert!(of.has("The") && of.has("in") && !of.has("die"));
    }
}
