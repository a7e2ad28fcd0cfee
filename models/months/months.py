#!/usr/bin/env python3
"""Writes months.tsv, the words of dates in all languages of the CLDR, from its packages for npm.

    npm pack cldr-core cldr-dates-full cldr-cal-islamic-full cldr-cal-persian-modern    # and unpack each below CLDR/
    models/months/months.py CLDR > models/months/months.tsv

Standard library only.
"""
import collections
import glob
import json
import os
import re
import sys
import unicodedata

# Names that pages write and the CLDR has not.
ALSO = {
    1: "jän enero gen genn γεναρη янв", 2: "feber febr φλεβαρη", 3: "maerz mrz mrt μαρτη", 4: "απριλη", 5: "μαη",
    6: "ιουνη يونيه", 7: "ιουλη يوليه", 8: "авг", 9: "sept sett setiembre σεπτεμβρη сент", 10: "οκτωβρη",
    11: "νοεμβρη нояб", 12: "δεκεμβρη",
}

# Vietnamese writes months as numbers, and as words.
VIETNAMESE = ["một/giêng", "hai", "ba", "tư", "năm", "sáu", "bảy", "tám", "chín", "mười", "mười một", "mười hai"]

# The languages whose abbreviated names are taken. Those of others are often words of large languages.
KNOWN_WELL = {"modern", "moderate"}

# The languages whose countries count years by another calendar, and English.
CALENDARS = {
    "gregorian": ("cldr-dates-*", None),
    "persian": ("cldr-cal-persian-*", {"fa", "ps", "ckb", "en"}),
    "islamic": ("cldr-cal-islamic-*", {"ar", "fa", "ur", "ps", "ckb", "tr", "id", "ms", "en"}),
}


def fold(text):
    """Returns words in lower case without accents, as goce_core::dates::tokens reads them."""
    text = unicodedata.normalize("NFD", text.lower()).replace("ı", "i").replace("ي", "ی").replace("ك", "ک")
    dropped = [range(0x300, 0x370), range(0x64B, 0x660)]
    text = "".join(c for c in text if not any(ord(c) in marks for marks in dropped))
    words = "".join(c if unicodedata.category(c)[0] in "LM" else " " for c in unicodedata.normalize("NFC", text))
    return " ".join(words.split())


def read(path, *keys):
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    for key in keys:
        value = value[key]
    return value


def paths(folder, pattern):
    """Returns the paths of a pattern in a folder, sorted."""
    return sorted(glob.glob(os.path.join(folder, pattern)))


def speakers(core):
    """Returns the number of people who use each language, by the CLDR's tables of territories."""
    count = collections.Counter()
    territories = read(os.path.join(core, "supplemental/territoryInfo.json"), "supplemental", "territoryInfo")
    for territory in territories.values():
        for language, of in territory.get("languagePopulation", {}).items():
            share = float(of["_populationPercent"]) / 100
            count[language.split("_")[0]] += share * float(territory["_population"])
    return count


def names_of(calendar, widths):
    """Yields the names of months in a calendar of a language, with their numbers."""
    # What stands at the month without a space is part of its name: the preposition of Hebrew, an ending of Basque.
    around = {("", "")}
    for form in calendar["dateFormats"].values():
        found = re.search(r"(?:(?<=\s)|^)([^\W\d_yMdEGc']*)M{3,4}(?:'([^\W\d_]+)')?", str(form))
        if found:
            around.add((found.group(1), found.group(2) or ""))
    for context in ("format", "stand-alone"):
        for width in widths:
            for number, name in calendar["months"][context].get(width, {}).items():
                # Numbers are read as such: those of East Asia and of Vietnam, and placeholders.
                if number.isdigit() and not re.search(r"\d", name):
                    # Of "de gener" and "d’abril" the preposition is dropped.
                    name = re.sub(r"^(de |d[’'])", "", name)
                    for before, after in around:
                        yield fold(before + name + after), int(number)


def main():
    root = sys.argv[1]
    core = paths(root, "cldr-core*")[0]
    coverage = read(os.path.join(core, "coverageLevels.json"), "coverageLevels")
    people = speakers(core)
    # By calendar and name: the languages of each month.
    readings = collections.defaultdict(lambda: collections.defaultdict(set))
    ordinal, orders, fillers = set(), {}, set()
    halves = {"am": set(), "pm": set()}
    for calendar, (package, languages) in CALENDARS.items():
        for path in paths(root, f"{package}/main/*/ca-{calendar}.json"):
            locale = path.split(os.sep)[-2]
            language = locale.split("-")[0]
            level = coverage.get(locale, coverage.get(language))
            if level is None or languages and language not in languages:
                continue
            data = read(path, "main", locale, "dates", "calendars", calendar)
            is_known_well = level in KNOWN_WELL
            is_gregorian = calendar == "gregorian"
            for name, month in names_of(data, ("wide", "abbreviated") if is_known_well and is_gregorian else ("wide",)):
                if len(name) > 2 or len(name) == 2 and not name.isascii():
                    readings[calendar, name][month].add(language)
            if not is_gregorian:
                continue
            if "d. MMM" in str(data["dateFormats"]["long"]):
                ordinal.add(language)
            forms = data["dateTimeFormats"]["availableFormats"]
            numbers = re.sub(r"[^yMd]+", " ", str(forms["yMd"])).split()
            orders[locale] = "".join(part[0] for part in numbers)
            if is_known_well:
                for half, names in halves.items():
                    widths = data["dayPeriods"]["format"]
                    texts = {fold(widths[width][half]) for width in ("wide", "abbreviated")}
                    # Beside "am" and "pm", in letters of its own: Latin ones are words of other languages.
                    names.update(text for text in texts if text == half or text and not text.isascii())
                for form in [*data["dateFormats"].values(), forms.get("yMMMd")]:
                    literals = re.findall(r"'([^']+)'|([^\W\d_yMdEGcL]+)(?![’'])", str(form))
                    fillers.update(word for literal in literals for word in fold("".join(literal)).split())
    for month, names in ALSO.items():
        for name in names.split():
            readings["gregorian", fold(name)].setdefault(month, set())
    for month, names in enumerate(VIETNAMESE, 1):
        for name in names.split("/"):
            readings["gregorian", fold("tháng " + name)].setdefault(month, {"vi"})
    rows = collections.defaultdict(set)
    for (calendar, name), months in readings.items():
        # The month that most people read in it.
        best = max(months, key=lambda month: (sum(people[language] for language in months[month]), -month))
        rows[calendar, best].add(name)
        # Another one where only its languages write a point behind the day: of Croatian and Polish, Croatian.
        for month, languages in months.items():
            if month != best and languages <= ordinal and not months[best] & ordinal:
                rows["behind-ordinals", month].add(name)
    print("# Written by months.py from the CLDR. © Unicode, Inc., Unicode License v3: see README.md.")
    for (row, month), names in sorted(rows.items()):
        print(row, month, ",".join(sorted(names)), sep="\t")
    for half, names in halves.items():
        print("half", half, ",".join(sorted(names)), sep="\t")
    print("between", "", ",".join(sorted(fillers)), sep="\t")
    # A region is listed where it differs from its language.
    for row, order in (("day-first", "dMy"), ("month-first", "Mdy")):
        is_listed = lambda locale: "-" not in locale or orders.get(locale.split("-")[0]) != order
        print("order", row, ",".join(l for l in sorted(orders) if orders[l] == order and is_listed(l)), sep="\t")


if __name__ == "__main__":
    main()
