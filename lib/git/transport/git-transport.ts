import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import {
  readCredentials,
  folderVariable,
  type TransportEnvironment,
  type ProcessEnv,
} from "./credentials.ts";
import { type GitAddress, parseGitAddress } from "./git-address.ts";
import { sshEnvironment } from "./ssh-transport.ts";
import { httpsEnvironment } from "./https-transport.ts";
import type { GitSetting } from "../process/git-command.ts";

/**
 * The transport to one server for the duration of some git commands: their additional settings and
 * environment, with the secrets in a private folder.
 */
export interface GitTransport {
  /** The URL for git: without user and password for https and http. */
  readonly url: string;
  /** The only protocol of these commands, so that no `ext::` and no redirect to `http:` leads elsewhere. */
  readonly protocol: GitAddress["scheme"];
  readonly config: readonly GitSetting[];
  readonly env: Readonly<Record<string, string>>;
  /** Removes the private folder. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a transport: checks the address, reads the files of the access again, and writes what git, ssh and
 * their helpers read into a folder of its own under the given one, which is created if missing. What an
 * earlier process left in there must be removed before. Nothing of the user's own git or ssh setup is used,
 * except what ssh-transport describes. Throws GitErrors: `refused` for the address, `local` for the files.
 */
export async function openGitTransport(
  { url, access }: { readonly url: string; readonly access: GitAccess },
  { folder, env }: { readonly folder: string; readonly env: ProcessEnv },
): Promise<GitTransport> {
  const address = parseGitAddress(url, access.allowHttp === true);
  const provisions = await provisionsFor(address, access, env);
  const home = await layIn(provisions, folder);
  return {
    url: address.url,
    protocol: address.scheme,
    config: [
      ...unasked,
      ...provisions.config,
      ...provisions.paths.map(([name, file]): GitSetting => [name, join(home, file)]),
    ],
    env: { ...quiet, ...Object.fromEntries(provisions.env), [folderVariable]: home },
    close: async () => rm(home, { recursive: true, force: true }),
  };
}

/** Nothing may prompt. */
const quiet = { GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never" };
const unasked: readonly GitSetting[] = [
  ["credential.helper", ""],
  ["core.askPass", ""],
];

const nothing: TransportEnvironment = { config: [], env: new Map(), files: new Map(), paths: [] };

async function provisionsFor(
  address: GitAddress,
  access: GitAccess,
  env: ProcessEnv,
): Promise<TransportEnvironment> {
  if (address.scheme === "file") {
    return nothing;
  }
  const credentials = await readCredentials(access);
  const known = { address, access, credentials };
  return address.scheme === "ssh" ? sshEnvironment(known, env) : httpsEnvironment(known, env);
}

/**
 * Writes the files into a new folder. It is 0700 and they are 0600: ssh refuses keys that others may read, as
 * mounted Secrets often are.
 */
async function layIn({ files }: TransportEnvironment, folder: string): Promise<string> {
  let home: string | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    home = await mkdtemp(join(resolve(folder), "passage-"));
    for (const [name, text] of files) {
      await writeFile(join(home, name), text, { mode: 0o600, flag: "wx" });
    }
    return home;
  } catch (error) {
    if (home !== undefined) {
      await rm(home, { recursive: true, force: true });
    }
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it fails";
    throw new GitError(
      "local",
      `${JSON.stringify(folder)} cannot be written (${reason}): use a writable folder with free space`,
      { cause: error },
    );
  }
}
