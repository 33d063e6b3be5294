import test from "ava";

import { foldersOf, sortByPath } from "./excluded-entries.ts";

/** What is kept and left out of entries given as `kind path`. */
const sorts = test.macro(
  (t, entries: readonly string[], kept: readonly string[], leftOut: readonly string[]) => {
    const found = sortByPath(
      entries.map((entry) => {
        const [kind, path = ""] = entry.split(" ");
        return { path, kind: kind === "link" || kind === "module" ? kind : "file", id: "0" } as const;
      }),
      3,
    );
    t.deepEqual(
      found.kept.map(({ path }) => path),
      kept,
    );
    t.deepEqual(
      found.leftOut.map(({ path, why }) => `${path}: ${why}`),
      leftOut,
    );
  },
);

test(
  "files in folders are kept, in their order",
  sorts,
  ["file b/a", "file a", "link b/c/d"],
  ["b/a", "a", "b/c/d"],
  [],
);
test(
  "of a path that occurs twice the first is kept",
  sorts,
  ["file a", "link a"],
  ["a"],
  ["a: it is there twice"],
);
test(
  "nothing is kept inside a file",
  sorts,
  ["file a", "file a/b"],
  ["a"],
  ["a/b: it lies within a file or link"],
);
test(
  "nothing is kept inside a link, even if it comes first",
  sorts,
  ["file a/b/c", "link a"],
  ["a"],
  ["a/b/c: it lies within a file or link"],
);
test("a submodule is a folder, so its files are kept", sorts, ["module m", "file m/a"], ["m", "m/a"], []);
test(
  "a name that only begins like a file is another name",
  sorts,
  ["file a", "file ab/c"],
  ["a", "ab/c"],
  [],
);
test(
  "a path that is too deep is left out",
  sorts,
  ["file a/b/c/d", "file a/b/c/d/e"],
  ["a/b/c/d"],
  ["a/b/c/d/e: it is more than 3 folders deep (limits.depth)"],
);
test(
  "a hostile name is left out",
  sorts,
  ["file ../a", "file .GIT/config"],
  [],
  [
    "../a: a part of its path is empty, . or ..",
    ".GIT/config: a part of its path is .git, or is so on some file systems",
  ],
);

test("the folders of a path are listed from the outermost", (t) => {
  t.deepEqual(foldersOf("a/b/c"), ["a", "a/b"]);
  t.deepEqual(foldersOf("a"), []);
  t.deepEqual(foldersOf(""), []);
});
