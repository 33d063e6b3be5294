import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";
import { array, assert, constantFrom, dictionary, property } from "fast-check";

import { GitError } from "../model/git-repository.ts";
import { plainPath, requireComplete, type LinkTree, resolvePath } from "./source-path.ts";
import { gitFaultOf, openFollowedRepository } from "../../../fixtures/followed-repository.ts";

const plain = test.macro({
  exec(t, path: string, expected: string) {
    t.is(plainPath(path), expected);
  },
  title: (_, path: string, expected: string) => `the path "${path}" is normalized to "${expected}"`,
});
test(plain, "", "");
test(plain, ".", "");
test(plain, "./deploy/", "deploy");
test(plain, "deploy//prod/./a.yaml", "deploy/prod/a.yaml");
test(plain, "...", "...");
test(plain, "a b/ü", "a b/ü");

for (const path of ["/etc", "..", "deploy/../..", "a/../b", "a\nb", "a\u0000b"]) {
  test(`the path ${JSON.stringify(path)} is refused, since it leads out of the repository`, (t) => {
    const error = t.throws(() => plainPath(path), { instanceOf: GitError });
    t.is(error.fault, "refused");
    t.true(error.message.startsWith(`the path ${JSON.stringify(path)} leads out of the repository`));
  });
}

const listedTree = {
  files: new Set(["deploy/web.yaml", "base/a.yaml"]),
  folders: new Set(["deploy", "base"]),
  links: new Map([
    ["current", "deploy"],
    ["broken", "missing"],
  ]),
};

/** The fault of a path in the tree without these left-out paths; undefined if the path is complete. */
function fault(path: string, ...leftOut: readonly string[]): string | undefined {
  try {
    requireComplete(
      path,
      { tree: listedTree, leftOut: leftOut.map((each) => ({ path: each, why: "it is bad" })) },
      "repo",
    );
    return undefined;
  } catch (error) {
    return error instanceof GitError ? `${error.fault}: ${error.message}` : String(error);
  }
}

test("a path without left-out entries is complete", (t) => {
  for (const path of ["", "deploy", "deploy/web.yaml", "current", "base"]) {
    t.is(fault(path), undefined);
  }
});

test("a path that does not exist, or is a broken link, is missing", (t) => {
  t.is(fault("other"), 'missing: repo: "other" does not exist: check the path');
  t.regex(fault("broken") ?? "", /^missing: /);
  t.regex(fault("deploy/web.yaml/x") ?? "", /^missing: /);
});

test("a path with a left-out entry at, below or above it, or behind its link, is refused", (t) => {
  const refused = 'refused: repo: "deploy/x" is rejected: it is bad: remove it, or use another path';
  t.is(fault("deploy", "deploy/x"), refused);
  t.is(fault("deploy/x", "deploy/x"), refused);
  t.is(fault("deploy/x/y", "deploy/x"), refused);
  t.is(fault("current", "deploy/x"), refused);
  t.is(fault("", "deploy/x"), refused);
});

test("left-out entries elsewhere do not affect a path", (t) => {
  t.is(fault("deploy", "base/x", "deployment", "broken"), undefined);
});

type Links = Readonly<Record<string, string>>;

/** A tree with a file `good/web.yaml`, and these links in a folder next to it, by their names. */
function treeWith(links: Links): LinkTree {
  return {
    files: new Set(["good/web.yaml"]),
    folders: new Set(["good", "links"]),
    links: new Map(Object.entries(links).map(([name, target]) => [`links/${name}`, target])),
  };
}

const resolves = test.macro({
  exec: (t, links: Links, expected: string) => {
    const end = resolvePath("links/a", treeWith(links));
    t.is("why" in end ? end.why : end.path, expected);
  },
  title: (title) => `a link is resolved: ${title}`,
});

const leaves = "it leads out of the repository";
const loops = "it leads through too many links, or in a loop";
const throughFile = "it leads through a file as if that were a folder";

test("to a sibling folder", resolves, { a: "../good" }, "good");
test("to a file", resolves, { a: "../good/web.yaml" }, "good/web.yaml");
test("through another link", resolves, { a: "b", b: "../links/c", c: "../good" }, "good");
test("through a folder behind a link", resolves, { a: "b/../good", b: "../good" }, "good");
test("with redundant path segments", resolves, { a: "./..//./good/." }, "good");
test("to the root of the repository", resolves, { a: ".." }, "");
test("to an absolute path", resolves, { a: "/etc/passwd" }, "it leads to an absolute path");
test(
  "to an absolute path through another link",
  resolves,
  { a: "b", b: "/" },
  "it leads to an absolute path",
);
test("out of the repository", resolves, { a: "../../x" }, leaves);
test("out of the repository and back into it", resolves, { a: "../../checkouts/1/good" }, leaves);
test(
  "out of the repository by a link that seems to stay inside",
  resolves,
  { a: "b/../../..", b: "../good" },
  leaves,
);
test("to itself", resolves, { a: "a" }, loops);
test("in a loop", resolves, { a: "b/c", b: "a/d" }, loops);
test(
  "through links that multiply",
  resolves,
  { a: "b/b", b: "c/c", c: "d/d", d: "e/e", e: "f/f", f: "." },
  loops,
);
test("through thousands of path segments", resolves, { a: "./".repeat(2000) }, loops);
test("to a path that does not exist", resolves, { a: "none" }, "it leads to a path that is not checked out");
test("through a file and back", resolves, { a: "../good/web.yaml/.." }, throughFile);
test("to a file as a folder", resolves, { a: "../good/web.yaml/" }, throughFile);

const parts = constantFrom("a", "b", "c", "f", "..", ".", "");
const target = array(parts, { minLength: 1, maxLength: 5 })
  .map((some) => some.join("/"))
  .filter((text) => text !== "" && !text.startsWith("/"));
const trees = dictionary(constantFrom("a", "b", "c", "d/a", "d/b", "d/d/a"), target, {
  noNullPrototype: true,
});

test("links are resolved as by the operating system", (t) => {
  assert(
    property(trees, (links) => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "converge-links-")));
      const inside = join(root, "x/y/z");
      mkdirSync(join(inside, "d/d"), { recursive: true });
      for (const name of ["f", "d/f"]) {
        writeFileSync(join(inside, name), "");
      }
      for (const [path, to] of Object.entries(links)) {
        symlinkSync(to, join(inside, path));
      }
      const tree: LinkTree = {
        files: new Set(["f", "d/f"]),
        folders: new Set(["d", "d/d"]),
        links: new Map(Object.entries(links)),
      };
      for (const path of Object.keys(links)) {
        const resolved = resolvePath(path, tree);
        if ("path" in resolved) {
          t.is(realpathSync.native(join(inside, path)), join(inside, resolved.path));
        } else if (resolved.why !== leaves) {
          t.throws(() => realpathSync.native(join(inside, path)), undefined, JSON.stringify(links));
        }
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 150 },
  );
});

test("links inside the repository are checked out; others are left out, and paths with them are refused", async (t) => {
  const { tree, blob, publish, sync } = openFollowedRepository(t);
  const links = [
    ["bad1", "/etc"],
    ["bad2", "../../.."],
    ["bad3", "bad1"],
    ["bad4", "../good\nx"],
    ["bad5", "x".repeat(5000)],
    ["fine", "../good"],
    ["more", "fine/web.yaml"],
  ] as const;
  const good = tree([{ mode: "100644", name: "web.yaml", id: blob("a: 1\n") }]);
  const others = tree(links.map(([name, to]) => ({ mode: "120000", name, id: blob(to) })));
  publish(
    tree([
      { mode: "40000", name: "good", id: good },
      { mode: "40000", name: "links", id: others },
    ]),
  );
  const { folder } = await sync({ path: "links/fine" });
  t.is(readlinkSync(join(folder, "links/more")), "fine/web.yaml");
  t.is(readFileSync(join(folder, "links/more"), "utf8"), "a: 1\n");
  for (const name of ["bad1", "bad2", "bad3", "bad4", "bad5"]) {
    t.throws(() => lstatSync(join(folder, "links", name)), { code: "ENOENT" });
  }
  t.is(
    await gitFaultOf(sync({ path: "links/bad2" })),
    `refused: AT: "links/bad2" is rejected: it is a link, and ${leaves}: remove it, or use another path`,
  );
  t.regex(
    await gitFaultOf(sync({ path: "links" })),
    /^refused: AT: "links\/bad\d" is rejected: it is a link/,
  );
  t.true(existsSync(join((await sync({ path: "good" })).folder, "good/web.yaml")));
  t.regex(
    await gitFaultOf(sync({ path: "links/fine/none" })),
    /^missing: AT: "links\/fine\/none" does not exist/,
  );
});
