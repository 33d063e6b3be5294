import { join } from "node:path";

import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import { onlyLine, readAccessFile, readSecretFolder, type SecretKey } from "./access-file.ts";
import type { GitSetting } from "../process/git-command.ts";

/** Credentials and trusted keys, as they were just read. */
export interface GitCredentials {
  readonly username?: string;
  readonly password?: string;
  readonly bearerToken?: string;
  /** A private ssh key. */
  readonly identity?: string;
  readonly knownHosts?: string;
  /** Certificates, PEM. */
  readonly authorities?: string;
}

/**
 * Reads the files of an access again. Throws a GitError of the fault `local` that names the file if one is
 * missing, empty or something else.
 */
export async function readCredentials(access: GitAccess): Promise<GitCredentials> {
  const folder = access.secretFolder;
  const secret = folder === undefined ? new Map<SecretKey, string>() : await readSecretFolder(folder);
  /** Reads a single file, or else the key of the Secret, with the path for messages. */
  const read = async (file: string | undefined, key: SecretKey): Promise<Found | undefined> => {
    if (file !== undefined) {
      return { text: await readAccessFile(file), path: file };
    }
    const text = secret.get(key);
    return text === undefined ? undefined : { text, path: join(folder ?? "", key) };
  };
  const username = access.username ?? lineOf(await read(undefined, "username"));
  const password = lineOf(await read(access.passwordFile, "password"));
  const token = access.passwordFile === undefined ? lineOf(await read(undefined, "bearerToken")) : undefined;
  const identity = await read(access.sshKeyFile, "identity");
  const known = await read(access.knownHostsFile, "known_hosts");
  const authorities = await read(access.caFile, "ca.crt");
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(token === undefined ? {} : { bearerToken: token }),
    ...(identity === undefined ? {} : { identity: sshIdentity(identity.text, identity.path) }),
    ...(known === undefined ? {} : { knownHosts: known.text }),
    ...(authorities === undefined ? {} : { authorities: certificates(authorities) }),
  };
}

interface Found {
  readonly text: string;
  readonly path: string;
}

function lineOf(found: Found | undefined): string | undefined {
  return found === undefined ? undefined : onlyLine(found.text, found.path);
}

function certificates({ text, path }: Found): string {
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new GitError(
      "local",
      `${JSON.stringify(path)} contains no certificate: expected PEM, -----BEGIN CERTIFICATE-----`,
    );
  }
  return text;
}

/**
 * Returns a private key in the form that ssh accepts: with the line breaks that it insists on, which many
 * Secrets lack. Throws a GitError of the fault `local` that names the file for what ssh would only call
 * invalid.
 */
function sshIdentity(text: string, path: string): string {
  const key = `${text.replaceAll(/\r\n?/g, "\n").trim()}\n`;
  const fault = faultOf(key);
  if (fault !== undefined) {
    throw new GitError("local", `${JSON.stringify(path)} ${fault}`);
  }
  return key;
}

const withoutPassphrase =
  "which cannot be entered: remove it from a copy of the key with ssh-keygen -p -N ''";

function faultOf(key: string): string | undefined {
  if (/^(?:ssh-|ecdsa-|sk-)\S+ AAAA/.test(key)) {
    return "contains a public key: use the private key, without .pub in its name";
  }
  if (key.startsWith("PuTTY-User-Key-File")) {
    return "contains a PuTTY key: convert it with puttygen KEY -O private-openssh -o NEW";
  }
  const [, kind = "", body = ""] = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----\n(.*)\n-----END /s.exec(key) ?? [];
  if (body === "") {
    return "contains no ssh private key: expected -----BEGIN … PRIVATE KEY-----";
  }
  const isLocked = kind.startsWith("ENCRYPTED") || body.includes("ENCRYPTED") || isLockedOpenssh(kind, body);
  return isLocked ? `contains a key with a passphrase, ${withoutPassphrase}` : undefined;
}

/**
 * The header of OpenSSH's own key format (PROTOCOL.key in its sources): the magic, then the cipher as a
 * string with its length in four bytes.
 */
const magic = "openssh-key-v1\0";

function isLockedOpenssh(kind: string, body: string): boolean {
  const bytes = Buffer.from(body, "base64").toString("latin1");
  return kind.startsWith("OPENSSH") && bytes.startsWith(magic) && !bytes.startsWith("none", magic.length + 4);
}

/** The variables of the process that we were started with. */
export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/**
 * The variable that holds the private folder: what git passes to a shell refers to it, and contains nothing
 * of a user's.
 */
export const folderVariable = "CONVERGE_GIT_PASSAGE";

/** The settings, variables and files of git for one server, before they have a folder. */
export interface TransportEnvironment {
  readonly config: readonly GitSetting[];
  /** Environment variables. */
  readonly env: ReadonlyMap<string, string>;
  /** Files of the private folder: text by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Settings whose value is the path of one of these files. */
  readonly paths: readonly GitSetting[];
}
