//! Measures the FAQ search: how often the right entry comes first, by kind of query, and how soon it appears while
//! the query is still being typed; how often the search recognizes that there is no answer; and how much each idea in
//! the ranking helps. See `--help` for the options.

use callguide::content::model::SearchCheck;
use callguide::faq::{Index, Query, Ranking, Regions, Synonyms};

mod ablation;
mod arguments;
#[path = "../../benches/support/files.rs"]
mod files;
mod measure;
mod table;

use ablation::Ablation;
use arguments::{Arguments, USAGE};

fn main() -> anyhow::Result<()> {
    if std::env::args().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return Ok(());
    }
    let arguments = Arguments::parse(std::env::args().skip(1))?;
    let mut ablations = Vec::new();
    for set in &arguments.sets {
        let mut faq = files::read_set(set)?;
        if arguments.without_synonyms {
            faq.synonyms = Synonyms::default();
        }
        let index = Index::of_regions(faq.entries, Regions::named(faq.names), faq.errands, &faq.synonyms);
        if !arguments.explain.is_empty() {
            for text in &arguments.explain {
                print!("{}", index.explain(&Query { limit: 5, ..Query::new(text) }));
            }
            continue;
        }
        let asked = |search: &&SearchCheck| !(arguments.without_held_back && search.held_back);
        let searches: Vec<&SearchCheck> = faq.searches.iter().filter(asked).collect();
        println!("\n{}: {} entries, {} queries", set.name, index.len(), searches.len());
        let outcomes = measure::ask(&index, &Ranking::default(), &searches, !arguments.whole_queries);
        if arguments.misses {
            table::print_misses(&outcomes);
        }
        table::print(&outcomes);
        if !arguments.no_ablation {
            ablations.push(Ablation::new(&set.name, &index, &searches));
        }
    }
    if !ablations.is_empty() {
        ablation::print(&ablations);
    }
    Ok(())
}
