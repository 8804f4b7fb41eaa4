//! Compression of what is published: to know what it weighs over the wire, and as files for hosts that send them as they are.

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::workspace::walk;

/// Makes something smaller.
type Compress = fn(&[u8]) -> io::Result<Vec<u8>>;

/// How something is compressed, and what is put behind a file's name for it.
const WAYS: [(&str, Compress); 2] = [("br", brotli), ("gz", gzip)];

/// Writes compressed files beside all that are worth it; returns how many.
pub(crate) fn write(dist: &Path) -> Result<usize> {
    let mut paths = Vec::new();
    walk(dist, &mut |path| paths.push(path.to_path_buf()));
    paths.retain(|path| !is_compressed(path));
    let mut written = 0;
    for path in paths {
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for (ending, compress) in WAYS {
            let small = compress(&content)?;
            if small.len() < content.len() {
                let mut name = path.clone().into_os_string();
                name.push(format!(".{ending}"));
                let path = PathBuf::from(name);
                fs::write(&path, small)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                written += 1;
            }
        }
    }
    Ok(written)
}

/// Whether a file is one of those.
pub(crate) fn is_compressed(path: &Path) -> bool {
    WAYS.iter().any(|(ending, _)| path.extension().is_some_and(|found| found == *ending))
}

/// As small as brotli makes it.
pub(crate) fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut small, &BrotliEncoderParams::default())?;
    Ok(small)
}

/// As small as gzip makes it.
pub(crate) fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(content)?;
    gzip.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    #[test]
    fn compression_is_real() {
        for (_, compress) in WAYS {
            assert!(compress(&[0; 10_000]).unwrap().len() < 100);
        }
    }

    #[test]
    fn what_is_worth_it_gets_files_beside_it_once() {
        let dist = env::temp_dir().join(format!("queuescope-compress-{}", process::id()));
        fs::create_dir_all(dist.join("page")).unwrap();
        fs::write(dist.join("page/long.js"), "long ".repeat(100)).unwrap();
        fs::write(dist.join("short.txt"), "x").unwrap();
        assert_eq!(write(&dist).unwrap(), 2);
        assert_eq!(write(&dist).unwrap(), 2);
        let mut files = Vec::new();
        walk(&dist, &mut |path| files.push(path.strip_prefix(&dist).unwrap().to_path_buf()));
        files.sort();
        let expected = ["page/long.js", "page/long.js.br", "page/long.js.gz", "short.txt"];
        assert_eq!(files, expected.map(PathBuf::from));
        fs::remove_dir_all(&dist).unwrap();
    }
}
