//! Tests of reasons for pages without a text.

use super::*;

#[test]
fn pages_with_and_without_text_of_their_own() {
    let (menu, words) = ("<a href=/>a link of the menu</a>".repeat(100), "<p>some more words of it</p>".repeat(50));
    let article = "<p>A paragraph of an article that stands in a link, as the link before it is open.".repeat(20);
    for [html, expected] in cases(
        "
        <title>A page</title></head><body><div id=root> . </div> => empty
        MENU<p>Loading => shell
        <title>404 - Shop</title>WORDS => error
        <h1>Seite nicht gefunden</h1>WORDS => error
        <h1>Oops! That page can’t be found.</h1>WORDS => error
        <h1>페이지를 찾을 수 없습니다</h1>WORDS => error
        <h1>Sidan hittades inte</h1>WORDS => error
        <p>Please solve this CAPTCHA WORDS => robot-check
        <title>Before you continue</title>WORDS => consent
        <p>Usiamo i cookie.<p>Puoi accettare oppure abbonarti a 3 euro al mese. => consent
        <p>Usiamo i cookie.<p>Puoi accettare => shell
        <p>Usiamo i cookie.<p>Puoi accettare.<p>Abbonati alla newsletter. => shell
        // Pages with a text of their own.
        <title>A page</title>WORDS => -
        <a name=top><div>WORDS</div> => -
        <title>The 404 ways to cook</title>WORDS => -
        // A long text about captchas is one.
        <title>Captcha</title>WORDS WORDS WORDS WORDS<p>And of a captcha. => -
        // An open link around an article is no shell.
        <a href=/><b>Home</b><div>ARTICLE</div></a> => -",
    ) {
        let page = html.replace("MENU", &menu).replace("WORDS", &words).replace("ARTICLE", &article);
        let found = NoText::of(&Page::sample(&format!("<html><head>{page}"))).unwrap();
        assert_eq!(found.map_or("-", NoText::name), expected, "{html}");
    }
}

#[test]
fn a_message_is_nothing_else() {
    let is_message = |head: &str, body: &str| {
        let page = Page::sample(&format!("<html><head>{head}</head><body>{body}"));
        NoText::is_message(&page, &vec![true; page.blocks().len()]).unwrap()
    };
    for [title, body] in cases(
        "
        Page not found - News => <h1>404</h1><p>The page that you asked for is not here.
        404 - Shop => <h1>Oops!</h1><p>Page not found
        Shop => <h1>Oops! That page can’t be found.</h1><p>Nothing is here. Try another page.
        500 Internal Server Error => <h1>500 Internal Server Error</h1><p>nginx
        Fehler 404: Seite nicht gefunden - Post => <article><h1>Seite nicht gefunden</h1><p>Die Seite wurde \
        verschoben.</article>
        Just a moment... => <h1>a.example</h1><p>Verifying you are human. This may take a few seconds.
        Not Found => <h1>Nie znaleziono strony</h1><p>Sprawdź adres.
        页面不存在 => <p>返回首页
        Before you continue => <p>We use cookies. Accept all?
        Castle Forum - Information => <h2>Information</h2><p>The requested topic does not exist.
        Burgforum - Information => <h2>Information</h2><p>Das gewünschte Thema existiert nicht.
        验证码拦截 => <div>亲，请拖动下方滑块完成验证</div><div>通过验证以确保正常访问</div>
        Página no encontrada | Post => <h1>¡Ups! Esta página no existe</h1><p>Es posible. O ya no esté disponible.
        Post => <h2>Dieser Artikel ist leider nicht mehr verfügbar.</h2><p>Das Recht will es. Zur <a \
        href=/>Startseite</a>
        Erreur 404 | Moulin => <h1>Oups&nbsp;!</h1><p>La page que vous cherchez a été supprimée. Retour.
        Error | Post => <h1>503 Service Temporarily Unavailable</h1><p>It is temporarily unable to serve you. Try \
        later.
        Post => <h1>Error establishing a database connection</h1>
        Oops! – Mill => <h1>Oops!</h1><p>We can’t find the page you’re looking for. Try the home page or search.
        Hoppla! | Post => <h1>Hoppla!</h1><p>Diese Seite konnte leider nicht gefunden werden.
        Oups ! - Moulin => <h1>Oups !</h1><p>Cette page est introuvable.
        404 => <h1>404</h1><p>The page you requested could not be found. Perhaps searching will help.
        Siden blev ikke fundet - Post => <h1>Siden blev ikke fundet</h1><p>Beklager. Den kan være flyttet eller \
        slettet side.
        Siden ble ikke funnet => <p>Beklager.
        Az oldal nem található => <p>Az oldal nem létezik.
        No s'ha trobat la pàgina => <p>La pàgina que busqueu no existeix.
        Stran ne obstaja => <p>Iskane strani ni mogoče najti.
        Lehte ei leitud => <p>Otsitud lehte ei leitud.
        ไม่พบหน้าที่ต้องการ - Mill => <p>ขออภัย ไม่พบหน้าที่คุณค้นหา
        पृष्ठ नहीं मिला => <p>क्षमा करें, यह पृष्ठ मौजूद नहीं है।
        Mill => <h1>Oops! That page doesn’t exist or is private.</h1><p>Popular
        お探しのページは見つかりません | 新聞 => <h1>404</h1><p>URLをご確認ください。
        DDoS-Guard => <p>Проверка браузера перед переходом на сайт a.example<p>Подождите. ID запроса: 7
        a.example => <h1>Vérification en cours</h1><p>Nous voulons nous assurer que c'est bien à vous que nous \
        nous adressons et non à un robot.<p>Faites glisser vers la droite.<p>ID : 8
        Acceso denegado => <p>Mantén pulsado el botón para confirmar que eres humano (y no un bot).<p>Código #9
        Account Suspended => <h1>This Account has been suspended.</h1><p>Contact your hosting provider for more.
        Strona nie istnieje | Sklep => <h1>Ups! Nie znaleźliśmy tej strony</h1><p>Strona została usunięta. \
        Sprawdź adres.<h2>Może Cię zainteresuje</h2><ul><li><a href=/1>Kubek</a> 29,00 zł</ul>
        Så ska hamnen räddas | Kustbladet => <article><h1>Så ska hamnen räddas</h1><p>Endast för \
        prenumeranter<h2>Läs vidare</h2><p>Den här artikeln är låst. Läs allt för 1 kr.<a href=/kop>Köp \
        nu</a><p>Redan prenumerant?</article>
        Dry dock | Post => <h1>Dry dock</h1><p>This article is for subscribers.
        Access Denied => <h1>Access Denied</h1>You don't have permission to access \"/1\" on this \
        server.<p>#18.2f.3c
        503 Backend fetch failed => <h1>Error 503 Backend fetch failed</h1><h3>Guru Meditation:</h3><p>XID: 123
        Maintenance => <h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>
        Wartung => <h1>Aufgrund von Wartungsarbeiten ist die Website nicht verfügbar. Bitte versuche es noch \
        einmal.</h1>
        Robot Check => <h4>Enter the characters</h4><p>We need to make sure you're not a robot. Thanks.
        Prima di continuare su Video => <h1>Prima di continuare su Video</h1><p>Utilizziamo i cookie.SERVICES
        Polderblad cookies => <h1>Cookies op polderblad.example</h1><p>Wij plaatsen functionele en analytische \
        cookies om u een goede ervaring te bieden.<p>Door op akkoord te klikken, of door gebruik te blijven maken \
        van deze website, gaat u hiermee akkoord.<form><button>Akkoord</button> <a href=/c>Aanpassen</a></form>
        Post => <h1>Ihre Privatsphäre</h1><p>Wir und unsere Partner verwenden Cookies, um Inhalte und Anzeigen \
        für Sie auszuwählen und zu messen.<button>Alle akzeptieren</button><button>Ablehnen</button>
        Courrier => <h1>Bienvenue au Courrier</h1><p>Comment voulez-vous lire nos articles de ce jour ?<h2>Avec \
        publicité</h2><p>J'accepte que le Courrier et ses partenaires utilisent des \
        cookies.<button>Accepter</button><h2>L'abonnement</h2><p>Tous nos articles sans publicité, sur tous vos \
        appareils, pour 5 euros.
        Preparing download => <h1>Preparing download</h1><noscript>JavaScript must be switched on.</noscript>
        Vaša súkromie a cookies => <p>Na našich stránkach používame cookies, aby sme vám mohli ukázať to, čo vás \
        zaujíma.<form><input type=submit value='Súhlasím'></form>
        Zoekresultaten voor: 'molen' - Bax => <h1>Zoekresultaten</h1><p>Uw zoekopdracht heeft geen resultaten.
        “molen” の検索結果 => <p>該当する商品は見つかりませんでした。",
    ) {
        let body = body.replace("SERVICES", &"<p>Servizi e dati.".repeat(60));
        assert!(is_message(&format!("<title>{title}</title>"), &body), "{title}");
    }
    for [title, body] in cases(
        "
        // A teaser, a form with a check.
        Dry dock => <h1>Dry dock</h1><p>The dock ran dry on Monday.<p>This article is for subscribers.
        Contact => <p>Write to us.<form><textarea></textarea>Confirm you are human</form>
        // What is about checks, works and searches.
        A history of the check => <article><p>“Are you a robot?” it asks. Confirm you are human, it says.</article>
        Why I hate captchas => <h1>Why I hate captchas</h1><p>“Verify you are human”, a page said. It was in vain.
        Are you a robot? A short history of it => <h1>Are you a robot? A short history of it</h1><p>Confirm you \
        are human
        Bridge closed => <article><h1>Bridge closed</h1><p>It is under maintenance. Take the ferry.</article>
        Search ends => <h1>Search ends without results</h1><p>Nothing was found on the moor. It is over. They \
        went. It rained.
        Research finds => <h1>Research</h1><p>No results were found.
        Fixing \"SSL handshake failed\" in nginx => <h1>Fixing \"SSL handshake failed\" in nginx</h1><p>Look at \
        the log:<pre>nginx: error</pre>
        Bridge closed for months => <h1>Bridge closed for months</h1><p>The bridge is under maintenance. Take the \
        ferry.
        Spring concert => <h1>Spring concert</h1><p>May 3, 7 pm, in the hall.<form>Verify you are human: \
        3+4=<input></form>
        Oops! => <h1>Oops!</h1><p>“The page could not be found”, it said. We laughed.
        404 => <h1>404</h1><p>I read: the page could not be found. So the song got its name.
        // A recipe above a banner.
        Oat cookies => <h1>Oat cookies</h1><p>Mix the oats with butter and sugar, wait for an hour, and bake them \
        until they are brown.<div>We use cookies. <button>Accept</button></div>
        // A greeting above a banner; a lesson.
        Mill => <p>The mill grinds on Monday and on Friday from eight.<p>Bring your own sacks, please, of linen \
        or hemp.<div>We use cookies. <button>Accept</button></div><p>Subscribe
        Mill => <h1>Coming soon</h1><p>We build a new mill, and grind again in May.<p>Subscribe to our \
        news.<div>We use cookies. Do you accept them?<button>Accept</button></div>
        Lesson 1 => <h1>Lesson 1</h1><p>Write a line.<noscript>JavaScript is off.</noscript>
        Our family of brands => <h1>Our family of brands</h1><p>Rope, tar and salt. Cookie settings.",
    ) {
        assert!(!is_message(&format!("<title>{title}</title>"), body), "{title}");
    }
    for [html, expected] in cases(
        "
        <body class='wp error404'>ORRIA => error
        <body class='search search-no-results'>ORRIA => nothing-found
        ORRIA => -
        <link rel=stylesheet href=/.within.website/x/xess.css><title>Ich prüfe, ob du kein Bot bist!</title><p>WARUM \
        => robot-check",
    ) {
        let orria = "<title>Ez da orria aurkitu</title><h1>Ezin izan da orri hori aurkitu.</h1><p>Badirudi. Baratzea.";
        let page = Page::sample(&html.replace("ORRIA", orria).replace("WARUM", &"Warum? Berechne. ".repeat(60)));
        let is_message = NoText::is_message(&page, &vec![true; page.blocks().len()]).unwrap();
        let message = NoText::of(&page).unwrap().filter(|_| is_message).map_or("-", NoText::name);
        assert_eq!(message, expected, "{html}");
    }
    let caption = Page::sample("<title>Mill</title><p>The mill in 1902<p>Tickets are for subscribers.");
    assert!(!NoText::is_message(&caption, &[true, false]).unwrap());
    let suggestions = "<li><a href=/n>The mill of the upper valley gets a new wheel after a winter</a> 5 May".repeat(9);
    let message = "<title>Page not found</title>";
    assert!(is_message(message, &format!("<h1>Page not found</h1><p>Try another page.<ul>{suggestions}</ul>")));
    // A long text below the heading is an article about the error.
    let about = "<p>A server says so of a page that it does not have.".repeat(9);
    assert!(!is_message(message, &format!("<h1>Page not found</h1>{about}<ul>{suggestions}</ul>")));
    for title in lines(
        "
        500 Piece Puzzle
        Oops!
        You were not found
        Missing hiker cannot be found after third day
        400 Blows
        503 Main Street
        503
        Where the best coffee can be found
        找不到工作怎么办？
        DLL module could not be found
        Not found: a story of two brothers - Books
        Before you continue to the river
        Forbidden
        Page not found
        Warum Bücher nicht mehr verfügbar sind
        How to fix an error establishing a database connection
        Gott existiert nicht, die Seite existiert nicht mehr",
    ) {
        let body = format!("<h1>{title}</h1><p>It was a fine day. We went there.");
        assert!(!is_message(&format!("<title>{title}</title>"), &body), "{title}");
    }
    for body in ["<article>Gone</article><article>Here</article>", "<p>Gone<p>$5"] {
        assert!(!is_message(message, body), "{body}");
    }
}
