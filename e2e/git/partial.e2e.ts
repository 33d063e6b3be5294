import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { usualGitLimits } from "../../lib/git/model/git-source.ts";
import { startGitHttpServer } from "./http-server.ts";
import { openTestRepository } from "./test-repository.ts";
import { openTestStore } from "./test-store.ts";

/** Incompressible bytes. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state >> 8;
  });
}

const mebi = 2 ** 20;

for (const allows of ["all", "nothing"] as const) {
  test(`from a server that allows ${allows}, a commit is fetched without its history`, async (t) => {
    const repository = await openTestRepository(t, { allows });
    await repository.commit({ "old.bin": noise(mebi) });
    const commit = await repository.commit({ "old.bin": undefined, "a.yaml": "a: 1\n" });
    const server = await startGitHttpServer(t, { root: repository.root });
    const store = openTestStore(t);
    const followed = store.follow(`${server.origin}/shop.git`, { allowHttp: true });
    const { folder, revision } = await followed.layOut();
    t.is(revision.commit, commit);
    t.true(existsSync(join(folder, "a.yaml")));
    t.true(bytesIn(store.folder) < mebi / 2);
  });

  test(`from a server that allows ${allows}, files over the limit are ${allows === "all" ? "not fetched" : "fetched, once"}`, async (t) => {
    const repository = await openTestRepository(t, { allows });
    await repository.commit({ "large.bin": noise(2 * mebi), "deploy/a.yaml": "a: 1\n" });
    const server = await startGitHttpServer(t, { root: repository.root });
    const store = openTestStore(t);
    const source = { path: "deploy", limits: { ...usualGitLimits, file: mebi } };
    const followed = store.follow(`${server.origin}/shop.git`, { allowHttp: true }, source);
    await followed.fetch();
    t.is(bytesIn(store.folder) < mebi, allows === "all");
    // Fetched objects are not fetched again: only the ref is looked up.
    const before = server.requests.length;
    await followed.look();
    const look = server.requests.length - before;
    await followed.fetch();
    t.is(server.requests.length - before, 2 * look);
  });
}

test("a ref that is force-pushed, deleted and recreated is followed", async (t) => {
  const repository = await openTestRepository(t);
  await repository.commit({ a: "1" });
  const server = await startGitHttpServer(t, { root: repository.root });
  const followed = openTestStore(t).follow(`${server.origin}/shop.git`, { allowHttp: true });
  const { folder } = await followed.layOut();
  const forced = await repository.forcePush({ b: "1" });
  const next = await followed.layOut();
  t.is(next.revision.commit, forced);
  t.deepEqual([existsSync(join(next.folder, "a")), existsSync(join(folder, "a"))], [false, true]);
  await repository.deleteBranch("main");
  t.regex(await followed.refusal(), /^missing: /);
  t.true(existsSync(join(next.folder, "b")));
  const again = await repository.commit({ c: "1" });
  t.is((await followed.layOut()).revision.commit, again);
});

function bytesIn(folder: string): number {
  return globSync("**", { cwd: folder })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0);
}
