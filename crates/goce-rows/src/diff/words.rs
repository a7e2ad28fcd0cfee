//! Words by which [`volatile_text`](super::volatile_text) knows times, dates and counters, in lower case.

use crate::prelude::*;

use rustc_hash::FxHashMap;

use super::volatile_text::Kind::{self, *};
use goce_core::dates::month;

/// The words of each kind. Names of months are between articles and fillers: [`kind`].
#[rustfmt::skip]
const WORDS: [(Kind, &str); 9] = [
    // What counters of visits and opinions count.
    (Counter, "ansichten antwort antworten aufruf aufrufe bewertungen bookmark bookmarks clicks comentario \
        comentarios comentário comentários comment commentaire commentaires commenti commento comments curtidas \
        download downloads downvotes favorite favorites favourite favourites follower followers following gelesen \
        hit hits impressions komentarz komentarze komentarzy kommentar kommentare lecturas lectures letture like \
        likes listens odpowiedzi online pageviews partages plays reacties reaction reactions read reads replies \
        reply response responses respostas respuestas retweet retweets review reviews risposte réponse réponses \
        share shared shares subscriber subscribers tweet tweets upvote upvotes view viewed views visit visitas \
        visits vistas visualizações visualizzazioni vue vues weergaven wyświetleń zugriffe комментариев комментарий \
        комментария лайков ответ ответа ответов просмотр просмотра просмотров コメント 回复 浏览 评论 閲覧 阅读 댓글 조회"),
    // Before the time at which a page or a post was made.
    (Label, "accessed actualización actualizado added aggiornamento aggiornato aktualisiert atualizado \
        bijgewerkt changed created current edited erstellt generated geplaatst geändert laatst last mis modified \
        modifié opublikowano posted printed pubblicato publicado published publié retrieved stand submitted time \
        ultimo update updated veröffentlicht zaktualizowano zuletzt última обновлено опубликовано"),
    // Behind a time since.
    (AgoAfter, "ago atras atrás earlier eerder fa geleden her před sedan siden sitten temu önce назад"),
    // Before a time since.
    (AgoBefore, "acum ha hace há il pred przed vor"),
    // Times since without a number.
    (AgoAlone, "adesso agora ahora aujourd'hui aujourd’hui ayer gestern gisteren heute hier hoje hoy ieri \
        jetzt maintenant now nu oggi ontem today vandaag yesterday вчера сегодня сейчас 今天 今日 刚刚 昨天 昨日 어제 오늘"),
    (Unit, "anni anno année années ano anos ans año años dag dagen day days dia dias dni día días giorni \
        giorno godzin godziny godzinę heure heures hora horas hour hours hr hrs jaar jahr jahre jahren jour jours \
        lat lata maand maanden mes mese meses mesi miesiące miesięcy min mins minute minuten minutes minuti minuto \
        minutos minuut mois monat monate monaten month months mês ora ore sec second seconde seconden secondes \
        secondi secondo seconds secs segundo segundos sekunde sekunden semaine semaines semana semanas settimana \
        settimane stunde stunden tag tage tagen tygodni tygodnie uren uur week weeks weken woche wochen year years \
        год года день дней дня лет месяц месяца месяцев минут минуту минуты недели недель неделю секунд секунду \
        секунды час часа часов"),
    (Weekday, "czwartek di dienstag dimanche dinsdag do domenica domingo donderdag donnerstag fr freitag fri \
        friday giovedì jeudi jueves lundi lunedì lunes maandag mardi martedì martes mercoledì mercredi mi mittwoch \
        miércoles mo mon monday montag niedziela piątek poniedziałek quarta-feira quinta-feira sa sabato samedi \
        samstag sat saturday segunda-feira sexta-feira so sobota sonnabend sonntag sun sunday sábado terça-feira thu \
        thur thurs thursday tue tues tuesday vendredi venerdì viernes vrijdag wed wednesday woensdag wtorek zaterdag \
        zondag środa воскресенье вторник понедельник пятница среда суббота четверг 星期一 星期三 星期二 星期五 星期六 星期四 星期日"),
    // Words for one before a unit.
    (Article, "a an een ein eine einem einen einer few one um uma un una une uno"),
    // Between the parts of a time.
    (Filler, "about almost am and at bst cdt cest cet circa cst das de der du edt el em est for gmt in is ist \
        jour just le les o'clock of om on op over pdt pm près pst the this to uhr um utc y à в г"),
];

/// Returns the kind of a word in lower case that is no number.
pub fn kind(word: &str) -> Kind {
    static KINDS: LazyLock<FxHashMap<&str, Kind>> = LazyLock::new(|| {
        // A word of several kinds is of the first.
        let kinds = WORDS.into_iter().rev();
        kinds.flat_map(|(kind, words)| words.split(' ').map(move |word| (word, kind))).collect()
    });
    match KINDS.get(word) {
        Some(Filler) | None if month(word).is_some() => Month,
        known => known.copied().unwrap_or(Other),
    }
}

/// Names of sessions, as parameters of addresses and before a token in a text.
pub const SESSION_NAMES: &str = "\
    csrf csrf_token jsessionid nonce phpsessid session session_id sessionid sid token zenid";

/// Words before "ID" where that is one of a visit.
pub const SESSION_IDS: &str = "correlation incident ray request session trace";

/// What stands above an advertisement, by law in many countries.
pub const AD_LABELS: &str = "\
    ad advert advertisement advertisements advertising annonce anuncio anzeige pub publicidad publicidade publicité \
    pubblicità sponsored werbung реклама";
