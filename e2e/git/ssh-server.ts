/** A real git server over ssh: OpenSSH's sshd, one process for each connection, which runs git. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { ExecutionContext } from "ava";

import { keepListening, type LastingPort } from "./lasting-port.ts";
import { plainEnv } from "./run-program.ts";
import { makeSshKey, type SshKey } from "./signing-key.ts";
import { testFolder } from "./test-folder.ts";

/** A server on the loopback. It accepts the user `git` with an admitted key. */
export interface SshServer extends LastingPort {
  /** `ssh://git@127.0.0.1:PORT/…` of a repository, by its folder. */
  readonly urlOf: (folder: string) => string;
  /** A key that it accepts. */
  readonly key: SshKey;
  /** A known_hosts file with its host key. */
  readonly knownHostsFile: string;
  /** Replaces the accepted keys, `ssh-ed25519 AAAA…`. */
  readonly admit: (publicKeys: readonly string[]) => void;
  /** Changes the host key, as in a man-in-the-middle attack. */
  readonly changeHostKey: () => Promise<void>;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** The server's log, for a test that fails. */
  readonly said: () => string;
}

const finder = fileURLToPath(new URL("../../.ci/git-servers", import.meta.url));

/** Starts a server, which ends with the test. Throws the message of `.ci/git-servers` if sshd is missing. */
export async function startSshServer(t: ExecutionContext): Promise<SshServer> {
  const programs = findServers();
  const folder = testFolder(t);
  const key = await makeSshKey(folder, "user_key");
  let hostKey = await makeSshKey(folder, "host_key");
  const authorized = join(folder, "authorized_keys");
  const admit: SshServer["admit"] = (publicKeys) => writeFileSync(authorized, `${publicKeys.join("\n")}\n`);
  admit([key.publicKey]);
  const env = environmentIn(programs, folder);
  const said: string[] = [];
  let connections = 0;
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    connections += 1;
    const config = join(folder, `sshd_config_${connections}`);
    writeFileSync(config, configuration(hostKey.file, authorized, programs));
    serve(socket, { program: join(programs, "usr/sbin/sshd"), config, env, said });
  });
  const port = await keepListening(t, server);
  const knownHostsFile = join(folder, "known_hosts");
  writeFileSync(knownHostsFile, `[127.0.0.1]:${port.port} ${hostKey.publicKey}\n`);
  return {
    ...port,
    key,
    knownHostsFile,
    admit,
    urlOf: (repository) => `ssh://git@127.0.0.1:${port.port}${repository}`,
    connections: () => connections,
    said: () => said.join(""),
    changeHostKey: async () => {
      hostKey = await makeSshKey(folder, `host_key_${connections}`);
    },
  };
}

function findServers(): string {
  const { status, stdout, stderr } = spawnSync(finder, { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(stderr.trim());
  }
  return stdout.trim();
}

/**
 * The environment in which sshd sees the user of the test as the user `git`, and has a user `sshd` for
 * privilege separation.
 */
function environmentIn(programs: string, folder: string): Readonly<Record<string, string>> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const passwd = join(folder, "passwd");
  const group = join(folder, "group");
  writeFileSync(
    passwd,
    `git:x:${uid}:${gid}::${folder}:/bin/sh\nsshd:x:65534:65534::/nonexistent:/usr/sbin/nologin\n`,
  );
  writeFileSync(group, `git:x:${gid}:\nsshd:x:65534:\n`);
  if (uid === 0) {
    // The path compiled into sshd.
    mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  }
  const [wrapper = ""] = globSync(join(programs, "usr/lib/*/libnss_wrapper.so"));
  return {
    ...plainEnv,
    LD_PRELOAD: wrapper,
    LD_LIBRARY_PATH: join(wrapper, ".."),
    NSS_WRAPPER_PASSWD: passwd,
    NSS_WRAPPER_GROUP: group,
  };
}

function configuration(hostKey: string, authorized: string, programs: string): string {
  /** Newer versions consist of several programs, which look for each other where they are to be installed. */
  const parts = [
    ["SshdSessionPath", "usr/lib/openssh/sshd-session"],
    ["SshdAuthPath", "usr/lib/openssh/sshd-auth"],
  ].flatMap(([option = "", path = ""]) => {
    const program = join(programs, path);
    return existsSync(program) ? [`${option} ${program}`] : [];
  });
  return [
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${authorized}`,
    "PidFile none",
    "UsePAM no",
    "StrictModes no",
    "PermitRootLogin yes",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "AllowAgentForwarding no",
    "AcceptEnv GIT_PROTOCOL",
    ...parts,
    "",
  ].join("\n");
}

interface ServerProcess {
  readonly program: string;
  readonly config: string;
  readonly env: Readonly<Record<string, string>>;
  readonly said: string[];
}

function serve(socket: Socket, { program, config, env, said }: ServerProcess): void {
  const child = spawn(program, ["-i", "-e", "-f", config], { env, stdio: [socket, socket, "pipe"] });
  child.stderr.on("data", (piece: Buffer) => said.push(piece.toString()));
  child.on("error", (error) => said.push(error.message));
  // The child process owns the socket.
  child.on("close", () => socket.destroy());
  socket.on("error", () => {});
}
