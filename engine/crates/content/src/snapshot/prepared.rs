//! A response: its bytes, compressed forms and validator are built once per snapshot.

use std::io::Write as _;

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// A body in every encoding that's served, with its entity tags.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The media type, with its character set.
    pub content_type: &'static str,
    identity: Encoded,
    brotli: Encoded,
    gzip: Encoded,
}

/// One representation of a body.
#[derive(Debug, Clone)]
struct Encoded {
    bytes: Bytes,
    /// The strong validator, quotes included. Each encoding is a separate representation, so the encoding's name is
    /// part of the tag.
    etag: String,
}

/// The encodings that a prepared body is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// Returns the encoding's name in `Content-Encoding`; `None` for the unencoded bytes.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }
}

impl Prepared {
    /// Compresses `body` and computes its entity tags.
    pub fn new(content_type: &'static str, body: Vec<u8>) -> Self {
        let hash = hex::encode(&Sha256::digest(&body)[..12]);
        let encoded = |encoding: Encoding, bytes: Vec<u8>| {
            let etag = match encoding.name() {
                None => format!("\"{hash}\""),
                Some(name) => format!("\"{hash}-{name}\""),
            };
            Encoded { bytes: bytes.into(), etag }
        };
        Self {
            content_type,
            brotli: encoded(Encoding::Brotli, brotli_of(&body)),
            gzip: encoded(Encoding::Gzip, gzip_of(&body)),
            identity: encoded(Encoding::Identity, body),
        }
    }

    /// Serializes `value` as a JSON body.
    pub fn json(value: &impl serde::Serialize) -> Self {
        let body = serde_json::to_vec(value).expect("api types have string keys only");
        Self::new("application/json", body)
    }

    /// Returns the bytes in `encoding`; shared, not copied.
    pub fn bytes(&self, encoding: Encoding) -> Bytes {
        self.encoded(encoding).bytes.clone()
    }

    /// Returns the strong entity tag of the body in `encoding`, quotes included.
    pub fn etag(&self, encoding: Encoding) -> &str {
        &self.encoded(encoding).etag
    }

    fn encoded(&self, encoding: Encoding) -> &Encoded {
        match encoding {
            Encoding::Identity => &self.identity,
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        }
    }

    /// Returns the memory held by the bodies, in bytes.
    pub fn size(&self) -> usize {
        [&self.identity, &self.brotli, &self.gzip].iter().map(|encoded| encoded.bytes.len()).sum()
    }
}

/// Up to this length in bytes, gzip's default level is hardly slower than its fast one, since most of the time goes to
/// setup. It makes the response to a keystroke a seventh smaller.
const SHORT: usize = 16 * 1024;

/// Encodes `body` for a waiting client, at a level that's worth the wait.
pub fn quickly(body: &[u8], encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Identity => body.to_vec(),
        Encoding::Gzip if body.len() <= SHORT => gzip_of(body),
        Encoding::Gzip => gzip_at(flate2::Compression::fast(), body),
        // The window is no larger than most bodies; the default window takes up megabytes for each response.
        Encoding::Brotli => brotli_at(2, 18, body),
    }
}

/// Uses quality 5: a volunteer waits while a snapshot is rebuilt, and quality 9 wouldn't halve the size of anything.
fn brotli_of(body: &[u8]) -> Vec<u8> {
    brotli_at(5, 22, body)
}

fn brotli_at(quality: u32, window: u32, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, quality, window);
    writer.write_all(body).expect("a vector takes every byte");
    drop(writer);
    out
}

fn gzip_of(body: &[u8]) -> Vec<u8> {
    gzip_at(flate2::Compression::default(), body)
}

fn gzip_at(level: flate2::Compression, body: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(body).expect("a vector takes every byte");
    writer.finish().expect("a vector takes every byte")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_has_a_tag_of_its_own() {
        let body = Prepared::json(&serde_json::json!({"a": "b"}));
        let tags = [Encoding::Identity, Encoding::Gzip, Encoding::Brotli].map(|e| body.etag(e));
        assert_eq!(tags[0].len(), 26);
        assert_ne!(tags[0], tags[1]);
        assert_ne!(tags[1], tags[2]);
        assert_eq!(&*body.bytes(Encoding::Identity), br#"{"a":"b"}"#);
    }
}
