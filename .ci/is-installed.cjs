// Exit code 0 when node_modules holds what package-lock.json names. For any Node, and quick enough to stand before
// every target of the Makefile.
const { existsSync, readFileSync } = require("node:fs");

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

const wanted = packagesOf("package-lock.json");
const installed = packagesOf("node_modules/.package-lock.json");
const isMissing = (name) =>
  name !== "" && !wanted[name].optional && (installed[name] || {}).version !== wanted[name].version;

process.exitCode = Object.keys(wanted).some(isMissing) || !existsSync("node_modules/.bin/node") ? 1 : 0;
