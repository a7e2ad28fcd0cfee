"""Designs of synthetic pages: functions that write a page of one genre, at random, each in its way.

ALL has every design by its name; those of held_out.py are used only for testing.
"""

from dataclasses import dataclass
from typing import Callable

from designs import articles, forums, held_out, indexes, manuals, offers, shops


@dataclass(frozen=True)
class Design:
    """`write` takes a Site and returns the page's HTML."""

    name: str
    page_type: str
    held_out: bool
    write: Callable


# The order counts: synthetic.py takes them by turns.
DESIGNS = [
    (articles.news_article, "article"),
    (articles.blog_article, "article"),
    (articles.encyclopaedia, "article"),
    (articles.recipe, "article"),
    (articles.long_read, "article"),
    (articles.essay, "article"),
    (articles.ranking, "article"),
    (articles.short_article, "article"),
    (articles.review, "article"),
    (manuals.documentation, "documentation"),
    (manuals.help_page, "documentation"),
    (offers.product_page, "product"),
    (offers.product_text, "product"),
    (offers.firm_page, "service"),
    (offers.service_page, "service"),
    (indexes.blog_index, "listing"),
    (indexes.card_index, "listing"),
    (indexes.news_front, "listing"),
    (indexes.search_results, "listing"),
    (indexes.events, "listing"),
    (indexes.jobs, "listing"),
    (indexes.plain_index, "listing"),
    (indexes.directory, "listing"),
    (forums.forum_thread, "forum"),
    (forums.forum_index, "forum"),
    (forums.question_answers, "forum"),
    (forums.discussion, "forum"),
    (shops.shop_grid, "collection"),
    (shops.product_rows, "collection"),
    (shops.gallery, "collection"),
    (shops.category_tiles, "collection"),
    (held_out.newspaper_page, "article"),
    (held_out.manual_of_steps, "article"),
    (held_out.statute, "article"),
    (held_out.interface_reference, "documentation"),
    (held_out.device_story, "product"),
    (held_out.local_service, "service"),
    (held_out.link_ranking, "listing"),
    (held_out.timeline, "forum"),
    (held_out.catalogue_table, "collection"),
    (held_out.masonry, "collection"),
    (held_out.estates, "listing"),
    (held_out.episodes, "listing"),
]

ALL = {
    write.__name__: Design(write.__name__, page_type, write.__module__ == held_out.__name__, write)
    for write, page_type in DESIGNS
}
