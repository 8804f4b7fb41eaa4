//! The stream of a link, made as short as it gets.

use crate::inflate::DICTIONARY;
use alloc::boxed::Box;
use alloc::vec::Vec;
use miniz_oxide::deflate::core::deflate_flags::TDEFL_FORCE_ALL_STATIC_BLOCKS;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};

/// The shortest stream that holds these bytes; none where the compressor gives up, which it does not.
pub(crate) fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    // As thoroughly as it can, and raw.
    let flags = create_comp_flags_from_zip_params(10, 0, 0);
    // A text of a line or two is shorter without a code of its own.
    let streams = [flags, flags | TDEFL_FORCE_ALL_STATIC_BLOCKS].map(|flags| with(bytes, flags));
    streams.into_iter().flatten().min_by_key(Vec::len)
}

fn with(bytes: &[u8], flags: u32) -> Option<Vec<u8>> {
    let mut compressor = Box::new(CompressorOxide::new(flags));
    // The dictionary goes through it and is thrown away; what comes next refers to it.
    let (status, _) = compress_to_output(&mut compressor, DICTIONARY, TDEFLFlush::Sync, |_| true);
    if status != TDEFLStatus::Okay {
        return None;
    }
    let mut stream = Vec::new();
    let (status, _) = compress_to_output(&mut compressor, bytes, TDEFLFlush::Finish, |made| {
        stream.extend_from_slice(made);
        true
    });
    (status == TDEFLStatus::Done).then_some(stream)
}
