import test from "ava";

import { foldersOf, sortByPath, whyBadPath } from "./excluded-entries.ts";

/** The kept and the excluded ones of entries given as `kind path`. */
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
  "files in folders are kept, in order",
  sorts,
  ["file b/a", "file a", "link b/c/d"],
  ["b/a", "a", "b/c/d"],
  [],
);
test(
  "the first of two entries with the same path is kept",
  sorts,
  ["file a", "link a"],
  ["a"],
  ["a: it exists twice"],
);
test(
  "an entry inside a file is left out",
  sorts,
  ["file a", "file a/b"],
  ["a"],
  ["a/b: it is inside a file or link"],
);
test(
  "an entry inside a link is left out, even if it comes first",
  sorts,
  ["file a/b/c", "link a"],
  ["a"],
  ["a/b/c: it is inside a file or link"],
);
test("entries inside a submodule are kept", sorts, ["module m", "file m/a"], ["m", "m/a"], []);
test(
  "an entry whose name only begins like that of a file is kept",
  sorts,
  ["file a", "file ab/c"],
  ["a", "ab/c"],
  [],
);
test(
  "an entry nested too deep is left out",
  sorts,
  ["file a/b/c/d", "file a/b/c/d/e"],
  ["a/b/c/d"],
  ["a/b/c/d/e: it is more than 3 folders deep (limits.depth)"],
);
test(
  "entries with hostile paths are left out",
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

const names = test.macro({
  exec: (t, path: string, why?: string) => {
    t.regex(whyBadPath(path, 3) ?? "", why === undefined ? /^$/ : new RegExp(why));
  },
  title: (title, path: string = "", why?: string) =>
    title ?? `the path ${JSON.stringify(path)} ${why === undefined ? "may be checked out" : "is left out"}`,
});

for (const path of ["a/../b", "..", "a//b", "/etc", "a/", ".", "a/./b", ""]) {
  test(names, path, "empty, . or ..");
}
for (const name of [
  ".git",
  ".GIT",
  ".git ",
  ".git.",
  ".git. . ",
  ".git::$INDEX_ALLOCATION",
  "GIT~1",
  ".g\u200cit",
  "\ufeff.git",
  ".git\\hooks",
]) {
  test(names, `a/${name}`, "is .git");
}
for (const path of ["a\nb", "a\u001b[2J", "\u0085"]) {
  test(names, path, "control character");
}
test("a file name longer than 255 characters is left out", names, "x".repeat(256), "longer than 255 bytes");
test("a file name longer than 255 bytes is left out", names, "é".repeat(128), "longer than 255 bytes");
test(
  "a path longer than 2048 bytes is left out",
  names,
  `${"x".repeat(200)}/`.repeat(11),
  "longer than 2048 bytes",
);
test(names, "a/b/c/d/e", "more than 3 folders");
test(names, "a/b/c/d");
test(names, ".gitattributes");
test(names, "a.git");

test("duplicate entries and entries inside files are left out in any order", (t) => {
  const entries = ["a/b", "a", "c", "c", "d/e"].map((path) => ({ path, kind: "file" as const, id: "" }));
  const { kept, leftOut } = sortByPath(entries, 9);
  t.deepEqual(
    kept.map(({ path }) => path),
    ["a", "c", "d/e"],
  );
  t.deepEqual(leftOut, [
    { path: "a/b", why: "it is inside a file or link", id: "" },
    { path: "c", why: "it exists twice", id: "" },
  ]);
});
