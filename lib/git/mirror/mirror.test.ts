import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import test from "ava";

import { gitFaultOf, openFollowedRepository } from "../../../fixtures/followed-repository.ts";

const { signal } = new AbortController();

function mirrorIn(home: string): string {
  const [name = ""] = readdirSync(join(home, "mirrors"));
  return join(home, "mirrors", name);
}

function packsOf(mirror: string, ending: string): readonly string[] {
  const folder = join(mirror, "objects/pack");
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

const broken = test.macro({
  exec: async (t, harm: (mirror: string) => void) => {
    const { write, commit, sync, open, home } = openFollowedRepository(t);
    write("a", "1");
    const first = commit();
    const before = await sync();
    harm(mirrorIn(home));
    const again = await open().fetch({ commit: first, ref: first }, signal);
    await before.release();
    const renewed = await open().layOut(again, signal);
    t.is(readFileSync(join(renewed.folder, "a"), "utf8"), "1");
    harm(mirrorIn(home));
    write("a", "2");
    commit();
    t.is(readFileSync(join((await sync()).folder, "a"), "utf8"), "2");
    t.is(readFileSync(join(renewed.folder, "a"), "utf8"), "1");
  },
  title: (title) => `a mirror ${title} is fetched again`,
});

function rewrite(path: string, text: string): void {
  chmodSync(path, 0o644);
  writeFileSync(path, text);
}

test("without its pack indexes", broken, (mirror) => packsOf(mirror, ".idx").forEach((path) => rmSync(path)));
test("that is no longer a repository", broken, (mirror) => rmSync(join(mirror, "HEAD")));
test("with an invalid config", broken, (mirror) => writeFileSync(join(mirror, "config"), "[core\n"));
test("with an invalid shallow file", broken, (mirror) => writeFileSync(join(mirror, "shallow"), "x\n"));
test("without its refs", broken, (mirror) => rmSync(join(mirror, "refs/converge"), { recursive: true }));
test("whose refs are empty files", broken, (mirror) => {
  for (const name of readdirSync(join(mirror, "refs/converge"))) {
    writeFileSync(join(mirror, "refs/converge", name), "");
  }
});

const damaged = test.macro({
  exec: async (t, harm: (pack: string) => void) => {
    const { write, commit, sync, open, home } = openFollowedRepository(t);
    write("old", "old".repeat(1000));
    commit();
    await (await sync()).release();
    const [pack = ""] = packsOf(mirrorIn(home), ".pack");
    write("new", "new");
    commit();
    const revision = await open().fetch(await open().look(signal), signal);
    harm(pack);
    const { folder } = await open().layOut(revision, signal);
    t.is(readFileSync(join(folder, "old"), "utf8"), "old".repeat(1000));
  },
  title: (title) => `a mirror whose older pack ${title} is fetched again when the pack is needed`,
});

test("is truncated", damaged, (pack) => rewrite(pack, readFileSync(pack, "latin1").slice(0, 60)));
test("is missing", damaged, (pack) => rmSync(pack));
test("has no index", damaged, (pack) => rmSync(pack.replace(".pack", ".idx")));
test("has a corrupt byte", damaged, (pack) => {
  const bytes = readFileSync(pack);
  bytes[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 0xff;
  chmodSync(pack, 0o644);
  writeFileSync(pack, bytes);
});

test("locks and temporary files of a killed git do not block the next fetch", async (t) => {
  const { write, commit, sync, home } = openFollowedRepository(t);
  write("a", "1");
  commit();
  await sync();
  const mirror = mirrorIn(home);
  write("a", "2");
  const next = commit();
  const left = [
    "shallow.lock",
    "config.lock",
    "HEAD.lock",
    "packed-refs.lock",
    `refs/converge/${next}.lock`,
    "objects/pack/tmp_pack_x",
    "objects/pack/tmp_idx_x",
    "shallow_abc",
  ].map((name) => join(mirror, name));
  for (const path of left) {
    writeFileSync(path, "");
  }
  const { ino } = statSync(mirror);
  t.is((await sync()).revision.commit, next);
  t.deepEqual(left.filter(existsSync), []);
  t.is(statSync(mirror).ino, ino);
});

test("a mirror with too many packs is replaced at the next fetch, not before", async (t) => {
  const { write, commit, sync, home, store, folder } = openFollowedRepository(t);
  write("a", "1");
  commit();
  await sync();
  const mirror = mirrorIn(home);
  for (let count = 0; count < 60; count += 1) {
    mkdirSync(join(mirror, "objects/pack"), { recursive: true });
    writeFileSync(join(mirror, `objects/pack/pack-${count}.pack`), "");
  }
  await store.tidy(signal);
  const head = readFileSync(join(folder, ".git/HEAD"), "utf8");
  const held = await sync();
  t.is(packsOf(mirror, ".pack").length, 61);
  writeFileSync(join(folder, ".git/HEAD"), "broken");
  t.not(await gitFaultOf(sync()), "");
  t.true(existsSync(join(held.folder, "a")));
  writeFileSync(join(folder, ".git/HEAD"), head);
  write("a", "2");
  commit();
  t.is(readFileSync(join((await sync()).folder, "a"), "utf8"), "2");
  t.is(packsOf(mirrorIn(home), ".pack").length, 1);
});
