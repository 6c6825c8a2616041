# Sourced, behind prelude.sh: whether what a command has printed is OpenMetrics.
#
# shellcheck shell=sh

: "${here:?}"

# The reader of prometheus_client, which may be there for Debian's own python3 alone.
cat >read.py <<'END'
import sys
try:
    from prometheus_client.openmetrics.parser import text_fd_to_metric_families
except ImportError:
    sys.exit("the module prometheus_client is missing: install python3-prometheus-client")
families = list(text_fd_to_metric_families(sys.stdin))
assert families
for family in families:
    assert family.type == "gauge" and family.documentation, family
    for sample in family.samples:
        assert sample.name == family.name, sample
print(sum(len(family.samples) for family in families))
END

read_as_openmetrics()
{
    if python3 -c 'import prometheus_client' 2>/dev/null; then
        python3 read.py
    else
        /usr/bin/python3 read.py
    fi
}

# Leaves the samples of out in `samples`.  promtool reads the older format of Prometheus, as the
# textfile collector of node_exporter does; it would print what it has to say.
is_openmetrics()
{
    awk -f "$here/openmetrics.awk" out >samples || fail "$(grep BAD samples)"
    read_as_openmetrics <out >taken 2>&1 || fail "prometheus_client: $(tail -n 3 taken)"
    [ "$(cat taken)" = "$(grep -c . samples)" ] || fail "prometheus_client: $(cat taken) samples"
    command -v promtool >/dev/null ||
        fail 'promtool is missing: it is in the package prometheus, and ./quickstart check gets it'
    promtool check metrics <out >told 2>&1 || fail "promtool: $(head -n 5 told)"
    is_empty told 'promtool'
}
