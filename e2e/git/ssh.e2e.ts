import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runProgram } from "./run-program.ts";
import { makeSshKey } from "./signing-key.ts";
import { type SshServer, startSshServer } from "./ssh-server.ts";
import { testFolder } from "./test-folder.ts";
import { openTestRepository, type TestRepository } from "./test-repository.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

interface Stage {
  readonly repository: TestRepository;
  readonly server: SshServer;
  readonly store: TestStore;
  readonly url: string;
  /** The key as in a mounted Secret, readable by its group. */
  readonly sshKeyFile: string;
}

async function openStage(t: ExecutionContext): Promise<Stage> {
  const repository = await openTestRepository(t);
  await repository.commit({ "deploy/shop.yaml": "kind: ConfigMap\n" });
  const server = await startSshServer(t);
  const store = openTestStore(t);
  const sshKeyFile = store.file("identity", readFileSync(server.key.file, "utf8").trimEnd());
  return { repository, server, store, sshKeyFile, url: server.urlOf(repository.folder) };
}

test("a repository is fetched over ssh with a group-readable key and known hosts, before and after the server is down", async (t) => {
  const { repository, server, store, url, sshKeyFile } = await openStage(t);
  const followed = store.follow(url, { sshKeyFile, knownHostsFile: server.knownHostsFile });
  const { folder } = await followed.layOut();
  t.is(readFileSync(join(folder, "deploy/shop.yaml"), "utf8"), "kind: ConfigMap\n");
  await server.stop();
  t.regex(await followed.refusal(), /^unreachable: .*the server cannot be reached/);
  t.true(existsSync(join(folder, "deploy/shop.yaml")));
  await server.start();
  const commit = await repository.commit({ a: "1" });
  t.is((await followed.layOut()).revision.commit, commit);
});

test("nothing is sent to a server with another host key", async (t) => {
  const { server, store, url, sshKeyFile } = await openStage(t);
  const followed = store.follow(url, { sshKeyFile, knownHostsFile: server.knownHostsFile });
  await server.changeHostKey();
  t.regex(await followed.refusal(), /^unauthorized: .*host key does not match the known one/);
  t.notRegex(server.said(), /Accepted|Connection .*authenticat/i);
});

test("a server that is not among the known hosts is refused", async (t) => {
  const { server, store, url, sshKeyFile } = await openStage(t);
  const knownHostsFile = store.file("known_hosts", `elsewhere ${server.key.publicKey}\n`);
  t.regex(
    await store.follow(url, { sshKeyFile, knownHostsFile }).refusal(),
    /^unauthorized: .*host key does not match the known one/,
  );
  t.regex(await store.follow(url, { sshKeyFile }).refusal(), /^local: .*"ssh-keyscan -p \d+ 127\.0\.0\.1"/);
});

test("a key that the server does not accept is reported, and works once the server accepts it", async (t) => {
  const { server, store, url, sshKeyFile } = await openStage(t);
  const followed = store.follow(url, { sshKeyFile, knownHostsFile: server.knownHostsFile });
  server.admit([]);
  t.regex(await followed.refusal(), /^unauthorized: .*the server rejects the ssh key/);
  server.admit([server.key.publicKey]);
  await t.notThrowsAsync(followed.fetch());
});

test("a key with a passphrase is reported before anything is sent", async (t) => {
  const { server, store, url } = await openStage(t);
  const { file } = await makeSshKey(testFolder(t), "locked", "hunter2");
  const access = { sshKeyFile: file, knownHostsFile: server.knownHostsFile };
  t.regex(await store.follow(url, access).refusal(), /^local: .*with a passphrase/);
  t.is(server.connections(), 0);
});

test("for a user at a terminal the user's agent and known hosts are used", async (t) => {
  const { repository, server, url } = await openStage(t);
  const home = testFolder(t);
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh/known_hosts"), readFileSync(server.knownHostsFile));
  const env = { HOME: home, SSH_AUTH_SOCK: await startAgent(t, server.key.file) };
  const { commit } = await openTestStore(t, env).follow(url).fetch();
  t.is(commit, await repository.git(["rev-parse", "main"]));
  t.regex(await openTestStore(t, { HOME: home }).follow(url).refusal(), /^local: .*needs an ssh key/);
});

test("the user's ssh configuration and git variables have no effect", async (t) => {
  const { server, store, url, sshKeyFile } = await openStage(t);
  const home = join(store.folder, "..");
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh/config"), "Host *\n  ProxyCommand false\n");
  const env = {
    HOME: home,
    GIT_SSH_COMMAND: "false",
    GIT_SSH: "false",
    GIT_CONFIG_PARAMETERS: "'core.sshCommand'='false'",
  };
  const access = { sshKeyFile, knownHostsFile: server.knownHostsFile };
  await t.notThrowsAsync(openTestStore(t, env).follow(url, access).fetch());
});

/** Starts an agent with one key. Returns its socket. */
async function startAgent(t: ExecutionContext, key: string): Promise<string> {
  const socket = join(testFolder(t), "agent");
  const program = "ssh-agent";
  const agent = spawn(program, ["-D", "-a", socket], { stdio: ["ignore", "pipe", "ignore"] });
  t.teardown(() => {
    agent.kill();
  });
  // It prints its address once it listens.
  await new Promise((resolve) => agent.stdout.once("data", resolve));
  await runProgram("ssh-add", ["-q", key], { env: { SSH_AUTH_SOCK: socket } });
  return socket;
}
