// Runs one workload of the wasm build and prints its figures as JSON: node run.cjs PATH WORKLOAD [--quick].
const [path, workload, quick] = process.argv.slice(2);
const { measure } = require(path);
process.stdout.write(measure(workload, quick === "--quick"));
