use crate::served::Served;

#[tokio::test]
async fn every_source_with_its_documents() {
    let sources = Served::demo().json("/api/v1/sources").await;
    let names: Vec<_> =
        sources.as_array().unwrap().iter().map(|source| source["source"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "avg",
            "begrepp",
            "coe",
            "dv",
            "edpb",
            "eurlex",
            "forarbete",
            "foreskrift",
            "hudoc",
            "icc",
            "icj",
            "icrc",
            "kommentar",
            "rs",
            "sfs",
            "untc"
        ]
    );
    let other = |name: &str| {
        let row = sources.as_array().unwrap().iter().find(|source| source["source"] == name).unwrap();
        row["other_name"].as_str()
    };
    assert_eq!((other("edpb"), other("sfs")), (Some("guidance"), None));
    let all = Served::demo().json("/api/v1/documents?include_expired=true&limit=1").await["total"].as_u64();
    let sum = sources.as_array().unwrap().iter().map(|source| source["documents"].as_u64().unwrap()).sum();
    assert_eq!(all, Some(sum));
}

#[tokio::test]
async fn nothing_built_is_a_503() {
    for path in [
        "sources",
        "documents",
        "document?uri=x",
        "facets?source=sfs",
        "browse?source=sfs",
        "card?uri=x",
        "document/inbound?uri=x",
        "document/outbound?uri=x",
    ] {
        let (status, detail) = Served::new(None).failure(&format!("/api/v1/{path}")).await;
        assert_eq!((status, detail.as_str().unwrap()), (503, "nothing has been built yet"), "{path}");
    }
}
