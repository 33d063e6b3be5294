import { readFileSync } from "node:fs";

import test from "ava";

import { startGitHttpServer } from "./http-server.ts";
import { plainEnv, runProgram } from "./run-program.ts";
import { makeOpenpgpKey, makeSshSigningKey } from "./signing-key.ts";
import { startSshServer } from "./ssh-server.ts";
import { openTestRepository } from "./test-repository.ts";

async function look(url: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  return runProgram("git", ["ls-remote", url, "refs/heads/main"], {
    env: { ...env, GIT_TERMINAL_PROMPT: "0" },
  });
}

test("a test repository accepts files, links and deletions, and drops its history on a force-push", async (t) => {
  const repository = await openTestRepository(t);
  await repository.commit({ "a.yaml": "a: 1\n", "deploy/b.yaml": "b: 1\n" });
  const second = await repository.commit({ "a.yaml": undefined, "deploy/c": { link: "b.yaml" } });
  t.is(await repository.git(["ls-tree", "-r", "--name-only", "main"]), "deploy/b.yaml\ndeploy/c");
  t.is(await repository.git(["rev-parse", "main"]), second);
  const forced = await repository.forcePush({ "z.yaml": "z: 1\n" });
  t.is(await repository.git(["rev-list", "main"]), forced);
  await repository.deleteBranch("main");
  t.is(await repository.git(["for-each-ref", "refs/heads"]), "");
});

test("equal commits of tests have equal ids", async (t) => {
  const [first, second] = [await openTestRepository(t), await openTestRepository(t)];
  t.is(await first.commit({ a: "1" }), await second.commit({ a: "1" }));
});

test("commits and tags are signed", async (t) => {
  const repository = await openTestRepository(t);
  for (const sign of [await makeOpenpgpKey(t), await makeSshSigningKey(t)]) {
    const commit = await repository.commit({ a: sign.form }, { sign, tag: `v-${sign.form}` });
    const mark = sign.form === "ssh" ? /BEGIN SSH SIGNATURE/ : /BEGIN PGP SIGNATURE/;
    t.regex(await repository.git(["cat-file", "commit", commit]), mark);
    t.regex(await repository.git(["cat-file", "tag", `v-${sign.form}`]), mark);
  }
});

test("an http server admits the configured user, goes down and comes back", async (t) => {
  const repository = await openTestRepository(t);
  const commit = await repository.commit({ a: "1" });
  const server = await startGitHttpServer(t, { root: repository.root });
  const url = `${server.origin}/shop.git`;
  t.regex(await look(url), new RegExp(commit));
  server.admit({ password: "secret" });
  await t.throwsAsync(look(url));
  t.regex(await look(url.replace("//", "//git:secret@")), new RegExp(commit));
  await server.stop();
  await t.throwsAsync(look(url), { message: /onnect/ });
  await server.start();
  server.admit(undefined);
  t.regex(await look(url), new RegExp(commit));
  t.true(server.requests.length >= 5);
});

test("an ssh server admits the configured key, goes down and comes back", async (t) => {
  const repository = await openTestRepository(t);
  const commit = await repository.commit({ a: "1" });
  const server = await startSshServer(t);
  const url = server.urlOf(repository.folder);
  const ssh = {
    ...plainEnv,
    GIT_SSH_COMMAND: `ssh -F none -i ${server.key.file} -o BatchMode=yes -o UserKnownHostsFile=${server.knownHostsFile}`,
  };
  t.regex(
    await look(url, ssh).catch((error: unknown) => `${String(error)} ${server.said()}`),
    new RegExp(commit),
  );
  server.admit([]);
  await t.throwsAsync(look(url, ssh), { message: /Permission denied \(publickey\)/ });
  server.admit([server.key.publicKey]);
  await server.stop();
  await t.throwsAsync(look(url, ssh), { message: /Connection refused/ });
  await server.start();
  t.regex(await look(url, ssh), new RegExp(commit));
  await server.changeHostKey();
  await t.throwsAsync(look(url, ssh), { message: /Host key verification failed/ });
  t.regex(readFileSync(server.knownHostsFile, "utf8"), /^\[127\.0\.0\.1\]/);
  t.is(server.connections(), 4);
});
