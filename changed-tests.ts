/**
 * Runs the unit tests that a change may affect, for `make check`: those whose own text, or that of anything
 * they import or read, differs from when they last passed in this checkout. `make test` runs all of them.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = import.meta.dirname;
const record = join(root, "node_modules/.cache/converge/passed-tests.json");

/** The gates start a linter for each breach, and large inputs take long. Both run only in `make test`. */
const tests = globSync(["{lib,cmd,fixtures}/**/*.test.ts", "{repository,structure,prose}.test.ts"], {
  cwd: root,
})
  .filter((file) => !file.endsWith(".large.test.ts"))
  .toSorted();

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), "utf8");
  texts.set(file, text);
  return text;
}

function isFile(file: string): boolean {
  return existsSync(join(root, file)) && statSync(join(root, file)).isFile();
}

/** The files that the string literals of a file point to: imports, and files that it reads. */
function neighboursOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(/"(\.\.?\/[^"\n]+)"/g)]
    .map(([, path = ""]) => normalize(join(dirname(file), path)))
    .filter((path) => !path.startsWith("..") && isFile(path));
}

const neighbours = new Map<string, readonly string[]>();

/** A file with all files that it reaches. */
function closureOf(file: string): readonly string[] {
  const found = new Set([file]);
  for (const next of found) {
    const below = neighbours.get(next) ?? (next.endsWith(".ts") ? neighboursOf(next) : []);
    neighbours.set(next, below);
    for (const neighbour of below) {
      found.add(neighbour);
    }
  }
  return [...found].toSorted();
}

function hashOf(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(`${part.length}:`).update(part);
  }
  return hash.digest("hex");
}

function hashOfFiles(files: readonly string[]): string {
  return hashOf(files.flatMap((file) => [file, textOf(file)]));
}

const data = "{.github,fixtures,docs,deploy,bench/charts}/**/*.{yaml,yml,json,md,txt,tpl,jsonl}";
const dataHash = hashOfFiles(globSync([data, "*.md", "Makefile"], { cwd: root }).filter(isFile).toSorted());
const sourceHash = hashOfFiles(globSync("{lib,cmd}/**/*.{ts,mjs,md}", { cwd: root }).toSorted());
const toolsHash = hashOf([process.version, ...["package-lock.json", "tsconfig.json"].map(textOf)]);

/** Matches texts that read files without an import. */
const readsData = /fixtures|docs\/|deploy|readFile|globSync/;

/** Matches texts that start the program, or read the whole source. */
const readsSource = /child_process|converge\.mjs|globSync|worker_threads/;

/**
 * All inputs of a test in one hash. The layers read only what a test passes to them, so its own files and its
 * fixtures are searched.
 */
function inputsOf(test: string): string {
  const files = closureOf(test);
  const own = files.filter((file) => file.endsWith(".test.ts") || !/^(?:lib|cmd)\//.test(file)).map(textOf);
  return hashOf([
    toolsHash,
    hashOfFiles(files),
    own.some((text) => readsData.test(text)) ? dataHash : "",
    own.some((text) => readsSource.test(text)) ? sourceHash : "",
  ]);
}

function passedBefore(): Readonly<Record<string, string>> {
  return existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
}

const inputs = Object.fromEntries(tests.map((test) => [test, inputsOf(test)]));
const before = passedBefore();
const changed = tests.filter((test) => inputs[test] !== before[test]);
if (changed.length > 0) {
  const words = ["--no-color", ...process.argv.slice(2), ...changed];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") };
  const { status, stdout, stderr } = spawnSync("ava", words, {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) {
    process.stdout.write(`${stdout}${stderr}`.replaceAll(/^.*✔.*\n/gm, ""));
    process.exit(1);
  }
}
mkdirSync(dirname(record), { recursive: true });
writeFileSync(record, JSON.stringify(inputs));
process.stdout.write(
  `${changed.length} of ${tests.length} test files run, the others are unchanged since they passed\n`,
);
