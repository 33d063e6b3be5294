/**
 * The structure of cmd and lib: the imports between folders and files, the number of files in a folder,
 * repeated export names, and the names in README.md files.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";

import test from "ava";

const root = import.meta.dirname;

/** Sources by path. */
type Sources = ReadonlyMap<string, string>;

function readAll(...patterns: readonly string[]): Sources {
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

const sources = readAll("lib/**/*.ts", "cmd/**/*.ts");
const readmes = readAll("lib/**/README.md", "cmd/**/README.md");

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const statement = /^(?:import|export) (type )?(?:([^;"]*?) from )?"(\.[^"]+)";/gm;

/** Static imports and re-exports of files. */
function importsIn(files: Sources): readonly Import[] {
  return [...files].flatMap(([from, text]) =>
    [...text.matchAll(statement)].map(([, type, names = "", target = ""]) => ({
      from,
      to: normalize(join(dirname(from), target)),
      isType: type !== undefined || /^\{(?:\s*type \w[^,}]*,?)+\s*\}$/.test(names),
    })),
  );
}

/** Pairs of folders that import values from each other. */
function twoWayFolders(files: Sources): readonly string[] {
  const pairs = new Set(
    importsIn(files)
      .filter(({ isType }) => !isType)
      .map(({ from, to }) => `${dirname(from)} ${dirname(to)}`),
  );
  return [...pairs].filter((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return from < to && pairs.has(`${to} ${from}`);
  });
}

/** Files on a cycle of imports, including type imports. */
function cyclicFiles(files: Sources): readonly string[] {
  const targets = Map.groupBy(importsIn(files), ({ from }) => from);
  const reached = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const queue = [start];
    for (const file of queue) {
      for (const { to } of targets.get(file) ?? []) {
        if (!found.has(to)) {
          found.add(to);
          queue.push(to);
        }
      }
    }
    return found;
  };
  return [...files.keys()].filter((file) => reached(file).has(file));
}

/** Folders with more files than fit on a screen. */
function fullFolders(files: Sources): readonly string[] {
  const counts = Map.groupBy(files.keys(), (file) => dirname(file));
  return [...counts]
    .filter(([, list]) => list.length > 25)
    .map(([folder, list]) => `${folder} ${list.length}`);
}

const declaration = /^export (?:abstract |async )?(?:function\*?|const|interface|type|class) (\w+)/gm;

/** Names that more than one file exports. */
function repeatedNames(files: Sources): readonly string[] {
  const names = [...files].flatMap(([file, text]) =>
    [...new Set([...text.matchAll(declaration)].map(([, name = ""]) => name))].map((name) => ({
      name,
      file,
    })),
  );
  return [...Map.groupBy(names, ({ name }) => name)]
    .filter(([, uses]) => uses.length > 1)
    .map(([name]) => name)
    .toSorted();
}

/** Folders of lib with source files and without a README.md. `cmd` has one for all verbs. */
function foldersWithoutReadme(files: Sources, pages: Sources): readonly string[] {
  const folders = new Set([...files.keys()].map((file) => (file.startsWith("cmd/") ? "cmd" : dirname(file))));
  return [...folders].filter((folder) => !pages.has(`${folder}/README.md`));
}

/** READMEs of more than 20 lines. */
function longReadmes(pages: Sources): readonly string[] {
  return [...pages].flatMap(([page, text]) => {
    const lines = text.trimEnd().split("\n").length;
    return lines > 20 ? [`${page} ${lines}`] : [];
  });
}

/** A file or folder of the checkout: `a.ts`, `a/b.ts`, `a/`, `docs/a.md`. */
const namedPath = /`((?:[\w.-]+\/)*(?:[\w.-]+\.ts|[\w.-]+\/)|(?:cmd|docs|e2e|fixtures|lib)\/[\w./-]+)`/g;

/**
 * Files and folders that READMEs name and that do not exist, relative to the README's folder or to the root.
 */
function missingNames(pages: Sources, exists: (path: string) => boolean): readonly string[] {
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(namedPath)]
      .map(([, name = ""]) => name)
      .filter(
        (name) => !exists(/^(?:cmd|docs|e2e|fixtures|lib)\//.test(name) ? name : join(dirname(page), name)),
      )
      .map((name) => `${page} ${name}`),
  );
}

test("no two folders import values from each other", (t) => {
  t.deepEqual(twoWayFolders(sources), []);
});

test("no file imports itself through others, types included", (t) => {
  t.deepEqual(cyclicFiles(sources), []);
});

test("no folder holds more than 25 files", (t) => {
  t.deepEqual(fullFolders(sources), []);
});

test("every folder of lib with sources has a README.md, and cmd has one", (t) => {
  t.deepEqual(foldersWithoutReadme(sources, readmes), []);
});

test("no README.md of a folder has more than 20 lines", (t) => {
  t.deepEqual(longReadmes(readmes), []);
});

test("every file and folder that the README.md of a folder names exists", (t) => {
  t.deepEqual(
    missingNames(readmes, (path) => existsSync(join(root, path))),
    [],
  );
});

/** Intended repetitions: the same check for built-in kinds and for custom resources. */
const twins = ["ValidationContext", "addFault", "addTypeFault", "choiceCheck", "listCheck", "objectCheck"];

test("no two files export the same name, except for intended repetitions", (t) => {
  t.deepEqual(repeatedNames(sources), twins);
});

test("every violation of the structure is detected", (t) => {
  const value = `import { b } from "../y/b.ts";\nexport const a = b;\n`;
  const type = `import { type A } from "../x/a.ts";\nexport type B = A;\n`;
  t.deepEqual(
    twoWayFolders(
      new Map([
        ["x/a.ts", value],
        ["y/b.ts", value.replace("../y/b", "../x/a")],
      ]),
    ),
    ["x y"],
  );
  t.deepEqual(
    twoWayFolders(
      new Map([
        ["x/a.ts", value],
        ["y/b.ts", type],
      ]),
    ),
    [],
  );
  t.deepEqual(
    cyclicFiles(
      new Map([
        ["x/a.ts", value],
        ["y/b.ts", type],
      ]),
    ),
    ["x/a.ts", "y/b.ts"],
  );
  t.deepEqual(
    cyclicFiles(
      new Map([
        ["x/a.ts", value],
        ["y/b.ts", "export const b = 1;\n"],
      ]),
    ),
    [],
  );
  t.deepEqual(
    repeatedNames(
      new Map([
        ["x/a.ts", "export const a = 1;\n"],
        ["y/b.ts", "export type a = 1;\n"],
      ]),
    ),
    ["a"],
  );
  t.deepEqual(fullFolders(new Map(Array.from({ length: 26 }, (_, index) => [`x/${index}.ts`, ""]))), [
    "x 26",
  ]);
});

function readmeOf(text: string): Sources {
  return new Map([["lib/x/README.md", text]]);
}

test("every violation of the README rules is detected", (t) => {
  const files = new Map([
    ["lib/x/a.ts", ""],
    ["lib/x/y/b.ts", ""],
    ["cmd/z/run.ts", ""],
  ]);
  t.deepEqual(foldersWithoutReadme(files, readmeOf("")), ["lib/x/y", "cmd"]);
  t.deepEqual(foldersWithoutReadme(new Map([["lib/x/a.ts", ""]]), readmeOf("")), []);
  t.deepEqual(longReadmes(readmeOf("line\n".repeat(21))), ["lib/x/README.md 21"]);
  t.deepEqual(longReadmes(readmeOf("line\n".repeat(20))), []);
  const names = "`a.ts` `y/b.ts` `y/` `lib/x/y` `b.ts` `x/a.ts` `z/` `docs/c.md` `<verb>/run.ts` `net/url`";
  const existing = new Set(["lib/x/a.ts", "lib/x/y/b.ts", "lib/x/y/", "lib/x/y"]);
  t.deepEqual(
    missingNames(readmeOf(names), (path) => existing.has(path)),
    ["b.ts", "x/a.ts", "z/", "docs/c.md"].map((name) => `lib/x/README.md ${name}`),
  );
});
