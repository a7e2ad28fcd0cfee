//! What pages without a text of their own say, in lower case.

/// What titles and headings of errors say. Numbers of HTTP are words of their own.
#[rustfmt::skip]
pub const ERRORS: [&str; 140] = [
    "ไม่พบหน้าที่คุณกำลังมองหา", "ไม่พบหน้าที่คุณต้องการ", "ไม่พบหน้าที่คุณค้นหา", "ไม่พบหน้าที่ต้องการ",
    "ไม่พบหน้าเว็บ", "ไม่พบหน้านี้", "ไม่พบหน้า", "पृष्ठ नहीं मिला", "पेज नहीं मिला", "no s'ha trobat", "no s’ha trobat", "no trobada",
    "stran ne obstaja", "ni mogoče najti", "ni bila najdena",
    "not found", "page unavailable", "access denied", "forbidden", "bad gateway", "service unavailable",
    "internal server error", "account suspended", "be found", "no longer available", "page does not exist",
    "page doesn't exist", "page doesn’t exist", "nicht gefunden", "introuvable", "no encontrada", "no se encontr",
    "não encontrada", "não foi encontrada", "non trovata", "niet gevonden", "hittades inte", "ikke fundet",
    "ikke funnet", "ei löyt", "nie znaleziono", "nenalezena", "nebyla nalezena", "nem található", "nu a fost găsit",
    "nije pronađen", "ei leitud", "nav atrasta", "nerasta", "не найдена", "не знайден", "не е намерен", "δεν βρέθηκε",
    "bulunamadı", "לא נמצא", "غير موجود", "یافت نشد", "नहीं मिला", "ไม่พบ", "không tìm thấy", "tidak ditemukan",
    "見つかりません", "찾을 수 없", "找不到", "不存在", "temporarily unavailable", "temporarily unable",
    "error establishing a database connection", "página no existe", "página ya no existe", "ya no está disponible",
    "ya no esté disponible", "página não existe", "não está mais disponível", "page n'existe p", "page n’existe p",
    "n'est plus disponible", "n’est plus disponible", "seite existiert nicht", "nicht mehr verfügbar",
    "pagina non esiste", "non è più disponibile", "pagina bestaat niet", "niet meer beschikbaar", "strona nie istnieje",
    "sidan finns inte", "siden finnes ikke", "siden findes ikke", "couldn't find that page", "couldn’t find that page",
    "couldn't find the page", "couldn’t find the page", "can't find that page", "can’t find that page",
    "can't find the page", "can’t find the page", "non trouvée", "pas été trouvée", "que buscas no existe",
    "que busca no existe", "no hemos encontrado la página", "não encontramos a página", "que você procura não existe",
    "non abbiamo trovato la pagina", "kunde inte hittas", "kunne ikke findes", "kunne ikke finnes", "nie znaleźliśmy",
    "stránka neexistuje", "stránka sa nenašla", "страница не существует", "страницы не существует", "сторінка не існує",
    "сторінки не існує", "sayfa mevcut değil", "存在しません", "존재하지 않", "không tồn tại", "σελίδα δεν υπάρχει",
    "pagina nu există", "nem létezik", "stranica ne postoji", "لم يتم العثور", "پیدا نشد", "account has been suspended",
    "website suspended", "site suspended", "website has been suspended", "konto wurde gesperrt", "compte suspendu",
    "compte a été suspendu", "cuenta suspendida", "cuenta ha sido suspendida", "conta suspensa", "conta foi suspensa",
    "account sospeso", "account is opgeschort", "konto zostało zawieszone", "аккаунт заблокирован", "сайт заблокирован",
];

/// The numbers of HTTP by which errors are titled.
pub const STATUSES: [&str; 9] = ["400", "401", "403", "404", "410", "500", "502", "503", "504"];

/// Words for what an error did not find, and words that stand beside an error in its title or heading.
#[rustfmt::skip]
pub const PAGES: [&str; 47] = [
    "stran", "strani", "lehte", "lehekülge",
    "page", "file", "document", "url", "seite", "página", "pagina", "pàgina", "sidan", "siden", "side", "sivua",
    "strona", "strony", "stránka", "stranica", "oldal", "lapa", "puslapis", "страница", "страницата", "сторінку",
    "σελίδα", "sayfa", "הדף", "الصفحة", "صفحه", "पृष्ठ", "หน้า", "trang", "halaman", "ページが", "페이지를", "页面", "頁面", "网页",
    "ページは", "お探しのページが", "お探しのページは", "startseite", "artikel", "beitrag", "artículo",
];
#[rustfmt::skip]
pub const BESIDE_ERRORS: [&str; 57] = [
    "blev", "ble", "az", "or", "private", "est", "werden", "konnte", "kann", "s", "què",
    "error", "oops", "sorry", "the", "this", "that", "your", "can", "t", "cannot", "could", "not", "http", "is", "has",
    "been", "die", "fehler", "erreur", "la", "ei", "η", "service", "ups", "oups", "dieser", "diese", "der", "ist",
    "leider", "lo", "sentimos", "el", "esta", "este", "cette", "a", "essa", "questa", "deze", "we", "tej", "dieses",
    "votre", "ce", "su",
];

/// Words of errors that stand beside one for the page alone: "We can't find the page you're looking for".
pub const SOUGHT: [&str; 18] = [
    "you",
    "re",
    "are",
    "were",
    "was",
    "looking",
    "for",
    "requested",
    "que",
    "vous",
    "cherchez",
    "recherchez",
    "demandée",
    "demandez",
    "gesuchte",
    "angeforderte",
    "keresett",
    "gewünschte",
];

/// What people say in the place of a headline of an error.
pub const INTERJECTIONS: [&str; 14] = [
    "oops", "ooops", "whoops", "ups", "oups", "ops", "hoppla", "hoppsan", "oeps", "hups", "vaya", "ой", "упс", "ojej",
];

/// What robot checks say.
pub const ROBOT_CHECKS: [&str; 10] = [
    "captcha",
    "not a robot",
    "are a robot",
    "are you a robot",
    "are human",
    "are you human",
    "checking your browser",
    "javascript and cookies",
    "unusual traffic",
    "security of your connection",
];

/// What robot checks say of the visitor or the browser, which a form with a check does not.
#[rustfmt::skip]
pub const CHECKS: [&str; 125] = [
    "(and not a bot)",
    "enable javascript and cookies to continue", "enable js and disable any ad blocker",
    "checking if the site connection is secure", "confirm you are human", "confirm you are a human",
    "confirm that you are human", "us think you were a bot", "actually you we are dealing with",
    "unusual traffic from your", "unusual activity from your", "incapsula incident id", "browser wird überprüft",
    "überprüfung ihres browsers", "bestätigen, dass sie ein mensch", "wirklich mit ihnen zu tun haben",
    "ungewöhnlichen datenverkehr aus ihrem", "sicherheit ihrer verbindung überprüfen",
    "vérification de votre navigateur", "confirmer que vous êtes humain", "confirmer que vous êtes un humain",
    "confirmer que vous êtes un être humain", "bien à vous que nous nous adressons",
    "trafic exceptionnel provenant de votre", "vérifier la sécurité de votre connexion", "comprobando su navegador",
    "comprobando tu navegador", "verificando su navegador", "verificando tu navegador", "confirmar que eres humano",
    "confirmar que eres un humano", "confirmar que eres una persona", "confirmar que es humano",
    "tráfico inusual procedente de", "revisar la seguridad de su conexión", "verificando seu navegador",
    "verificando o seu navegador", "confirmar que você é humano", "confirmar que você é um ser humano",
    "tráfego incomum na sua rede", "segurança da sua conexão antes", "verifica del browser prima",
    "confermare di essere umano", "confermare di essere un essere umano", "confermare che sei umano",
    "sicurezza della connessione prima", "browser wordt gecontroleerd", "bevestigen dat u een mens",
    "bevestigen dat je een mens", "beveiliging van uw verbinding controleren", "kontrollerar din webbläsare",
    "bekräfta att du är en människa", "sprawdzanie przeglądarki", "potwierdzić, że jesteś człowiekiem",
    "bezpieczeństwo połączenia przed", "kontrola prohlížeče", "проверка браузера перед", "проверяем ваш браузер",
    "подтвердить, что вы человек", "запросы отправляли вы, а не робот", "безопасность вашего подключения",
    "перевірка браузера перед", "підтвердити, що ви людина", "tarayıcınız kontrol ediliyor",
    "insan olduğunuzu doğrula", "bağlantınızın güvenliğini", "ブラウザを確認しています", "ブラウザをチェックしています", "人間であることを確認",
    "接続のセキュリティを確認", "正在检查您的浏览器", "正在檢查您的瀏覽器", "确认您是人类", "连接的安全性", "브라우저를 확인하는 중", "사람인지 확인", "memeriksa browser anda",
    "đang kiểm tra trình duyệt", "التحقق من متصفحك", "بررسی مرورگر شما", "checking your browser before accessing",
    "verify you are human", "verify you are a human", "verify that you are human", "verify that you're not a robot",
    "verify that you are not a robot", "make sure you're not a robot", "know you're not a robot",
    "verifying your browser", "request is being verified", "review the security of your connection",
    "vercel security checkpoint", "checking the site connection security", "get past this challenge",
    "used cloudflare to restrict access", "sorry, you have been blocked", "sucuri website firewall",
    "access to this site has been limited", "blocked due to a network policy", "blocked by network security",
    "required part of this site couldn", "vérifiez que vous êtes humain", "verifica que eres un ser humano",
    "verifica que eres humano", "verifique que usted es humano", "verifique se você é humano",
    "confirme que você é humano", "verifica di essere umano", "controleren of u een mens bent",
    "verifiëren dat u een mens bent", "potwierdź, że jesteś człowiekiem", "подтвердите, что вы человек",
    "подтвердите, что вы не робот", "підтвердьте, що ви людина", "ověřte, že jste člověk", "验证您是真人", "完成验证后即可继续",
    "百度安全验证", "驗證您是人類", "验证码拦截", "滑块完成验证", "拖动下方滑块", "不是机器人", "不是機器人", "人机验证",
];

/// How the titles of pages begin that are nothing but a robot check.
#[rustfmt::skip]
pub const CHECK_TITLES: [&str; 26] = [
    "just a moment", "attention required", "one more step", "ddos-guard", "verifying you are human",
    "pardon our interruption", "human verification", "making sure you're not a bot", "making sure you’re not a bot",
    "checking you are not a bot", "robot check", "robot or human", "nur einen moment", "un instant", "un momento",
    "um momento", "een moment geduld", "jeszcze chwila", "один момент", "bir dakika lütfen", "ett ögonblick",
    "et øjeblik", "请稍候", "請稍候", "しばらくお待ちください", "잠시만 기다리십시오",
];

/// What pages say that want consent before they show anything.
#[rustfmt::skip]
pub const CONSENT: [&str; 43] = [
    "before you continue", "before you go on", "bevor sie fortfahren", "bevor du fortfährst", "bevor du zu ",
    "bevor sie zu ", "avant de continuer", "avant d'accéder à", "avant d’accéder à", "antes de continuar",
    "antes de ir a", "antes de avançar para", "prima di continuare", "voordat je verdergaat", "voordat u verdergaat",
    "zanim przejdziesz", "innan du fortsätter", "før du fortsætter", "før du fortsetter", "ennen kuin jatkat",
    "než budete pokračovat", "než přejdete", "kým budete pokračovať", "mielőtt továbblép", "înainte de a continua",
    "πριν συνεχίσετε", "преди да продължите", "прежде чем перейти", "прежде чем продолжить", "перш ніж перейти",
    "перш ніж продовжити", "devam etmeden önce", "prije nego što nastavite", "sebelum melanjutkan",
    "trước khi tiếp tục", "に進む前に", "にアクセスする前に", "继续之前", "繼續之前", "계속하기 전에", "yahoo family of brands",
    "yahoo-markenfamilie", "privacy gate",
];

/// What pages and their titles call what they want consent for.
#[rustfmt::skip]
pub const CONSENT_FOR: [&str; 20] = [
    "cookie", "куки", "кукі", "クッキー", "쿠키", "עוגיות", "ملفات تعريف", "کوکی", "privacy", "privatsphäre", "datenschutz",
    "vie privée", "privacidad", "prywatno", "soukromí", "personvern", "integritet", "приватн", "隐私", "プライバシー",
];

/// What sites sell in place of consent.
#[rustfmt::skip]
pub const WITHOUT_ADS: [&str; 14] = [
    "ad-free", "without ads", "without tracking", "werbefrei", "ohne werbung", "ohne tracking", "sans publicité",
    "sans pub", "senza pubblicità", "sin publicidad", "sem publicidade", "zonder advertenties", "bez reklam",
    "без реклам",
];

/// What stands in the place of a text that only subscribers may read.
#[rustfmt::skip]
pub const PAYWALLS: [&str; 76] = [
    "for subscribers", "subscribers only", "subscriber-only", "subscriber only", "exclusive to subscribers",
    "available to subscribers", "reserved for subscribers", "subscribe to read", "subscribe to continue",
    "subscribe to keep reading", "subscribe to unlock", "for paid subscribers", "for paying subscribers",
    "für abonnent", "abonnenten vorbehalten", "nur mit abo", "réservé aux abonn", "réservée aux abonn",
    "réservé à nos abonn", "réservée à nos abonn", "abonnez-vous pour lire", "abonnez-vous pour continuer",
    "para suscriptores", "para nuestros suscriptores", "suscríbete para seguir", "suscríbete para leer",
    "suscríbase para", "para assinantes", "reservado a assinantes", "assine para continuar", "assine para ler",
    "agli abbonati", "per abbonati", "per gli abbonati", "abbonati per leggere", "abbonati per continuare",
    "voor abonnees", "abonneer je om", "för prenumeranter", "artikeln är låst", "bli prenumerant", "for abonnenter",
    "forbeholdt abonnenter", "bliv abonnent", "bli abonnent", "tilaajille", "dla prenumeratorów", "dla subskrybentów",
    "pro předplatitele", "pre predplatiteľov", "előfizetőknek", "csak előfizető", "для подписчиков",
    "доступен по подписке", "доступна по подписке", "доступно по подписке", "для підписників", "для передплатників",
    "abonelere özel", "aboneler için", "会員限定", "有料記事", "仅限订阅", "付费阅读", "會員限定", "訂閱後", "구독자 전용",
    "유료회원", "για συνδρομητές", "pentru abonați", "للمشتركين", "למנויים", "khusus pelanggan",
    "ویژه مشترکان", "สำหรับสมาชิก", "सब्सक्राइबर्स के लिए",
];

/// What servers and frameworks say of an error, of themselves before they have a site, or of a domain that is for sale.
#[rustfmt::skip]
pub const SERVERS: [&str; 53] = [
    "there is an error in the url entered into your web browser", "may not be able to visit this page because of",
    "t have permission to access", "no app configured at that", "request could not be satisfied",
    "requested url could not be retrieved", "requested url was rejected", "backend fetch failed", "guru meditation",
    "whitelabel error page", "server error in '/", "application and your page could not be served",
    "sorry, but something went wrong", "page you were looking for doesn", "critical error on this website",
    "encountered an unexpected error", "a github pages site here", "http status 4", "http status 5", "http error 4",
    "http error 5", "web server is down", "web server is returning", "origin is unreachable", "ssl handshake failed",
    "error code 52", "error 1020", "removed, had its name changed", "not found on this server", "default web site page",
    "server's default page", "apache2 ubuntu default", "apache2 debian default", "http server test page",
    "welcome to nginx", "iis windows server", "domain is for sale", "domain may be for sale",
    "domain name is for sale", "domain is parked", "domain has expired", "domain steht zum verkauf",
    "domaine est à vendre", "dominio está en venta", "dominio è in vendita", "domein is te koop", "домен продается",
    "домен продаётся", "kritischen fehler auf deiner website", "erreur critique sur ce site",
    "error crítico en esta web", "erro crítico neste site", "errore critico sul tuo sito",
];

/// What boards say of a topic or a board that is gone, in the place of its posts.
#[rustfmt::skip]
pub const BOARDS: [&str; 25] = [
    "requested topic does not exist", "topic or post you requested does not exist", "selected forum does not exist",
    "specified thread does not exist", "requested thread could not be found", "invalid thread specified",
    "no thread specified", "either missing or off limits to you", "thema existiert nicht", "forum existiert nicht",
    "sujet demandé n’existe pas", "sujet demandé n'existe pas", "sujet que vous avez demandé n’existe pas",
    "tema solicitado no existe", "tema que ha solicitado no existe", "argomento richiesto non esiste",
    "opgevraagde onderwerp bestaat niet", "wybrany temat nie istnieje", "запрошенной темы не существует",
    "tópico solicitado não existe", "tópico requisitado não existe", "指定的主题不存在", "指定的主題不存在",
    "ämnet du efterfrågade finns inte", "olyan téma nem létezik",
];

/// What sites say that are down while they are worked on.
#[rustfmt::skip]
pub const MAINTENANCE: [&str; 75] = [
    "unavailable for scheduled maintenance", "down for maintenance", "down for scheduled maintenance",
    "site is under maintenance", "site is currently under maintenance", "page is under maintenance",
    "we are under maintenance", "we are currently under maintenance", "undergoing maintenance",
    "undergoing scheduled maintenance", "performing maintenance", "performing scheduled maintenance",
    "in maintenance mode", "aufgrund von wartungsarbeiten", "wegen wartungsarbeiten", "finden wartungsarbeiten",
    "werden wartungsarbeiten", "wartungsmodus", "wird gerade gewartet", "pour maintenance", "cause de maintenance",
    "site en maintenance", "est en maintenance", "actuellement en maintenance", "por mantenimiento",
    "sitio en mantenimiento", "web en mantenimiento", "está en mantenimiento", "para manutenção programada",
    "site em manutenção", "está em manutenção", "disponibile per manutenzione", "sito in manutenzione",
    "è in manutenzione", "is in onderhoud", "gepland onderhoud", "onderhoudsmodus", "z powodu prac serwisowych",
    "z powodu prac konserwacyjnych", "przerwa techniczna", "trwają prace techniczne", "ведутся технические работы",
    "проводятся технические работы", "плановое обслуживание", "планового обслуживания", "проведением технических работ",
    "технічні роботи", "probíhá údržba", "údržba webu", "prebieha údržba", "karbantartás alatt", "karbantartás miatt",
    "în mentenanță", "bakım çalışması", "bakımdayız", "bakım modu", "underhållsarbete", "under underhåll",
    "under vedligeholdelse", "under vedlikehold", "huoltokatko", "υπό συντήρηση", "メンテナンス中", "メンテナンスのため", "正在维护", "维护中",
    "維護中", "점검 중", "dalam pemeliharaan", "sedang dalam perbaikan", "đang bảo trì", "قيد الصيانة", "تحت الصيانة",
    "בתחזוקה", "ปิดปรับปรุง",
];

/// The classes by which software marks the bodies of its pages of errors.
#[rustfmt::skip]
pub const ERROR_CLASSES: [&str; 11] = [
    "error404", "template-404", "page-404", "error-404", "cms-no-route", "cms-noroute-index", "pagenotfound",
    "page-not-found", "error-not_found", "error_page", "rails-default-error-page",
];

/// How words in titles and headings of searches begin.
#[rustfmt::skip]
pub const SEARCHES: [&str; 40] = [
    "search", "suchergebnis", "suche", "recherche", "búsqueda", "resultados", "busca", "pesquisa", "ricerca", "zoek",
    "szuka", "wyszuk", "поиск", "пошук", "търсене", "hledání", "vyhledáv", "vyhľadáv", "keresés", "căut", "arama",
    "haku", "sök", "søg", "søk", "otsing", "paieška", "pretra", "αναζήτηση", "بحث", "جستجو", "חיפוש", "खोज", "ค้นหา",
    "tìm kiếm", "pencarian", "検索", "搜索", "搜尋", "검색",
];

/// What searches say that found nothing.
#[rustfmt::skip]
pub const NO_RESULTS: [&str; 93] = [
    "no results found", "no results for", "no results were", "no results match", "did not match any",
    "nothing matched", "no products were found", "no products found", "no items found", "no matches", "nothing found",
    "nothing was found", "no posts found", "no articles found", "couldn't find anything", "couldn’t find anything",
    "keine ergebnisse", "keine treffer", "nichts gefunden", "keine produkte gefunden", "aucun résultat",
    "aucun produit", "sin resultados", "no se encontraron", "no se han encontrado", "no hay resultados",
    "ningún resultado", "no hemos encontrado", "nenhum resultado", "nenhum produto", "não encontramos resultados",
    "não foram encontrados", "sem resultados", "nessun risultato", "nessun prodotto", "geen resultaten",
    "geen producten gevonden", "niets gevonden", "brak wyników", "nie znaleziono", "nie znaleźliśmy",
    "ничего не найдено", "ничего не нашлось", "нет результатов", "товаров не найдено", "нічого не знайдено",
    "žádné výsledky", "nebyly nalezeny", "nic nenalezeno", "nebylo nic nalezeno", "nebylo nalezeno",
    "žiadne výsledky", "nenašli", "nincs találat", "niciun rezultat", "nu s-au găsit", "nu am găsit", "няма намерени",
    "няма резултати", "nema rezultata", "sonuç bulunamadı", "ürün bulunamadı", "δεν βρέθηκαν", "inga träffar",
    "inga resultat", "inga produkter", "ingen resultat", "ingen treff", "ingen produkter", "ingen varer",
    "ei tuloksia", "ei hakutuloksia", "tulemusi ei leitud", "nekas netika atrasts", "nieko nerasta", "لا توجد نتائج",
    "لم يتم العثور", "לא נמצאו", "یافت نشد", "कोई परिणाम नहीं", "ไม่พบ", "không tìm thấy", "không có kết quả",
    "tidak ada hasil", "tidak ditemukan", "見つかりませんでした", "没有找到", "未找到", "无相关结果", "沒有找到", "找不到", "검색 결과가 없", "검색결과가 없",
];
