//! Tests a content folder that disappears, comes back, or is replaced by another.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::engine::{Engine, Setup, copy, shipped, under_way, version_of};

/// Creates a copy of the shipped content with a different tagline.
fn edition(folder: &Path, mark: &str) {
    copy(&shipped(), folder);
    let path = folder.join("site.yaml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, text.replacen("tagline: ", &format!("tagline: {mark} "), 1)).unwrap();
}

#[test]
fn a_removed_folder_is_served_again_once_recreated() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        for round in ["one", "two"] {
            let before = engine.version();
            fs::remove_dir_all(&engine.folder).unwrap();
            let status = engine.wait_for_refusal();
            assert_eq!(status["version"], before.as_str(), "the last good content goes on");
            edition(&engine.folder, round);
            engine.wait_for_disk();
        }
        let text = fs::read_to_string(engine.file("site.yaml")).unwrap();
        fs::write(engine.file("site.yaml"), text.replacen("tagline: ", "tagline: three ", 1)).unwrap();
        engine.wait_for_disk();
    });
}

#[test]
fn a_folder_that_replaces_the_renamed_one_is_served() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        edition(&engine.base.path().join("next"), "one");
        fs::rename(&engine.folder, engine.base.path().join("before")).unwrap();
        fs::rename(engine.base.path().join("next"), &engine.folder).unwrap();
        engine.wait_for_disk();
        // Edits in the folder that was renamed away no longer matter.
        let version = engine.version();
        fs::write(engine.base.path().join("before/site.yaml"), "").unwrap();
        let text = fs::read_to_string(engine.file("site.yaml")).unwrap();
        fs::write(engine.file("site.yaml"), text.replacen("tagline: ", "tagline: two ", 1)).unwrap();
        engine.wait_for_disk();
        assert_ne!(engine.version(), version);
    });
}

/// Atomically points the symbolic link `link` to `to`.
fn swap(link: &Path, to: &str) {
    let next = link.with_file_name("..next");
    symlink(to, &next).unwrap();
    fs::rename(next, link).unwrap();
}

#[test]
fn an_edit_by_swapping_a_mounted_volumes_data_link_is_served() {
    let mut setup = Setup::new();
    setup.folder = setup.base.path().join("mounted");
    fs::create_dir(&setup.folder).unwrap();
    let folder = setup.folder.clone();
    edition(&folder.join("..one"), "one");
    swap(&folder.join("..data"), "..one");
    for entry in fs::read_dir(shipped()).unwrap() {
        let name = entry.unwrap().file_name();
        symlink(Path::new("..data").join(&name), folder.join(&name)).unwrap();
    }
    let engine = setup.start();
    assert_eq!(engine.version(), version_of(&folder.join("..one")));
    under_way(&engine, |engine| {
        let mut before = "..one".to_owned();
        for round in ["two", "three", "four"] {
            let next = format!("..{round}");
            edition(&folder.join(&next), round);
            swap(&folder.join("..data"), &next);
            fs::remove_dir_all(folder.join(&before)).unwrap();
            engine.wait_for_disk();
            assert_eq!(engine.version(), version_of(&folder.join(&next)));
            before = next;
        }
    });
}

#[test]
fn an_edit_by_swapping_a_link_above_the_content_is_served() {
    let mut setup = Setup::new();
    let base = setup.base.path().to_owned();
    fs::create_dir_all(base.join("git/trees")).unwrap();
    edition(&base.join("git/trees/one/content"), "one");
    symlink("trees/one", base.join("git/current")).unwrap();
    setup.folder = base.join("git/current/content");
    let engine = setup.start();
    under_way(&engine, |engine| {
        let mut before = "one";
        for round in ["two", "three"] {
            edition(&base.join("git/trees").join(round).join("content"), round);
            swap(&base.join("git/current"), &format!("trees/{round}"));
            // The previous tree still exists: only the link shows the change.
            engine.wait_for_disk();
            fs::remove_dir_all(base.join("git/trees").join(before)).unwrap();
            before = round;
        }
        // Edits in the new location are noticed, too.
        let text = fs::read_to_string(engine.file("site.yaml")).unwrap();
        fs::write(engine.file("site.yaml"), text.replacen("tagline: ", "tagline: four ", 1)).unwrap();
        engine.wait_for_disk();
    });
}
