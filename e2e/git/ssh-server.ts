/** A real git server over ssh: OpenSSH's sshd, one for each connection, in which git itself answers. */
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

/** A server on the loopback. It lets in the user `git`, with whatever key was admitted. */
export interface SshServer extends LastingPort {
  /** `ssh://git@127.0.0.1:PORT/…` of a repository, by its folder. */
  readonly urlOf: (folder: string) => string;
  /** A key that it lets in. */
  readonly key: SshKey;
  /** A file that vouches for its host key. */
  readonly knownHostsFile: string;
  /** The keys that it lets in from now on, `ssh-ed25519 AAAA…`. */
  readonly admit: (publicKeys: readonly string[]) => void;
  /** Takes another host key, as somebody does who sits in between. */
  readonly changeHostKey: () => Promise<void>;
  /** How many connections there were. */
  readonly connections: () => number;
  /** What the server said of them, for a test that fails. */
  readonly said: () => string;
}

const finder = fileURLToPath(new URL("../../.ci/git-servers", import.meta.url));

/** Starts a server, which ends with the test. Throws what `.ci/git-servers` says where there is no sshd. */
export async function startSshServer(t: ExecutionContext): Promise<SshServer> {
  const programs = findServers();
  const folder = testFolder(t);
  const key = await makeSshKey(folder, "user_key");
  let hostKey = await makeSshKey(folder, "host_key");
  const authorized = join(folder, "authorized_keys");
  const admit: SshServer["admit"] = (publicKeys) => writeFileSync(authorized, `${publicKeys.join("\n")}\n`);
  admit([key.publicKey]);
  const env = surroundings(programs, folder);
  const said: string[] = [];
  let connections = 0;
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    connections += 1;
    const config = join(folder, `sshd_config_${connections}`);
    writeFileSync(config, configuration(hostKey.file, authorized, programs));
    attend(socket, { program: join(programs, "usr/sbin/sshd"), config, env, said });
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
 * Whoever runs the test is the user `git` in the eyes of sshd, and there is one `sshd` for it to be while it
 * trusts nobody.
 */
function surroundings(programs: string, folder: string): Readonly<Record<string, string>> {
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
    // The place that is compiled into sshd.
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
  /** Newer ones are several programs, which find each other where they were to be installed. */
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

interface Attendant {
  readonly program: string;
  readonly config: string;
  readonly env: Readonly<Record<string, string>>;
  readonly said: string[];
}

function attend(socket: Socket, { program, config, env, said }: Attendant): void {
  const child = spawn(program, ["-i", "-e", "-f", config], { env, stdio: [socket, socket, "pipe"] });
  child.stderr.on("data", (piece: Buffer) => said.push(piece.toString()));
  child.on("error", (error) => said.push(error.message));
  // It has the socket for itself.
  child.on("close", () => socket.destroy());
  socket.on("error", () => {});
}
