import test from "ava";

import { type GitHead, GitError } from "../model/git-repository.ts";
import {
  findHead,
  lookupWords,
  type RefQuestion,
  parseRefSpec,
  isObjectId,
  isRefName,
  type RefSpec,
} from "./ls-remote.ts";

function questionOf(ref: string): RefQuestion {
  const refSpec = parseRefSpec(ref);
  if (refSpec.type === "commit") {
    throw new Error("a commit is not asked for");
  }
  return refSpec;
}

const asks = test.macro({
  exec(t, ref: string, ...words: readonly string[]) {
    const { flags, patterns } = lookupWords(questionOf(ref));
    t.deepEqual([...flags, "URL", ...patterns], words);
  },
  title: (_, ref: string, ...words: readonly string[]) =>
    `the ref "${ref}" is looked up by ls-remote ${words.join(" ")}`,
});
test(asks, "", "--symref", "URL", "HEAD");
test(asks, "main", "--heads", "--tags", "URL", "refs/heads/main", "refs/tags/main", "refs/tags/main^{}");
test(asks, "refs/heads/main", "--heads", "URL", "refs/heads/main", "refs/heads/main^{}");
test(asks, "refs/tags/v1", "--tags", "URL", "refs/tags/v1", "refs/tags/v1^{}");
test(asks, "refs/pull/5/head", "URL", "refs/pull/5/head", "refs/pull/5/head^{}");
test(asks, "semver:>=1", "--tags", "URL");

const [a, b, c, d] = ["a", "b", "c", "d"].map((digit) => digit.repeat(40));

/** The answer of a server: `id ref` by lines. */
function answer(...lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(" ", "\t")}\n`).join("");
}

const finds = test.macro((t, ref: string, listed: string, expected: GitHead | undefined) => {
  t.deepEqual(findHead(questionOf(ref), listed), expected);
});
const commit = (id: string | undefined, ref: string, tag?: string): GitHead => ({
  commit: id ?? "",
  ref,
  ...(tag === undefined ? {} : { tag }),
});

test(
  "HEAD resolves to its branch",
  finds,
  "",
  `ref: refs/heads/trunk\tHEAD\n${answer(`${a} HEAD`)}`,
  commit(a, "refs/heads/trunk"),
);
test("a detached HEAD has no branch", finds, "", answer(`${a} HEAD`), commit(a, "HEAD"));
test(
  "a HEAD that names an invalid branch is treated as detached",
  finds,
  "",
  `ref: refs/heads/a..b\tHEAD\n${answer(`${a} HEAD`)}`,
  commit(a, "HEAD"),
);
test("an empty repository has no HEAD", finds, "", "", undefined);
test(
  "a branch is preferred to a tag of the same name",
  finds,
  "v1",
  answer(`${a} refs/tags/v1`, `${b} refs/heads/v1`),
  commit(b, "refs/heads/v1"),
);
test(
  "a name without a branch resolves to the tag",
  finds,
  "v1",
  answer(`${a} refs/tags/v1`),
  commit(a, "refs/tags/v1"),
);
test(
  "an annotated tag resolves to its commit, with the id of the tag",
  finds,
  "v1",
  answer(`${a} refs/tags/v1`, `${b} refs/tags/v1^{}`),
  commit(b, "refs/tags/v1", a),
);
test(
  "a name does not match the end of another ref name",
  finds,
  "main",
  answer(`${a} refs/heads/feature/main`),
  undefined,
);
test(
  "a full ref name is matched exactly",
  finds,
  "refs/pull/5/head",
  answer(`${a} refs/pull/5/head`, `${b} refs/pull/5/merge`),
  commit(a, "refs/pull/5/head"),
);
test(
  "lines of ls-remote that are not refs are skipped",
  finds,
  "main",
  `warning: redirecting\nno id\trefs/heads/main\n${answer(`${a} refs/heads/main`)}`,
  commit(a, "refs/heads/main"),
);

const tags = answer(
  `${a} refs/tags/v1.2.0`,
  `${b} refs/tags/1.10.0`,
  `${c} refs/tags/v2.0.0-rc.1`,
  `${d} refs/tags/v2.0.0-rc.1^{}`,
  `${a} refs/tags/latest`,
  `${a} refs/heads/v1.99.0`,
);
test(
  "the greatest tag in a range is found by version, not by string order",
  finds,
  "semver:>=1 <2",
  tags,
  commit(b, "refs/tags/1.10.0"),
);
test(
  "a pre-release tag matches only a range that names a pre-release",
  finds,
  "semver:>=1",
  tags,
  commit(b, "refs/tags/1.10.0"),
);
test(
  "a range with a pre-release finds the commit of an annotated tag",
  finds,
  "semver:>=2.0.0-0",
  tags,
  commit(d, "refs/tags/v2.0.0-rc.1", c),
);
test("a range that no tag matches finds nothing", finds, "semver:>=3", tags, undefined);

const sha1 = "0123456789abcdef0123456789abcdef01234567";
const sha256 = sha1.padEnd(64, "0");

const follows = test.macro({
  exec(t, ref: string, expected: RefSpec) {
    t.deepEqual(parseRefSpec(ref), expected);
  },
  title: (_, ref: string, { type }: RefSpec) => `the ref "${ref}" is parsed as a ${type}`,
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
// An abbreviated id may be the name of a branch, and a server can be asked only for that.
test(follows, sha1.slice(0, 12), { type: "name", name: sha1.slice(0, 12) });
test(follows, sha1.toUpperCase(), { type: "name", name: sha1.toUpperCase() });

test("a semver: ref is parsed as a version range, with spaces around it", (t) => {
  t.is(parseRefSpec("semver:>=1.2 <2").type, "range");
  t.is(parseRefSpec("semver: ~1.4 ").type, "range");
});

const refuses = test.macro({
  exec(t, ref: string, reason: RegExp) {
    const error = t.throws(() => parseRefSpec(ref), { instanceOf: GitError });
    t.is(error.fault, "refused");
    t.regex(error.message, reason);
  },
  title: (_, ref: string) => `the ref ${JSON.stringify(ref).slice(0, 40)} is refused`,
});
test(refuses, "semver:", /is not a version range/);
test(
  refuses,
  "semver:newest",
  /the ref "semver:newest" is not a version range .*: write it as semver:>=1.2 <2$/,
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
  test(refuses, ref, /is not a valid branch or tag name: see git-check-ref-format\(1\)/);
}

test("an at sign, a dash and dots inside a ref name are allowed", (t) => {
  for (const name of ["a@b", "a-b", "a.b", "ümlaut", "release-1.2", "x".repeat(1000), "lock", "a.locked"]) {
    t.true(isRefName(name), name);
  }
});

test("an object id has 40 or 64 lower-case hexadecimal digits", (t) => {
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
