//! Sections of a product's page that are about something else, by their headings: customers' reviews and other products.

use std::ops::Range;

use super::comment_holders::is_part;
use super::start;
use crate::page::Page;

/// The most bytes of such a heading.
const LONGEST: usize = 80;

/// Headings above customers' reviews, in lower case.
#[rustfmt::skip]
const REVIEWS: &[&str] = &[
    "reviews", "customer reviews", "product reviews", "user reviews", "ratings and reviews", "ratings & reviews",
    "reviews and ratings", "reviews & ratings", "what our customers say", "customer ratings", "bewertungen",
    "kundenbewertungen", "produktbewertungen", "kundenrezensionen", "rezensionen", "kundenmeinungen",
    "das sagen unsere kunden", "avis", "avis clients", "avis des clients", "avis de nos clients", "évaluations",
    "opiniones", "reseñas", "valoraciones", "avaliações", "opiniões", "recensioni", "opinioni", "beoordelingen",
    "klantbeoordelingen", "recensies", "klantreviews", "opinie", "recenzje", "oceny i opinie", "recenze", "hodnotenie",
    "recenzie", "recensioner", "kundrecensioner", "omdömen", "anmeldelser", "kundeanmeldelser", "kundeomtaler",
    "omtaler", "arvostelut", "asiakasarvostelut", "отзывы", "отзывы покупателей", "відгуки", "отзиви", "ревюта",
    "recenzije", "ocjene", "ocene", "mnenja", "recenzii", "păreri", "vélemények", "értékelések", "κριτικές",
    "αξιολογήσεις", "yorumlar", "değerlendirmeler", "ürün yorumları", "müşteri yorumları", "التقييمات", "المراجعات",
    "آراء العملاء", "تقييمات", "ביקורות", "חוות דעת", "نظرات", "समीक्षाएं", "समीक्षाएँ", "レビュー", "カスタマーレビュー", "口コミ",
    "用户评价", "商品评价", "商品評價", "顾客评价", "리뷰", "상품평", "đánh giá", "รีวิว", "ulasan", "ulasan pembeli",
];

/// Headings above other products, in lower case.
#[rustfmt::skip]
const OTHER_PRODUCTS: &[&str] = &[
    "related products", "related items", "similar products", "similar items", "you may also like",
    "you might also like", "you may also be interested in", "you might also be interested in", "you'll also love",
    "recommended products", "recommended for you", "customers also bought", "customers also viewed",
    "customers who bought this item also bought", "customers who bought this also bought",
    "customers who viewed this item also viewed", "people also bought", "people also viewed",
    "frequently bought together", "often bought together", "bought together", "recently viewed",
    "your recently viewed", "complete the look", "shop the look", "other products", "more products",
    "ähnliche produkte", "ähnliche artikel", "weitere produkte", "weitere artikel", "das könnte ihnen auch gefallen",
    "das könnte dir auch gefallen", "das könnte sie auch interessieren", "das könnte dich auch interessieren",
    "kunden kauften auch", "kunden kauften dazu", "kunden haben sich ebenfalls angesehen", "kunden haben auch gekauft",
    "kunden haben sich auch angesehen", "wird oft zusammen gekauft", "oft zusammen gekauft", "zuletzt angesehen",
    "empfohlene produkte", "passend dazu", "unsere empfehlungen", "produits similaires", "produits associés",
    "produits apparentés", "vous aimerez aussi", "vous aimerez peut-être aussi", "vous pourriez aussi aimer",
    "vous pourriez également aimer", "les clients ont aussi acheté",
    "les clients ayant acheté cet article ont également acheté", "souvent achetés ensemble",
    "fréquemment achetés ensemble", "récemment consultés", "vus récemment", "productos relacionados",
    "productos similares", "también te puede gustar", "también te puede interesar", "también te podría interesar",
    "también podría gustarte", "también podría interesarle", "te puede interesar", "comprados juntos",
    "comprados juntos habitualmente", "los clientes también compraron", "los clientes también vieron",
    "vistos recientemente", "produtos relacionados", "produtos similares", "produtos semelhantes",
    "você também pode gostar", "também pode gostar", "quem comprou também comprou", "quem comprou, comprou também",
    "quem viu este produto viu também", "compre junto", "prodotti correlati", "prodotti simili", "articoli correlati",
    "potrebbe interessarti anche", "potrebbero interessarti anche", "potrebbe piacerti anche",
    "potrebbe anche piacerti", "ti potrebbe interessare", "spesso comprati insieme",
    "chi ha acquistato questo prodotto ha acquistato anche", "visti di recente", "gerelateerde producten",
    "vergelijkbare producten", "misschien vind je dit ook leuk", "anderen bekeken ook", "anderen kochten ook",
    "klanten kochten ook", "klanten bekeken ook", "vaak samen gekocht", "recent bekeken", "laatst bekeken",
    "podobne produkty", "produkty podobne", "powiązane produkty", "produkty powiązane", "polecane produkty",
    "klienci kupili również", "klienci kupili także", "inni klienci kupili również", "inni klienci oglądali",
    "często kupowane razem", "ostatnio oglądane", "może ci się spodobać", "może cię zainteresować",
    "související produkty", "související zboží", "podobné produkty", "mohlo by se vám líbit", "mohlo by vás zajímat",
    "zákazníci také koupili", "naposledy prohlížené", "súvisiace produkty", "mohlo by sa vám páčiť",
    "relaterade produkter", "liknande produkter", "du kanske också gillar", "andra köpte även", "andra köpte också",
    "senast visade", "relaterte produkter", "lignende produkter", "andre kjøpte også", "relaterede produkter",
    "andre købte også", "andre har også købt", "samankaltaisia tuotteita", "samankaltaiset tuotteet",
    "saatat pitää myös", "muut ostivat myös", "похожие товары", "с этим товаром покупают",
    "с этим товаром также покупают", "вам может понравиться", "вам также может понравиться", "сопутствующие товары",
    "недавно просмотренные", "вы недавно смотрели", "рекомендуемые товары", "рекомендуем также", "схожі товари",
    "з цим товаром купують", "вам може сподобатися", "супутні товари", "рекомендовані товари", "подобни продукти",
    "свързани продукти", "povezani proizvodi", "slični proizvodi", "podobni izdelki", "sorodni izdelki",
    "produse similare", "produse asemănătoare", "produse asociate", "kapcsolódó termékek", "hasonló termékek",
    "ezek is érdekelhetik", "σχετικά προϊόντα", "παρόμοια προϊόντα", "benzer ürünler", "ilgili ürünler",
    "bunları da beğenebilirsiniz", "birlikte alınanlar", "sizin için önerilenler", "منتجات ذات صلة", "منتجات مشابهة",
    "منتجات مماثلة", "قد يعجبك أيضا", "قد يعجبك أيضًا", "מוצרים דומים", "מוצרים קשורים", "אולי יעניין אותך גם",
    "محصولات مرتبط", "محصولات مشابه", "संबंधित उत्पाद", "関連商品", "こちらもおすすめ", "この商品を買った人はこんな商品も買っています",
    "この商品をチェックした人はこんな商品もチェックしています", "よく一緒に購入されている商品", "おすすめ商品", "最近チェックした商品", "相关商品", "相关产品", "相關商品", "猜你喜欢", "看了又看",
    "你可能也喜欢", "您可能也喜歡", "您可能還喜歡", "관련 상품", "연관 상품", "추천 상품", "함께 구매한 상품", "함께 본 상품", "최근 본 상품", "sản phẩm liên quan",
    "sản phẩm tương tự", "có thể bạn cũng thích", "สินค้าที่เกี่ยวข้อง", "produk terkait",
];

/// Returns the nodes of the section of a product's page whose heading says that customers or other products come: those of the
/// innermost element that begins with the heading and holds more, up to the next heading that is no deeper; behind reviews up
/// to the next one of any level. Where other things stand before the heading in that element it is the heading and the element
/// behind it: what follows may be about the product again.
pub(super) fn product_section(page: &Page, position: usize) -> Option<Range<usize>> {
    let level = page.tag(position).heading_level()?;
    let own = page.subtree(position);
    if page.text_offset(own.end) - page.text_offset(own.start) > LONGEST {
        return None;
    }
    let are_reviews = says_reviews(page.text_of(own.clone()).trim())?;
    let begins = |around: &usize| page.text_offset(*around) == page.text_offset(position);
    let holds_more = |around: &usize| page.text_offset(own.end) < page.text_offset(page.end(*around));
    let Some(around) = page.around(position).take(8).take_while(begins).find(holds_more) else {
        let end = page.subtree(page.parent(position)).end;
        let next = page.outermost(own.end..end).next().filter(|next| page.tag(*next).is_block())?;
        return page.tag(next).heading_level().is_none().then(|| position..page.end(next));
    };
    if !is_part(page.tag(around)) {
        return None;
    }
    let is_next = |at: &usize| page.tag(*at).heading_level().is_some_and(|other| are_reviews || other <= level);
    let end = page.end(around);
    Some(around..(own.end..end).find(is_next).unwrap_or(end))
}

/// Returns whether the text of a heading says that reviews come, or else other products, whatever number stands beside it;
/// `None` if it says neither.
fn says_reviews(text: &str) -> Option<bool> {
    let is_beside = |c: char| c.is_numeric() || c.is_whitespace() || matches!(c, '(' | ')' | '（' | '）' | ':' | '：');
    let text = start(text.trim_matches(is_beside)).to_lowercase().replace('’', "'");
    let says = |known: &[&str]| known.contains(&text.as_str());
    if says(REVIEWS) {
        return Some(true);
    }
    says(OTHER_PRODUCTS).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn sections_about_something_else() {
        for [html, expected] in cases(
            "
            <h2>Reviews (3)</h2><p>Nice.<h3>Size</h3><p>3 m => Reviews (3) Nice.
            <section><h2>212 Bewertungen</h2><p>Gut.</section><p>3 m => 212 Bewertungen Gut.
            <section><div><h2>You’ll also love</h2></div><h3>A wick</h3></section><p>3 m => You’ll also love A wick
            <h2>関連商品</h2><h3>茶碗</h3><h2>寸法</h2><p>3 m => 関連商品 茶碗
            // What is about the product.
            <p>It shines.<h2>Reviews</h2><p>None yet.<p>Of brass, cast in one piece. => Reviews None yet.
            <p>It shines.<h2>Reviews</h2><h2>Size</h2><p>3 m =>
            <p>Complete the look<p>With this lamp of brass. =>
            <div>12 reviews</div><p>3 m =>
            <h3>4.8 (212 reviews)</h3><p>$89<p>3 m =>
            <h2>Reviews of the first edition</h2><p>3 m =>
            <ul><li>Reviews<li>Size</ul><p>3 m =>",
        ) {
            let page = Page::sample(&format!("<h1>Lamp</h1><p>Of brass.<div>{html}</div>"));
            let found = page.positions().find_map(|position| product_section(&page, position));
            let text = found.map_or("", |nodes| page.text_of(nodes));
            assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{html}");
        }
    }
}
