"""Collects phrases that mean the same, for train.py.

python sources.py WHEELS DEBIAN OUT.tsv

WHEELS is a folder of Python wheels with translations (Tryton, Odoo add-ons, Django and others), DEBIAN a folder into
which Debian packages with message catalogs (GnuCash, Gramps, iso-codes …) and dict-freedict-* were unpacked. The other
sources are the lexicon, the glossary of generated forms, and asked.txt: how developers name and describe the concepts
of the glossary. OUT.tsv has a line "group, language, phrase, source" for each phrase. Standard library only.
"""

import collections
import gettext
import glob
import gzip
import io
import os
import re
import sys
import zipfile

LAB = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LANGUAGES = "en de fr es it nl pt pl sv da cs sk hr sl nb fi hu ro bg el".split()
FREEDICT = {
    "deu": "de", "fra": "fr", "spa": "es", "ita": "it", "nld": "nl", "por": "pt", "swe": "sv", "pol": "pl", "ces": "cs",
    "hun": "hu", "ell": "el", "hrv": "hr", "rom": "ro", "bul": "bg", "fin": "fi", "nor": "nb", "dan": "da", "slk": "sk",
    "slv": "sl",
}
SOURCES = ["glossary", "lexicon", "tryton", "odoo", "misc", "iso", "gui", "dict"]  # the first wins
UNWANTED = re.compile(r"[%{}<>\\$|@=]|https?:|\.\.\.|…")


def language(name):
    """Returns the language of a locale name such as pt_BR, or None."""
    code = name.lower().replace("-", "_").split("_")[0].split("@")[0]
    code = "nb" if code == "no" else code
    return code if code in LANGUAGES and code != "en" else None


def clean(text):
    return re.sub(r"\s+", " ", text.replace("&", "").replace("_", "").strip()).rstrip(" :.")


def is_phrase(text):
    letters = sum(c.isalpha() for c in text)
    return 2 <= len(text) <= 48 and len(text.split()) <= 6 and not UNWANTED.search(text) and letters >= 0.7 * len(text.replace(" ", ""))


def messages(text):
    """Yields the translated messages of a .po file that are not fuzzy."""
    source = target = ""
    where, fuzzy, is_fuzzy = None, False, False
    for line in text.split("\n") + ["msgid "]:
        line = line.strip()
        if line.startswith("#,") and "fuzzy" in line:
            fuzzy = True
        elif line.startswith("msgid "):
            if source and target and not is_fuzzy:
                yield source, target
            source, target, where, is_fuzzy, fuzzy = line[7:-1], "", "source", fuzzy, False
        elif line.startswith("msgstr "):
            target, where = line[8:-1], "target"
        elif line.startswith('"') and where == "source":
            source += line[1:-1]
        elif line.startswith('"') and where == "target":
            target += line[1:-1]
        else:
            where = None


def catalog(file):
    try:
        messages = gettext.GNUTranslations(file)._catalog
    except Exception:  # a damaged catalog
        return
    for source, target in messages.items():
        if isinstance(source, str):
            yield source.split("\x04")[-1], target


def wheels(folder):
    for path in glob.glob(folder + "/*.whl"):
        try:
            archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile:
            continue
        base = os.path.basename(path)
        source = "odoo" if "odoo" in base else "tryton" if "trytond" in base or "gnuhealth" in base else "misc"
        names = set(archive.namelist())
        for name in names:
            locale = re.search(r"/([A-Za-z_]+)/LC_MESSAGES", name)
            code = language(os.path.basename(name)[:-3]) or (language(locale[1]) if locale else None)
            if code and name.endswith(".po"):
                pairs = messages(archive.read(name).decode("utf-8", "replace"))
            elif code and name.endswith(".mo") and name[:-3] + ".po" not in names:
                pairs = catalog(io.BytesIO(archive.read(name)))
            else:
                continue
            for english, phrase in pairs:
                yield code, english, phrase, source


def catalogs(folder):
    for path in glob.glob(folder + "/usr/share/locale/*/LC_MESSAGES/*.mo"):
        code = language(path.split("/locale/")[1].split("/")[0])
        if code:
            with open(path, "rb") as file:
                for english, phrase in catalog(file):
                    if "iso" in os.path.basename(path) or len(english.split()) <= 4:
                        yield code, english, phrase, "iso" if "/iso" in path else "gui"


def dictionaries(folder):
    for path in glob.glob(folder + "/usr/share/dictd/freedict-*.dict.dz"):
        left, right = re.search(r"freedict-(\w+)-(\w+)\.", path).groups()
        code, head, count = FREEDICT.get(right if left == "eng" else left), None, 0
        if not code:
            continue
        for line in gzip.open(path).read().decode("utf-8", "replace").split("\n"):
            if line and not line[0].isspace() and not line[0].isdigit():
                head, count = re.sub(r"\s*[/<\[(].*", "", line).strip(), 0
                continue
            if not head or not line.strip():
                continue
            text = re.sub(r"^\s*(\d+\.|[a-z]\))\s*", "", line)
            text = re.sub(r"[<\[({].*?[>\])}]", "", text).strip(' "')
            for part in re.split(r"[;,]", text)[:3]:
                part = part.strip()
                english, phrase = (head, part) if left == "eng" else (part, head)
                if count < 4 and part and max(len(part.split()), len(head.split())) <= 3 and not set(part) & set(':"'):
                    yield code, english, phrase, "dict"
                    count += 1


def groups(path):
    """Yields heading, type and lines of a file of groups."""
    heading, kind = None, ""
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        match = re.fullmatch(r"\[(\S+?)(?: (\S+))?\]", line)
        if match:
            heading, kind = match[1], match[2] or ""
        elif line and not line.startswith("#") and heading:
            yield heading, kind, line


def glossary():
    for code in LANGUAGES:
        for concept, _, phrase in groups(f"{LAB}/synth/form/glossary/{code}.txt"):
            yield concept, code, phrase
    for concept, _, phrase in groups(f"{LAB}/phrase/asked.txt"):
        if phrase.startswith("= "):
            phrase = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", phrase[2:]).replace("_", " ")
        yield concept, "en", phrase


def lexicon():
    for code in LANGUAGES:
        for name in ("labels", "columns"):
            for role, weight, phrase in groups(f"{LAB}/../engine/text/lexicon/data/{code}/{name}.txt"):
                if float(weight or 1) >= 0.9 and not role.startswith("-"):
                    yield role, code, phrase


def main():
    found = collections.defaultdict(set)
    for concept, code, phrase in glossary():
        found["glossary:" + concept].add((code, phrase, "glossary"))
    for role, code, phrase in lexicon():
        found["lexicon:" + role].add((code, phrase, "lexicon"))
    for pairs in (wheels(sys.argv[1]), catalogs(sys.argv[2]), dictionaries(sys.argv[2])):
        for code, english, phrase, source in pairs:
            english, phrase = clean(english), clean(phrase)
            key = re.sub(r"\W+", " ", english.lower()).strip()
            if key and is_phrase(english) and is_phrase(phrase):
                found["phrase:" + key] |= {("en", english, source), (code, phrase, source)}
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        for group, members in sorted(found.items()):
            source = min((m[2] for m in members), key=SOURCES.index)
            phrases = sorted({m[:2] for m in members})
            if len({p.lower() for _, p in phrases}) > 1:
                out.writelines(f"{group}\t{code}\t{phrase}\t{source}\n" for code, phrase in phrases)


if __name__ == "__main__":
    main()
