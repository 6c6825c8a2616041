"""conform.py kept JSON: with libmpit nothing is broken, and everything is looked at that it has.
conform.py known JSON: the MPI library alone breaks what it is known to break, and nothing else.
conform.py same JSON XML: both say the same."""
import json
import sys
import xml.etree.ElementTree

# What is there with libmpit, and not with one process.
SEVERAL = {"cvars_are_alike_in_all_processes", "pvars_are_alike_in_all_processes"}
# What the variables of the MPI library decide.
OF_VARIABLES = {"cvar_without_description_has_length_1", "category_stamp_rises"}
# What is broken at times: memory that was written to after it was freed.
AT_TIMES = {"interface_again_around_mpi"}
# What mpi.h, or the standard's version of the MPI, decides.
OF_HEADER = {"not_accessible_and_not_supported_are_there"}

# Of the versions that were looked at closely.
KNOWN = {
    "Open MPI v4.1.4": """
        truncated_string_tells_its_full_length string_of_negative_length_is_refused
        cvar_without_description_has_length_1 cvar_datatypes_are_of_the_table
        cvar_enumerations_are_of_int cvar_info_of_a_wrong_index_is_refused
        cvar_handle_of_a_wrong_index_is_refused cvar_handle_freed_is_refused
        cvar_handle_null_is_refused cvar_null_arguments_are_refused
        enumeration_item_out_of_range_is_refused enumeration_that_is_null_is_refused
        pvars_that_are_counted_are_there pvar_under_another_class_is_not_found pvars_can_be_read
        pvars_can_be_allocated_without_mpi pvar_read_only_is_not_written
        pvar_atomic_is_read_and_reset pvar_info_of_a_wrong_index_is_refused
        pvar_handle_of_a_wrong_index_is_refused pvar_handle_freed_is_refused
        pvar_handle_freed_twice_is_refused pvar_handle_of_another_session_is_refused
        pvar_session_freed_is_refused pvar_null_arguments_are_refused
        pvar_object_null_is_refused pvar_object_freed_is_refused
        category_null_arguments_are_refused each_init_says_its_thread_level
        unknown_thread_level_is_refused null_for_the_thread_level_ends_nothing
        interface_around_mpi interface_begins_in_mpi_and_outlives_it
        interface_again_keeps_its_indices what_was_counted_stays_when_mpi_begins
        variables_are_read_in_mpi cvar_value_of_the_user_fits_its_count
        variables_are_read_after_mpi cvar_text_too_long_is_refused""",
    "MPICH Version:\t4.0.2": """
        truncated_string_tells_its_full_length string_of_negative_length_is_refused
        cvar_null_arguments_are_refused pvar_info_of_a_wrong_index_is_refused
        pvar_handle_of_a_wrong_index_is_refused pvar_null_arguments_are_refused
        unknown_thread_level_is_refused interface_after_mpi interface_again_keeps_its_indices
        interface_again_around_mpi cvar_text_too_long_is_refused""",
}


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def kept(path):
    for row in read(path)["rows"]:
        found = row["mpit"]
        assert found["verdict"] != "broken", (row["row"], found["seen"])
        assert row["plain"]["verdict"] in ("kept", "broken", "not offered"), row
        if row["row"] not in SEVERAL | OF_HEADER | OF_VARIABLES:
            assert found["verdict"] == "kept", (row["row"], found["seen"])


def known(path):
    record = read(path)
    for version, names in KNOWN.items():
        if version.split()[-1] not in record["mpi"] or version.split()[0] not in record["mpi"]:
            continue
        expected = set(names.split())
        broken = {row["row"] for row in record["rows"] if row["plain"]["verdict"] == "broken"}
        assert broken ^ expected <= AT_TIMES, (sorted(broken - expected), sorted(expected - broken))
    assert any(row["plain"]["verdict"] == "kept" for row in record["rows"])


def same(path, other):
    suite = xml.etree.ElementTree.parse(other).getroot().find("testsuite")
    cases = {case.get("name"): case for case in suite}
    rows = read(path)["rows"]
    assert len(cases) == len(rows) == int(suite.get("tests")) > 5, len(cases)
    for row in rows:
        case, found = cases[row["row"]], row["plain"]
        tag = {"kept": None, "broken": "failure", "not offered": "skipped"}[found["verdict"]]
        assert [each.tag for each in case] == ([tag] if tag else []), row["row"]
        if tag:
            assert case.find(tag).get("message") == found["seen"], row["row"]


{"kept": kept, "known": known, "same": same}[sys.argv[1]](*sys.argv[2:])
