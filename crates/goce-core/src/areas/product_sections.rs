//! Sections of a product's page that are about something else, by their headings: customers' reviews and other products.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::start;
use crate::page::{Page, Tag};

/// The most bytes of such a heading.
const LONGEST: usize = 80;

/// What headings above customers' reviews begin with, in lower case.
#[rustfmt::skip]
const REVIEWS: &[&str] = &[
    "reviews", "customer reviews", "product reviews", "user reviews", "ratings and reviews", "ratings & reviews",
    "reviews and ratings", "reviews & ratings", "what our customers say", "customer ratings", "bewertungen",
    "kundenbewertungen", "produktbewertungen", "kundenrezensionen", "rezensionen", "kundenmeinungen",
    "das sagen unsere kunden", "avis", "avis clients", "avis des clients", "avis de nos clients", "évaluations",
    "opiniones", "reseñas", "valoraciones", "avaliações", "opiniões", "recensioni", "opinioni", "beoordelingen",
    "klantbeoordelingen", "recensies", "klantreviews", "opinie", "recenzje", "oceny i opinie", "recenze", "hodnocení",
    "hodnotenie", "recenzie", "recensioner", "kundrecensioner", "omdömen", "anmeldelser", "kundeanmeldelser",
    "kundeomtaler", "omtaler", "arvostelut", "asiakasarvostelut", "отзывы", "отзывы покупателей", "відгуки", "отзиви",
    "ревюта", "recenzije", "ocjene", "ocene", "mnenja", "recenzii", "păreri", "vélemények", "értékelések", "κριτικές",
    "αξιολογήσεις", "yorumlar", "değerlendirmeler", "ürün yorumları", "müşteri yorumları", "التقييمات", "المراجعات",
    "آراء العملاء", "تقييمات", "ביקורות", "חוות דעת", "نظرات", "समीक्षाएं", "समीक्षाएँ", "レビュー", "カスタマーレビュー", "口コミ",
    "用户评价", "商品评价", "商品評價", "顾客评价", "리뷰", "상품평", "đánh giá", "รีวิว", "ulasan", "ulasan pembeli",
];

/// What headings above other products begin with, in lower case.
#[rustfmt::skip]
const OTHER_PRODUCTS: &[&str] = &[
    "related products", "related items", "similar products", "similar items", "you may also like",
    "you might also like", "you may also be interested in", "you might also be interested in", "you'll also love",
    "recommended products", "recommended for you", "customers also bought", "customers also viewed",
    "customers who bought", "customers who viewed", "people also bought", "people also viewed",
    "frequently bought together", "often bought together", "bought together", "recently viewed",
    "your recently viewed", "complete the look", "shop the look", "other products", "more products", "pairs well with",
    "ähnliche produkte", "ähnliche artikel", "weitere produkte", "weitere artikel", "das könnte ihnen auch gefallen",
    "das könnte dir auch gefallen", "das könnte sie auch interessieren", "das könnte dich auch interessieren",
    "kunden kauften auch", "kunden kauften dazu", "kunden haben sich ebenfalls angesehen", "kunden haben auch",
    "wird oft zusammen gekauft", "oft zusammen gekauft", "zuletzt angesehen", "empfohlene produkte", "passend dazu",
    "unsere empfehlungen", "produits similaires", "produits associés", "produits apparentés", "vous aimerez aussi",
    "vous aimerez peut-être aussi", "vous pourriez aussi aimer", "vous pourriez également aimer",
    "les clients ont aussi acheté", "les clients ayant acheté", "souvent achetés ensemble",
    "fréquemment achetés ensemble", "récemment consultés", "vus récemment", "productos relacionados",
    "productos similares", "también te puede gustar", "también te puede interesar", "también te podría interesar",
    "también podría gustarte", "también podría interesarle", "te puede interesar", "comprados juntos",
    "los clientes también compraron", "los clientes también vieron", "vistos recientemente", "produtos relacionados",
    "produtos similares", "produtos semelhantes", "você também pode gostar", "também pode gostar", "quem comprou",
    "quem viu este", "compre junto", "prodotti correlati", "prodotti simili", "articoli correlati",
    "potrebbe interessarti", "potrebbero interessarti", "potrebbe piacerti", "potrebbe anche piacerti",
    "ti potrebbe interessare", "spesso comprati insieme", "chi ha acquistato", "visti di recente",
    "gerelateerde producten", "vergelijkbare producten", "misschien vind je dit ook leuk", "anderen bekeken ook",
    "anderen kochten ook", "klanten kochten ook", "klanten bekeken ook", "vaak samen gekocht", "recent bekeken",
    "laatst bekeken", "podobne produkty", "produkty podobne", "powiązane produkty", "produkty powiązane",
    "polecane produkty", "klienci kupili", "inni klienci", "często kupowane razem", "ostatnio oglądane",
    "może ci się spodobać", "może cię zainteresować", "související produkty", "související zboží", "podobné produkty",
    "mohlo by se vám líbit", "mohlo by vás zajímat", "zákazníci také", "naposledy prohlížené",
    "súvisiace produkty", "mohlo by sa vám páčiť", "relaterade produkter", "liknande produkter",
    "du kanske också gillar", "andra köpte", "senast visade", "relaterte produkter", "lignende produkter",
    "andre kjøpte", "relaterede produkter", "andre købte", "andre har også købt", "samankaltaisia tuotteita",
    "samankaltaiset tuotteet", "saatat pitää myös", "muut ostivat", "похожие товары", "с этим товаром",
    "вам может понравиться", "вам также может понравиться", "сопутствующие товары", "недавно просмотренные",
    "вы недавно смотрели", "рекомендуемые товары", "рекомендуем также", "схожі товари", "з цим товаром",
    "вам може сподобатися", "супутні товари", "рекомендовані товари", "подобни продукти", "свързани продукти",
    "povezani proizvodi", "slični proizvodi", "podobni izdelki", "sorodni izdelki", "produse similare",
    "produse asemănătoare", "produse asociate", "kapcsolódó termékek", "hasonló termékek", "ezek is érdekelhetik",
    "σχετικά προϊόντα", "παρόμοια προϊόντα", "benzer ürünler", "ilgili ürünler", "bunları da beğenebilirsiniz",
    "birlikte alınanlar", "sizin için önerilenler", "منتجات ذات صلة", "منتجات مشابهة", "منتجات مماثلة", "قد يعجبك أيضا",
    "قد يعجبك أيضًا", "מוצרים דומים", "מוצרים קשורים", "אולי יעניין אותך", "محصولات مرتبط", "محصولات مشابه", "संबंधित उत्पाद",
    "関連商品", "こちらもおすすめ", "この商品を買った人", "この商品をチェックした人", "よく一緒に購入されている", "おすすめ商品", "最近チェックした商品", "相关商品",
    "相关产品", "相關商品", "猜你喜欢", "看了又看", "你可能也喜欢", "您可能也喜歡", "您可能還喜歡", "관련 상품", "연관 상품", "추천 상품", "함께 구매한",
    "함께 본 상품", "최근 본 상품", "sản phẩm liên quan", "sản phẩm tương tự", "có thể bạn cũng thích", "สินค้าที่เกี่ยวข้อง",
    "produk terkait",
];

/// Both, by their first letter.
static BY_LETTER: LazyLock<BTreeMap<char, Vec<&str>>> = LazyLock::new(|| {
    let mut by_letter: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for known in REVIEWS.iter().chain(OTHER_PRODUCTS) {
        let first = known.chars().next().unwrap_or_default();
        by_letter.entry(first).or_default().push(known);
    }
    by_letter
});

/// Returns the nodes of the section that a heading of a product's page begins, if the heading says that customers or other
/// products come: those of the element that begins with the heading and holds more, up to the next heading of its level; where
/// none holds more, what follows in the element around. A paragraph is a heading too where the element that it begins holds
/// more.
pub(super) fn product_section(page: &Page, position: usize) -> Option<Range<usize>> {
    let level = match page.tag(position) {
        tag if tag.heading_level().is_some() => tag.heading_level(),
        Tag::P | Tag::Div => None,
        _ => return None,
    };
    let own = page.subtree(position);
    // What holds a heading is none.
    if level.is_none() && own.clone().take(8).any(|inner| page.tag(inner).heading_level().is_some()) {
        return None;
    }
    let is_short = page.text_offset(own.end) - page.text_offset(own.start) <= LONGEST;
    if !is_short || !is_about_else(page.text_of(own.clone()).trim()) {
        return None;
    }
    let begins = |around: usize| page.text_offset(around) == page.text_offset(position);
    let more_in = |around: usize| page.text_offset(page.subtree(around).end) - page.text_offset(own.end);
    let is_inner = |around: &usize| page.tag(*around).is_block() && !matches!(page.tag(*around), Tag::Body | Tag::Main);
    let mut outermost = position;
    for around in page.around(position).take(8).take_while(is_inner) {
        // Beside a heading may stand a link to all of them.
        if !begins(around) || more_in(outermost) > LONGEST {
            break;
        }
        outermost = around;
    }
    let end = match level {
        _ if more_in(outermost) > 0 => page.subtree(outermost).end,
        None => return None,
        Some(_) => page.subtree(page.parent(outermost)).end,
    };
    let is_next =
        |at: &usize| level.is_some_and(|level| page.tag(*at).heading_level().is_some_and(|other| other <= level));
    Some(outermost..(own.end..end).find(is_next).unwrap_or(end))
}

/// Returns `true` for the text of a heading above reviews or other products, whatever number stands beside it.
fn is_about_else(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '.' | ','));
    // The bytes of the longest beginning of the tables are fewer.
    let text = start(text).to_lowercase();
    let known = text.chars().next().and_then(|first| BY_LETTER.get(&first));
    known.into_iter().flatten().any(|known| {
        // Words of these scripts have no space behind them.
        let has_spaces = known.ends_with(|c| c < '\u{e00}');
        text.strip_prefix(known).is_some_and(|rest| !has_spaces || !rest.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_about_something_else() {
        // Longer than what stands beside a heading.
        let long = "Sehr gut, und sie leuchtet auch bei Wind, das ganze Jahr über, an jedem Abend.";
        for (html, expected) in [
            ("<h2>Reviews (3)</h2><p>Nice.<h2>Size</h2><p>3 m", "Reviews (3) Nice."),
            ("<div><h2>212 Bewertungen</h2><p>LONG</div><p>3 m", "212 Bewertungen LONG"),
            ("<div><h3><b>Opinie</b></h3></div><x-y>Dobra.</x-y><h3>Waga</h3><p>3 kg", "Opinie Dobra."),
            (
                "<div><p>También podría interesarle<div><h3>LONG</h3></div></div><p>3 m",
                "También podría interesarle LONG",
            ),
            ("<h2>この商品を買った人はこんな商品も</h2><p>茶碗", "この商品を買った人はこんな商品も 茶碗"),
            ("<h2>Reviewsite</h2><p>3 m", ""),
            ("<h2>Size</h2><p>Reviews", ""),
            ("<ul><li>Reviews<li>Size</ul><p>3 m", ""),
            ("<p>Other products are cast. This lamp was cut from one piece, as our reviews say of it. LONG", ""),
        ] {
            let [html, expected] = [html, expected].map(|text| text.replace("LONG", long));
            let page = Page::sample(&format!("<h1>Lamp</h1><p>Of brass.<div>{html}</div>"));
            let found = (0..page.nodes().len()).find_map(|position| product_section(&page, position));
            let text = found.map_or("", |nodes| page.text_of(nodes));
            assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{html}");
        }
    }
}
