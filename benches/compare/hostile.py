"""Hostile pages: each is small to write down and hard on somebody. The most is 16 MB."""

PAGES = {
    "100,000 nested `<div>`": lambda: "<div>" * 100_000 + "text",
    "10,000 nested tables": lambda: "<table><tr><td>" * 10_000 + "text",
    "150,000 paragraphs": lambda: "<p>some words in a paragraph</p>" * 150_000,
    "200,000 tables": lambda: "<table><tr><td>a cell</table>" * 200_000,
    "one text of 15.8 MB": lambda: "<p>" + "some words in one text, " * 660_000,
    "one word of 15.6 MB": lambda: "<p>" + "word" * 3_900_000,
    "20,000 `<b><p>` never closed": lambda: "<b><p>x" * 20_000,
    "50,000 `<a><i>` closed crosswise": lambda: "<p><a><i>x</a></i>" * 50_000,
    "1,200,000 `<a>`, 12 MB": lambda: "<a href=x>" * 1_200_000,
    "a million attributes of one tag": lambda: "<p" + "".join(f" a{n}=1" for n in range(1_000_000)) + ">text",
    "a million broken entities": lambda: "<p>text &#x;&notit;&#99999999999;&amp" * 333_334,
    "a million `<!--` never closed": lambda: "<p>text" + "<!-- " * 1_000_000,
}
