//! The page: mounts the simulator.

fn main() {
    queuescope_web::mount();
}
