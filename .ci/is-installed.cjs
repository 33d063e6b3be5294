// Exits with 0 if node_modules contains the packages of package-lock.json. Runs on any Node, and fast enough for every
// target of the Makefile.
const { existsSync, readFileSync } = require("node:fs");

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

const wanted = packagesOf("package-lock.json");
const installed = packagesOf("node_modules/.package-lock.json");
const isMissing = (name) =>
  name !== "" && !wanted[name].optional && (installed[name] || {}).version !== wanted[name].version;

process.exitCode = Object.keys(wanted).some(isMissing) || !existsSync("node_modules/.bin/node") ? 1 : 0;
