//! The words of bylines, in the languages of the pages.

use crate::prelude::*;

use crate::pairs;
use Role::*;
use rustc_hash::FxHashSet;

/// Words before a name in a byline, in lower case.
pub static BEFORE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "\
    door onze redacteur, skrevet af, testo di, ein beitrag von, article by, articles by, authored by, \
    written by, posted by, published by, story by, words by, text by, created by, view all posts by, \
    posts by, by, author, von, par, escrito por, publicado por, por, door, scritto da, geschrieben von, \
    verfasst von, écrit par, публикует, 文/, 文／, av, 文・, γράφει ο, γράφει η, بقلم, كتب, كتبت, submitted by, \
    ein artikel von, skrevet av, publié par, propos recueillis par, enviado por, a cura di, scris de, \
    ditulis oleh"
        .split(", ")
        .collect()
});

/// Words before a name in a byline that names begin with, too, when they are written large.
pub const SMALL_BEFORE: [&str; 4] = ["di ", "af ", "przez ", "od "];

/// Words and signs that end a name in a byline, with semicolons between.
pub static AFTER: LazyLock<Vec<&str>> = LazyLock::new(|| {
    concat!(
        " 기자; 記者; for ; (text; (words; (photo;|;•;·;»;›;—; - ; – ; / ; @; on ; in ; at ; updated; published;",
        " posted; last ; am ; (@; min read; follow; modified; reviewed; contributor; wrote; · ; is ; avec ;",
        " mit ;, le ; publié"
    )
    .split(';')
    .collect()
});

/// Those of them that may stand in the name of a group behind a single word: "Doctors for Bees".
pub const OF_NAMES: [&str; 3] = [" for ", " avec ", " mit "];

/// Words before a date behind a name.
pub const BEFORE_DATES: &str = "le am den el il em";

/// Words between two names, with semicolons between.
pub static AND: LazyLock<Vec<&str>> = LazyLock::new(|| {
    " and ; & ; und ; et ; y ; e ; og ; och ; en ; ja ; ve ; и ; і ; та ; και ; oraz ; és ; și ; dan ; và "
        .split(';')
        .collect()
});

/// Words before a name without a colon, each with the languages in which a line may begin so: any for "by".
pub static IN_LANGUAGES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let table = "\
        by , بقلم , von de, par fr, por es pt gl, door nl, av nb nn no sv, af da, \
        di it, przez pl, napsal cs, napsala cs, kirjoittanut fi, írta hu, piše bs hr sl sr, пише mk sr, \
        του el, της el, oleh id ms, yazan tr, מאת he, โดย th";
    pairs(table).collect()
});

/// Those of them that stand within sentences as well: alone they are labels at the start of a block only. "de", "per"
/// and "от" begin too many headlines.
pub const PREPOSITIONS: &str = "di af oleh του της";

/// What a word or a phrase says in a byline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Author,
    Reporter,
    NoSurname,
    Nobody,
    Office,
    Outlet,
    Picture,
    Particle,
    Box,
}

/// The phrases of each role, in lower case.
#[rustfmt::skip]
const PHRASES: [(Role, &str); 9] = [
    // Before a colon and a name, and where the name is missing: without accents.
    (Author, "author; authors; autor; autora; autores; autoren; autorin; autori; autory; autorzy; autore; \
        auteur; auteurs; auteure; forfatter; forfattere; forfattare; skribent; kirjoittaja; kirjoittajat; szerzo; \
        szerzok; autorius; autors; yazar; yazan; penulis; pengarang; tac gia; nguoi viet; автор; авторы; автори; \
        аутор; συγγραφεας; συντακτης; αρθρογραφος; מאת; המחבר; מחבר; المؤلف; الکاتب; بقلم; کاتب; نویسنده; लेखक; \
        ผู้เขียน; ผู้แต่ง; โดย; 作者; 著者; 執筆; 執筆者; ライター; 撰文; 文; 저자; 글쓴이; 글; by; von; par; por; \
        text; texte; texto; teksti; tekst; текст; автор статьи; автор текста; oleh; irta; pise; пише; द्वारा; کتب; کتبت; כתב; \
        כתבת"),
    // Those who write: labels and no names, without accents.
    (Reporter, "reporter; words; writer; writers; journalist; correspondent; columnist; verfasser; verfasserin; \
        redakteur; redakteurin; journalistin; korrespondent; korrespondentin; redacteur; redactrice; verslaggever; \
        journaliste; correspondant; correspondante; redactor; redactora; periodista; corresponsal; reportero; reportera; \
        giornalista; redattore; redattrice; corrispondente; jornalista; redator; redatora; correspondente; redaktor; \
        redaktorka; journalisten; redaktør; dziennikarz; dziennikarka; novinar; novinarka; ujsagiro; toimittaja; \
        jurnalist; jurnalista; muhabir; gazeteci; wartawan; jurnalis; журналист; журналистка; корреспондент; \
        корреспондентка; репортер; журналіст; журналістка; кореспондент; δημοσιογραφος; συντακτης; صحفی; مراسل"),
    // Beside a first name, and no surname.
    (NoSurname, "contributor; contributors; moderator; member; founder; freelancer; blogger; instagram; \
        linkedin; youtube; website; facebook; twitter; bio; editor; columnist; team; guest"),
    // In the place of a name, and none.
    (Nobody, "appointment only; invitation only; popular demand; popular request; the numbers; staff; \
        our staff; admin; administrator; root; user; username; webmaster; guest; unknown; test; wpadmin; wordpress; \
        super user; superuser; site admin; blog admin; adm; anonymous; name; writer; default; no author; not \
        available; nobody; n a; about the author; the author; view all posts; read more; share; follow; profile; \
        on; posted on; published on; topic author; original poster; insights from; about; website; home; email; email \
        address; all posts; twitter; facebook; sign in; redacción; redaccion; la redacción; redaktion; die redaktion; \
        rédaction; la rédaction; redazione; la redazione; redação; da redação; redakcja; redakce; redactie; redaktionen; toimitus; \
        redaksi; redacția; редакция; редакція; newsroom; news desk; newsdesk; web desk; der redaktion; unserer \
        redaktion; de redactie; onze redactie; di redazione; editorial staff; editorial team; editorial board; our; \
        our own; special; 編集部; 编辑部; 报道; 報道; 报导; \
        報導; 摄影; 攝影; 通讯员"),
    // Degrees and offices.
    (Office, "editor; staff; professor; director; manager; senior; university; chief; of; producer; analyst"),
    // At an end of what stands behind the names of a byline: agencies and papers.
    (Outlet, "news; times; post; press; radio; tv; agency; magazine; herald; tribune; gazette; bureau; media; \
        bbc; cnn; dpa; afp; ap; apa; reuters; sid; epd; kna; ansa; efe; lusa; upi; tass; jornal; diario; diário; \
        periódico; gazeta; zeitung; tageblatt; kurier; presse; giornale; corriere; courier; chronicle; observer; газета"),
    // What was made by others than the authors, before a colon.
    (Picture, "photo; photos; foto; fotos; fotografie; fotografia; fotografía; zdjęcia; zdjęcie; fot; фото; φωτο; \
        illustration; illustrations; bild; bilder; bilde; video; grafik; иллюстрации; 写真; 撮影; 摄影; 攝影; 사진"),
    // Small words within names.
    (Particle, "de; la; van; von; der; den; di; da; dos; das; du; del; della; el; al; bin; ten; zu; do; e; y; \
        i; le; los; las; af; av; ibn; ben; bint; und; na"),
    // The heading of a box about the author.
    (Box, "about the author; about the writer; über den autor; über die autorin; zum autor; zur autorin; \
        à propos de l’auteur; à propos de l'auteur; sobre el autor; sobre la autora; sobre o autor; sobre a autora; \
        sull’autore; sull'autore; over de auteur; om forfatteren; om författaren; o autorze; o autorovi; об авторе; \
        про автора; yazar hakkında"),
];

/// Returns `true` for a phrase of a role.
pub fn is(role: Role, phrase: &str) -> bool {
    static ROLES: LazyLock<FxHashSet<(Role, &str)>> = LazyLock::new(|| {
        let named = |(role, phrases): (Role, &'static str)| phrases.split("; ").map(move |phrase| (role, phrase));
        PHRASES.into_iter().flat_map(named).collect()
    });
    ROLES.contains(&(role, phrase))
}
