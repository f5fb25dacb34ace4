//! A version in source form: the contents of its files, compressed, under the hash of those contents.
//!
//! Doesn't read or write files.

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use callguide_content::content::folder::Files;
use callguide_content::content::{Kind, version_of};
use callguide_content::snapshot::Texts;

/// The maximum size of a version's files, in bytes. The shipped files take up about 300,000 bytes, and an FAQ with
/// ten thousand entries takes up about ten million.
const MAX_TEXTS: u64 = 128 << 20;

/// A version's files, compressed.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Only the hash: all periods of the same files are kept as one.
    pub version: Arc<str>,
    /// A JSON list of (name, text) pairs, compressed with gzip.
    pub bytes: Arc<[u8]>,
}

impl Pack {
    /// Packs the files that are served; the checks and the style file aren't part of a version.
    pub fn of(texts: &Texts) -> Self {
        let served = texts.iter().filter(|(name, _)| Kind::of(name).is_some_and(Kind::served));
        let pairs: Vec<(&str, &str)> = served.map(|(name, text)| (&**name, &**text)).collect();
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        serde_json::to_writer(&mut packed, &pairs)
            .expect("pairs of strings always serialize, and writing to a Vec never fails");
        packed.flush().expect("writing to a Vec never fails");
        let bytes = packed.finish().expect("writing to a Vec never fails");
        Self { version: version_of(pairs).into(), bytes: bytes.into() }
    }

    /// Returns the files in the pack; `None` if it's incomplete, too large, or doesn't match its name.
    pub fn open(&self) -> Option<Files> {
        let mut json = Vec::new();
        // A pack that's too large is cut off, so it's no longer valid JSON.
        GzDecoder::new(&*self.bytes).take(MAX_TEXTS).read_to_end(&mut json).ok()?;
        let pairs: Vec<(String, String)> = serde_json::from_slice(&json).ok()?;
        if version_of(pairs.iter().map(|(name, text)| (&**name, &**text))) != *self.version {
            return None;
        }
        let files = pairs.into_iter().map(|(name, text)| (name.into(), text.into_bytes())).collect();
        Some(Files { files, ..Files::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pairs: &[(&str, &str)]) -> Texts {
        pairs.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect()
    }

    fn gzip(bytes: &[u8]) -> Arc<[u8]> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap().into()
    }

    #[test]
    fn a_pack_restores_the_served_files_and_ignores_checks() {
        let pack =
            Pack::of(&texts(&[("checks/paths.yaml", "a"), ("faq/one.yaml", "b"), ("site.yaml", "c ü\n")]));
        let files = pack.open().unwrap().files;
        let names: Vec<_> = files.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["faq/one.yaml", "site.yaml"]);
        assert_eq!(files[1].1, "c ü\n".as_bytes());
        let without = Pack::of(&texts(&[("faq/one.yaml", "b"), ("site.yaml", "c ü\n")]));
        assert_eq!(pack.version, without.version);
    }

    #[test]
    fn a_pack_opens_only_if_its_content_matches_its_name() {
        let pack = Pack::of(&texts(&[("site.yaml", "a long text, so that there is something to cut off")]));
        let with = |bytes: Arc<[u8]>| Pack { bytes, ..pack.clone() }.open();
        assert!(with(pack.bytes.clone()).is_some());
        for cut in 0..pack.bytes.len() {
            assert!(with(pack.bytes[..cut].into()).is_none(), "cut off after {cut} bytes");
        }
        assert!(with(Pack::of(&texts(&[("site.yaml", "another text")])).bytes).is_none());
        assert!(with(gzip(b"[[\"site.yaml\"]]")).is_none());
        assert!(with(gzip(b"{}")).is_none());
        assert!(with(b"#!/bin/sh"[..].into()).is_none());
    }

    #[test]
    fn a_decompression_bomb_is_not_unpacked() {
        let bomb = gzip(&vec![b' '; MAX_TEXTS as usize + 10_000]);
        assert!(bomb.len() < 1 << 20);
        assert!(Pack { version: "0123456789abcdef".into(), bytes: bomb }.open().is_none());
    }
}
