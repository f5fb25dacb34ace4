//! Reads the file to import: workbooks as they are, and text in whatever encoding a spreadsheet saved it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use encoding_rs::{Encoding, WINDOWS_1252};

use crate::content::yaml::MAX_BYTES;
use crate::import::{ImportSource, Loss};

/// The beginnings of office programs' own formats (ZIP, and Microsoft's older format).
const PACKED: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Bytes that aren't assigned in Windows-1252.
const UNASSIGNED: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/// The advice for a file in an unsupported format.
const SAVE_AS: &str = "save a spreadsheet as .xlsx or as CSV (File › Download › Comma-separated values), or a document as Markdown (.md)";

/// Returns the source, and the losses that are already in the file.
///
/// # Errors
/// If the file is neither a workbook nor text.
pub(super) fn read(path: &Path) -> anyhow::Result<(ImportSource, Vec<Loss>)> {
    let shown = path.display();
    let extension = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
    let unreadable = || format!("{shown} can't be read");
    if fs::metadata(path).with_context(unreadable)?.len() > MAX_BYTES as u64 {
        bail!("{shown} is larger than {MAX_BYTES} bytes");
    }
    let bytes = fs::read(path).with_context(unreadable)?;
    if ["xlsx", "xlsm"].contains(&extension.as_str()) {
        return Ok((ImportSource::Workbook(bytes), Vec::new()));
    }
    if PACKED.iter().any(|begin| bytes.starts_with(begin)) {
        bail!("{shown} is in a program's own format, not text; {SAVE_AS}");
    }
    let source: fn(String) -> ImportSource = match extension.as_str() {
        "csv" | "tsv" => ImportSource::Csv,
        "md" | "markdown" => ImportSource::Markdown,
        _ => bail!("{shown} isn't .xlsx, .csv, or .md; {SAVE_AS}"),
    };
    let (text, note) = decoded(&bytes).with_context(|| format!("{shown} can't be read as text"))?;
    if let Some(note) = note {
        eprintln!("{shown}: {note}");
    }
    let lost = text.lines().enumerate().filter(|(_, line)| line.contains(char::REPLACEMENT_CHARACTER));
    let losses = lost.map(|(at, _)| Loss {
        line: at + 1,
        what: "a character that was lost when the file was saved (it shows as \u{fffd})".to_owned(),
    });
    let losses = losses.collect();
    Ok((source(text), losses))
}

/// Returns the decoded text, and a note about its encoding if needed.
fn decoded(bytes: &[u8]) -> anyhow::Result<(String, Option<String>)> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, flawed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        if flawed {
            bail!("it's marked as {} but isn't; save it as CSV UTF-8", encoding.name());
        }
        return Ok((text.into_owned(), None));
    }
    let Err(flaw) = std::str::from_utf8(bytes) else {
        return Ok((String::from_utf8_lossy(bytes).into_owned(), None));
    };
    let line = bytes[..flaw.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
    if bytes.contains(&0) || bytes.iter().any(|byte| UNASSIGNED.contains(byte)) {
        bail!("line {line} has a character that isn't UTF-8; save it as CSV UTF-8");
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let shown: String = text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(60).collect();
    let note = format!(
        "it isn't UTF-8, so it was read as Windows-1252, which older spreadsheets use; if line {line} looks wrong here, save it as CSV UTF-8: {shown}"
    );
    Ok((text.into_owned(), Some(note)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_that_spreadsheets_save_is_read() {
        let utf16: Vec<u8> = "\u{feff}é\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, noted) in
            [("é\n".as_bytes(), false), ("\u{feff}é\n".as_bytes(), false), (&utf16, false), (b"\xe9\n", true)]
        {
            let (text, note) = decoded(bytes).unwrap();
            assert_eq!((text.as_str(), note.is_some()), ("é\n", noted), "{bytes:?}");
        }
        let (text, note) = decoded(b"q,a\nWhat\x92s it?,\x93This\x94 \x96 \x80 5\n").unwrap();
        assert_eq!(text, "q,a\nWhat’s it?,“This” – € 5\n");
        assert!(note.unwrap().contains("line 2"));
        for bytes in [&b"a\n\x81\n"[..], b"\xe9\0"] {
            assert!(decoded(bytes).unwrap_err().to_string().contains("save it as CSV UTF-8"));
        }
    }
}
