import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import test from "ava";

import { diagnosticCodes } from "./lib/object/diagnostic-code.ts";
import { rooms } from "./lib/rooms.ts";

const root = import.meta.dirname;
const sources = globSync(["lib/**/*.ts", "cmd/**/*.ts"], { cwd: root }).filter(
  (file) => !file.endsWith(".test.ts"),
);

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** A comment speaks for the declarations that follow it without an empty line between. */
function isDocumented(lines: readonly string[], index: number): boolean {
  for (let above = index - 1; above >= 0 && lines[above]?.trim() !== ""; above -= 1) {
    if (lines[above]?.endsWith("*/") === true) {
      return true;
    }
  }
  return false;
}

const declaration = /^export (?:abstract |async )?(?:function\*?|const|interface|type|class) (\w+)/;
/** A list of words has its comment; the type of one of these words needs no other. */
const wordOf = /^export type \w+ = \(typeof \w+\)\[number\];$/;

test("whatever a file exports says in a comment what it is", (t) => {
  const silent = sources.flatMap((file) => {
    const lines = read(file).split("\n");
    return lines.flatMap((line, index) => {
      const [, name] = declaration.exec(line) ?? [];
      const speaks = name === undefined || wordOf.test(line) || isDocumented(lines, index);
      return speaks ? [] : [`${file}:${index + 1} ${name}`];
    });
  });
  t.deepEqual(silent, []);
});

test("every folder of lib is a room, and every room has its folder", (t) => {
  const folders = readdirSync(join(root, "lib"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  t.deepEqual(
    folders.map((entry) => entry.name).toSorted((left, right) => (left < right ? -1 : 1)),
    Object.keys(rooms).toSorted((left, right) => (left < right ? -1 : 1)),
  );
});

test("rooms import downwards only: no two of them lead to each other", (t) => {
  const open = new Map(Object.entries(rooms).map(([name, room]) => [name, new Set(room.imports)]));
  for (const name of open.keys()) {
    const reached = [...(open.get(name) ?? [])];
    for (const next of reached) {
      reached.push(...[...(open.get(next) ?? [])].filter((room) => !reached.includes(room)));
    }
    t.false(reached.includes(name), `${name} leads back to itself`);
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

test("every diagnostic code has its entry in docs/diagnostics.md, and every entry its code", (t) => {
  const headings = [...read("docs/diagnostics.md").matchAll(/^###? ([A-Z][a-z]\w*[A-Z]?\w*)$/gm)].map(
    ([, heading = ""]) => heading,
  );
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

test("no file or folder has a name that says nothing", (t) => {
  const files = globSync(["lib/**", "cmd/**", "fixtures/*", "fixtures/*.ts", "bench/**", "e2e/**"], {
    cwd: root,
  });
  t.deepEqual(
    files.filter((file) => emptyWords.test(file)),
    [],
  );
});

test("every target that the README names is in the Makefile", (t) => {
  const makefile = read("Makefile");
  const named = [...`${read("README.md")}${read("CONTRIBUTING.md")}`.matchAll(/`make ([a-z-]+)/g)];
  t.true(named.length > 0);
  t.deepEqual(
    named.map(([, target]) => target).filter((target) => !makefile.includes(`\n${target}:`)),
    [],
  );
});

test("every page that a page links to is there", (t) => {
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = ""]) => join(dirname(page), target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page} links to ${target}`),
  );
  t.deepEqual(broken, []);
});
