import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { runGit } from "../process/run-git.ts";
import { GitError, type GitHead } from "../model/git-repository.ts";
import type { GitVerification } from "../model/git-source.ts";
import { layKeys } from "./trusted-keys.ts";
import type { GitSetting, GitCommand } from "../process/git-command.ts";

/**
 * Verifies that what a head names is signed by a trusted key: the commit, or the annotated tag, which must
 * have the name by which it is followed and point to the commit. Keys are read again, into a folder of their
 * own under the given one, which is created if missing. The verifying programs are set here: no setting of a
 * repository affects them. Throws a GitError: `unverified` with the key that signed, `local` for the files
 * and programs of this machine.
 */
export async function verifyRevision(
  head: GitHead,
  verification: GitVerification,
  { call, folder }: { readonly call: GitCommand; readonly folder: string },
): Promise<void> {
  const what = await whatIsSigned(head, verification, call);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const home = await mkdtemp(join(resolve(folder), "keys-"));
  try {
    const trust = await layKeys(verification, home, call);
    const words = [`verify-${verification.signed}`, "--raw", what.id];
    const { exit, said } = await runGit(words, {
      ...call,
      config: [...(call.config ?? []), ...programs, ...trust],
      env: { ...call.env, GNUPGHOME: join(home, "gnupg") },
    });
    if (exit !== 0) {
      throw refusal(what.name, said);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * The usual programs, and none for S/MIME certificates. gpg considers every key that it was given fully
 * trusted, ssh-keygen every signer in the file.
 */
const programs: readonly GitSetting[] = [
  ["gpg.program", "gpg"],
  ["gpg.openpgp.program", "gpg"],
  ["gpg.x509.program", "false"],
  ["gpg.ssh.program", "ssh-keygen"],
  ["gpg.minTrustLevel", "fully"],
];

interface Signed {
  readonly id: string;
  readonly name: string;
}

async function whatIsSigned(head: GitHead, { signed }: GitVerification, call: GitCommand): Promise<Signed> {
  if (signed === "commit") {
    return { id: head.commit, name: `commit ${head.commit}` };
  }
  if (!head.ref.startsWith(tagPrefix)) {
    const remedy = "follow refs/tags/NAME or semver:RANGE, or require signed commits";
    throw new GitError("unverified", `${head.ref} is not a tag, but a signed tag is required: ${remedy}`);
  }
  if (head.tag === undefined) {
    const remedy = "create one with git tag -s";
    throw new GitError(
      "unverified",
      `${head.ref} is not an annotated tag, so it has no signature: ${remedy}`,
    );
  }
  await checkTag(head, head.tag, call);
  return { id: head.tag, name: head.ref };
}

const tagPrefix = "refs/tags/";

/**
 * Checks that a tag is what its ref says. Whoever serves the repository may give a signed tag another name,
 * v1.0.0 as v2.0.0, and its commit is then not what the ref said.
 */
async function checkTag({ ref, commit }: GitHead, tag: string, call: GitCommand): Promise<void> {
  const { exit, output } = await runGit(["cat-file", "tag", tag], call);
  const [head = ""] = Buffer.from(output).toString("utf8").split("\n\n", 1);
  const lines = head.split("\n");
  const isSame =
    exit === 0 &&
    lines[0] === `object ${commit}` &&
    lines[1] === "type commit" &&
    lines[2] === `tag ${ref.slice(tagPrefix.length)}`;
  if (!isSame) {
    throw new GitError(
      "unverified",
      `${ref} is a tag that was created with another name or for another commit: sign a new one`,
    );
  }
}

/** Returns the error for a failed verification. For what is not signed, git prints nothing. */
function refusal(name: string, said: string): GitError {
  const [, program] = /cannot (?:run|exec) '?(gpg|ssh-keygen)'?:/.exec(said) ?? [];
  if (program !== undefined) {
    return new GitError("local", `there is no ${program} on the PATH to verify signatures: install it`);
  }
  const why =
    signatureFault(said) ??
    (said.trim() === "" ? "is not signed" : "has a signature that cannot be verified");
  return new GitError("unverified", `${name} ${why}: sign it with a trusted key, or trust that key`);
}

/**
 * Returns what is wrong with a signature, and whose it is, for a message; undefined if the output of gpg and
 * ssh-keygen does not say.
 */
export function signatureFault(said: string): string | undefined {
  for (const { pattern, words } of faults) {
    const match = pattern.exec(said);
    if (match !== null) {
      return words(match.groups?.["key"] ?? "");
    }
  }
  return undefined;
}

interface Fault {
  readonly pattern: RegExp;
  readonly words: (key: string) => string;
}

/**
 * Lines of `gpg --status-fd` (doc/DETAILS of GnuPG), and messages of ssh-keygen; those about forgery precede
 * those about keys. Only the id of a key is ever shown: the names in keys are whatever their makers chose.
 */
const faults: readonly Fault[] = [
  fault(
    /^\[GNUPG:\] BADSIG (?<key>[0-9A-F]+) /m,
    (key) => `has a signature of ${key} that belongs to something else`,
  ),
  fault(/^\[GNUPG:\] REVKEYSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which was revoked`),
  fault(/^\[GNUPG:\] EXPKEYSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which has expired`),
  fault(/^\[GNUPG:\] EXPSIG (?<key>[0-9A-F]+) /m, (key) => `has a signature of ${key} that has expired`),
  fault(/^\[GNUPG:\] ERRSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which is not trusted`),
  fault(
    /Good "git" signature[^\n]* with \S+ key (?<key>SHA256:[\w+/=]+)[^]*(?:No principal matched|expired|not yet valid)/,
    (key) => `is signed by ${key}, which is not trusted`,
  ),
  fault(
    /Good "git" signature[^\n]* with \S+ key (?<key>SHA256:[\w+/=]+)/,
    (key) => `is signed by ${key}, which is not trusted`,
  ),
  fault(
    /incorrect signature|Signature verification failed|Could not verify signature/i,
    () => "has a signature that belongs to something else",
  ),
  fault(
    /allowedSignersFile needs to be configured/,
    () => "is signed with an ssh key, but only OpenPGP keys are trusted",
  ),
  fault(/no signature found/i, () => "is not signed"),
];

function fault(pattern: RegExp, words: Fault["words"]): Fault {
  return { pattern, words };
}
