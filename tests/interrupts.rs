//! Every method checks for interrupts all the way through a page.

use goce_core::extract::Options;
use goce_core::interrupts;
use goce_core::page::{Limits, Page};
use goce_methods::Method;

/// The most nodes between two checks, on average.
const NODES: usize = 8_192;

fn page(items: usize) -> Page {
    let item = "<div class=item><h2>Title</h2><p>Some words, <a href=x>a link</a>, <b>and</b> more.</div>";
    let limits = Limits {
        max_bytes: usize::MAX,
        ..Limits::default()
    };
    Page::parse(&item.repeat(items), &limits).unwrap()
}

fn checks(page: &Page, method: Method) -> usize {
    let (_, checks) = interrupts::counted(|| method.select(page, &Options::of_genre(Some(0.9))).unwrap());
    checks
}

#[test]
fn methods_check_as_they_go_through_a_page() {
    let (short, long) = (page(1_000), page(4_000));
    for method in Method::ALL {
        // `default` takes all of the page unread, and `article` needs a few steps over sums.
        if ["default", "article"].contains(&method.name()) {
            continue;
        }
        let (of_short, of_long) = (checks(&short, method), checks(&long, method));
        let name = method.name();
        assert!(of_long > long.nodes().len() / NODES, "{name}: {of_long}");
        // The work is linear: four times the items, between two and six times the checks.
        assert!(of_long >= 2 * of_short, "{name}: {of_short}, {of_long}");
        assert!(of_long <= 6 * of_short, "{name}: {of_short}, {of_long}");
    }
}
