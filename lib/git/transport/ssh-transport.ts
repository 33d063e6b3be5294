import { join } from "node:path";

import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import { readOptionalFile } from "./access-file.ts";
import {
  type GitCredentials,
  folderVariable,
  type TransportEnvironment,
  type ProcessEnv,
} from "./credentials.ts";
import { type GitAddress, printableUrl } from "./git-address.ts";

/**
 * Returns the environment of git for an ssh server. The user's own ssh setup is not read, with one exception
 * for a person at a terminal: if neither a key nor known hosts are configured, the agent of SSH_AUTH_SOCK and
 * `~/.ssh/known_hosts` of HOME are used. Throws a GitError: `refused` if a proxy is configured, `local` if
 * there is no agent or the host is not known.
 */
export async function sshEnvironment(
  { address, access, credentials }: { address: GitAddress; access: GitAccess; credentials: GitCredentials },
  env: ProcessEnv,
): Promise<TransportEnvironment> {
  if (access.proxy !== undefined) {
    throw new GitError(
      "refused",
      `${printableUrl(address.url)} uses ssh, and the proxy is for https: remove one of them`,
    );
  }
  const { identity } = credentials;
  const asksAgent = identity === undefined && access.withoutAgent === undefined;
  const agent = asksAgent ? agentOf(address, env) : undefined;
  const knownHosts =
    credentials.knownHosts ?? (identity === undefined ? await ownKnownHosts(env) : undefined);
  if (knownHosts === undefined) {
    throw unknownHost(address);
  }
  const key = identity === undefined ? [] : [["identity", identity] as const];
  return {
    config: [],
    env: new Map([
      ["GIT_SSH_COMMAND", command],
      ["GIT_SSH_VARIANT", "ssh"],
      ...(agent === undefined ? [] : [["SSH_AUTH_SOCK", agent] as const]),
    ]),
    files: new Map([
      ["known_hosts", `${knownHosts.replaceAll("\r", "").trimEnd()}\n`],
      ["ssh_config", configuration(identity !== undefined)],
      ...key,
    ]),
    paths: [],
  };
}

/**
 * Git passes this to a shell. It is the same text for everyone: the shell inserts the path of the private
 * folder as one word, without parsing it. Git adds the port, the host that was checked before, and a command
 * whose path it quotes itself.
 */
const command = `ssh -F "$${folderVariable}/ssh_config"`;

/**
 * Builds an ssh_config(5). It names the files by the variable, so that no path can be more than a path in it.
 */
function configuration(hasKey: boolean): string {
  const who = hasKey
    ? [`IdentityFile "\${${folderVariable}}/identity"`, "IdentitiesOnly yes", "IdentityAgent none"]
    : ["IdentityFile none"];
  return [...who, ...always, ""].join("\n");
}

const always = [
  `UserKnownHostsFile "\${${folderVariable}}/known_hosts"`,
  "GlobalKnownHostsFile none",
  "StrictHostKeyChecking yes",
  "UpdateHostKeys no",
  "VerifyHostKeyDNS no",
  "BatchMode yes",
  "PreferredAuthentications publickey",
  "ConnectTimeout 15",
  "ServerAliveInterval 10",
  "ServerAliveCountMax 3",
  "ForwardAgent no",
  "ForwardX11 no",
  "ClearAllForwardings yes",
  "PermitLocalCommand no",
  "ProxyCommand none",
  "ControlMaster no",
  "ControlPath none",
  "AddKeysToAgent no",
  "CanonicalizeHostname no",
  "LogLevel ERROR",
];

function agentOf(address: GitAddress, env: ProcessEnv): string {
  const socket = env["SSH_AUTH_SOCK"];
  if (socket === undefined || socket === "") {
    throw new GitError(
      "local",
      `${printableUrl(address.url)} needs an ssh key: set sshKeyFile, or start an ssh-agent that has it`,
    );
  }
  return socket;
}

async function ownKnownHosts(env: ProcessEnv): Promise<string | undefined> {
  const home = env["HOME"];
  return home === undefined || home === "" ? undefined : readOptionalFile(join(home, ".ssh", "known_hosts"));
}

function unknownHost({ host }: GitAddress): GitError {
  const [, name = host, port] = /^\[(.*)\]:(\d+)$/.exec(host) ?? [];
  const scan = port === undefined ? `ssh-keyscan ${name}` : `ssh-keyscan -p ${port} ${name}`;
  return new GitError(
    "local",
    `the host key of ${host} is unknown: compare the output of "${scan}" with the keys that its owner publishes, and set knownHostsFile to a file with it`,
  );
}
