/** Kubeconfig files: those of the control plane's users, and one that a user selects for the tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { parse, stringify } from "yaml";

/** The credentials of a user: a token, or a certificate and its key as PEM. */
export interface Credentials {
  readonly token?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** A server, its CA as PEM, and the credentials of a user. */
export interface Access extends Credentials {
  readonly server: string;
  readonly ca: string | undefined;
}

function encode(pem: string): string {
  return Buffer.from(pem).toString("base64");
}

/** The content of a kubeconfig: an access, the namespace of its context, and the user to impersonate. */
export interface Written extends Access {
  readonly namespace?: string;
  readonly as?: { readonly user: string; readonly groups: readonly string[] };
}

/**
 * Writes a kubeconfig with one context of the name `control-plane`, readable only by its owner. Returns its
 * path.
 */
export function writeKubeconfig(path: string, written: Written): string {
  const { server, ca, token, cert, key, namespace, as } = written;
  const name = "control-plane";
  const user = {
    ...(token === undefined ? {} : { token }),
    ...(cert === undefined ? {} : { "client-certificate-data": encode(cert) }),
    ...(key === undefined ? {} : { "client-key-data": encode(key) }),
    ...(as === undefined ? {} : { as: as.user, "as-groups": as.groups }),
  };
  const cluster = { server, ...(ca === undefined ? {} : { "certificate-authority-data": encode(ca) }) };
  const place = namespace === undefined ? {} : { namespace };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...place } }],
  };
  writeFileSync(path, stringify(config), { mode: 0o600 });
  return path;
}

type Fields = Readonly<Record<string, string>>;

/** The part of a kubeconfig that is read here: contexts, and the entries that they name. */
interface Kubeconfig {
  readonly "current-context": string;
  readonly clusters: readonly { readonly name: string; readonly cluster: Fields }[];
  readonly users: readonly { readonly name: string; readonly user: Fields }[];
  readonly contexts: readonly { readonly name: string; readonly context: Fields }[];
}

/**
 * The access of the current context of a kubeconfig, with a token or a client certificate. Throws an Error if
 * it is incomplete.
 */
export function readKubeconfig(path: string): Access {
  const config: Kubeconfig = parse(readFileSync(path, "utf8"));
  const context = config.contexts.find(({ name }) => name === config["current-context"])?.context ?? {};
  const cluster = config.clusters.find(({ name }) => name === context["cluster"])?.cluster ?? {};
  const user = config.users.find(({ name }) => name === context["user"])?.user ?? {};
  return {
    server: cluster["server"] ?? "",
    ca: readPem(path, cluster, "certificate-authority"),
    token: user["token"],
    cert: readPem(path, user, "client-certificate"),
    key: readPem(path, user, "client-key"),
  };
}

/** Reads a PEM from the kubeconfig itself, or from a file that it names. */
function readPem(path: string, fields: Fields, name: string): string | undefined {
  const data = fields[`${name}-data`];
  const file = fields[name];
  if (data !== undefined) {
    return Buffer.from(data, "base64").toString();
  }
  return file === undefined ? undefined : readFileSync(resolve(dirname(path), file), "utf8");
}
