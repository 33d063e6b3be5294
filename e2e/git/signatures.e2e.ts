import { appendFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import type { GitVerification } from "../../lib/git/model/git-source.ts";
import { runProgram } from "./run-program.ts";
import { makeOpenpgpKey, makeSshSigningKey, type SigningKey } from "./signing-key.ts";
import { testFolder } from "./test-folder.ts";
import { openTestRepository } from "./test-repository.ts";
import { openTestStore } from "./test-store.ts";

function trusting(
  signed: GitVerification["signed"],
  ...keys: readonly SigningKey[]
): { verify: GitVerification } {
  const files = keys.map(({ form, trustFile }) =>
    form === "ssh" ? { sshSignersFile: trustFile } : { openpgpKeysFile: trustFile },
  );
  return { verify: Object.assign({ signed }, ...files) };
}

for (const [form, makeKey] of [["OpenPGP", makeOpenpgpKey] as const, ["ssh", makeSshSigningKey] as const]) {
  test(`a commit is accepted only if it is signed with a trusted key of ${form}`, async (t) => {
    const [ours, theirs] = [await makeKey(t), await makeKey(t, { name: "eve@example.com" })];
    const repository = await openTestRepository(t);
    const followed = openTestStore(t).follow(repository.url, {}, trusting("commit", ours));
    const first = await repository.commit({ a: "1" }, { sign: ours });
    t.is((await followed.fetch()).commit, first);
    const unsigned = await repository.commit({ a: "2" });
    t.regex(await followed.refusal(), new RegExp(`^unverified: commit ${unsigned} is not signed: `));
    await repository.commit({ a: "3" }, { sign: theirs });
    const said = await followed.refusal();
    const shown = theirs.form === "ssh" ? theirs.fingerprint : theirs.fingerprint.slice(-16);
    t.regex(
      said,
      /^unverified: commit [0-9a-f]{40} is signed by \S+, which is not trusted: .*trust that key$/,
    );
    t.true(said.includes(shown));
    const last = await repository.commit({ a: "4" }, { sign: ours });
    t.is((await followed.fetch()).commit, last);
  });

  test(`a tag is accepted only if it is signed with a trusted key of ${form}`, async (t) => {
    const [ours, theirs] = [await makeKey(t), await makeKey(t, { name: "eve@example.com" })];
    const repository = await openTestRepository(t);
    const commit = await repository.commit({ a: "1" });
    const store = openTestStore(t);
    const follow = async (name: string): Promise<string> => {
      const followed = store.follow(
        repository.url,
        {},
        { ref: `refs/tags/${name}`, ...trusting("tag", ours) },
      );
      return name === "good" ? (await followed.fetch()).commit : followed.refusal();
    };
    await repository.tag("good", { sign: ours });
    await repository.tag("theirs", { sign: theirs });
    await repository.tag("unsigned", { annotated: true });
    await repository.tag("light");
    t.is(await follow("good"), commit);
    t.regex(await follow("theirs"), /^unverified: refs\/tags\/theirs is signed by \S+, which is not trusted/);
    t.regex(await follow("unsigned"), /^unverified: refs\/tags\/unsigned is not signed/);
    t.regex(await follow("light"), /^unverified: refs\/tags\/light is not an annotated tag/);
    await repository.git(["update-ref", "refs/tags/v2", "refs/tags/good"]);
    t.regex(await follow("v2"), /^unverified: refs\/tags\/v2 is a tag that was created with another name/);
  });

  test(`a commit changed after it was signed with ${form} is refused`, async (t) => {
    const ours = await makeKey(t);
    const repository = await openTestRepository(t);
    const signed = await repository.commit({ a: "1" }, { sign: ours, message: "pay 1" });
    const text = await repository.git(["cat-file", "commit", signed]);
    const forged = `${text.replace("pay 1", "pay 9")}\n`;
    const id = await repository.git(["hash-object", "-t", "commit", "-w", "--stdin"], forged);
    await repository.reset("main", id);
    const followed = openTestStore(t).follow(repository.url, {}, trusting("commit", ours));
    t.regex(
      await followed.refusal(),
      /^unverified: commit [0-9a-f]+ has a signature.* that belongs to something else/,
    );
  });
}

test("a branch is refused if a signed tag is required", async (t) => {
  const ours = await makeSshSigningKey(t);
  const repository = await openTestRepository(t);
  await repository.commit({ a: "1" }, { sign: ours });
  const followed = openTestStore(t).follow(repository.url, {}, trusting("tag", ours));
  t.regex(
    await followed.refusal(),
    /^unverified: refs\/heads\/main is not a tag, but a signed tag is required: follow /,
  );
});

test("OpenPGP and SSH keys can be trusted at once, each only in its own form", async (t) => {
  const [pgp, ssh] = [await makeOpenpgpKey(t), await makeSshSigningKey(t)];
  const repository = await openTestRepository(t);
  const store = openTestStore(t);
  for (const [sign, other, untrusted] of [
    [pgp, ssh, /^unverified: commit \S+ is signed by [0-9A-F]+, which is not trusted/],
    [ssh, pgp, /^unverified: commit \S+ is signed with an ssh key, but only OpenPGP keys are trusted/],
  ] as const) {
    const commit = await repository.commit({ a: sign.form }, { sign });
    const follow = (...keys: readonly SigningKey[]): ReturnType<typeof store.follow> =>
      store.follow(repository.url, {}, trusting("commit", ...keys));
    t.is((await follow(pgp, ssh).fetch()).commit, commit);
    t.regex(await follow(other).refusal(), untrusted);
  }
});

test("a revoked or expired key is not trusted", async (t) => {
  const repository = await openTestRepository(t);
  const store = openTestStore(t);
  const revoked = await makeOpenpgpKey(t);
  await repository.commit({ a: "1" }, { sign: revoked });
  const followed = store.follow(repository.url, {}, trusting("commit", revoked));
  await t.notThrowsAsync(followed.fetch());
  await revoke(revoked);
  t.regex(await followed.refusal(), /^unverified: .* is signed by [0-9A-F]+, which was revoked/);
  const late = await makeOpenpgpKey(t, { expired: true });
  await repository.commit({ a: "2" }, { sign: late });
  const refused = await store.follow(repository.url, {}, trusting("commit", late)).refusal();
  t.regex(refused, /^unverified: .* is signed by [0-9A-F]+, which has expired/);
  const ended = await makeSshSigningKey(t, { options: 'valid-before="20200101"' });
  await repository.commit({ a: "3" }, { sign: ended });
  const said = await store.follow(repository.url, {}, trusting("commit", ended)).refusal();
  t.regex(said, /^unverified: .* is signed by SHA256:\S+, which is not trusted/);
});

/** Adds the revocation to the file of the key, as its owner publishes it. */
async function revoke({ secret, fingerprint, trustFile }: SigningKey): Promise<void> {
  const kept = join(secret, "openpgp-revocs.d", `${fingerprint}.rev`);
  const gpg = async (...words: readonly string[]): Promise<string> =>
    runProgram("gpg", ["--homedir", secret, "--batch", "--quiet", ...words]);
  // gpg puts a colon there to prevent an accidental import.
  await runProgram("sed", ["-i", "s/^:---/---/", kept]);
  await gpg("--import", kept);
  appendFileSync(trustFile, `${await gpg("--armor", "--export", fingerprint)}\n`);
}

test("a file without keys is reported", async (t) => {
  const repository = await openTestRepository(t);
  await repository.commit({ a: "1" });
  const store = openTestStore(t);
  const refusal = async (verify: Omit<GitVerification, "signed">): Promise<string> =>
    store.follow(repository.url, {}, { verify: { signed: "commit", ...verify } }).refusal();
  const openpgpKeysFile = store.file("keys.asc", "no key");
  t.regex(await refusal({ openpgpKeysFile }), /^local: ".*keys\.asc" contains no OpenPGP public key/);
  t.regex(await refusal({ openpgpKeysFile: "/none" }), /^local: "\/none" does not exist/);
  t.regex(await refusal({ sshSignersFile: "/none" }), /^local: "\/none" does not exist/);
});

test("a machine without gpg or ssh-keygen is reported", async (t) => {
  const programs = testFolder(t);
  symlinkSync(await runProgram("sh", ["-c", "command -v git"]), join(programs, "git"));
  const store = openTestStore(t, { PATH: programs });
  const repository = await openTestRepository(t);
  for (const [sign, program] of [
    [await makeOpenpgpKey(t), "gpg"],
    [await makeSshSigningKey(t), "ssh-keygen"],
  ] as const) {
    await repository.commit({ a: program }, { sign });
    const said = await store.follow(repository.url, {}, trusting("commit", sign)).refusal();
    t.regex(said, new RegExp(`^local: there is no ${program} on the PATH`));
  }
});

test("the configuration of the machine and of the user does not choose the program that verifies", async (t) => {
  const [ours, theirs] = [await makeSshSigningKey(t), await makeSshSigningKey(t)];
  const repository = await openTestRepository(t);
  await repository.commit({ a: "1" }, { sign: theirs });
  const store = openTestStore(t, {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "gpg.ssh.program",
    GIT_CONFIG_VALUE_0: "true",
  });
  t.regex(await store.follow(repository.url, {}, trusting("commit", ours)).refusal(), /^unverified: /);
});
