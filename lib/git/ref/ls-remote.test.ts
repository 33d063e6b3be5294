import test from "ava";

import type { GitHead } from "../model/git-repository.ts";
import { findHead, lookupWords, type RefQuestion } from "./ls-remote.ts";
import { parseRefSpec } from "./ref-spec.ts";

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
    `"${ref}" is asked for by ls-remote ${words.join(" ")}`,
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
  "HEAD is named by the branch that it is",
  finds,
  "",
  `ref: refs/heads/trunk\tHEAD\n${answer(`${a} HEAD`)}`,
  commit(a, "refs/heads/trunk"),
);
test("a detached HEAD has no branch", finds, "", answer(`${a} HEAD`), commit(a, "HEAD"));
test(
  "a name of a branch that git would not allow is not passed on",
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
test("a name without a branch is a tag", finds, "v1", answer(`${a} refs/tags/v1`), commit(a, "refs/tags/v1"));
test(
  "an annotated tag is the commit that it points to, and its own id",
  finds,
  "v1",
  answer(`${a} refs/tags/v1`, `${b} refs/tags/v1^{}`),
  commit(b, "refs/tags/v1", a),
);
test(
  "a name is not found at the end of another",
  finds,
  "main",
  answer(`${a} refs/heads/feature/main`),
  undefined,
);
test(
  "a full name is found exactly",
  finds,
  "refs/pull/5/head",
  answer(`${a} refs/pull/5/head`, `${b} refs/pull/5/merge`),
  commit(a, "refs/pull/5/head"),
);
test(
  "lines that are no refs are passed over",
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
  "the greatest tag of a range is found by version, not by text",
  finds,
  "semver:>=1 <2",
  tags,
  commit(b, "refs/tags/1.10.0"),
);
test(
  "a pre-release is found only where the range names one",
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
test("a range that no tag meets finds nothing", finds, "semver:>=3", tags, undefined);
