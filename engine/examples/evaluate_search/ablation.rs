//! Measures how much each idea in the ranking helps: a set's figures with the full ranking and without the idea.

use callguide::content::model::SearchCheck;
use callguide::faq::{Index, Ranking};

use crate::measure::{self, Figures};

/// A set's figures, and those without each idea, in the order of [`Ranking::IDEAS`].
pub struct Ablation {
    pub set: String,
    pub with: Figures,
    pub without: Vec<Figures>,
}

impl Ablation {
    pub fn new(set: &str, index: &Index, searches: &[&SearchCheck]) -> Self {
        let figures = |ranking: &Ranking| Figures::of(&measure::ask(index, ranking, searches, false));
        let without = Ranking::IDEAS.iter().map(|(_, turn_off)| {
            let mut ranking = Ranking::default();
            turn_off(&mut ranking);
            figures(&ranking)
        });
        Self { set: set.to_owned(), with: figures(&Ranking::default()), without: without.collect() }
    }
}

/// A figure's name and the function that computes it; `None` if a set has no query for it.
type Figure = (&'static str, fn(&Figures) -> Option<f64>);

const FIGURES: [Figure; 3] = [
    ("MRR@10 (more is better)", |of| (of.answerable > 0).then(|| of.mrr())),
    ("unanswerable with a strong result (less is better)", |of| {
        (of.unanswerable > 0).then(|| of.unanswerable_strong())
    }),
    ("right entry not strong (less is better)", |of| (of.answerable > 0).then(|| of.not_strong())),
];

pub fn print(ablations: &[Ablation]) {
    println!("\nWhat each idea is worth: the figure without it, and what the idea changes");
    for (name, figure) in FIGURES {
        print!("\n  {name:<52}");
        ablations.iter().for_each(|one| print!("{:>16}", one.set));
        print!("\n  {:<52}", "with all");
        for one in ablations {
            match figure(&one.with) {
                Some(with) => print!("{with:>16.3}"),
                None => print!("{:>16}", "-"),
            }
        }
        println!();
        for (number, (idea, _)) in Ranking::IDEAS.iter().enumerate() {
            print!("  without {idea:<44}");
            for one in ablations {
                match (figure(&one.with), figure(&one.without[number])) {
                    (Some(with), Some(without)) => print!("{without:>9.3}{:>+7.3}", with - without),
                    _ => print!("{:>16}", "-"),
                }
            }
            println!();
        }
    }
}
