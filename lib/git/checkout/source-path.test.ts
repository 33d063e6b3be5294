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
  title: (_, path: string, expected: string) => `"${path}" is "${expected}"`,
});
test(plain, "", "");
test(plain, ".", "");
test(plain, "./deploy/", "deploy");
test(plain, "deploy//prod/./a.yaml", "deploy/prod/a.yaml");
test(plain, "...", "...");
test(plain, "a b/ü", "a b/ü");

for (const path of ["/etc", "..", "deploy/../..", "a/../b", "a\nb", "a\u0000b"]) {
  test(`${JSON.stringify(path)} leads out of the repository`, (t) => {
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

/** The fault of a path of the tree from which these paths were left out; undefined if it is complete. */
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

test("a path with all that is at and below it is complete", (t) => {
  for (const path of ["", "deploy", "deploy/web.yaml", "current", "base"]) {
    t.is(fault(path), undefined);
  }
});

test("a path that the repository lacks, or a link to nothing, is missing", (t) => {
  t.is(fault("other"), 'missing: repo: "other" does not exist: check the path');
  t.regex(fault("broken") ?? "", /^missing: /);
  t.regex(fault("deploy/web.yaml/x") ?? "", /^missing: /);
});

test("what was left out at the path, below it, on the way to it, or behind its link is refused", (t) => {
  const refused = 'refused: repo: "deploy/x" is rejected: it is bad: remove it, or use another path';
  t.is(fault("deploy", "deploy/x"), refused);
  t.is(fault("deploy/x", "deploy/x"), refused);
  t.is(fault("deploy/x/y", "deploy/x"), refused);
  t.is(fault("current", "deploy/x"), refused);
  t.is(fault("", "deploy/x"), refused);
});

test("what was left out elsewhere does no harm", (t) => {
  t.is(fault("deploy", "base/x", "deployment", "broken"), undefined);
});

type Links = Readonly<Record<string, string>>;

/** A tree with a file `good/web.yaml`, and links in a folder beside it, by their names. */
function treeWith(links: Links): LinkTree {
  return {
    files: new Set(["good/web.yaml"]),
    folders: new Set(["good", "links"]),
    links: new Map(Object.entries(links).map(([name, target]) => [`links/${name}`, target])),
  };
}

const leads = test.macro({
  exec: (t, links: Links, expected: string) => {
    const end = resolvePath("links/a", treeWith(links));
    t.is("why" in end ? end.why : end.path, expected);
  },
  title: (title) => `where a link leads: ${title}`,
});

const leaves = "it leads out of the repository";
const circles = "it leads through too many links, or in a loop";
const throughFile = "it leads through a file as if that were a folder";

test("to a folder beside", leads, { a: "../good" }, "good");
test("to a file", leads, { a: "../good/web.yaml" }, "good/web.yaml");
test("through another link", leads, { a: "b", b: "../links/c", c: "../good" }, "good");
test("through a folder behind a link", leads, { a: "b/../good", b: "../good" }, "good");
test("with needless parts", leads, { a: "./..//./good/." }, "good");
test("to the whole", leads, { a: ".." }, "");
test("to an absolute path", leads, { a: "/etc/passwd" }, "it leads to an absolute path");
test("to an absolute path by another", leads, { a: "b", b: "/" }, "it leads to an absolute path");
test("out", leads, { a: "../../x" }, leaves);
test("out and in again", leads, { a: "../../checkouts/1/good" }, leaves);
test("out by a link that seems to stay", leads, { a: "b/../../..", b: "../good" }, leaves);
test("to itself", leads, { a: "a" }, circles);
test("in a circle", leads, { a: "b/c", b: "a/d" }, circles);
test(
  "that doubles and doubles",
  leads,
  { a: "b/b", b: "c/c", c: "d/d", d: "e/e", e: "f/f", f: "." },
  circles,
);
test("through endless parts", leads, { a: "./".repeat(2000) }, circles);
test("to nothing", leads, { a: "none" }, "it leads to a path that is not checked out");
test("through a file and back", leads, { a: "../good/web.yaml/.." }, throughFile);
test("to a file as a folder", leads, { a: "../good/web.yaml/" }, throughFile);

const parts = constantFrom("a", "b", "c", "f", "..", ".", "");
const target = array(parts, { minLength: 1, maxLength: 5 })
  .map((some) => some.join("/"))
  .filter((text) => text !== "" && !text.startsWith("/"));
const trees = dictionary(constantFrom("a", "b", "c", "d/a", "d/b", "d/d/a"), target, {
  noNullPrototype: true,
});

test("where a link leads is where the operating system goes", (t) => {
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
        const ours = resolvePath(path, tree);
        if ("path" in ours) {
          t.is(realpathSync.native(join(inside, path)), join(inside, ours.path));
        } else if (ours.why !== leaves) {
          t.throws(() => realpathSync.native(join(inside, path)), undefined, JSON.stringify(links));
        }
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 150 },
  );
});

test("links that end within are laid out; others are left out, and nobody gets what they are in", async (t) => {
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
