/**
 * A real OCI registry on the loopback: github.com/distribution/distribution, with its files in a folder of
 * the test.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { makeCertificates } from "../control-plane/certificates.ts";
import { reservePort } from "../control-plane/reserve-port.ts";
import { testFolder } from "../git/test-folder.ts";
import { registryProgram } from "./program.ts";
import { dockerConfigurationFor, passwordLine } from "./registry-user.ts";
import { startTokenServer } from "./token-server.ts";

/** The authentication of the registry. */
export interface RegistrySetup {
  /** Https with a private CA of the test; plain http otherwise. */
  readonly tls?: boolean;
  /** User and password: those of `registryUser`. */
  readonly htpasswd?: boolean;
  /** Tokens, which a server of the test issues for the same user and password. */
  readonly token?: boolean;
  /** The port to listen on; a free one if absent. */
  readonly port?: number;
}

/** A running registry. */
export interface TestRegistry {
  /** `127.0.0.1:PORT`, to which repositories of any path can be pushed. */
  readonly host: string;
  readonly port: number;
  readonly scheme: "HTTP" | "HTTPS";
  /** The CA that signed its certificate, PEM; empty without TLS. */
  readonly ca: string;
  /** A docker configuration that it accepts, in base64; empty without authentication. */
  readonly dockerCfg: string;
  /** The folder of its blobs: `docker/registry/v2/blobs/sha256/…`. */
  readonly folder: string;
  /** Stops it before the test ends. */
  readonly stop: () => Promise<void>;
}

/** Starts a registry, which ends with the test. The first time it is built, which takes some two minutes. */
export async function startRegistry(
  t: Pick<ExecutionContext, "teardown" | "timeout">,
  setup: RegistrySetup = {},
): Promise<TestRegistry> {
  t.timeout(600_000, "the registry is built");
  const program = await registryProgram();
  const folder = testFolder(t);
  const configuration = join(folder, "registry.json");
  writeFileSync(configuration, JSON.stringify(await configure(t, folder, setup)));
  const env = { PATH: process.env["PATH"], HOME: folder, OTEL_TRACES_EXPORTER: "none" };
  const child = spawn(program, ["serve", configuration], { env, stdio: ["ignore", "ignore", "pipe"] });
  const stop = (): Promise<void> => end(child);
  t.teardown(stop);
  const port = await listeningPort(child);
  const host = `127.0.0.1:${port}`;
  const isClosed = setup.htpasswd === true || setup.token === true;
  return {
    host,
    port,
    scheme: setup.tls === true ? "HTTPS" : "HTTP",
    ca: setup.tls === true ? readFileSync(join(folder, "ca.crt"), "utf8") : "",
    dockerCfg: isClosed ? dockerConfigurationFor(host) : "",
    folder: join(folder, "data"),
    stop,
  };
}

async function configure(
  t: Pick<ExecutionContext, "teardown">,
  folder: string,
  { tls = false, htpasswd = false, token = false, port }: RegistrySetup,
): Promise<object> {
  makeCertificates(folder);
  const own = { certificate: join(folder, "server.crt"), key: join(folder, "server.key") };
  const passwords = join(folder, "htpasswd");
  writeFileSync(passwords, passwordLine);
  const auth = {
    ...(htpasswd ? { htpasswd: { realm: "registry", path: passwords } } : {}),
    ...(token ? { token: await startTokenServer(t, { folder, tls }) } : {}),
  };
  return {
    version: "0.1",
    log: { level: "info" },
    storage: { filesystem: { rootdirectory: join(folder, "data") }, delete: { enabled: true } },
    // A port on which a test can start it again.
    http: {
      addr: `127.0.0.1:${port ?? (await reservePort())}`,
      secret: "for-one-test",
      ...(tls ? { tls: own } : {}),
    },
    ...(htpasswd || token ? { auth } : {}),
  };
}

/** The port that the registry logs. */
async function listeningPort(child: ChildProcess): Promise<number> {
  const words: string[] = [];
  const found = Promise.withResolvers<number>();
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words.push(text);
    const port = /listening on 127\.0\.0\.1:(\d+)/.exec(words.join(""))?.[1];
    if (port !== undefined) {
      words.length = 0;
      found.resolve(Number(port));
    }
  });
  child.on("close", () => {
    found.reject(new Error(`the registry ended: ${words.join("").slice(-2000)}`));
  });
  return found.promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  }
}
