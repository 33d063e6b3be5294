import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { usualGitLimits } from "../../lib/git/model/git-source.ts";
import { startConnectProxy } from "./connect-proxy.ts";
import { type Admission, type GitHttpServer, startGitHttpServer } from "./http-server.ts";
import { makeServerIdentity } from "./server-identity.ts";
import { openTestRepository, type TestRepository } from "./test-repository.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

interface Stage {
  readonly repository: TestRepository;
  readonly server: GitHttpServer;
  readonly store: TestStore;
  readonly url: string;
  /** The CA of the server's certificate. */
  readonly caFile: string;
  /** Another server with the same CA. */
  readonly startOther: () => Promise<GitHttpServer>;
}

async function openStage(
  t: ExecutionContext,
  admission?: Admission,
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const { tls, caFile } = makeServerIdentity(t);
  const repository = await openTestRepository(t);
  await repository.commit({ "deploy/shop.yaml": "kind: ConfigMap\n" });
  const { root } = repository;
  const server = await startGitHttpServer(t, {
    root,
    tls,
    ...(admission === undefined ? {} : { admission }),
  });
  return {
    repository,
    server,
    store: openTestStore(t, env),
    url: `${server.origin}/shop.git`,
    caFile,
    startOther: async () => startGitHttpServer(t, { root, tls }),
  };
}

const secret = "hunter2/ü:@%";

test("a repository is fetched over https with a token, from a server with a private CA", async (t) => {
  const { store, url, caFile, repository, server } = await openStage(t, { user: "ada", password: secret });
  const passwordFile = store.file("token", `${secret}\n`);
  const followed = store.follow(url, { caFile, passwordFile, username: "ada" });
  const { folder, revision } = await followed.layOut();
  t.is(readFileSync(join(folder, "deploy/shop.yaml"), "utf8"), "kind: ConfigMap\n");
  t.is(revision.commit, await repository.git(["rev-parse", "main"]));
  t.true(server.requests.some(({ method }) => method === "POST"));
});

test("the keys of a mounted Secret are used as credentials and CA", async (t) => {
  const { store, url, caFile } = await openStage(t, { user: "ada", password: secret });
  store.file("username", "ada");
  store.file("password", secret);
  const ca = store.file("ca.crt", readFileSync(caFile, "utf8"));
  await t.notThrowsAsync(store.follow(url, { secretFolder: join(ca, "..") }).fetch());
});

test("a bearer token is sent to the server, and not to a proxy in front of it", async (t) => {
  const { store, url, caFile } = await openStage(t, { bearerToken: "hunter2" });
  const { url: proxy, asked, leakedCredentials } = await startConnectProxy(t);
  store.file("bearerToken", "hunter2\n");
  const secretFolder = join(store.folder, "..");
  await t.notThrowsAsync(store.follow(url, { caFile, secretFolder, proxy }).fetch());
  t.true(asked.length > 0);
  t.deepEqual(leakedCredentials, []);
});

test("a wrong token is reported, and a new one in the same file is used", async (t) => {
  const { store, url, caFile, repository, server } = await openStage(t, { password: "old" });
  const followed = store.follow(url, { caFile, passwordFile: store.file("token", "old") });
  const { folder } = await followed.layOut();
  server.admit({ password: "new" });
  t.regex(
    await followed.refusal(),
    /^unauthorized: https:\/\/localhost:\d+\/shop\.git.*the username and the password or token$/,
  );
  t.true(existsSync(join(folder, "deploy/shop.yaml")));
  store.file("token", "new");
  const commit = await repository.commit({ "deploy/shop.yaml": "kind: Secret\n" });
  t.is((await followed.fetch()).commit, commit);
});

test("no command line contains a password while it is used", async (t) => {
  const { store, url, caFile, server } = await openStage(t, { password: "hunter2" });
  const seen: string[] = [];
  server.override(({ authorization }) => {
    if (authorization !== undefined) {
      seen.push(...globSync("/proc/[0-9]*/cmdline").flatMap(commandIn));
    }
    return undefined;
  });
  await store.follow(url, { caFile, passwordFile: store.file("token", "hunter2") }).fetch();
  t.true(seen.some((command) => command.includes("remote-https") && command.includes(url)));
  const basic = Buffer.from("git:hunter2").toString("base64");
  t.deepEqual(
    seen.filter((command) => command.includes("hunter2") || command.includes(basic)),
    [],
  );
});

function commandIn(path: string): readonly string[] {
  try {
    return [readFileSync(path, "utf8")];
  } catch {
    // It has ended.
    return [];
  }
}

test("a server with an unknown CA is not trusted, nor one with another name", async (t) => {
  const { store, url, caFile, server } = await openStage(t);
  t.regex(await store.follow(url).refusal(), /^unreachable: .*certificate is not trusted.*check the caFile$/);
  const other = url.replace("localhost", "127.0.0.2");
  t.regex(await store.follow(other, { caFile }).refusal(), /^unreachable: /);
  t.is(server.requests.length, 0);
});

test("plain http is used only if it is allowed", async (t) => {
  const repository = await openTestRepository(t);
  const commit = await repository.commit({ a: "1" });
  const server = await startGitHttpServer(t, { root: repository.root });
  const store = openTestStore(t);
  const url = `${server.origin}/shop.git`;
  t.regex(await store.follow(url).refusal(), /^refused: .*is not encrypted/);
  t.is(server.requests.length, 0);
  t.is((await store.follow(url, { allowHttp: true }).fetch()).commit, commit);
});

test("another server that a redirect points to does not get the password", async (t) => {
  const { store, url, caFile, server, startOther } = await openStage(t, { password: "hunter2" });
  const other = await startOther();
  other.admit({ password: "hunter2" });
  server.override(({ path, authorization }) => {
    const place = other.origin.replace("localhost", "127.0.0.1");
    return authorization === undefined ? undefined : { redirect: `${place}${path}` };
  });
  const access = { caFile, passwordFile: store.file("token", "hunter2") };
  t.regex(await store.follow(url, access).refusal(), /^unauthorized: /);
  t.true(server.requests.some(({ authorization }) => authorization !== undefined));
  t.true(other.requests.length > 0);
  t.deepEqual(
    other.requests.filter(({ authorization }) => authorization !== undefined),
    [],
  );
});

test("another server on the same host does not get the password from a redirect", async (t) => {
  const { store, url, caFile, server, startOther } = await openStage(t);
  const other = await startOther();
  other.admit({ password: "hunter2" });
  server.override(({ path }) => ({ redirect: `${other.origin}${path}` }));
  const access = { caFile, passwordFile: store.file("token", "hunter2") };
  t.regex(await store.follow(url, access).refusal(), /^unauthorized: /);
  t.deepEqual(
    other.requests.filter(({ authorization }) => authorization !== undefined),
    [],
  );
});

test("with a bearer token no redirect is followed", async (t) => {
  const { store, url, caFile, server, startOther } = await openStage(t, { bearerToken: "hunter2" });
  const other = await startOther();
  server.override(({ path }) => ({ redirect: `${other.origin}${path}` }));
  store.file("bearerToken", "hunter2");
  const access = { caFile, secretFolder: join(store.folder, "..") };
  t.regex(await store.follow(url, access).refusal(), /^refused: .*the server redirects to another address/);
  t.is(other.requests.length, 0);
});

test("a redirect on the same server is followed with the password", async (t) => {
  const { store, url, caFile, server } = await openStage(t, { password: "hunter2" });
  server.override(({ path }) =>
    path.startsWith("/old")
      ? { redirect: `${server.origin}/shop.git${path.slice("/old".length)}` }
      : undefined,
  );
  const access = { caFile, passwordFile: store.file("token", "hunter2") };
  await t.notThrowsAsync(store.follow(url.replace("/shop.git", "/old"), access).fetch());
});

test("a redirect from https to http or to a file is not followed", async (t) => {
  const { store, url, caFile, server, repository } = await openStage(t);
  const plain = await startGitHttpServer(t, { root: repository.root });
  for (const place of [plain.origin, `file://${repository.root}`]) {
    server.override(({ path }) => ({ redirect: `${place}${path}` }));
    t.regex(await store.follow(url, { caFile }).refusal(), /^(?:refused|unreachable): /);
  }
  t.is(plain.requests.length, 0);
});

test("while a server is down the checkout is kept, and fetching continues when it is back", async (t) => {
  const { store, url, caFile, server, repository } = await openStage(t);
  const followed = store.follow(url, { caFile });
  const { folder } = await followed.layOut();
  await server.stop();
  t.regex(await followed.refusal(), /^unreachable: .*the server cannot be reached/);
  t.true(existsSync(join(folder, "deploy/shop.yaml")));
  await server.start();
  const commit = await repository.commit({ b: "1" });
  t.is((await followed.layOut()).revision.commit, commit);
});

test("a failing server is unreachable, and one without the repository reports it missing", async (t) => {
  const { store, url, caFile, server } = await openStage(t);
  const followed = store.follow(url, { caFile });
  server.override(() => ({ status: 503 }));
  t.regex(await followed.refusal(), /^unreachable: .*the server returns an error/);
  server.override(() => ({ status: 403 }));
  t.regex(await followed.refusal(), /^unauthorized: /);
  server.override(() => ({ status: 404 }));
  t.regex(await followed.refusal(), /^missing: /);
});

test("a server that does not answer is waited for until the call is aborted", async (t) => {
  const { store, url, caFile, server } = await openStage(t);
  const { repository } = store.follow(url, { caFile });
  const gone = new AbortController();
  const wait = new Promise((resolve) => gone.signal.addEventListener("abort", resolve));
  server.override(() => {
    // The server has received the request, and will not respond.
    queueMicrotask(() => gone.abort(new Error("enough")));
    return { wait };
  });
  await t.throwsAsync(repository.look(gone.signal), { message: "enough" });
  server.override(() => ({ wait: new Promise(() => {}) }));
  const fastTimers = store.follow(url, { caFile }, { limits: { ...usualGitLimits, time: 300 } });
  t.regex(await fastTimers.refusal(), /^unreachable: .*git did not finish in the time allowed/);
});

test("a proxy is used with its own password", async (t) => {
  const proxy = await startConnectProxy(t, "ada:hunter2");
  const { store, url, caFile, server } = await openStage(t);
  const through = { caFile, proxy: proxy.url.replace("//", "//ada:hunter2@") };
  await t.notThrowsAsync(store.follow(url, through).fetch());
  t.is(proxy.asked[0], `localhost:${server.port}`);
  const refused = await store
    .follow(url, { caFile, proxy: proxy.url.replace("//", "//ada:wrong-one@") })
    .refusal();
  t.regex(refused, /^un(?:authorized|reachable): /);
  t.false(refused.includes("wrong-one"));
});

test("without a configured proxy the proxies and exceptions of the environment apply", async (t) => {
  const proxy = await startConnectProxy(t);
  const { store, url, caFile } = await openStage(t, undefined, {
    HTTPS_PROXY: proxy.url,
    NO_PROXY: "example.com",
  });
  await t.notThrowsAsync(store.follow(url, { caFile }).look());
  t.is(proxy.asked.length, 1);
  const spared = openTestStore(t, { HTTPS_PROXY: proxy.url, NO_PROXY: "localhost" });
  await t.notThrowsAsync(spared.follow(url, { caFile }).look());
  t.is(proxy.asked.length, 1);
  await t.notThrowsAsync(spared.follow(url, { caFile, proxy: proxy.url }).look());
  t.is(proxy.asked.length, 2);
});
