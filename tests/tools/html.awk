# Reads a page as an XML parser would, with what HTML and we ask for beyond: balanced tags, quoted
# attributes, known entities; nothing that is loaded, and in what is data for scripts no markup.
# Says what is wrong; exit code 1.

function bad(what) { print NR ": " what ": " substr($0, 1, 200); failed = 1 }

function check_text(text)
{
    if (index(text, ">")) bad("> in text")
    gsub(/&(lt|gt|amp|quot|#39);/, "", text)
    if (index(text, "&")) bad("a lone &")
    if (text ~ /[\001-\010\013-\037]/) bad("a control character")
}

# All before the first < of `rest`, which it takes away.
function take_text(    end, text)
{
    end = index(rest, "<")
    text = end ? substr(rest, 1, end - 1) : rest
    rest = end ? substr(rest, end) : ""
    check_text(text)
}

function open_tag(tag,    name)
{
    match(tag, /^<[a-z0-9]+/)
    name = substr(tag, 2, RLENGTH - 1)
    if (tag !~ /^<[a-z][a-z0-9]*( [a-zA-Z-]+="[^"<>]*")*\/?>$/) bad("tag " tag)
    if (name ~ /^(link|img|iframe|object|embed|base)$/) bad("element " name)
    if (name == "script" && tag !~ /^<script( type="application\/json" id="data")?>$/)
        bad("script " tag)
    if (tag ~ / (on[a-z]*|src|href)=/) bad("attribute in " tag)
    if (tag !~ /\/>$/) stack[++depth] = name
}

function close_tag(tag,    name)
{
    name = substr(tag, 3, length(tag) - 3)
    if (depth < 1 || stack[depth] != name) bad("</" name "> closes <" stack[depth] ">")
    depth--
}

NR == 1 {
    if ($0 != "<!DOCTYPE html>") bad("no document type")
    next
}
# Of scripts and styles, which are ours, their end; of data all.
inside {
    if ($0 == "</" inside ">") {
        depth--
        inside = ""
    } else if (data && index($0, "<"))
        bad("markup in data")
    next
}
/^<(script|style)[^>]*>$/ {
    open_tag($0)
    inside = /^<script/ ? "script" : "style"
    data = /json/
    next
}
/:\/\/|@import|url\(/ { bad("something from elsewhere") }
{
    rest = $0
    while (rest != "") {
        take_text()
        if (rest == "") break
        if (!match(rest, /^<[^>]*>/)) {
            bad("a tag does not end")
            break
        }
        tag = substr(rest, 1, RLENGTH)
        rest = substr(rest, RLENGTH + 1)
        if (substr(tag, 2, 1) == "/") close_tag(tag)
        else open_tag(tag)
    }
}
END {
    if (depth) bad("<" stack[depth] "> is not closed")
    if (NR < 2) bad("empty")
    exit failed
}
