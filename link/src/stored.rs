//! Deflate without a compressor: blocks that hold their bytes as they are.

use alloc::vec::Vec;

/// A stream that holds these bytes.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::with_capacity(bytes.len() + 16);
    let mut rest = bytes;
    loop {
        let (block, behind) = rest.split_at(rest.len().min(u16::MAX.into()));
        // As long as that, it fits.
        let length = block.len() as u16;
        stream.push(u8::from(behind.is_empty()));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
        if behind.is_empty() {
            return stream;
        }
        rest = behind;
    }
}
