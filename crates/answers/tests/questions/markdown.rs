//! Documents as markdown.

use crate::fixture::uri;
use crate::reader::Reader;

fn markdown(local_id: &str) -> String {
    Reader::demo().markdown(&uri(local_id))["markdown"].as_str().unwrap().to_owned()
}

/// Real clients cut a statute into provisions by these lines.
#[test]
fn chapters_and_paragrafer_can_be_cut_out() {
    let statute = markdown("1931:47");
    let blocks: Vec<&str> = statute.split("\n\n").collect();
    let chapter = blocks.iter().position(|block| block.starts_with("## ") && block.contains("#K2)")).unwrap();
    let within = &blocks[chapter + 1..];
    let end = within.iter().position(|block| block.starts_with("## ")).unwrap();
    let designations: Vec<&str> = within[..end]
        .iter()
        .filter_map(|block| block.strip_prefix("**")?.split_once("**").map(|(designation, _)| designation))
        .collect();
    assert_eq!(designations, ["1 §", "2 §", "3 §", "4 §", "5 §"]);
}

/// Real clients also find by its headings whose words a passage of a judgment is.
#[test]
fn a_case_keeps_its_headings_in_order() {
    let case = markdown("dom/nja/2031s5");
    let headings: Vec<&str> = case.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let at = |heading: &str| headings.iter().position(|found| *found == heading);
    let order: Vec<_> = ["Lerhamns tingsrätt", "Hovrätten för Ytteröarna", "Högsta domstolen"]
        .iter()
        .map(|name| at(name))
        .collect();
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{headings:?}");
    // Only the name of the case is above them.
    assert_eq!(case.lines().filter(|line| line.starts_with("# ")).count(), 1, "{case}");
}

#[test]
fn a_stub_has_a_name_and_nothing_more() {
    assert_eq!(markdown("begrepp/Tjocka"), "# Tjocka");
}
