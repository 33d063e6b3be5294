import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import test from "ava";
import { parse } from "yaml";

import { diagnosticCodes } from "./lib/object/diagnostic/diagnostic-code.ts";
import { layers } from "./lib/layers.ts";

const root = import.meta.dirname;
const sources = sourcesIn("lib/**/*.ts", "cmd/**/*.ts");

function sourcesIn(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root }).filter((file) => !/\.(test|e2e)\.ts$/.test(file));
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/**
 * Whether a comment precedes the declaration, or one of those directly before it without an empty line
 * between.
 */
function isDocumented(lines: readonly string[], index: number): boolean {
  for (let above = index - 1; above >= 0 && lines[above]?.trim() !== ""; above -= 1) {
    if (lines[above]?.endsWith("*/") === true) {
      return true;
    }
  }
  return false;
}

const declaration = /^export (?:abstract |async )?(?:function\*?|const|interface|type|class) (\w+)/;
/** Matches the type of a list of words: the comment of the list suffices. */
const wordOf = /^export type \w+ = \(typeof \w+\)\[number\];$/;

/** Matches a method that others may call: of an exported class, and no constructor. */
const method = /^ {2}(?:static |async |override |get |\*)*(?!constructor\()([a-z]\w*)\(/;

/** The exports of a file, and methods of its classes, without a comment. */
function silentExports(text: string): readonly string[] {
  const lines = text.split("\n");
  let inClass = false;
  return lines.flatMap((line, index) => {
    inClass = /^export (?:abstract )?class /.test(line) || (inClass && line !== "}");
    const [, name] = declaration.exec(line) ?? (inClass ? method.exec(line) : null) ?? [];
    const speaks = name === undefined || wordOf.test(line) || isDocumented(lines, index);
    return speaks ? [] : [`${index + 1} ${name}`];
  });
}

test("every export has a comment", (t) => {
  const files = [...sources, ...sourcesIn("fixtures/*.ts", "e2e/*.ts", "bench/*.ts")];
  t.deepEqual(
    files.flatMap((file) => silentExports(read(file)).map((silent) => `${file}:${silent}`)),
    [],
  );
});

test("exports and methods without a comment are detected", (t) => {
  const text = `/** A. */\nexport class A {\n  constructor() {}\n\n  /** B. */\n  b(): void {}\n\n  c(): void {}\n}\n\nexport const d = 1;\n`;
  t.deepEqual(silentExports(text), ["8 c", "11 d"]);
});

function foldersBelow(folder: string): readonly string[] {
  return readdirSync(join(root, "lib", folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** The folders of lib that are layers: `modules` contains three. */
function layerFolders(): readonly string[] {
  return foldersBelow("").flatMap((folder) => (folder === "modules" ? foldersBelow(folder) : [folder]));
}

test("every folder of lib is a layer, and every layer has its folder", (t) => {
  t.deepEqual(
    layerFolders().toSorted((left, right) => (left < right ? -1 : 1)),
    Object.keys(layers).toSorted((left, right) => (left < right ? -1 : 1)),
  );
});

test("a layer imports only layers listed before it", (t) => {
  const names = Object.keys(layers);
  for (const [name, { imports }] of Object.entries(layers)) {
    const later = imports.filter((other) => names.indexOf(other) >= names.indexOf(name));
    t.deepEqual(later, [], `${name} imports layers that are not below it`);
  }
});

test("every diagnostic code is used somewhere in lib", (t) => {
  const text = sources
    .filter((file) => basename(file) !== "diagnostic-code.ts")
    .map(read)
    .join("\n");
  t.deepEqual(
    diagnosticCodes.filter((code) => !text.includes(`"${code}"`)),
    [],
  );
});

test("docs/reference/diagnostics.md has exactly one entry for every diagnostic code", (t) => {
  const headings = [
    ...read("docs/reference/diagnostics.md").matchAll(/^###? ([A-Z][a-z]\w*[A-Z]?\w*)$/gm),
  ].map(([, heading = ""]) => heading);
  const known: readonly string[] = diagnosticCodes;
  t.deepEqual(
    known.filter((code) => !headings.includes(code)),
    [],
    "codes without an entry",
  );
  // A heading of one plain word (`Reading`) is a chapter, not a code.
  const camel = headings.filter((heading) => /[a-z][A-Z]|[A-Z]\d/.test(heading));
  t.deepEqual(
    camel.filter((heading) => !known.includes(heading)),
    [],
    "entries without a code",
  );
  t.deepEqual(
    headings.filter((heading, index) => headings.indexOf(heading) !== index),
    [],
    "entries twice",
  );
});

const emptyWords =
  /(^|[-./])(utils?|helpers?|commons?|misc|shared|types|manager|handlers?|base|impl)([-./]|$)/;

test("no file or folder has a meaningless name", (t) => {
  const files = globSync(["lib/**", "cmd/**", "fixtures/*", "fixtures/*.ts", "bench/**", "e2e/**"], {
    cwd: root,
  });
  t.deepEqual(
    files.filter((file) => emptyWords.test(file)),
    [],
  );
});

// npm links a manual page only if a list names it (https://github.com/npm/bin-links, lib/link-mans.js).
test("a global installation installs the manual page", (t) => {
  const { man } = JSON.parse(read("package.json"));
  t.deepEqual(man, ["dist/man/converge.1"]);
});

test("every make target in README.md and CONTRIBUTING.md is in the Makefile", (t) => {
  const makefile = read("Makefile");
  const named = [...`${read("README.md")}${read("CONTRIBUTING.md")}`.matchAll(/`make ([a-z-]+)/g)];
  t.true(named.length > 0);
  t.deepEqual(
    named.map(([, target]) => target).filter((target) => !makefile.includes(`\n${target}:`)),
    [],
  );
});

test("make help lists the documented targets in two columns", (t) => {
  const makefile = read("Makefile");
  const documented = [...makefile.matchAll(/^([a-z-]+):.*## /gm)].map(([, target = ""]) => `make ${target}`);
  const lines = execFileSync("make", ["help"], { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
  t.deepEqual(
    lines.map((line) => line.slice(0, 22).trim()),
    documented,
  );
  t.deepEqual(
    lines.filter((line) => line.includes("$$") || /^ | {2}/.test(line.slice(24))),
    [],
  );
});

/** The local links of a page: `[text](path)`, and the `[name]: path` of a list of links. */
function linksOf(page: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:\]\(|^\[[^\]]+\]:\s+)(?!https?:|#)([^)#\s]+)/gm)].map(([, target = ""]) =>
    join(dirname(page), target),
  );
}

const pages = globSync(["*.md", ".github/*.md", "docs/**/*.md", "fixtures/**/*.md"], { cwd: root });

test("every page that a page links to exists", (t) => {
  const broken = pages.flatMap((page) =>
    linksOf(page, read(page))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page} links to ${target}`),
  );
  t.deepEqual(broken, []);
});

test("every file that ARCHITECTURE.md and CONTRIBUTING.md name exists", (t) => {
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((page) => [
    ...read(page).matchAll(/(?<![\w/])((?:lib|cmd|e2e|fixtures|bench|deploy)\/[\w./-]+\.\w+)/g),
  ]);
  t.true(named.length > 40);
  t.deepEqual(
    named.map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test("inline links and reference links are read", (t) => {
  const text =
    "See [a](a.md#part), [b][] and [c](https://example.com).\n\n[b]: ../b.md\n[d]: https://example.com\n";
  t.deepEqual(linksOf("docs/page.md", text), ["docs/a.md", "b.md"]);
});

test("every page for users can be reached from the README", (t) => {
  const reached = ["README.md"];
  for (const page of reached) {
    const targets = linksOf(page, read(page)).filter((target) => target.endsWith(".md"));
    reached.push(...targets.filter((target) => !reached.includes(target)));
  }
  t.deepEqual(
    globSync("docs/**/*.md", { cwd: root, exclude: ["docs/adr/**"] }).filter(
      (page) => !reached.includes(page),
    ),
    [],
  );
});

/** The words of a cell of a table; none for a dash. */
function wordsOf(cell = ""): readonly string[] {
  return cell.match(/[^\s,`–]+/g) ?? [];
}

test("ARCHITECTURE.md lists every layer as lib/layers.ts does", (t) => {
  const rows = [...read("ARCHITECTURE.md").matchAll(/^\| `([\w/]+)\/` \|[^|]*\|([^|]*)\|([^|]*)\|$/gm)];
  t.deepEqual(
    Object.fromEntries(
      rows.map(([, name = "", imports, packages]) => [
        name,
        { imports: wordsOf(imports), packages: wordsOf(packages) },
      ]),
    ),
    { ...layers },
  );
});

/** An issue form of GitHub. */
interface IssueForm {
  readonly name?: string;
  readonly description?: string;
  readonly body?: readonly { readonly type: string; readonly id?: string; readonly attributes?: object }[];
}

/** The reasons why GitHub would not show an issue form. */
function formFaults({ name, description, body = [] }: IssueForm): readonly string[] {
  const types = new Set(["checkboxes", "dropdown", "input", "markdown", "textarea"]);
  const ids = body.flatMap(({ id }) => id ?? []);
  return [
    ...(name === undefined || description === undefined ? ["no name or description"] : []),
    ...(body.some(({ type }) => type !== "markdown") ? [] : ["no field"]),
    ...body.flatMap(({ type, id }) => (types.has(type) ? [] : [`type ${type} of ${id}`])),
    ...body.flatMap(({ id, attributes }) => (attributes === undefined ? [`no attributes of ${id}`] : [])),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two fields ${id}`),
  ];
}

test("GitHub shows the issue forms", (t) => {
  const forms = globSync(".github/ISSUE_TEMPLATE/!(config).yml", { cwd: root });
  t.is(forms.length, 2);
  for (const form of forms) {
    t.deepEqual(formFaults(parse(read(form))), [], form);
  }
  const field = { type: "inptu", id: "a", attributes: {} };
  t.deepEqual(formFaults({ body: [field, { type: "input", id: "a" }] }), [
    "no name or description",
    "type inptu of a",
    "no attributes of a",
    "two fields a",
  ]);
});

test("the CI workflow calls .ci/run and may only read the repository", (t) => {
  const { permissions, jobs } = parse(read(".github/workflows/ci.yml"));
  t.deepEqual(permissions, { contents: "read" });
  const steps: readonly { readonly run?: string; readonly uses?: string }[] = jobs.test.steps;
  t.true(steps.some(({ run }) => run === ".ci/run"));
  const unpinned = steps
    .flatMap(({ uses }) => uses ?? [])
    .filter((uses) => !/@(?:v\d+|[\da-f]{40})$/.test(uses));
  t.deepEqual(unpinned, []);
});
