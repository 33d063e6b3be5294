import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../fixtures/manual-clock.ts";
import { readAtRevision } from "./read-at-revision.ts";

interface Repository {
  readonly folder: string;
  readonly write: (name: string, text: string) => string;
  readonly commit: () => void;
  readonly git: (...words: readonly string[]) => unknown;
  readonly at: (revision: string, ...paths: readonly string[]) => ReturnType<typeof readAtRevision>;
}

function openRepository(t: ExecutionContext): Repository {
  const folder = mkdtempSync(join(tmpdir(), "converge-git-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const git: Repository["git"] = (...words) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...words]);
  git("init", "--quiet");
  mkdirSync(join(folder, "deploy", "inner"), { recursive: true });
  const tools = {
    env: process.env,
    clock: { ...manualClock(0), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  return {
    folder,
    git,
    write: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    commit: () => {
      git("add", "--all");
      git("commit", "--quiet", "--message", "state");
    },
    at: (revision, ...paths) => readAtRevision(revision, paths, tools),
  };
}

test("files are read as committed, regardless of the working tree", async (t) => {
  const { folder, write, commit, at } = openRepository(t);
  write("deploy/web.yaml", "a: 1\n");
  write("deploy/inner/db.yaml", "b: 1\n");
  write("deploy/notes.txt", "no manifest");
  commit();
  write("deploy/web.yaml", "a: 2\n");
  const fresh = write("deploy/new.yaml", "c: 1\n");
  const { sources, found } = await at("HEAD", join(folder, "deploy"));
  t.deepEqual(found, []);
  t.deepEqual(sources, [
    { name: "inner/db.yaml (HEAD)", text: "b: 1\n" },
    { name: "web.yaml (HEAD)", text: "a: 1\n" },
  ]);
  t.deepEqual(await at("HEAD", fresh), { sources: [], found: [] });
  t.deepEqual((await at("HEAD", join(folder, "deploy/web.yaml"))).sources, [
    { name: "web.yaml (HEAD)", text: "a: 1\n" },
  ]);
});

test("a command that a repository configures to fetch a missing object is not run", async (t) => {
  const { folder, write, commit, at, git } = openRepository(t);
  write("deploy/web.yaml", "a: 1\n");
  commit();
  const id = String(git("rev-parse", "HEAD:deploy/web.yaml")).trim();
  const mark = join(folder, "mark");
  const program = write("program.sh", `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(program, 0o755);
  git("config", "extensions.partialClone", "origin");
  git("config", "remote.origin.promisor", "true");
  git("config", "remote.origin.url", `ext::${program}`);
  git("config", "protocol.ext.allow", "always");
  rmSync(join(folder, ".git/objects", id.slice(0, 2), id.slice(2)));
  const { sources, found } = await at("HEAD", join(folder, "deploy"));
  t.false(existsSync(mark));
  t.deepEqual(sources, []);
  t.is(found[0]?.code, "SourceUnreadable");
});

for (const revision of ["nowhere", "--output=x"]) {
  test(`an unknown revision is reported: ${revision}`, async (t) => {
    const { folder, write, commit, at } = openRepository(t);
    write("deploy/web.yaml", "a: 1\n");
    commit();
    const { sources, found } = await at(revision, join(folder, "deploy"));
    t.deepEqual(sources, []);
    t.is(found[0]?.code, "SourceUnreadable");
    t.true(found[0]?.message.includes(revision));
  });
}
