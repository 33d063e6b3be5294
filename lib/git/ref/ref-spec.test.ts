import test from "ava";

import { GitError } from "../model/git-repository.ts";
import { isObjectId, isRefName, parseRefSpec, type RefSpec } from "./ref-spec.ts";

const sha1 = "0123456789abcdef0123456789abcdef01234567";
const sha256 = sha1.padEnd(64, "0");

const follows = test.macro({
  exec(t, ref: string, expected: RefSpec) {
    t.deepEqual(parseRefSpec(ref), expected);
  },
  title: (_, ref: string, { type }: RefSpec) => `"${ref}" is followed as a ${type}`,
});
test(follows, "", { type: "default" });
test(follows, "HEAD", { type: "default" });
test(follows, "main", { type: "name", name: "main" });
test(follows, "feature/login", { type: "name", name: "feature/login" });
test(follows, "v1.2.0", { type: "name", name: "v1.2.0" });
test(follows, "head", { type: "name", name: "head" });
test(follows, "refs/heads/main", { type: "ref", ref: "refs/heads/main" });
test(follows, "refs/pull/5/merge", { type: "ref", ref: "refs/pull/5/merge" });
test(follows, sha1, { type: "commit", commit: sha1 });
test(follows, sha256, { type: "commit", commit: sha256 });
// An abbreviated id may be the name of a branch, and only that can be asked of a server.
test(follows, sha1.slice(0, 12), { type: "name", name: sha1.slice(0, 12) });
test(follows, sha1.toUpperCase(), { type: "name", name: sha1.toUpperCase() });

test("semver: is followed as a range of versions, with blanks around it", (t) => {
  t.is(parseRefSpec("semver:>=1.2 <2").type, "range");
  t.is(parseRefSpec("semver: ~1.4 ").type, "range");
});

const refuses = test.macro({
  exec(t, ref: string, reason: RegExp) {
    const error = t.throws(() => parseRefSpec(ref), { instanceOf: GitError });
    t.is(error.fault, "refused");
    t.regex(error.message, reason);
  },
  title: (_, ref: string) => `${JSON.stringify(ref).slice(0, 40)} cannot be followed`,
});
test(refuses, "semver:", /is no range of versions/);
test(
  refuses,
  "semver:newest",
  /the ref "semver:newest" is no range of versions .*: write it as semver:>=1.2 <2$/,
);

// The rules of git-check-ref-format(1), one each.
for (const ref of [
  "-b",
  "--upload-pack=x",
  ".hidden",
  "a/.hidden",
  "a..b",
  "a b",
  "a\tb",
  "a\u007fb",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[b]",
  "a\\b",
  "a/",
  "/a",
  "a//b",
  "a.",
  "a.lock",
  "a.lock/b",
  "a@{1}",
  "@",
  "x".repeat(1001),
]) {
  test(refuses, ref, /is no name of a branch or tag: see git-check-ref-format\(1\)/);
}

test("an at sign, a dash and dots inside a name are allowed", (t) => {
  for (const name of ["a@b", "a-b", "a.b", "ümlaut", "release-1.2", "x".repeat(1000), "lock", "a.locked"]) {
    t.true(isRefName(name), name);
  }
});

test("an id of an object has 40 or 64 small hexadecimal digits", (t) => {
  t.true(isObjectId(sha1));
  t.true(isObjectId(sha256));
  for (const text of [
    "",
    sha1.slice(1),
    `${sha1}0`,
    sha1.replace("0", "g"),
    sha1.toUpperCase(),
    `${sha1}\n`,
  ]) {
    t.false(isObjectId(text));
  }
});
