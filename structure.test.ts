/**
 * The shape of cmd and lib: which folders and files import each other, how full folders are, how often a name
 * is exported.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";

import test from "ava";

const root = import.meta.dirname;

/** Sources by path. */
type Sources = ReadonlyMap<string, string>;

const sources: Sources = new Map(
  globSync(["lib/**/*.ts", "cmd/**/*.ts"], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), "utf8")]),
);

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

/** Files that lie on a cycle of imports, type imports included. */
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

/** Folders with more files than fit one list on a screen. */
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

test("no two folders import values from each other", (t) => {
  t.deepEqual(twoWayFolders(sources), []);
});

test("no file imports itself by way of others, types included", (t) => {
  t.deepEqual(cyclicFiles(sources), []);
});

test("no folder holds more than 25 files", (t) => {
  t.deepEqual(fullFolders(sources), []);
});

/** Twins: the same check for built-in kinds and for custom resources, the same part of the two pages. */
const twins = [
  "Browser",
  "BrowserDocument",
  "BrowserElement",
  "BrowserEvent",
  "ValidationContext",
  "addFault",
  "addTypeFault",
  "choiceCheck",
  "listCheck",
  "objectCheck",
  "pageScript",
  "pageStyle",
  "startPage",
];

test("no two files export the same name, but for twins", (t) => {
  t.deepEqual(repeatedNames(sources), twins);
});

test("every breach of the structure is noticed", (t) => {
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
