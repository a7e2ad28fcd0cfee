"""Makes a set of sites whose pages have gold texts, for `goce-tools site-gain`.

    python site_pages.py PACKAGES SET [bare]

PACKAGES has a folder for each Debian package named in SITES, with the package's files: `apt-get download NAME` and
`dpkg -x NAME_*.deb PACKAGES/NAME` make it. SET becomes a directory in WCXB's format. Needs lxml.

The gold text of a page is the element that its generator marks as the body, without what is not shown and without
navigation: links to the neighbouring pages, tables of contents, signs of permalinks, notes on when a page was made.
Texts that stand in the body of every page are gold.

With `bare` the pages lose what tells the body from the rest by its name: classes, ids, roles and other attributes but
addresses, and the elements nav, main, header, footer, aside, article and section, which become div.
"""

import copy
import gzip
import json
import random
import re
import sys
from glob import glob
from pathlib import Path

from lxml import etree, html

# A page has as many words of gold text, and a site as many pages.
WORDS = (150, 4000)
PAGES = (12, 40)

# What is navigation whoever made the page.
NAVIGATION = ("//nav | //*[@role='navigation'] | //*[@class='headerlink' or @class='anchor' or @class='permalink'] "
              "| //*[@id='toc' or @id='table-of-contents'] | //*[contains(concat(' ', @class, ' '), ' toc ')] "
              "| //*[contains(concat(' ', @class, ' '), ' contents ') and contains(@class, 'topic')]")
NOT_SHOWN = "//script | //style | //noscript | //template | //head | //button | //select | //*[@hidden] | //comment()"

SPHINX = ("//*[@role='main']", "//*[@class='viewcode-link'] | //*[@class='viewcode-back']")
DOCBOOK = ("//body", "//*[@class='navheader' or @class='navfooter'] | //body/hr")
PUBLICAN = ("//body", "//*[contains(@class, 'docnav')] | //*[@id='banner'] | //p[@id='title']")
HTTPD = ("//*[@id='page-content']",
         "//*[@id='quickview' or @class='toplang' or @class='bottomlang' or @class='up' or @class='top']"
         " | //*[@id='comments_thread']"
         " | //*[@class='section']/h2/a[@id='comments_section'] | //svg")
LILYPOND = ("//*[@id='main']", "//*[@class='nav_table'] | //*[@id='footer'] | //*[@id='latin1lang']")
ERLANG = ("//*[@id='content']", "//*[@class='footer']")
QT = ("//*[contains(@class, 'mainContent')]", "//*[@class='sidebar'] | //*[contains(@class, 'naviNextPrevious')]")

# For each site: the package, its pages there, the body, and what is not the body's.
SITES = {
    "httpd-fr": ("apache2-doc", "usr/share/doc/apache2-doc/manual/fr/**/*.html*", *HTTPD),
    "httpd-ja": ("apache2-doc", "usr/share/doc/apache2-doc/manual/ja/**/*.html*", *HTTPD),
    "httpd-tr": ("apache2-doc", "usr/share/doc/apache2-doc/manual/tr/**/*.html*", *HTTPD),
    "python": ("python3.11-doc", "usr/share/doc/python3.11/html/[hlt]*/*.html", *SPHINX),
    "cmake": ("cmake-doc", "usr/share/doc/cmake-data/html/[cgm]*/*.html", *SPHINX),
    "django": ("python-django-doc", "usr/share/doc/python-django-doc/html/[firt]*/*.html",
               "//*[@id='yui-main']//*[contains(@class, 'yui-g')]", "//*[@class='browse-horizontal']"),
    "flask": ("python-flask-doc", "usr/share/doc/python-flask-doc/html/**/*.html", *SPHINX),
    "scrapy": ("python-scrapy-doc", "usr/share/doc/python-scrapy-doc/html/[ti]*/*.html", *SPHINX),
    "varnish": ("varnish-doc", "usr/share/doc/varnish/html/phk/*.html", *SPHINX),
    "postgresql": ("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html/*.html", *DOCBOOK),
    "gimp-ru": ("gimp-help-ru", "usr/share/gimp/2.0/help/ru/*.html", *DOCBOOK),
    "gimp-es": ("gimp-help-es", "usr/share/gimp/2.0/help/es/*.html", *DOCBOOK),
    "gnucash-de": ("gnucash-docs", "usr/share/doc/gnucash-docs/gnucash-guide-de/*.html", *DOCBOOK),
    "wireshark": ("wireshark-doc", "usr/share/doc/wireshark/wsug_html_chunked/*.html", *DOCBOOK),
    "installation-ja": ("installation-guide-amd64", "usr/share/doc/installation-guide-amd64/ja/*.html", *DOCBOOK),
    "handbook-pt": ("debian-handbook", "usr/share/doc/debian-handbook/html/pt-BR/*.html", *PUBLICAN),
    "securing-ja": ("harden-doc", "usr/share/doc/harden-doc/html/ja-JP/*.html", *PUBLICAN),
    "lilypond": ("lilypond-doc-html", "usr/share/doc/lilypond/html/Documentation/learning/*.html", *LILYPOND),
    "lilypond-ja": ("lilypond-doc-html-ja", "usr/share/doc/lilypond/html/Documentation/notation/*.html", *LILYPOND),
    "lilypond-web": ("lilypond-doc-html", "usr/share/doc/lilypond/html/Documentation/web/*.html", *LILYPOND),
    "octave": ("octave-doc", "usr/share/doc/octave/octave.html/*.html", "//body",
               "//div[@class='header'] | //*[@class='nav-panel'] | //body/hr | //*[@class='copiable-link']"),
    "sqlite": ("sqlite3-doc", "usr/share/doc/sqlite3/*.html", "//body",
               "//*[@class='nosearch' or @class='fancy_toc' or @id='toc_sub'] | //*[@id='mtimelink']/ancestor::p"),
    "sqlite-news": ("sqlite3-doc", "usr/share/doc/sqlite3/releaselog/*.html", "//body",
                    "//*[@class='nosearch' or @class='fancy_toc'] | //*[@id='mtimelink']/ancestor::p"),
    "slurm": ("slurm-wlm-doc", "usr/share/doc/slurm-wlm/html/*.html", "//*[@role='main']",
              "//p[starts-with(normalize-space(.), 'Last modified')]"),
    "mkdocs": ("mkdocs-doc", "usr/share/doc/mkdocs/html/**/*.html", "//*[@role='main']", "//*[@class='edit-link']"),
    "doxygen": ("doxygen-doc", "usr/share/doc/doxygen/html/*.html", "//div[@class='header'] | //div[@class='contents']",
                "//*[@class='PageDocRTL-title']"),
    "opencv": ("opencv-doc", "usr/share/doc/opencv-doc/opencv4/html/*/*/tutorial_*.html",
               "//div[@class='header'] | //div[@class='contents']", "//*[@class='toc']"),
    "erlang": ("erlang-doc", "usr/share/doc/erlang-doc/lib/stdlib-*/doc/html/*.html", *ERLANG),
    "erlang-guide": ("erlang-doc", "usr/share/doc/erlang-doc/doc/*/*.html", *ERLANG),
    "javadoc": ("openjdk-17-doc", "usr/share/doc/openjdk-17-jre-headless/api/java.base/java/*/[A-Z]*.html",
                "//main", "//*[@class='sub-nav']"),
    "groovy": ("groovy-doc", "usr/share/doc/groovy/gapi/groovy/*/*.html",
               "//div[@class='header'] | //div[@class='contentContainer']",
               "//*[@class='bottomNav' or @class='subNav' or @class='topNav']"),
    "qt": ("qtbase5-doc-html", "usr/share/qt5/doc/qt*/*.html", *QT),
    "rust-book": ("rust-doc", "usr/share/doc/rust-doc/html/book/*.html", "//main", "//*[@class='buttons']"),
    "rust-std": ("rust-doc", "usr/share/doc/rust-doc/html/std/*/*.html", "//main | //*[@id='main-content']",
                 "//*[@class='sub' or @class='source' or @class='out-of-band' or @class='srclink' or @class='anchor']"),
    "haddock": ("libghc-pandoc-doc", "usr/share/doc/libghc-pandoc-doc/html/*.html", "//*[@id='content']",
                "//*[@id='synopsis' or @class='link' or @class='selflink']"),
    "gtk": ("libgtk-4-doc", "usr/share/doc/libgtk-4-doc/gtk4/class.*.html", "//*[@id='main']",
            "//*[@class='srclink' or @class='anchor']"),
    "glib": ("libglib2.0-doc", "usr/share/gtk-doc/html/gio/*.html", "//body",
             "//table[@class='navigation'] | //*[@class='footer']"),
    "gap": ("gap-doc", "usr/share/gap/doc/ref/chap*[0-9].html", "//body",
            "//*[starts-with(@class, 'chlink') or @class='ChapSects' or @id='mathjaxlink' or @class='foot']"),
    "nim": ("nim-doc", "usr/share/doc/nim/html/*.html", "//h1[@class='title'] | //*[@id='content']",
            "//*[@class='link-seesrc']"),
    "boost": ("libboost1.81-doc", "usr/share/doc/libboost1.81-doc/doc/html/[a-i]*/*.html", "//body",
              "//*[@class='spirit-nav'] | //body/table[1] | //body/hr"
              " | //*[@class='copyright-footer']/parent::td/parent::tr"),
}

BLOCKS = set("""address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr
    ul""".split())
SECTIONS = set("nav main header footer aside article section".split())


def drop(elements):
    """Removes elements, not the text after them."""
    for element in elements:
        parent = element.getparent()
        if parent is None:
            continue
        before = element.getprevious()
        tail = " " + (element.tail or "")
        if before is None:
            parent.text = (parent.text or "") + tail
        else:
            before.tail = (before.tail or "") + tail
        parent.remove(element)


def written(element, parts):
    """Collects the text of an element, a line a block."""
    is_block = element.tag in BLOCKS
    if is_block:
        parts.append("\n")
    parts.append(element.text or "")
    for child in element:
        if isinstance(child.tag, str):
            written(child, parts)
        parts.append(child.tail or "")
    if is_block:
        parts.append("\n")


def gold_of(tree, body, other):
    tree = copy.deepcopy(tree)
    for path in (NOT_SHOWN, NAVIGATION, other):
        drop(tree.xpath(path))
    found = tree.xpath(body)
    # Of elements within each other the outer one.
    found = [element for element in found if not any(above in found for above in element.iterancestors())]
    parts = []
    for element in found:
        written(element, parts)
    lines = (" ".join(line.split()) for line in "".join(parts).replace("¶", " ").split("\n"))
    return "\n".join(line for line in lines if line)


def words(text):
    """Counts words; of a script without spaces two letters are one."""
    close = len(re.findall("[぀-ヿ一-鿿]", text))
    return len(re.findall(r"\w+", re.sub("[぀-ヿ一-鿿]", " ", text))) + close // 2


def bare(tree):
    for element in tree.iter():
        if isinstance(element.tag, str):
            for name in list(element.attrib):
                if name not in ("href", "src", "alt", "colspan", "rowspan", "hidden"):
                    del element.attrib[name]
            if element.tag in SECTIONS:
                element.tag = "div"


def main(packages, into, is_bare):
    for name in ("html", "ground-truth"):
        (into / name).mkdir(parents=True, exist_ok=True)
    for site, (package, pattern, body, other) in SITES.items():
        root = Path(packages) / package
        paths = sorted(path for path in glob(str(root / pattern), recursive=True) if not Path(path).is_symlink())
        random.Random(site).shuffle(paths)
        count, seen = 0, set()
        for path in paths[:600]:
            source = Path(path).read_bytes()
            if len(source) > 400_000:
                continue
            charset = re.search(rb"charset=[\"']?([\w-]+)", source[:2000])
            text = source.decode(charset[1].decode() if charset else "utf-8", "replace")
            text = re.sub(r"^\s*<\?xml.*?\?>", "", text)
            tree = html.document_fromstring(text)
            gold = gold_of(tree, body, other)
            if not WORDS[0] <= words(gold) <= WORDS[1] or gold in seen:
                continue
            seen.add(gold)
            if is_bare:
                bare(tree)
                drop(tree.xpath("//script | //style | //link"))
                text = etree.tostring(tree, encoding="unicode", method="html", doctype="<!DOCTYPE html>")
            page = f"{site}-{count:02}"
            label = {
                "url": f"https://{site}.example/{Path(path).relative_to(root)}",
                "file_id": page,
                "_internal": {"page_type": {"primary": "documentation"}},
                "ground_truth": {"main_content": gold},
            }
            (into / "ground-truth" / f"{page}.json").write_text(json.dumps(label, ensure_ascii=False))
            text = re.sub(r"(charset=[\"']?)[\w-]+", r"\1utf-8", text, count=1)
            (into / "html" / f"{page}.html.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
            count += 1
            if count == PAGES[1]:
                break
        if count < PAGES[0]:
            for page in into.glob(f"*/{site}-??.*"):
                page.unlink()
        print(site, package, len(paths), count if count >= PAGES[0] else f"{count}: too few")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:] == ["bare"])
