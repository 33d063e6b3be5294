import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { runExecPlugin } from "./exec-process.ts";
import { headerText, type Credentials } from "../model/access.ts";
import type { ProofSource } from "./credential-cache.ts";
import { isObject, field, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import { parseTimestamp } from "../../object/timestamp.ts";

/**
 * The maximum time before its expiry at which a credential is renewed; a short-lived one is renewed in the
 * last fifth of its life.
 */
const margin = 60_000;

/**
 * Credentials whose expiry has already passed (clock skew) are used this long, so that not every request
 * starts the plugin.
 */
const shortestLife = 10_000;

/** The source of proofs from an exec plugin: runs it on each call. */
export function execCredentials(
  plugin: ExecPlugin,
  { cluster, request }: { readonly cluster: ClusterSettings; readonly request: AccessRequest },
): ProofSource {
  return async () => {
    const isInteractive = decideInteractive(plugin, request);
    const stdout = await runExecPlugin(plugin, {
      request,
      isInteractive,
      info: execInfo(plugin, { cluster, isInteractive }),
    });
    const credential = readExecCredential(stdout, plugin);
    const now = request.clock.now();
    const lifetime = credential.expires - now;
    const freshUntil = Number.isFinite(lifetime)
      ? now + Math.max(lifetime - Math.min(margin, lifetime / 5), shortestLife)
      : credential.expires;
    const { token, certificate } = credential;
    return {
      authorization: token === "" ? "" : `Bearer ${headerText(token, `${plugin.place}: the token`)}`,
      certificate,
      freshUntil,
    };
  };
}

function decideInteractive(plugin: ExecPlugin, request: AccessRequest): boolean {
  const isTerminal = request.stdinIsTerminal === true;
  if (plugin.interactiveMode === "Always" && !isTerminal) {
    throw new AccessError(
      `${plugin.place}: ${plugin.command} asks for input (interactiveMode: Always), and standard input is not a terminal`,
    );
  }
  return plugin.interactiveMode !== "Never" && isTerminal;
}

/** The credential a plugin has returned. */
interface ExecCredential {
  /** Empty if it returned only a certificate. */
  readonly token: string;
  readonly certificate: Credentials["certificate"] | undefined;
  /** In milliseconds since 1970; Infinity if it states none. */
  readonly expires: number;
}

/** The value of KUBERNETES_EXEC_INFO. */
function execInfo(
  plugin: ExecPlugin,
  { cluster, isInteractive }: { readonly cluster: ClusterSettings; readonly isInteractive: boolean },
): string {
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: {
      ...(plugin.provideClusterInfo ? { cluster: describeCluster(cluster) } : {}),
      interactive: isInteractive,
    },
  });
}

function describeCluster(cluster: ClusterSettings): JsonObject {
  const facts: readonly (readonly [name: string, value: JsonValue | undefined])[] = [
    ["server", cluster.server.url],
    ["tls-server-name", cluster.tlsServerName || undefined],
    ["insecure-skip-tls-verify", cluster.isUnchecked || undefined],
    [
      "certificate-authority-data",
      cluster.authority === undefined ? undefined : Buffer.from(cluster.authority).toString("base64"),
    ],
    ["proxy-url", cluster.proxyUrl || undefined],
    ["disable-compression", cluster.disableCompression || undefined],
    ["config", cluster.execConfig],
  ];
  return Object.fromEntries(facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * Reads the stdout of a plugin. Throws an AccessError, which quotes none of it, if that is not a credential.
 */
function readExecCredential(stdout: string, plugin: ExecPlugin): ExecCredential {
  const fault = (says: string): AccessError => new AccessError(`${plugin.place}: ${plugin.command} ${says}`);
  const answer = parseAnswer(stdout);
  if (answer === undefined || stringField(answer, "kind") !== "ExecCredential") {
    throw fault("did not write an ExecCredential in JSON to stdout");
  }
  if (stringField(answer, "apiVersion") !== plugin.apiVersion) {
    throw fault(
      `answered with an apiVersion other than ${plugin.apiVersion}; update the plugin or the entry`,
    );
  }
  const status = field(answer, "status");
  const token = stringField(status, "token") ?? "";
  const certificate = readPair(status);
  if (certificate === "half") {
    throw fault("returned a certificate without its key, or a key without its certificate");
  }
  if (token === "" && certificate === undefined) {
    throw fault("returned neither a token nor a certificate");
  }
  const expires = readExpiry(field(status, "expirationTimestamp"));
  if (expires === undefined) {
    throw fault("returned an expirationTimestamp that is not an RFC 3339 time");
  }
  return { token, certificate, expires };
}

function readPair(status: JsonValue | undefined): ExecCredential["certificate"] | "half" {
  const cert = stringField(status, "clientCertificateData") ?? "";
  const key = stringField(status, "clientKeyData") ?? "";
  if ((cert === "") !== (key === "")) {
    return "half";
  }
  return cert === "" ? undefined : { cert, key };
}

function readExpiry(value: JsonValue | undefined): number | undefined {
  if (value === undefined || value === null) {
    return Number.POSITIVE_INFINITY;
  }
  return typeof value === "string" ? parseTimestamp(value) : undefined;
}

function parseAnswer(stdout: string): JsonObject | undefined {
  try {
    const answer: JsonValue = JSON.parse(stdout);
    return isObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
