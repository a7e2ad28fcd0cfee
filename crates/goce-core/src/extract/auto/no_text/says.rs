//! What pages without a text of their own say, in lower case.

use crate::texts::lists::{lines, listed};

/// What titles and headings of errors say. Numbers of HTTP are words of their own.
pub const ERRORS: [&str; 140] = lines(include_str!("says/errors.txt"));

/// The numbers of HTTP by which errors are titled.
pub const STATUSES: [&str; 9] = listed("400 401 403 404 410 500 502 503 504");

/// Words for what an error did not find, and words that stand beside an error in its title or heading.
pub const PAGES: [&str; 47] = listed(
    "stran strani lehte lehekülge page file document url seite página pagina pàgina sidan siden side sivua strona \
     strony stránka stranica oldal lapa puslapis страница страницата сторінку σελίδα sayfa הדף الصفحة صفحه पृष्ठ หน้า \
     trang halaman ページが 페이지를 页面 頁面 网页 ページは お探しのページが お探しのページは startseite artikel beitrag artículo",
);
pub const BESIDE_ERRORS: [&str; 57] = listed(
    "blev ble az or private est werden konnte kann s què error oops sorry the this that your can t cannot could not \
     http is has been die fehler erreur la ei η service ups oups dieser diese der ist leider lo sentimos el esta este \
     cette a essa questa deze we tej dieses votre ce su",
);

/// Words of errors that stand beside one for the page alone: "We can't find the page you're looking for".
pub const SOUGHT: [&str; 18] = listed(
    "you re are were was looking for requested que vous cherchez recherchez demandée demandez gesuchte angeforderte \
     keresett gewünschte",
);

/// What people say in the place of a headline of an error.
pub const INTERJECTIONS: [&str; 14] =
    listed("oops ooops whoops ups oups ops hoppla hoppsan oeps hups vaya ой упс ojej");

/// What robot checks say.
pub const ROBOT_CHECKS: [&str; 10] = lines(include_str!("says/robot_checks.txt"));

/// What robot checks say of the visitor or the browser, which a form with a check does not.
pub const CHECKS: [&str; 125] = lines(include_str!("says/checks.txt"));

/// How the titles of pages begin that are nothing but a robot check.
pub const CHECK_TITLES: [&str; 26] = lines(include_str!("says/check_titles.txt"));

/// What pages say that want consent before they show anything. Two end in a space, behind which a name stands.
pub const CONSENT: [&str; 43] = lines(include_str!("says/consent.txt"));

/// What pages and their titles call what they want consent for.
pub const CONSENT_FOR: [&str; 20] = lines(include_str!("says/consent_for.txt"));

/// What sites sell in place of consent.
pub const WITHOUT_ADS: [&str; 14] = lines(include_str!("says/without_ads.txt"));

/// What stands in the place of a text that only subscribers may read.
pub const PAYWALLS: [&str; 76] = lines(include_str!("says/paywalls.txt"));

/// What servers and frameworks say of an error, of themselves before they have a site, or of a domain that is for sale.
pub const SERVERS: [&str; 53] = lines(include_str!("says/servers.txt"));

/// What boards say of a topic or a board that is gone, in the place of its posts.
pub const BOARDS: [&str; 25] = lines(include_str!("says/boards.txt"));

/// What sites say that are down while they are worked on.
pub const MAINTENANCE: [&str; 75] = lines(include_str!("says/maintenance.txt"));

/// The classes by which software marks the bodies of its pages of errors.
pub const ERROR_CLASSES: [&str; 11] = listed(
    "error404 template-404 page-404 error-404 cms-no-route cms-noroute-index pagenotfound page-not-found \
     error-not_found error_page rails-default-error-page",
);

/// How words in titles and headings of searches begin.
pub const SEARCHES: [&str; 40] = lines(include_str!("says/searches.txt"));

/// What searches say that found nothing.
pub const NO_RESULTS: [&str; 93] = lines(include_str!("says/no_results.txt"));
