//! Sorting by numbers.

use crate::index::Ranks;

/// The items by their numbers; equals stay in their order.
pub(crate) fn sorted<T>(items: Vec<T>, numbers: impl Fn(&T) -> (u64, u64)) -> Vec<T> {
    let order = order(&mut items.iter().map(numbers));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|place| items[place].take()).collect()
}

/// The places of these numbers, in their order.
fn order(numbers: &mut dyn Iterator<Item = (u64, u64)>) -> Vec<usize> {
    let mut ranks = Ranks::new();
    for (place, (first, second)) in numbers.enumerate() {
        ranks.insert((first, second, place));
    }
    ranks.iter().map(|(_, _, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn equals_stay_in_their_order() {
        let items = vec![(2, "a"), (1, "b"), (2, "c"), (1, "d")];
        let words: Vec<_> =
            sorted(items, |item| (item.0, 0)).into_iter().map(|item| item.1).collect();
        assert_eq!(words, ["b", "d", "a", "c"]);
    }
}
