"""Holds files to the properties that the command editorconfig has printed for them.

    text.py DIRECTORY PROPERTIES

A line for each that is not held, FILE:LINE: WHAT, with the directory left out of its name; exit 1.
"""
import sys


def properties_of(lines):
    """Pairs of a file's name and its properties."""
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("["):
            properties = {}
            yield line[1:-1], properties
        else:
            key, _, value = line.partition("=")
            properties[key] = value


def wrong_in_line(line, properties):
    if line.endswith("\r"):
        yield "a carriage return"
        return
    if properties["trim_trailing_whitespace"] == "true" and line != line.rstrip():
        yield "white space at the end"
    if properties["indent_style"] == "space" and "\t" in line:
        yield "a tab"
    if properties["indent_style"] == "tab" and line.startswith(" "):
        yield "blanks instead of a tab"
    most = properties["max_line_length"]
    if most != "off" and len(line) > int(most):
        yield f"{len(line)} columns, of at most {most}"


def wrong_in(text, properties):
    """Pairs of a line's number and what is wrong with it."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    elif properties["insert_final_newline"] == "true":
        yield len(lines), "no newline at the end"
    for number, line in enumerate(lines, 1):
        for what in wrong_in_line(line, properties):
            yield number, what


directory, list_of_properties = sys.argv[1:]
with open(list_of_properties, encoding="utf-8") as listed:
    every = list(properties_of(listed))
found = 0
for name, properties in every:
    with open(name, encoding=properties["charset"], newline="") as file:
        wrong = sorted(wrong_in(file.read(), properties))
    for number, what in wrong:
        print(f"{name.removeprefix(directory)}:{number}: {what}")
    found += len(wrong)
sys.exit(found > 0)
