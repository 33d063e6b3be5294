import test from "ava";

import { indexLeftOut } from "./left-out-index.ts";

const leftOut = indexLeftOut({
  tree: {
    files: new Set(["deploy/a.yaml", "base/b.yaml"]),
    folders: new Set(["deploy", "base", "vendor", "vendor/module", "other"]),
    links: new Map([
      ["deploy/base", "../base"],
      ["base/vendor", "../vendor"],
      ["deploy/loop", "."],
    ]),
  },
  leftOut: [
    { path: "deploy/big.yaml", why: "it is large", id: "1" },
    { path: "deploy/out", why: "it leads out", id: "2" },
    { path: "vendor/module", why: "it is a submodule", id: "3" },
    { path: "other/link", why: "it leads to nothing", id: "4", end: "big/x.yaml" },
    { path: "current", why: "it leads to nothing", id: "5", end: "vendor/module/envs" },
    { path: "big/x.yaml", why: "it is large", id: "6" },
  ],
});

const finds = test.macro<[paths: readonly string[], expected: string]>({
  title: (title, paths) => title ?? `left-out entries of ${paths.join()}`,
  exec: (t, paths, expected) => {
    t.is(
      leftOut
        .below(paths)
        .map(({ id }) => id)
        .join(),
      expected,
    );
  },
});

test("a left-out entry at a path is found", finds, ["deploy/big.yaml"], "1");
test("left-out entries below a path, and behind its links, are found", finds, ["deploy"], "1,2,3");
test("a left-out entry above a path is found", finds, ["vendor/module/envs"], "3");
test("left-out entries above a path behind a link are found", finds, ["current/prod"], "5,3");
test("left-out entries behind a left-out link are found", finds, ["other"], "6,4");
test("all left-out entries are found for the whole tree", finds, [""], "6,5,1,2,4,3");
test("left-out entries of other paths are not found", finds, ["deploy/a.yaml"], "");
test("left-out entries of several paths are found", finds, ["deploy/big.yaml", "vendor"], "1,3");

test("a complete tree has no left-out entries", (t) => {
  const tree = { files: new Set(["a"]), folders: new Set<string>(), links: new Map([["link", "a"]]) };
  t.deepEqual(indexLeftOut({ tree, leftOut: [] }).below([""]), []);
});

test("paths inside a left-out entry are left out too", (t) => {
  const places = [
    "vendor/module",
    "vendor/module/a/b.yaml",
    "vendor",
    "vendor/module2",
    "",
    "../vendor/module",
  ];
  t.deepEqual(places.filter(leftOut.includes), ["vendor/module", "vendor/module/a/b.yaml"]);
});
