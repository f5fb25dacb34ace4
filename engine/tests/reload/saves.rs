//! Tests how editors and tools save.

use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Setup, copy, under_way};

const SITE: &str = "site.yaml";

/// Returns the shipped site with `mark` added to its tagline.
fn marked(engine: &Engine, mark: &str) -> String {
    let text = engine.read(SITE);
    let line = text.lines().find(|line| line.trim_start().starts_with("tagline: ")).unwrap();
    text.replacen(line, &format!("{} {mark}", line.split(" (edit").next().unwrap()), 1)
}

fn edit(engine: &Engine, number: usize) -> String {
    marked(engine, &format!("(edit {number})"))
}

/// Returns the tagline being served.
fn served(engine: &Engine) -> String {
    engine.get("/api/content").json()["site"]["organisation"]["tagline"].as_str().unwrap().to_owned()
}

#[test]
fn saves_in_place_by_rename_and_with_backups_are_served() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        // The file is written in place, as `cat >` does: truncated, then written in two parts.
        let text = edit(engine, 1);
        let mut file = fs::File::create(engine.file(SITE)).unwrap();
        let (head, tail) = text.as_bytes().split_at(text.len() / 2);
        file.write_all(head).unwrap();
        file.write_all(tail).unwrap();
        drop(file);
        let status = engine.wait_for_disk();
        assert_eq!(status["changed_files"], serde_json::json!([SITE]));
        assert!(served(engine).ends_with("(edit 1)"));
        // It's written to a temporary file and renamed, as vim with backupcopy=no and most other
        // editors do.
        fs::write(engine.file(".site.yaml.swp"), "x").unwrap();
        fs::write(engine.file("site.yaml.tmp"), edit(engine, 2)).unwrap();
        fs::rename(engine.file("site.yaml.tmp"), engine.file(SITE)).unwrap();
        fs::remove_file(engine.file(".site.yaml.swp")).unwrap();
        engine.wait_for_disk();
        assert!(served(engine).ends_with("(edit 2)"));
        // It's moved to a backup, then written as a new file, the way Emacs does it.
        let text = edit(engine, 3);
        fs::rename(engine.file(SITE), engine.file("site.yaml~")).unwrap();
        fs::write(engine.file(SITE), text).unwrap();
        engine.wait_for_disk();
        assert!(served(engine).ends_with("(edit 3)"));
        // A watch on the file itself would no longer work.
        fs::write(engine.file(SITE), edit(engine, 4)).unwrap();
        engine.wait_for_disk();
        assert!(served(engine).ends_with("(edit 4)"));
    });
}

#[test]
fn a_half_written_and_an_empty_file_are_never_served() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        let (before, good) = (served(engine), edit(engine, 1));
        fs::write(engine.file(SITE), &good[..good.len() / 2]).unwrap();
        let status = engine.wait_for_refusal();
        assert!(status["last_attempt"]["errors"].as_u64().unwrap() > 0);
        assert_eq!(served(engine), before);
        fs::write(engine.file(SITE), "").unwrap();
        let status = engine.wait("the empty file is told", |status| {
            status["last_attempt"]["findings"][0]["rule"] == "empty-file"
        });
        assert_eq!(status["last_attempt"]["changed_files"], serde_json::json!([SITE]));
        assert_eq!(status["last_attempt"]["findings"][0]["file"], "content/site.yaml");
        assert_eq!(served(engine), before);
        fs::write(engine.file(SITE), &good).unwrap();
        let status = engine.wait_for_disk();
        assert_eq!(status["last_attempt"]["errors"], 0, "a good edit clears");
        assert!(served(engine).ends_with("(edit 1)"));
    });
}

#[test]
fn rapid_saves_cause_few_reloads_and_the_last_one_wins() {
    // `make soak` sets this to a thousand.
    let saves: usize = std::env::var("CALLGUIDE_SOAK_SAVES").ok().map_or(150, |n| n.parse().unwrap());
    let engine = Engine::new();
    under_way(&engine, |engine| {
        let began = Instant::now();
        for number in 1..=saves {
            fs::write(engine.file(SITE), edit(engine, number)).unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        engine.wait_for_disk();
        assert!(served(engine).ends_with(&format!("(edit {saves})")));
        // While edits keep coming, the content is examined at most once a second, and once more when
        // they end.
        let bound = began.elapsed().as_secs() as usize + 3;
        assert!(engine.examined() <= bound, "{} examinations, at most {bound} expected", engine.examined());
    });
}

#[test]
fn an_edit_is_served_despite_constant_writes_to_another_file() {
    let engine = Engine::new();
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::SeqCst) {
                fs::write(engine.file("notes.txt"), "of staff").unwrap();
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        fs::write(engine.file(SITE), edit(&engine, 1)).unwrap();
        engine.wait_for_disk();
        over.store(true, std::sync::atomic::Ordering::SeqCst);
    });
}

#[test]
fn a_save_that_changes_nothing_reloads_nothing() {
    let engine = Engine::new();
    let text = engine.read(SITE);
    fs::write(engine.file(SITE), &text).unwrap();
    fs::write(engine.file("README.md"), "notes of staff").unwrap();
    // Any check caused by these writes is over by the time a later edit is served.
    fs::write(engine.file(SITE), edit(&engine, 1)).unwrap();
    engine.wait_for_disk();
    assert_eq!(engine.examined(), 1);
}

#[test]
fn a_checkout_of_200_files_is_never_served_partially() {
    let setup = Setup::new();
    let faq = |number: usize, text: &str| {
        format!(
            "# yaml-language-server: $schema=../../schemas/faq.schema.json\ncategory: Category {number}\norder: \
             {}\nentries:\n  - id: entry-{number}\n    question: {text} question {number}\n    answer: {text} \
             answer {number}.\n    tags: [tag{number}]\n",
            100 + number
        )
    };
    let write = |folder: &std::path::Path, text: &str| {
        for number in 0..200 {
            // The old file is removed, and a new one is written in its place, as git does.
            let path = folder.join(format!("faq/x{number}.yaml"));
            let _ = fs::remove_file(&path);
            fs::write(path, faq(number, text)).unwrap();
        }
    };
    write(&setup.folder, "Old");
    let engine = setup.start();
    let entries = engine.status()["counts"]["faq_entries"].as_u64().unwrap();
    assert!(entries > 200);
    under_way(&engine, |engine| {
        write(&engine.folder, "New");
        let status = engine.wait_for_disk();
        assert_eq!(status["changed_files"].as_array().unwrap().len(), 200);
        assert_eq!(status["counts"]["faq_entries"], entries);
        assert!(engine.examined() <= 4, "{}", engine.examined());
    });
}

#[test]
fn two_files_edited_together_are_served_together() {
    let engine = Engine::new();
    let (links, site) = (engine.read("links.yaml"), engine.read(SITE));
    let old = site.lines().find_map(|line| line.trim().strip_prefix("brand_link: ")).unwrap().to_owned();
    let rename = |text: &str, key: &str, end: &str| {
        let from = format!("{key}{old}{end}");
        assert!(text.contains(&from), "{from}");
        text.replacen(&from, &format!("{key}renamed-{old}{end}"), 1)
    };
    // Adds a link with a different name; the old one may be used elsewhere.
    let line = format!("  {old}:");
    let at = links.find(&line).unwrap();
    let block: String = std::iter::once(links[at..].lines().next().unwrap())
        .chain(links[at..].lines().skip(1).take_while(|line| line.starts_with("    ")))
        .map(|line| format!("{line}\n"))
        .collect();
    let links = links.replacen(&block, &format!("{block}{}", rename(&block, "  ", ":")), 1);
    let site = rename(&site, "brand_link: ", "\n");
    let expected = |engine: &Engine| {
        engine.get("/api/content").json()["site"]["brand_link"]["id"].as_str().unwrap().to_owned()
    };
    under_way(&engine, |engine| {
        let before = engine.version();
        // The two edits are made one at a time: the first one alone is refused, and the second fixes it.
        fs::write(engine.file(SITE), &site).unwrap();
        let status = engine.wait_for_refusal();
        assert_eq!(status["version"], before.as_str());
        fs::write(engine.file("links.yaml"), &links).unwrap();
        let status = engine.wait_for_disk();
        assert_eq!(status["changed_files"], serde_json::json!(["links.yaml", SITE]));
        assert_eq!(expected(engine), format!("renamed-{old}"));
        // Both files are restored together: the content isn't examined in between.
        let examined = engine.examined();
        let fresh = engine.base.path().join("fresh");
        copy(&crate::engine::shipped(), &fresh);
        for name in [SITE, "links.yaml"] {
            fs::rename(fresh.join(name), engine.file(name)).unwrap();
        }
        engine.wait_for_disk();
        assert_eq!(expected(engine), old);
        assert_eq!(engine.examined(), examined + 1);
    });
}
