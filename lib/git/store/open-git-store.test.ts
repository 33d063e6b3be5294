import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import {
  gitFaultOf,
  openFollowedRepository as openHouse,
  sourceOf,
  storeAt,
  syncOf,
} from "../../../fixtures/followed-repository.ts";
import { emptyFolder } from "../../../fixtures/made-repository.ts";

const { signal } = new AbortController();

test("a new commit is found, fetched and checked out, and the previous checkout stays", async (t) => {
  const { write, commit, sync } = openHouse(t);
  write("deploy/web.yaml", "a: 1\n");
  const first = commit();
  const one = await sync();
  write("deploy/web.yaml", "a: 2\n");
  const second = commit();
  const two = await sync();
  t.deepEqual(one.revision, {
    commit: first,
    ref: "refs/heads/main",
    subject: "state",
    author: "Ada <ada@example.com>",
    at: 1_700_000_000_000,
  });
  t.is(two.revision.commit, second);
  t.is(readFileSync(join(one.folder, "deploy/web.yaml"), "utf8"), "a: 1\n");
  t.is(readFileSync(join(two.folder, "deploy/web.yaml"), "utf8"), "a: 2\n");
});

test("a repository with SHA-256 object ids is supported", async (t) => {
  const { write, commit, sync } = openHouse(t, "--object-format=sha256");
  write("a", "1");
  t.is((await sync({ ref: commit() })).revision.commit.length, 64);
  t.true(existsSync(join((await sync()).folder, "a")));
});

const names = test.macro({
  exec: async (t, ref: string, expected: string) => {
    const { write, commit, git, open } = openHouse(t);
    const commits = ["one", "two", "three"].map((text) => {
      write("a", text);
      const id = commit();
      git("tag", text === "one" ? "v1.2.0" : `v1.${text.length}.0`, id);
      return id;
    });
    git("tag", "both", commits[0] ?? "");
    git("branch", "both", commits[1] ?? "");
    git("branch", "team/main", commits[0] ?? "");
    git("tag", "--annotate", "--message", "of note", "noted", commits[1] ?? "");
    git("update-ref", "refs/pull/7/head", commits[2] ?? "");
    git("tag", "v2.0.0-rc.1", commits[2] ?? "");
    const head = await open({ ref }).look(signal);
    const tag = head.tag === undefined ? "" : ` by ${git("cat-file", "-t", head.tag)}`;
    t.is(`${head.ref} is ${commits.indexOf(head.commit) + 1}${tag}`, expected);
  },
  title: (title) => `${title} is found`,
});

test("the default branch", names, "", "refs/heads/main is 3");
test("a branch by its name, not one whose name ends in it,", names, "main", "refs/heads/main is 3");
test("a branch before a tag of the same name", names, "both", "refs/heads/both is 2");
test("a tag by its full name despite a same-named branch", names, "refs/tags/both", "refs/tags/both is 1");
test("a branch with a slash", names, "team/main", "refs/heads/team/main is 1");
test("an annotated tag with its commit", names, "noted", "refs/tags/noted is 2 by tag");
test("a ref of another kind", names, "refs/pull/7/head", "refs/pull/7/head is 3");
test("the greatest tag in a range", names, "semver:>=1.2 <2", "refs/tags/v1.5.0 is 3");
test("a pre-release in a range that names one", names, "semver:>=2.0.0-0", "refs/tags/v2.0.0-rc.1 is 3");

const noNames = test.macro({
  exec: async (t, ref: string, expected: string) => {
    const { write, commit, sync } = openHouse(t);
    write("a", "1");
    commit();
    t.is((await gitFaultOf(sync({ ref }))).split(":", 1)[0], expected);
  },
  title: (title, ref) => title ?? `an invalid or missing ref is reported: ${JSON.stringify(ref)}`,
});

test(noNames, "nope", "missing");
test(noNames, "semver:>=9", "missing");
test(noNames, "0123456789012345678901234567890123456789", "missing");
test(noNames, "semver:much", "refused");
test(noNames, "--upload-pack=touch /tmp/x", "refused");
test(noNames, "ma*", "refused");
test(noNames, "main\nmain", "refused");
test(noNames, "main^{tree}", "refused");
test(noNames, "a..b", "refused");

test("a full commit id is not looked up, and a commit in the mirror is not fetched again", async (t) => {
  const { write, commit, open, folder, git } = openHouse(t);
  write("a", "1");
  const id = commit();
  git("tag", "--annotate", "--message", "of note", "noted", id);
  const noted = await open({ ref: "noted" }).look(signal);
  await open().fetch(noted, signal);
  await open().fetch({ commit: id, ref: id }, signal);
  writeFileSync(join(folder, ".git/HEAD"), "broken");
  const head = await open({ ref: id }).look(signal);
  t.deepEqual(head, { commit: id, ref: id });
  const revision = await open().fetch(head, signal);
  t.is(revision.subject, "state");
  t.is((await open().fetch(noted, signal)).tag, noted.tag);
  t.true(existsSync(join((await open().layOut(revision, signal)).folder, "a")));
});

test("a force-push is followed, and the previous checkout stays", async (t) => {
  const { write, commit, git, sync } = openHouse(t);
  write("a", "1");
  commit();
  const before = await sync();
  git("checkout", "--quiet", "--orphan", "other");
  write("a", "2");
  commit();
  git("branch", "--force", "main", "other");
  git("reflog", "expire", "--expire=all", "--all");
  git("gc", "--quiet", "--prune=now");
  const after = await sync();
  t.is(readFileSync(join(after.folder, "a"), "utf8"), "2");
  t.is(readFileSync(join(before.folder, "a"), "utf8"), "1");
});

test("a deleted branch, a missing repository and an empty repository are reported as missing", async (t) => {
  const { write, commit, git, sync, open } = openHouse(t);
  write("a", "1");
  commit();
  git("branch", "gone");
  const checkout = await sync({ ref: "gone" });
  git("branch", "-D", "gone");
  const vanished = await gitFaultOf(sync({ ref: "gone" }));
  t.is(
    vanished,
    'missing: URL: there is no branch or tag for "gone": check the ref; a commit needs its full id',
  );
  t.true(existsSync(join(checkout.folder, "a")));
  const nowhere = open({ url: "file:///nonexistent/shop.git" });
  t.regex(await gitFaultOf(nowhere.look(signal)), /^missing: URL: the repository does not exist/);
  const empty = await gitFaultOf(openHouse(t).open({ ref: "" }).look(signal));
  t.regex(empty, /^missing: URL: there is no default branch with a commit: the server returns no refs/);
});

test("a revision is checked out once for all users, and removed when the last one releases it", async (t) => {
  const { write, commit, open, home } = openHouse(t);
  write("a", "1");
  commit();
  const revision = await open().fetch(await open().look(signal), signal);
  const [one, two] = await Promise.all([open().layOut(revision, signal), open().layOut(revision, signal)]);
  t.is(one.folder, two.folder);
  await one.release();
  await one.release();
  t.true(existsSync(join(two.folder, "a")));
  await two.release();
  t.deepEqual(readdirSync(join(home, "checkouts")), []);
});

test("after a restart the mirror is reused, and old checkouts and trash are removed", async (t) => {
  const { write, commit, sync, home, url, folder } = openHouse(t);
  write("a", "1");
  const id = commit();
  const before = await sync();
  mkdirSync(join(home, "trash/17/deep"), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "broken");
  const again = storeAt(home).open(sourceOf(url, { ref: id }));
  t.true(existsSync(join((await syncOf(again)).folder, "a")));
  t.false(existsSync(before.folder));
  t.deepEqual(readdirSync(join(home, "trash")), []);
});

test("tidying keeps checkouts and the last commit, and removes the rest", async (t) => {
  const { write, commit, sync, open, store, home, folder } = openHouse(t);
  write("a", "1");
  const first = commit();
  const repository = open();
  const checkout = await syncOf(repository);
  write("a", "2");
  const second = commit();
  await repository.fetch(await repository.look(signal), signal);
  mkdirSync(join(home, "mirrors/0123"));
  mkdirSync(join(home, "checkouts/left"));
  await store.tidy(signal);
  t.is(readdirSync(join(home, "mirrors")).length, 1);
  t.is(readdirSync(join(home, "checkouts")).length, 1);
  t.is(readFileSync(join(checkout.folder, "a"), "utf8"), "1");
  writeFileSync(join(folder, ".git/HEAD"), "broken");
  t.true(existsSync((await sync({ ref: second })).folder));
  t.regex(await gitFaultOf(open().fetch({ commit: first, ref: first }, signal)), /^missing/);
});

test("an aborted call of a git repository fails with the reason of its signal", async (t) => {
  const { write, commit, open } = openHouse(t);
  write("a", "1");
  commit();
  const reason = new Error("enough");
  const head = await open().look(signal);
  const ended = AbortSignal.abort(reason);
  t.is(await t.throwsAsync(open().look(ended)), reason);
  t.is(await t.throwsAsync(open().fetch(head, ended)), reason);
  const revision = await open().fetch(head, signal);
  t.is(await t.throwsAsync(open().layOut(revision, ended)), reason);
});

test("a missing git on the PATH is reported", async (t) => {
  const store = storeAt(emptyFolder(t), { PATH: "/nonexistent" });
  const repository = store.open(sourceOf("file:///nonexistent"));
  t.is(await gitFaultOf(repository.look(signal)), "local: there is no git on the PATH: install git");
});

test("git settings of the user and of the environment are ignored", async (t) => {
  const { write, commit, url } = openHouse(t);
  write("a", "1");
  const id = commit();
  const evil = emptyFolder(t);
  writeFileSync(
    join(evil, ".gitconfig"),
    `[url "file:///nonexistent"]\n\tinsteadOf = ${url}\n[core]\n\tbare = x\n`,
  );
  const store = storeAt(emptyFolder(t), {
    PATH: process.env["PATH"],
    HOME: evil,
    XDG_CONFIG_HOME: evil,
    GIT_CONFIG_GLOBAL: join(evil, ".gitconfig"),
    GIT_CONFIG_PARAMETERS: "'core.bare'='x'",
    GIT_DIR: evil,
    GIT_OBJECT_DIRECTORY: evil,
    GIT_INDEX_FILE: evil,
    GIT_ALLOW_PROTOCOL: "ext",
    GIT_TRACE: join(evil, "trace"),
    GIT_EXEC_PATH: evil,
  });
  t.is((await syncOf(store.open(sourceOf(url)))).revision.commit, id);
  t.deepEqual(readdirSync(evil), [".gitconfig"]);
});

test("the fingerprint of a path depends only on the files below it", async (t) => {
  const { url, write, commit } = openHouse(t);
  const print = async (path: string, ...more: readonly string[]): Promise<string | undefined> => {
    const repository = storeAt(emptyFolder(t), process.env).open(sourceOf(url, { path }));
    return repository.print(await repository.fetch(await repository.look(signal), signal), more, signal);
  };
  write("deploy/web.yaml", "a: 1\n");
  const beside = ["deployed/x.yaml", "deploy-old/x.yaml", "deploy.yaml", "deploy0/x.yaml"];
  const writeBeside = (text: string): void => beside.forEach((file) => write(file, text));
  writeBeside("x: 1\n");
  write("ö/x.yaml", "x: 1\n");
  commit();
  const first = await print("deploy");
  t.truthy(first);
  writeBeside("x: 2\n");
  commit();
  t.is(await print("./deploy/"), first);
  const both = await print("deploy", "ö");
  write("ö/x.yaml", "x: 3\n");
  commit();
  t.not(await print("deploy", "ö"), both);
  t.is(await print("deploy", "nowhere.yaml"), undefined);
  const all = await print("");
  write("deploy/web.yaml", "a: 2\n");
  commit();
  t.not(await print("deploy"), first);
  t.not(await print(""), all);
  t.is(await print("nowhere"), undefined);
});
