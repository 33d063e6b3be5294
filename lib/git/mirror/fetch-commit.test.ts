import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import {
  gitFaultOf,
  openFollowedRepository,
  sourceOf,
  storeAt,
  syncOf,
} from "../../../fixtures/followed-repository.ts";
import { emptyFolder } from "../../../fixtures/made-repository.ts";
import { usualGitLimits } from "../model/git-source.ts";

const { signal } = new AbortController();

test("a fetch beyond the size limit is refused and leaves nothing behind", async (t) => {
  const { write, commit, sync, home } = openFollowedRepository(t);
  write("a", Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * at * 31) % 251)));
  write("b", Array.from({ length: 20_000 }, (_, at) => String(at * at)).join());
  commit();
  const limits = { ...usualGitLimits, fetched: 10_000 };
  t.is(
    await gitFaultOf(sync({ limits })),
    "refused: URL: there is more to fetch than the 10000 bytes allowed: raise limits.fetched, or make the repository smaller",
  );
  t.deepEqual(readdirSync(join(home, "mirrors")), []);
  t.deepEqual(readdirSync(join(home, "trash")), []);
  t.true(existsSync((await sync()).folder));
});

/** A program called `git` that runs this script before the real git. */
function standInGit(t: ExecutionContext, script: string): NodeJS.ProcessEnv {
  const folder = emptyFolder(t);
  const lines = ["#!/bin/sh", `PATH=${process.env["PATH"] ?? ""}`, script, 'exec git "$@"', ""];
  writeFileSync(join(folder, "git"), lines.join("\n"), { mode: 0o755 });
  return { PATH: `${folder}:/usr/bin:/bin` };
}

test("git and its child processes are killed while a fetch exceeds the size limit", async (t) => {
  const made = openFollowedRepository(t);
  made.write("a", "1");
  made.commit();
  const pipe = join(emptyFolder(t), "pipe");
  execFileSync("mkfifo", [pipe]);
  const env = standInGit(
    t,
    `case "$*" in *" fetch "*) exec 3> ${pipe}; head -c 99999 /dev/zero > "\${1#--git-dir=}/objects/pack/tmp_pack_x"; sleep 600 & sleep 600;; esac`,
  );
  const startedEnded = once(createReadStream(pipe).resume(), "end");
  const manual = manualClock(0);
  const after: typeof manual.after = (milliseconds, callback) => {
    if (milliseconds > 1000) {
      return manual.after(milliseconds, callback);
    }
    const soon = setImmediate(callback);
    return () => clearImmediate(soon);
  };
  const store = storeAt(emptyFolder(t), env, { ...manual, after });
  const limits = { ...usualGitLimits, fetched: 10_000 };
  t.regex(await gitFaultOf(syncOf(store.open(sourceOf(made.url, { limits })))), /^refused: .* more to fetch/);
  await startedEnded;
  t.is(manual.pending(), 0);
});

const unadvertised =
  'case "$*" in *" fetch "*+[0-9a-f][0-9a-f][0-9a-f][0-9a-f]*) echo "error: Server does not allow request for unadvertised object" >&2; exit 128;; esac';

test("a ref is fetched if the server refuses a fetch by id, and a moved ref is reported", async (t) => {
  const made = openFollowedRepository(t);
  made.write("a", "1");
  made.commit();
  const store = storeAt(emptyFolder(t), standInGit(t, unadvertised));
  const repository = store.open(sourceOf(made.url));
  t.true(existsSync(join((await syncOf(repository)).folder, "a")));
  made.write("a", "2");
  made.commit();
  const head = await repository.look(signal);
  made.write("a", "3");
  made.commit();
  const moved = `unreachable: URL: refs/heads/main is no longer at ${head.commit}: it is checked again later`;
  t.is(await gitFaultOf(repository.fetch(head, signal)), moved);
  t.is(readFileSync(join((await syncOf(repository)).folder, "a"), "utf8"), "3");
  const byId = await gitFaultOf(repository.fetch({ commit: head.commit, ref: head.commit }, signal));
  t.regex(byId, /^missing: URL: [0-9a-f]{40}: the server no longer has the commit/);
});

test("a repository on a plain web server (dumb HTTP) is fetched completely", async (t) => {
  const { write, commit, git, folder, store } = openFollowedRepository(t);
  write("a", "1");
  commit();
  write("a", "2");
  commit();
  git("update-server-info");
  const server = createHttpServer((request, response) => {
    const path = join(folder, ".git", decodeURIComponent(new URL(request.url ?? "", "http://x").pathname));
    response.statusCode = existsSync(path) ? 200 : 404;
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const checkout = await syncOf(store.open(sourceOf(url, { access: { allowHttp: true } })));
  t.is(readFileSync(join(checkout.folder, "a"), "utf8"), "2");
});

test("a server that accepts the connection but never answers times out, and leaves no process running", async (t) => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.git`;
  const { open, clock } = openFollowedRepository(t);
  const repository = open({ url, access: { allowHttp: true } });
  const late = gitFaultOf(repository.look(signal));
  const [first] = (await once(server, "connection")) as [Socket];
  first.on("error", () => {}).resume();
  clock.pass(usualGitLimits.time);
  t.regex(await late, /^unreachable: .*: git did not finish in the time allowed/);
  const stop = new AbortController();
  const reason = new Error("enough");
  const stopped = t.throwsAsync(
    repository.fetch({ commit: "0".repeat(39).concat("1"), ref: "main" }, stop.signal),
  );
  const [second] = (await once(server, "connection")) as [Socket];
  const closed = once(second.on("error", () => {}).resume(), "close");
  stop.abort(reason);
  t.is(await stopped, reason);
  await closed;
  t.is(clock.pending(), 0);
});

test("old repositories with malformed objects of old tools are accepted", async (t) => {
  const { git, tree, blob, sync, folder } = openFollowedRepository(t);
  const inner = tree([{ mode: "100664", name: "a", id: blob("1") }]);
  const root = tree([{ mode: "040000", name: "d", id: inner }]);
  const text = join(folder, "commit");
  writeFileSync(text, `tree ${root}\nauthor Ada<ada> 1700000000 +051800\ncommitter nobody\n\nold\n`);
  git("update-ref", "refs/heads/main", git("hash-object", "-t", "commit", "-w", "--literally", text));
  const { revision, folder: laid } = await sync();
  t.like(revision, { subject: "old", author: "Ada<ada>", at: 0 });
  t.true(existsSync(join(laid, "d/a")));
});
