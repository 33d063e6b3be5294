import test from "ava";

import { whyBadPath } from "./safe-entry-name.ts";
import { sortByPath } from "./excluded-entries.ts";

const names = test.macro({
  exec: (t, path: string, why?: string) => {
    t.regex(whyBadPath(path, 3) ?? "", why === undefined ? /^$/ : new RegExp(why));
  },
  title: (title, path: string = "", why?: string) =>
    title ?? `${JSON.stringify(path)} ${why === undefined ? "may be laid out" : "is left out"}`,
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
test("a long name is left out", names, "x".repeat(256), "longer than 255 bytes");
test("a name of many bytes is left out", names, "é".repeat(128), "longer than 255 bytes");
test("a long path is left out", names, `${"x".repeat(200)}/`.repeat(11), "longer than 2048 bytes");
test(names, "a/b/c/d/e", "more than 3 folders");
test(names, "a/b/c/d");
test(names, ".gitattributes");
test(names, "a.git");

test("what is there twice, or within a file, is left out whatever its order", (t) => {
  const entries = ["a/b", "a", "c", "c", "d/e"].map((path) => ({ path, kind: "file" as const, id: "" }));
  const { kept, leftOut } = sortByPath(entries, 9);
  t.deepEqual(
    kept.map(({ path }) => path),
    ["a", "c", "d/e"],
  );
  t.deepEqual(leftOut, [
    { path: "a/b", why: "it lies within a file or link" },
    { path: "c", why: "it is there twice" },
  ]);
});
