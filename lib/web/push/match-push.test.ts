import test from "ava";

import { pushedCommit } from "../../../fixtures/push-payloads.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import { pushedUnits, repositoryName } from "./match-push.ts";

const named = test.macro({
  exec(t, url: string, name: string | undefined) {
    t.is(repositoryName(url), name);
  },
  title: (_title, url: string, name: string | undefined) => `"${url}" is ${name ?? "not a repository URL"}`,
});

for (const url of [
  "https://github.com/owner/name",
  "https://github.com/Owner/Name.git",
  "https://GitHub.com:443/owner/name/",
  "https://token@github.com/owner/name.git?a#b",
  "ssh://git@github.com/owner/name.git",
  "ssh://git@github.com:22/owner/name",
  "ssh://git@ssh.github.com:443/owner/name.git",
  "git@github.com:owner/name.git",
  "github.com:/owner/name",
  "git://github.com/owner/name.git",
  "https://github.com./owner/na%6De",
]) {
  test(named, url, "github.com/owner/name");
}
test(named, "https://git.example.com:8443/a/b/c.git", "git.example.com/a/b/c");
test(named, "git@[::1]:a/b", "[::1]/a/b");
test(named, "https://[::1]:80/a%zz", "[::1]/a%zz");
test(named, "file:///srv/git/shop.git", "/srv/git/shop");
for (const url of [
  "",
  "x",
  "https://",
  "https://github.com/",
  "https:///a",
  "git@github.com:",
  "a b",
  "://",
]) {
  test(named, url, undefined);
}

const units = [
  ["branch", "main"],
  ["whole", "refs/heads/main"],
  ["tag", "v1"],
  ["range", "semver:>=1"],
  ["default", ""],
  ["commit", pushedCommit],
].map(([name = "", ref = ""]) => ({
  name,
  suspend: false,
  source: { url: "git@h:a/b", ref, path: "", submodules: false, access: {}, limits: usualGitLimits },
}));

const triggers = test.macro({
  exec(t, ref: string | undefined, expected: readonly string[]) {
    t.deepEqual(
      pushedUnits(units, { urls: ["nonsense", "https://h/A/b.git"], ref, commit: undefined }),
      expected,
    );
  },
  title: (_title, ref: string | undefined) =>
    `a push to ${ref ?? "no ref"} triggers the units that follow it`,
});

test(triggers, "refs/heads/main", ["branch", "default", "whole"]);
test(triggers, "refs/heads/other", ["default"]);
test(triggers, "refs/tags/v1", ["range", "tag"]);
test(triggers, undefined, ["branch", "default", "range", "tag", "whole"]);

test("a push to another repository triggers no unit, and suspended units are never triggered", (t) => {
  t.deepEqual(pushedUnits(units, { urls: ["https://h/a/c"], ref: undefined, commit: undefined }), []);
  const suspended = units.map((unit) => ({ ...unit, suspend: true }));
  t.deepEqual(pushedUnits(suspended, { urls: ["https://h/a/b"], ref: undefined, commit: undefined }), []);
});
