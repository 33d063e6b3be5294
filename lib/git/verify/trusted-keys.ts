import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readAccessFile } from "../transport/access-file.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitSurroundings, GitCommand, GitSetting } from "../process/git-command.ts";
import type { GitVerification } from "../model/git-source.ts";

/**
 * Creates a home for gpg in which the keys of the file are trusted and nothing else is known: no other keys,
 * no key servers, no agent. Throws a GitError of the fault `local` if there is no gpg, or no key in the file.
 */
export async function makeKeyring(
  keysFile: string,
  home: string,
  { surroundings, signal }: { readonly surroundings: GitSurroundings; readonly signal: AbortSignal },
): Promise<void> {
  const keys = await readAccessFile(keysFile);
  await mkdir(home, { mode: 0o700 });
  await writeFile(join(home, "gpg.conf"), `${configuration.join("\n")}\n`);
  // Without it a newer gpg may require a daemon for a new home.
  await writeFile(join(home, "common.conf"), "");
  const env = { PATH: surroundings.env["PATH"] ?? "", LC_ALL: "C" };
  const words = ["--homedir", home, "--status-fd", "1", "--import"];
  const said = await new Promise<string>((resolve, reject) => {
    const child = execFile(program, words, { env, signal, timeout: patience }, (error, output) => {
      if (error !== null && error.code === "ENOENT") {
        reject(
          new GitError("local", `there is no ${program} on the PATH to verify signatures: install gnupg`, {
            cause: error,
          }),
        );
      } else {
        resolve(output);
      }
    });
    child.stdin?.on("error", () => {}).end(keys);
  });
  signal.throwIfAborted();
  if (!/^\[GNUPG:\] IMPORT_OK /m.test(said)) {
    throw new GitError(
      "local",
      `${JSON.stringify(keysFile)} contains no OpenPGP public key: export one with gpg --armor --export KEY`,
    );
  }
}

/** Only the keys of the file are used, so each of them is fully trusted. */
const configuration = [
  "batch",
  "no-tty",
  "quiet",
  "trust-model always",
  "no-autostart",
  "disable-dirmngr",
  "no-auto-key-retrieve",
  "no-auto-key-import",
];

const program = "gpg";

/** Milliseconds that gpg may take. */
const patience = 30_000;

/** Writes the keys that a unit trusts into a home folder of gpg and ssh. */
export async function layKeys(
  { openpgpKeysFile, sshSignersFile }: GitVerification,
  home: string,
  call: GitCommand,
): Promise<readonly GitSetting[]> {
  if (openpgpKeysFile !== undefined) {
    await makeKeyring(openpgpKeysFile, join(home, "gnupg"), call);
  }
  if (sshSignersFile === undefined) {
    return [];
  }
  const file = join(home, "allowed_signers");
  await writeFile(file, await readAccessFile(sshSignersFile));
  return [["gpg.ssh.allowedSignersFile", file]];
}
