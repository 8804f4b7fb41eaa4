//! The example comes out as the rule book says, row by row, natively and in wasm.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[test]
fn the_example_comes_out_row_by_row() {
    queuescope_tests::example::assert_comes_out();
}
