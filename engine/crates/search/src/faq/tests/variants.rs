//! Variants for regions in the index: they're kept separate, scored by the general text's statistics, and highlighted
//! in their filled form.

use super::{Entry, Hit, Index, Query, Reader, SearchAnswer, entries, ids, index, synonyms};
use crate::faq::{DocumentList, FilledAnswer, Regions};

/// The position of the entry that has variants.
const CERTIFICATE: usize = 6;

/// Queries that find entries with and without variants, in every way that the search can.
const QUERIES: [&str; 14] = [
    "birth certificate",
    "certificate",
    "vital records office",
    "notary",
    "notarized",
    "notry",
    "county clerk fee",
    "expired lic",
    "abs balot",
    "dl",
    "how do i",
    "where is the dropbox",
    "can a relative ask",
    "",
];

/// Returns five regions: Alpha reads the notary variant with its own name filled in, Gamma the same variant with its
/// own, and Beta the clerk variant. Delta reads the general answers, and Epsilon doesn't have the entry.
fn regions() -> Regions {
    let mut regions = Regions::default();
    let certificate = entries().remove(CERTIFICATE);
    let variant = |text: &str| Entry { answer: text.into(), answer_text: text.into(), ..certificate.clone() };
    regions.variants = vec![
        variant("In … a notary confirms your copy. The notary asks for a fee."),
        variant("The county clerk has it. A relative may ask for it."),
    ];
    let list = |last: Option<u32>, filled: Option<&str>| DocumentList {
        documents: (0..6).chain(last).collect(),
        filled: filled
            .map(|text| (7, FilledAnswer { answer: format!("**{text}**"), answer_text: text.into() }))
            .into_iter()
            .collect(),
    };
    let in_alpha = "In Alpha a notary confirms your copy. The notary asks for a fee.";
    regions.add("A", list(Some(7), Some(in_alpha)));
    regions.add("A2", list(Some(7), Some(in_alpha)));
    regions.add("G", list(Some(7), Some(&in_alpha.replace("Alpha", "New Gamma"))));
    regions.add("B", list(Some(8), None));
    regions.add("D", list(Some(6), None));
    regions.add("E", list(None, None));
    regions
}

fn varied() -> Index {
    Index::of_regions(entries(), regions(), Vec::new(), &synonyms())
}

fn search(index: &Index, region: &str, text: &str) -> SearchAnswer {
    index.search(&Query { reader: index.reader(region).unwrap(), ..Query::new(text) })
}

fn certificate(answer: &SearchAnswer) -> Option<&Hit> {
    answer.hits.iter().find(|hit| hit.id == "certificate")
}

#[test]
fn variants_do_not_affect_searches_without_a_region() {
    let (plain, varied) = (index(), varied());
    for query in QUERIES.map(Query::new) {
        assert_eq!(varied.search(&query), plain.search(&query), "{:?}", query.text);
        // The expansions aren't compared, because they're looked up among the words of all variants.
        assert_eq!(varied.explain(&query).hits, plain.explain(&query).hits, "{:?}", query.text);
    }
    assert_eq!(varied.entries().collect::<Vec<_>>(), plain.entries().collect::<Vec<_>>());
    assert_eq!(
        (varied.len(), varied.categories(Reader::default())),
        (7, plain.categories(Reader::default()))
    );
}

#[test]
fn entries_without_a_variant_score_the_same_for_every_region() {
    let varied = varied();
    for text in QUERIES {
        let plain = varied.search(&Query::new(text));
        for region in ["A", "B", "G", "D", "E"] {
            let others = |answer: &SearchAnswer| -> Vec<(String, f32, String)> {
                let all = answer.hits.iter().filter(|hit| hit.id != "certificate");
                let mut all: Vec<_> =
                    all.map(|hit| (hit.id.clone(), hit.score, hit.snippet.text.clone())).collect();
                all.sort_by(|a, b| a.0.cmp(&b.0));
                all
            };
            assert_eq!(others(&search(&varied, region, text)), others(&plain), "{region}: {text:?}");
        }
        assert_eq!(search(&varied, "D", text), plain, "{text:?}");
    }
}

#[test]
fn a_region_searches_only_its_own_variant() {
    let varied = varied();
    let found = |region: &str, text: &str| certificate(&search(&varied, region, text)).is_some();
    assert!(found("A", "notary") && found("G", "notary"), "its own word");
    assert!(!found("B", "notary") && !found("D", "notary"), "another region's word");
    assert!(certificate(&varied.search(&Query::new("notary"))).is_none(), "nobody's region");
    assert!(found("B", "county clerk") && !found("A", "county clerk"));
    assert!(found("D", "vital records") && !found("A", "vital records"), "general words that A doesn't read");
    assert!(!found("E", "birth certificate"), "what it doesn't have");
    assert!(found("A", "birth certificate"), "the question is the entry's");
    // If a word doesn't occur anywhere in a region's text, the other words are enough, just as they are with no region
    // chosen.
    assert!(found("D", "the notary") && found("B", "the notary"), "a word that's nowhere in its text");
}

#[test]
fn an_entry_with_variants_is_listed_and_counted_once() {
    let varied = varied();
    for (region, count) in [("A", 7), ("B", 7), ("D", 7), ("E", 6)] {
        for text in QUERIES {
            let answer = search(&varied, region, text);
            let mut once = ids(&answer);
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), answer.hits.len(), "{region}: {text:?}");
            let counted: usize = answer.categories.iter().map(|category| category.count).sum();
            assert_eq!((counted, answer.total), (answer.hits.len(), answer.hits.len()), "{region}: {text:?}");
        }
        let all = search(&varied, region, "");
        let order: Vec<String> = entries().into_iter().take(count).map(|entry| entry.id).collect();
        assert_eq!(ids(&all), order, "{region}: content's order");
        assert!(all.hits.iter().all(|hit| !hit.weak));
    }
}

#[test]
fn a_variant_identical_to_the_general_text_scores_the_same() {
    let mut regions = Regions::default();
    regions.variants = vec![entries().remove(CERTIFICATE), entries().remove(CERTIFICATE)];
    regions.variants[1].answer_text.push_str(" Zebra.");
    regions.add("S", DocumentList { documents: (0..6).chain([7]).collect(), ..DocumentList::default() });
    let varied = Index::of_regions(entries(), regions, Vec::new(), &synonyms());
    for text in QUERIES {
        let [with, without] = [search(&varied, "S", text), varied.search(&Query::new(text))];
        assert_eq!(with, without, "{text:?}");
    }
}

#[test]
fn weak_is_judged_by_what_the_region_reads() {
    let varied = varied();
    let best = |region| {
        let answer = search(&varied, region, "county clerk relative certificate");
        let first = answer.hits.first().unwrap().clone();
        (first.id, first.weak, answer.strong)
    };
    assert_eq!(best("B"), ("certificate".into(), false, 1));
    let answer = search(&varied, "B", "notary");
    assert!(answer.hits.iter().all(|hit| hit.weak), "a guess at most: {:?}", ids(&answer));
    let strong = search(&varied, "A", "notary");
    assert_eq!((strong.strong, ids(&strong)[0]), (1, "certificate"));
}

#[test]
fn highlights_refer_to_the_filled_in_text() {
    let varied = varied();
    for (region, name) in [("A", "Alpha"), ("G", "New Gamma")] {
        let answer = search(&varied, region, "notary");
        let snippet = &certificate(&answer).unwrap().snippet;
        assert_eq!(
            snippet.text,
            format!("In {name} a notary confirms your copy. The notary asks for a fee.")
        );
        let marked: Vec<String> =
            snippet.highlights.iter().map(|range| super::cut(&snippet.text, *range)).collect();
        assert_eq!(marked, ["notary", "notary"], "{region}");
    }
    let answer = search(&varied, "B", "certificate clerk");
    let hit = certificate(&answer).unwrap();
    assert_eq!(super::cut("How do I get a birth certificate?", hit.highlights.question[0]), "certificate");
    let text = &hit.snippet.text;
    assert_eq!(
        hit.snippet.highlights.iter().map(|range| super::cut(text, *range)).collect::<Vec<_>>(),
        ["clerk"]
    );
}

#[test]
fn a_filled_in_region_name_is_not_searchable() {
    let varied = varied();
    assert!(certificate(&search(&varied, "A", "alpha")).is_none());
    assert!(certificate(&search(&varied, "G", "gamma")).is_none());
}

#[test]
fn regions_that_read_the_same_share_a_reader() {
    let varied = varied();
    let reader = |region| varied.reader(region).unwrap();
    assert_eq!(reader("A"), reader("A2"));
    assert_eq!(reader("D"), Reader::default());
    assert_eq!(varied.readers(), 5, "nobody's, and those of A, B, E and G");
    assert_eq!(varied.reader("Z"), None);
    let answer = |region| varied.entry_for(reader(region), "certificate").map(|entry| entry.answer);
    assert_eq!(answer("B").unwrap(), "The county clerk has it. A relative may ask for it.");
    assert!(answer("A").unwrap().starts_with("**In Alpha"));
    assert_eq!(answer("E"), None);
    let numbers: Vec<usize> = varied.entries_for(reader("A")).map(|entry| entry.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(varied.entries_for(reader("E")).count(), 6);
}

#[test]
fn an_explanation_refers_to_the_variant_that_matched() {
    let varied = varied();
    let query = |text| Query { reader: varied.reader("A").unwrap(), ..Query::new(text) };
    let explanation = varied.explain(&query("notary"));
    let [hit] = explanation.hits.as_slice() else { panic!("{explanation}") };
    assert_eq!((hit.id.as_str(), hit.number), ("certificate", 7));
    assert_eq!((hit.words[0].term.as_str(), hit.words[0].part), ("notary", "answer"));
    assert!((hit.words[0].score - hit.score).abs() < 0.01);
}

#[test]
fn a_region_that_reads_the_general_text_has_no_reader_of_its_own() {
    let mut regions = Regions::default();
    for code in ["A", "B"] {
        regions.add(code, DocumentList { documents: (0..7).collect(), ..DocumentList::default() });
    }
    let index = Index::of_regions(entries(), regions, Vec::new(), &synonyms());
    assert_eq!((index.readers(), index.reader("A")), (1, Some(Reader::default())));
}
