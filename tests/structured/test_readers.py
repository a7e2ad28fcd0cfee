"""goce_structured beside other readers of JSON-LD and microdata, on pages made by hand: one for each kind of damage, and one
for each rule of the HTML standard. Each page has what is right. goce has to read that; another reader too, unless the page
says why it differs, and then it has to differ."""

import json
import os
import subprocess

import extruct
import json5
import json_repair
import microdata
import pytest

URL = "https://a.example/b/"


def goce(html):
    tool = os.environ["GOCE_TOOLS"]
    given = json.dumps({"html": html, "url": URL})
    done = subprocess.run([tool, "structured"], input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["structured"]


WHOLE = {"@type": "Article", "headline": "Rye bread", "keywords": ["rye", "salt"], "author": {"name": "Ann"}}

# name, the script, what is right (WHOLE if nothing is said), what goce calls it, and why another reader differs.
DAMAGE = [
    ("valid", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}}', None, None, {}),
    ("trailing commas", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt",],"author":{"name":"Ann",},}', None, "extra comma", {}),
    ("two commas", '{"@type":"Article",,"headline":"Rye bread","keywords":["rye",,"salt"],"author":{"name":"Ann"}}', None, "extra comma",
     {"json5": "JSON5 has no empty values"}),
    ("a line break in a string", '{"@type":"Article","headline":"Rye\nbread","keywords":["rye","salt"],"author":{"name":"Ann"}}', None, "control character",
     {"json5": "JSON5 wants a backslash before a line break", "json_repair": "keeps the line break, which JSON cannot have in a string"}),
    ("a tab in a string", '{"@type":"Article","headline":"Rye\tbread","keywords":["rye","salt"],"author":{"name":"Ann"}}', None, "control character",
     {"json5": "keeps the tab", "json_repair": "keeps the tab"}),
    ("a comment of HTML", '<!-- {"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}} -->', None, "comment",
     {"json5": "no comment of JSON5"}),
    ("CDATA", '//<![CDATA[\n{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}}\n//]]>', None, "comment", {}),
    ("CDATA in comments", '/*<![CDATA[*/{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}}/*]]>*/', None, "comment", {}),
    ("comments of JavaScript", '{"@type":"Article", // type\n"headline":"Rye bread",/* x */"keywords":["rye","salt"],"author":{"name":"Ann"}}', None, "comment", {}),
    ("a comment behind a number", '{"@type":"A","n": 5 // five\n}', {"@type": "A", "n": 5}, "comment", {}),
    ("a missing comma between members", '{"@type":"Article"\n"headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}}', None, "missing comma",
     {"json5": "JSON5 wants commas"}),
    ("a missing comma in an array", '{"@type":"Article","headline":"Rye bread","keywords":["rye" "salt"],"author":{"name":"Ann"}}', None, "missing comma",
     {"json5": "JSON5 wants commas"}),
    ("a missing bracket", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}', None, "bracket",
     {"json5": "JSON5 wants brackets"}),
    ("cut off in a string", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann', None, "bracket",
     {"json5": "JSON5 wants quotes"}),
    ("a bracket too many", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}}}', None, "bracket",
     {"json5": "JSON5 has one value"}),
    ("a semicolon behind", '{"@type":"Article","headline":"Rye bread","keywords":["rye","salt"],"author":{"name":"Ann"}};', None, "extra comma",
     {"json5": "JSON5 has one value"}),
    ("quotes as references", '{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;Rye bread&quot;,&quot;keywords&quot;:[&quot;rye&quot;,&quot;salt&quot;],'
     '&quot;author&quot;:{&quot;name&quot;:&quot;Ann&quot;}}', None, "entities",
     {"json5": "knows no references", "json_repair": "knows no references"}),
    ("single quotes", "{'@type':'Article','headline':'Rye bread','keywords':['rye','salt'],'author':{'name':'Ann'}}", None, "quote", {}),
    ("curly quotes", "{“@type”:“Article”,“headline”:“Rye bread”,“keywords”:[“rye”,“salt”],“author”:{“name”:“Ann”}}", None, "quote",
     {"json5": "knows straight quotes alone"}),
    ("names without quotes", '{"@type":"Article",headline:"Rye bread",keywords:["rye","salt"],author:{name:"Ann"}}', None, "quote", {}),
    ("quotes in a string", '{"@type":"A","x":"the "best" bread","y":"z"}', {"@type": "A", "x": 'the "best" bread', "y": "z"}, "quote",
     {"json5": "JSON5 wants a backslash"}),
    ("quotes and a comma in a string", '{"@type":"A","x":"the "best", and only, bread","y":"z"}', {"@type": "A", "x": 'the "best", and only, bread', "y": "z"}, "quote",
     {"json5": "JSON5 wants a backslash"}),
    ("a link in a string", '{"@type":"A","x":"<a href="/y">z</a>","y":"z"}', {"@type": "A", "x": '<a href="/y">z</a>', "y": "z"}, "quote",
     {"json5": "JSON5 wants a backslash"}),
    ("an escape that JSON lacks", r'{"@type":"A","x":"it\'s"}', {"@type": "A", "x": "it's"}, "escape", {}),
    ("a value that is missing", '{"@type":"A","x":,"y":"z"}', {"@type": "A", "x": None, "y": "z"}, "value",
     {"json5": "JSON5 wants a value", "json_repair": "an empty string for it, which the page does not say"}),
    ("undefined", '{"@type":"A","x":undefined}', {"@type": "A", "x": None}, "value",
     {"json5": "no value of JSON5", "json_repair": "a string of that name"}),
    ("a price without quotes", '{"@type":"A","x":£12.50,"y":1}', {"@type": "A", "x": "£12.50", "y": 1}, "value",
     {"json5": "no value of JSON5", "json_repair": "drops the currency"}),
    ("JavaScript around", 'var x = {"@type":"A","y":1};', {"@type": "A", "y": 1}, "text around",
     {"json5": "JSON5 has one value"}),
    ("a byte order mark", '\ufeff{"@type":"A","y":1}', {"@type": "A", "y": 1}, "text around", {}),
    # The meaning is not plain: a price of 1 would be wrong.
    ("a number with a comma", '{"@type":"A","price":1,299.00}', "unread", None,
     {"json5": "an error too", "json_repair": "takes 1 for the price"}),
    ("a template", '{"@type":"A","x":{{ title }} }', "unread", None,
     {"json5": "an error too", "json_repair": "makes up a value"}),
    ("no JSON", "nothing here", "unread", None, {"json5": "an error too", "json_repair": "an empty string"}),
]


def read(reader, script):
    try:
        return reader(script)
    except Exception as error:  # whatever it raises, it does not read the script
        return error


@pytest.mark.parametrize("name, script, right, mend, others", DAMAGE, ids=[row[0] for row in DAMAGE])
def test_damaged_json_ld(name, script, right, mend, others):
    right = WHOLE if right is None else right
    found = goce(f'<script type="application/ld+json">{script}</script>')
    if right == "unread":
        assert found == {"unread": [1]}
    else:
        assert found["json_ld"] == {right["@type"]: [right]}
        assert (mend in found["mended"][0]["mends"]) if mend else "mended" not in found
    for reader in (json5.loads, json_repair.loads):
        differs = others.get(reader.__module__.split(".")[0])
        if differs is None:
            assert read(reader, script) == right, reader.__module__
        else:
            assert read(reader, script) != right, f"{reader.__module__} does not differ: {differs}"


def test_strict_json_is_read_alike():
    script = r'{"a":[1,-0.5e3,true,null,"\u00e9\ud83d\ude00\n"],"b":{"c":{}}, "d":12345678901234567890}'
    found = goce(f'<script type="application/ld+json">{script}</script>')
    assert found["json_ld"]["untyped"] == [json.loads(script)]


PRODUCT = "https://schema.org/Product"

# name, the page, what is right (one item: type, id, properties), and why another reader differs.
MICRODATA = [
    ("text", "<div itemscope itemtype='https://schema.org/Product'><p itemprop=name>A <b>chair</b></p></div>", {"name": ["A chair"]}, {}),
    ("spaces", "<div itemscope itemtype='https://schema.org/Product'><p itemprop=name> A\n  chair </p></div>", {"name": ["A chair"]}, {}),
    ("several values", "<div itemscope itemtype='https://schema.org/Product'><p itemprop=color>red</p><p itemprop=color>blue</p></div>", {"color": ["red", "blue"]}, {}),
    ("several names", "<div itemscope itemtype='https://schema.org/Product'><p itemprop='name alternateName'>x</p></div>", {"name": ["x"], "alternateName": ["x"]}, {}),
    ("meta", "<div itemscope itemtype='https://schema.org/Product'><meta itemprop=sku content=' 1 '></div>", {"sku": [" 1 "]},
     {"microdata": "trims"}),
    ("addresses", "<div itemscope itemtype='https://schema.org/Product'><a itemprop=url href=c>x</a><img itemprop=image src=/d.png><link itemprop=x href='https://e.example/'></div>",
     {"url": [URL + "c"], "image": ["https://a.example/d.png"], "x": ["https://e.example/"]}, {"microdata": "leaves addresses relative"}),
    ("object and media", "<div itemscope itemtype='https://schema.org/Product'><object itemprop=o data=e></object><video itemprop=v src=f></video></div>",
     {"o": [URL + "e"], "v": [URL + "f"]}, {"microdata": "leaves addresses relative"}),
    ("time", "<div itemscope itemtype='https://schema.org/Product'><time itemprop=t datetime=2021-05-03>May</time><time itemprop=u>2021</time></div>",
     {"t": ["2021-05-03"], "u": ["2021"]}, {"extruct": "nothing for a <time> without `datetime`; by the standard its text", "microdata": "the same"}),
    ("data and meter", "<div itemscope itemtype='https://schema.org/Product'><data itemprop=d value=5>five</data><meter itemprop=m value=0.5>half</meter></div>",
     {"d": ["5"], "m": ["0.5"]}, {"microdata": "the text; by the standard the attribute `value`"}),
    # By the HTML standard this is the text. All three readers follow the W3C's text of microdata, and what shops write.
    ("content of any element", "<div itemscope itemtype='https://schema.org/Product'><b itemprop=price content=1299.00>1.299 €</b></div>", {"price": ["1299.00"]}, {}),
    ("an item within", "<div itemscope itemtype='https://schema.org/Product'><div itemprop=offers itemscope itemtype='https://schema.org/Offer'><b itemprop=price>5</b></div></div>",
     {"offers": [{"type": ["https://schema.org/Offer"], "properties": {"price": ["5"]}}]}, {}),
    ("an item that is no property", "<div itemscope itemtype='https://schema.org/Product'><p itemprop=name>x</p><div itemscope><b itemprop=price>5</b></div></div>", {"name": ["x"]}, {}),
    ("deep in other elements", "<div itemscope itemtype='https://schema.org/Product'><ul><li><p><b itemprop=name>x</b></ul></div>", {"name": ["x"]}, {}),
    ("itemref", "<div itemscope itemtype='https://schema.org/Product' itemref='a b'></div><p id=a>of <b itemprop=material>ash</b></p><p id=b itemprop=name>x</p>",
     {"material": ["ash"], "name": ["x"]}, {"microdata": "knows no itemref"}),
    ("itemref before", "<p id=a itemprop=name>first</p><div itemscope itemtype='https://schema.org/Product' itemref=a><b itemprop=name>second</b></div>",
     {"name": ["first", "second"]}, {"extruct": "takes what is referred to last", "microdata": "takes what is referred to last"}),
    ("a cycle", "<div itemscope itemtype='https://schema.org/Product' itemref=a id=t><b itemprop=name>x</b></div><div id=a itemprop=of itemscope itemref=t></div>",
     {"name": ["x"], "of": [{"properties": {}}]},
     {"extruct": "goes into an item that is referred to; by the standard it is its own", "microdata": "knows no itemref"}),
    ("itemid", "<div itemscope itemtype='https://schema.org/Product' itemid='urn:isbn:1'><p itemprop=name>x</p></div>", {"name": ["x"]}, {}),
    ("several types", "<div itemscope itemtype='https://schema.org/Product https://schema.org/Car'><p itemprop=name>x</p></div>", {"name": ["x"]}, {}),
    ("a property without an item", "<p itemprop=name>y</p><div itemscope itemtype='https://schema.org/Product'><p itemprop=name>x</p></div>", {"name": ["x"]}, {}),
    ("an empty property", "<div itemscope itemtype='https://schema.org/Product'><p itemprop=name></p><a itemprop=url></a></div>", {"name": [""], "url": [""]}, {"extruct": "the page's address for none; by the standard nothing"}),
    ("another vocabulary", "<div itemscope itemtype='https://schema.org/Product'><p itemprop='http://x.example/y'>z</p></div>", {"http://x.example/y": ["z"]}, {}),
]


def common(item, spaces=True):
    """An item as {type, properties: {name: [value]}}, of any reader."""
    if not isinstance(item, dict):
        return " ".join(item.split()) if spaces else item
    types = item.get("type", [])
    types = types if isinstance(types, list) else types.split()
    result = {"properties": {}}
    if types:
        result["type"] = [str(name) for name in types]
    for name, values in item.get("properties", {}).items():
        values = values if isinstance(values, list) else [values]
        result["properties"][name] = [common(value, spaces) for value in values]
    return result


def of_goce(item):
    """The same of goce's form."""
    if not isinstance(item, dict):
        return item
    types = item.get("@type", [])
    types = types if isinstance(types, list) else [types]
    result = {"properties": {}}
    if types:
        result["type"] = ["https://schema.org/" + name for name in types]
    for name, values in item.items():
        if not name.startswith("@"):
            values = values if isinstance(values, list) else [values]
            result["properties"][name] = [of_goce(value) for value in values]
    return result


def by_extruct(html):
    items = extruct.extract(html, base_url=URL, syntaxes=["microdata"])["microdata"]
    return [common(item, spaces=False) for item in items]


def by_microdata(html):
    items = [json.loads(item.json()) for item in microdata.get_items(html)]
    return [common(item) for item in items]


@pytest.mark.parametrize("name, html, properties, others", MICRODATA, ids=[row[0] for row in MICRODATA])
def test_microdata(name, html, properties, others):
    found = goce(html)["microdata"]["Product"]
    right = {"type": [PRODUCT], "properties": properties}
    if name == "several types":
        right["type"].append("https://schema.org/Car")
    if name == "itemid":
        assert found[0]["@id"] == "urn:isbn:1"
    assert [of_goce(item) for item in found] == [right]
    for reader, read_items in (("extruct", by_extruct), ("microdata", by_microdata)):
        items = read(read_items, html)
        if not isinstance(items, Exception):
            items = [item for item in items if PRODUCT in item.get("type", [])]
        if reader in others:
            assert items != [right], f"{reader} does not differ: {others[reader]}"
        else:
            assert items == [right], reader
