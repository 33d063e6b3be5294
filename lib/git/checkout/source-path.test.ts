import test from "ava";

import { GitError } from "../model/git-repository.ts";
import { plainPath, requireComplete } from "./source-path.ts";

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

const tree = {
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
      { tree, leftOut: leftOut.map((each) => ({ path: each, why: "it is bad" })) },
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
  t.is(fault("other"), 'missing: repo: there is no "other" in it: see the path');
  t.regex(fault("broken") ?? "", /^missing: /);
  t.regex(fault("deploy/web.yaml/x") ?? "", /^missing: /);
});

test("what was left out at the path, below it, on the way to it, or behind its link is refused", (t) => {
  const refused = 'refused: repo: "deploy/x" is not taken: it is bad: remove it, or follow another path';
  t.is(fault("deploy", "deploy/x"), refused);
  t.is(fault("deploy/x", "deploy/x"), refused);
  t.is(fault("deploy/x/y", "deploy/x"), refused);
  t.is(fault("current", "deploy/x"), refused);
  t.is(fault("", "deploy/x"), refused);
});

test("what was left out elsewhere does no harm", (t) => {
  t.is(fault("deploy", "base/x", "deployment", "broken"), undefined);
});
