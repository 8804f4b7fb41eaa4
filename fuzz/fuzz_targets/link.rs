#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| queuescope_tests::fuzzed::link(bytes));
