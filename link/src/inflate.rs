//! The stream of a link, opened: deflate with a preset dictionary.

use crate::error::LinkError;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// What a stream of version 1 may refer to as if it had come before it. Never changed: links would open as something else.
pub const DICTIONARY: &[u8] = include_bytes!("dictionary-1.txt");

/// The most that a link holds, in bytes: the longest text of a scenario, and 8 KiB of lines before it.
pub const MAX_BYTES: usize = (64 + 8) * 1024;

/// All that a stream holds. It ends where the stream ends, and nothing comes behind.
pub(crate) fn inflate(stream: &[u8]) -> Result<Vec<u8>, LinkError> {
    let start = DICTIONARY.len();
    // Room for the limit and no more: that is all that a bomb gets.
    let mut bytes = vec![0; start + MAX_BYTES];
    bytes[..start].copy_from_slice(DICTIONARY);
    let mut inflater = Box::<DecompressorOxide>::default();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) = decompress(&mut inflater, stream, &mut bytes, start, flags);
    match status {
        TINFLStatus::Done if read == stream.len() => {
            bytes.truncate(start + written);
            bytes.drain(..start);
            Ok(bytes)
        }
        TINFLStatus::HasMoreOutput => Err(LinkError::TooLong),
        TINFLStatus::Done
        | TINFLStatus::FailedCannotMakeProgress
        | TINFLStatus::BadParam
        | TINFLStatus::Adler32Mismatch
        | TINFLStatus::Failed
        | TINFLStatus::NeedsMoreInput => Err(LinkError::Damaged),
        _ => Err(LinkError::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::checksum;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_dictionary_stays_as_it_was_released() {
        assert_eq!((DICTIONARY.len(), checksum(DICTIONARY)), (1_251, 3_239_755_500));
    }

    #[test]
    fn a_stream_that_points_before_the_dictionary_is_damaged() {
        // A fixed block: a match of three bytes, 32,768 back.
        assert_eq!(inflate(&[0x03, 0x3d, 0xff, 0xff, 0x01]), Err(LinkError::Damaged));
        assert_eq!(inflate(&[]), Err(LinkError::Damaged));
        // A block of the reserved kind.
        assert_eq!(inflate(&[0x07]), Err(LinkError::Damaged));
    }

    #[test]
    fn a_block_that_is_not_the_last_is_not_the_end() {
        assert_eq!(inflate(&[1, 1, 0, 0xfe, 0xff, b'a']).as_deref(), Ok(&b"a"[..]));
        assert_eq!(inflate(&[0, 1, 0, 0xfe, 0xff, b'a']), Err(LinkError::Damaged));
        assert_eq!(inflate(&[1, 1, 0, 0xfe, 0xff, b'a', 0]), Err(LinkError::Damaged));
    }
}
