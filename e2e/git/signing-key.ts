/** Keys that sign commits and tags in tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { runProgram } from "./run-program.ts";
import { testFolder } from "./test-folder.ts";

/** A signing key, and the file by which others trust it. */
export interface SigningKey {
  readonly form: "openpgp" | "ssh";
  /** A file for GitVerification: armored public keys, or allowed signers. */
  readonly trustFile: string;
  /** The fingerprint: 40 hexadecimal digits, or `SHA256:…`. */
  readonly fingerprint: string;
  /** The private part: the home of gpg, or the file of the key. */
  readonly secret: string;
}

/**
 * Makes an OpenPGP key. An expired one was made, and signs, in 2020. Throws an Error if gpg prints no
 * fingerprint.
 */
export async function makeOpenpgpKey(
  t: ExecutionContext,
  { name = "ada@example.com", expired = false }: { name?: string; expired?: boolean } = {},
): Promise<SigningKey> {
  const home = testFolder(t);
  const time = expired ? ["--faked-system-time", "20200101T000000"] : [];
  const gpg = async (...words: readonly string[]): Promise<string> =>
    runProgram("gpg", ["--homedir", home, "--batch", "--quiet", ...time, "--passphrase", "", ...words]);
  t.teardown(async () => {
    await runProgram("gpgconf", ["--homedir", home, "--kill", "all"]);
  });
  await gpg("--quick-generate-key", name, "ed25519", "sign", expired ? "1y" : "never");
  const listed = await gpg("--list-keys", "--with-colons");
  const fingerprint = /^fpr:+([0-9A-F]+):/m.exec(listed)?.[1] ?? "";
  const trustFile = join(home, "public.asc");
  writeFileSync(trustFile, `${await gpg("--armor", "--export", fingerprint)}\n`);
  // Git passes neither a home nor a time to gpg.
  const gpgHere = `#!/bin/sh\nexec gpg --homedir "$(dirname "$0")" ${time.join(" ")} "$@"\n`;
  writeFileSync(join(home, "gpg-here"), gpgHere, { mode: 0o755 });
  return { form: "openpgp", trustFile, fingerprint, secret: home };
}

/** Makes an ssh key and a file of allowed signers with it. */
export async function makeSshSigningKey(
  t: ExecutionContext,
  { name = "ada@example.com", options = "" }: { name?: string; options?: string } = {},
): Promise<SigningKey> {
  const { file, publicKey, fingerprint } = await makeSshKey(testFolder(t), "signing");
  const trustFile = `${file}.signers`;
  writeFileSync(trustFile, `${name} ${options} ${publicKey}\n`);
  return { form: "ssh", trustFile, fingerprint, secret: file };
}

/** An ssh key as ssh-keygen makes it. */
export interface SshKey {
  readonly file: string;
  /** `ssh-ed25519 AAAA…` */
  readonly publicKey: string;
  /** `SHA256:…` */
  readonly fingerprint: string;
}

/** Makes an ssh key in a file of that name in the folder, readable only by its owner. */
export async function makeSshKey(folder: string, name: string, passphrase = ""): Promise<SshKey> {
  const file = join(folder, name);
  await runProgram("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", file]);
  const [, fingerprint = ""] = (await runProgram("ssh-keygen", ["-l", "-f", `${file}.pub`])).split(" ");
  const [kind = "", key = ""] = readFileSync(`${file}.pub`, "utf8").split(" ");
  return { file, publicKey: `${kind} ${key}`, fingerprint };
}

/** Arguments of git before its command, with which it signs by the key. */
export function signingSettings({ form, fingerprint, secret }: SigningKey): readonly string[] {
  return form === "ssh"
    ? ["-c", "gpg.format=ssh", "-c", `user.signingKey=${secret}`]
    : ["-c", `user.signingKey=${fingerprint}`, "-c", `gpg.program=${join(secret, "gpg-here")}`];
}
