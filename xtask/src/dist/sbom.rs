//! The bill of materials: which crates are in the program, as CycloneDX in JSON.

use serde_json::{Value, json};

use super::Failure;
use super::dependencies::{DependencyGraph, LinkedCrate};

/// The bill of materials of a program that was committed at a time (seconds since 1970).
pub(super) fn cyclone_dx(graph: &DependencyGraph, time: u64) -> Result<Vec<u8>, Failure> {
    let program = graph.program();
    let others = graph.crates().filter(|linked| linked.key() != program.key());
    let timestamp = jiff::Timestamp::from_second(i64::try_from(time)?)?.to_string();
    let dependencies = graph.crates().map(|linked| {
        let uses: Vec<String> = linked.uses.iter().map(|key| purl_of_key(key)).collect();
        json!({"ref": purl(linked), "dependsOn": uses})
    });
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": timestamp, "component": component(program, "application")},
        "components": others.map(|linked| component(linked, "library")).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    });
    Ok(serde_json::to_vec_pretty(&bill)?)
}

fn component(linked: &LinkedCrate, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(linked),
        "name": linked.name,
        "version": linked.version,
        "purl": purl(linked),
    });
    if let Some(licence) = &linked.licence {
        // Manifests of old crates separate licences by a slash.
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    if let Some(sha256) = &linked.sha256 {
        component["hashes"] = json!([{"alg": "SHA-256", "content": sha256}]);
    }
    component
}

fn purl(linked: &LinkedCrate) -> String {
    purl_of_key(&linked.key())
}

fn purl_of_key(key: &str) -> String {
    format!("pkg:cargo/{}", key.replace(' ', "@").replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::dependencies::tests::graph;

    #[test]
    fn the_bill_names_each_crate_once_with_what_it_uses() {
        let bill: Value = serde_json::from_slice(&cyclone_dx(&graph(), 7).unwrap()).unwrap();
        assert_eq!(bill["metadata"]["timestamp"], "1970-01-01T00:00:07Z");
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:cargo/lagrum@1.0.0");
        let names: Vec<&Value> =
            bill["components"].as_array().unwrap().iter().map(|found| &found["name"]).collect();
        assert_eq!(names, ["lagrum-print", "paper"]);
        assert_eq!(bill["components"][1]["hashes"][0]["content"], "abc");
        assert_eq!(bill["components"][1]["licenses"][0]["expression"], "Zlib");
        assert_eq!(bill["dependencies"][1]["dependsOn"], json!(["pkg:cargo/paper@1.0.0"]));
    }
}
