/** The protocol between us and an exec plugin: the ExecCredential of `client.authentication.k8s.io`. */
import { isObject, field, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { Credentials } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";
import type { ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { parseTimestamp } from "../../object/timestamp.ts";

/** The credential a plugin has returned. */
interface ExecCredential {
  /** Empty if it returned only a certificate. */
  readonly token: string;
  readonly certificate: Credentials["certificate"] | undefined;
  /** In milliseconds since 1970; Infinity if it states none. */
  readonly expires: number;
}

/** The value of KUBERNETES_EXEC_INFO. */
export function execInfo(
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
export function readExecCredential(stdout: string, plugin: ExecPlugin): ExecCredential {
  const fault = (says: string): AccessError => new AccessError(`${plugin.place}: ${plugin.command} ${says}`);
  const answer = parseAnswer(stdout);
  if (answer === undefined || stringField(answer, "kind") !== "ExecCredential") {
    throw fault("did not write an ExecCredential in JSON to stdout");
  }
  if (stringField(answer, "apiVersion") !== plugin.apiVersion) {
    throw fault(`answered in another apiVersion than ${plugin.apiVersion}; update the plugin or the entry`);
  }
  const status = field(answer, "status");
  const token = stringField(status, "token") ?? "";
  const certificate = readPair(status);
  if (certificate === "half") {
    throw fault("gave a certificate without its key, or a key without its certificate");
  }
  if (token === "" && certificate === undefined) {
    throw fault("gave neither a token nor a certificate");
  }
  const expires = readExpiry(field(status, "expirationTimestamp"));
  if (expires === undefined) {
    throw fault("gave an expirationTimestamp that is no RFC 3339 time");
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
