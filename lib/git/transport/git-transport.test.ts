import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import { type GitTransport, openGitTransport } from "./git-transport.ts";

interface Place {
  readonly folder: string;
  /** Writes a file and returns its path. */
  readonly file: (name: string, text: string) => string;
  readonly open: (url: string, access?: GitAccess, env?: Record<string, string>) => Promise<GitTransport>;
  /** The message of the GitError, with its fault before it. */
  readonly refused: (url: string, access?: GitAccess, env?: Record<string, string>) => Promise<string>;
  readonly privateFiles: () => readonly string[];
}

function openUnpackFolder(t: ExecutionContext): Place {
  const folder = mkdtempSync(join(tmpdir(), "passage-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const transports = join(folder, "passages");
  const open: Place["open"] = async (url, access = {}, env = {}) => {
    const transport = await openGitTransport({ url, access }, { folder: transports, env });
    t.teardown(transport.close);
    return transport;
  };
  return {
    folder,
    open,
    file: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o644 });
      return path;
    },
    refused: async (...words) => {
      const error = await t.throwsAsync(open(...words), { instanceOf: GitError });
      return `${error.fault}: ${error.message.replaceAll(folder, "")}`;
    },
    privateFiles: () =>
      readdirSync(transports, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
  };
}

const web = "https://host:8443/shop.git";
const shell = "ssh://git@host:2222/shop.git";
const begin = (kind: string): string => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----`;
const plainKey = begin("RSA PRIVATE KEY");

function valueOf({ config }: GitTransport, name: string): string | undefined {
  return config.findLast(([setting]) => setting === name)?.[1];
}

test("a password is stored in a private file, for its server only, and not passed to git", async (t) => {
  const place = openUnpackFolder(t);
  const transport = await place.open(web, { username: "ada", passwordFile: place.file("p", "hun/ter:2@\n") });
  const home = transport.env["CONVERGE_GIT_PASSAGE"] ?? "";
  t.is(readFileSync(join(home, "credentials"), "utf8"), "https://ada:hun%2Fter%3A2%40@host:8443\n");
  t.is(statSync(join(home, "credentials")).mode & 0o777, 0o600);
  t.is(statSync(home).mode & 0o777, 0o700);
  t.is(valueOf(transport, "credential.helper"), "");
  t.is(
    valueOf(transport, "credential.https://host:8443.helper"),
    'store --file "$CONVERGE_GIT_PASSAGE/credentials"',
  );
  t.false(JSON.stringify({ ...transport }).includes("ter"));
  await transport.close();
  t.deepEqual(place.privateFiles(), []);
});

test("a bearer token is sent to its server only, and redirects are not followed", async (t) => {
  const place = openUnpackFolder(t);
  place.file("bearerToken", "hunter2\n");
  const transport = await place.open(web, { secretFolder: place.folder });
  t.is(valueOf(transport, "http.https://host:8443/.extraHeader"), "Authorization: Bearer hunter2");
  t.is(valueOf(transport, "http.followRedirects"), "false");
});

test("files with credentials are read again for each transport", async (t) => {
  const place = openUnpackFolder(t);
  const access = { passwordFile: place.file("p", "one") };
  await (await place.open(web, access)).close();
  place.file("p", "two");
  await place.open(web, access);
  t.regex(readFileSync(place.privateFiles()[0] ?? "", "utf8"), /^https:\/\/git:two@/);
});

test("passwordFile overrides a mounted Secret, and the user name may be in the URL", async (t) => {
  const place = openUnpackFolder(t);
  place.file("password", "of the secret");
  place.file("bearerToken", "of the secret");
  const passwordFile = place.file("p", "single");
  await place.open("https://ada@host/a", { secretFolder: place.folder, passwordFile });
  t.is(readFileSync(place.privateFiles()[0] ?? "", "utf8"), "https://ada:single@host\n");
});

test("an ssh key is copied into a private file, with the line breaks that ssh requires", async (t) => {
  const place = openUnpackFolder(t);
  place.file("identity", plainKey.replaceAll("\n", "\r\n"));
  place.file("known_hosts", "host ssh-ed25519 AAAA");
  const transport = await place.open(shell, { secretFolder: place.folder }, { SSH_AUTH_SOCK: "/agent" });
  const home = transport.env["CONVERGE_GIT_PASSAGE"] ?? "";
  t.is(readFileSync(join(home, "identity"), "utf8"), `${plainKey}\n`);
  t.is(readFileSync(join(home, "known_hosts"), "utf8"), "host ssh-ed25519 AAAA\n");
  for (const file of place.privateFiles()) {
    t.is(statSync(file).mode & 0o777, 0o600);
  }
  t.is(transport.env["GIT_SSH_COMMAND"], 'ssh -F "$CONVERGE_GIT_PASSAGE/ssh_config"');
  t.is(transport.env["SSH_AUTH_SOCK"], undefined);
  const config = readFileSync(join(home, "ssh_config"), "utf8");
  for (const line of [
    "StrictHostKeyChecking yes",
    "IdentityAgent none",
    "ProxyCommand none",
    "BatchMode yes",
  ]) {
    t.true(config.split("\n").includes(line));
  }
  t.false(config.includes(place.folder));
});

test("without a key file the ssh agent is used, and an unknown host key is refused", async (t) => {
  const place = openUnpackFolder(t);
  const env = { HOME: join(place.folder, "home"), SSH_AUTH_SOCK: "/agent" };
  t.regex(
    await place.refused(shell, {}, env),
    /^local: the host key of \[host\]:2222 is unknown.*ssh-keyscan -p 2222 host/,
  );
  t.regex(await place.refused(shell, {}, { HOME: env.HOME }), /^local: .* needs an ssh key: set sshKeyFile/);
  const known = { knownHostsFile: place.file("known_hosts", "host ssh-ed25519 AAAA") };
  const transport = await place.open(shell, known, env);
  t.is(transport.env["SSH_AUTH_SOCK"], "/agent");
  t.regex(
    readFileSync(join(transport.env["CONVERGE_GIT_PASSAGE"] ?? "", "ssh_config"), "utf8"),
    /^IdentityFile none$/m,
  );
});

test("with a key file the known hosts of the user are ignored", async (t) => {
  const place = openUnpackFolder(t);
  const sshKeyFile = place.file("id", plainKey);
  t.regex(
    await place.refused("git@host:a", { sshKeyFile }, { HOME: "/root" }),
    /is unknown.*"ssh-keyscan host"/,
  );
});

test("a configured proxy overrides those of the environment", async (t) => {
  const place = openUnpackFolder(t);
  const env = { HTTPS_PROXY: "http://env:1", NO_PROXY: "host", SECRET: "x" };
  const given = await place.open(web, {}, env);
  t.like(given.env, { HTTPS_PROXY: "http://env:1", NO_PROXY: "host", SECRET: undefined });
  t.is(valueOf(given, "http.proxy"), undefined);
  const configured = await place.open(web, { proxy: "http://u:p@proxy:3128" }, env);
  t.is(valueOf(configured, "http.proxy"), "http://u:p@proxy:3128");
  t.like(configured.env, { NO_PROXY: "", no_proxy: "" });
  t.is(await place.refused(web, { proxy: "hunter2" }), `refused: ${noProxy}`);
  t.regex(
    await place.refused(shell, { proxy: "http://proxy" }),
    /^refused: .* uses ssh, and the proxy is for https/,
  );
});

const noProxy =
  "the proxy is not a valid address: write http://host:3128 (https, socks5 and socks5h are supported too)";

test("an HTTPS server is verified with a configured certificate authority", async (t) => {
  const place = openUnpackFolder(t);
  const transport = await place.open(web, { caFile: place.file("ca", begin("CERTIFICATE")) });
  t.is(readFileSync(valueOf(transport, "http.sslCAInfo") ?? "", "utf8"), begin("CERTIFICATE"));
  t.is(valueOf(transport, "http.sslVerify"), "true");
});

const unusable = test.macro({
  exec: async (t, text: string | undefined, key: keyof GitAccess, why: RegExp) => {
    const place = openUnpackFolder(t);
    const path = join(place.folder, "file");
    if (text !== undefined) {
      writeFileSync(path, text);
    }
    const said = await place.refused(key === "sshKeyFile" ? shell : web, { [key]: path });
    t.regex(said, /^local: "\/file" /);
    t.regex(said, why);
    t.false(said.includes("hunter2"));
  },
  title: (_, text: string | undefined, key: keyof GitAccess, why: RegExp) =>
    `${key} with ${JSON.stringify(text?.slice(0, 60))} is refused: ${why.source}`,
});

const lockedKey = Buffer.from("openssh-key-v1\0\0\0\0\naes256-ctr").toString("base64");
test(unusable, undefined, "passwordFile", /does not exist: mount it/);
test(unusable, "\n", "passwordFile", /is empty/);
test(unusable, "hunter2\nhunter2\n", "passwordFile", /more than one line/);
test(unusable, "hunter2", "caFile", /contains no certificate: expected PEM/);
test(unusable, "ssh-ed25519 AAAA ada", "sshKeyFile", /contains a public key/);
test(unusable, "PuTTY-User-Key-File-3: ssh-ed25519", "sshKeyFile", /PuTTY key: convert it with puttygen/);
test(unusable, "hunter2", "sshKeyFile", /contains no ssh private key/);
test(unusable, begin("ENCRYPTED PRIVATE KEY"), "sshKeyFile", /with a passphrase/);
test(
  unusable,
  begin("RSA PRIVATE KEY").replace("AAAA", "Proc-Type: 4,ENCRYPTED\n\nAAAA"),
  "sshKeyFile",
  /passphrase/,
);
test(unusable, begin("OPENSSH PRIVATE KEY").replace("AAAA", lockedKey), "sshKeyFile", /with a passphrase/);
test(unusable, "a".repeat(2 ** 20 + 1), "passwordFile", /is larger than 1 MiB/);

test("a mounted Secret without known keys, and a folder in place of a file, are refused", async (t) => {
  const place = openUnpackFolder(t);
  t.regex(
    await place.refused(web, { secretFolder: place.folder }),
    /^local: "" contains none of username, password/,
  );
  t.regex(await place.refused(web, { passwordFile: place.folder }), /^local: "" is not a file/);
});

test("symbolic links in a mounted Secret are followed", async (t) => {
  const place = openUnpackFolder(t);
  symlinkSync(place.file("real", "hunter2"), join(place.folder, "password"));
  await place.open(web, { secretFolder: place.folder });
  t.regex(readFileSync(place.privateFiles()[0] ?? "", "utf8"), /hunter2/);
});

test("a transport folder that cannot be written is reported", async (t) => {
  const place = openUnpackFolder(t);
  chmodSync(place.folder, 0o755);
  place.file("passages", "in the way");
  t.regex(await place.refused(web), /^local: "\/passages" cannot be written \(EEXIST\)/);
});
