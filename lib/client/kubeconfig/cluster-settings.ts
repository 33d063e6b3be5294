import type { JsonValue } from "../../object/json.ts";
import { field } from "../../object/json.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import { readNeeded } from "../model/read-file.ts";
import {
  decodedOf,
  entryFault,
  flagOf,
  innersOf,
  entryPath,
  entryText,
  type KubeconfigEntry,
} from "./kubeconfig-entry.ts";
import { parseProxy, type Proxy } from "../dial/proxy.ts";
import { parseServerAddress, type ServerAddress } from "../dial/server-address.ts";

/** The address of a cluster, and how to verify its server. */
export interface ClusterSettings {
  readonly server: ServerAddress;
  /** The certificates (PEM) of which one must have signed the server's; undefined for the default roots. */
  readonly authority: string | undefined;
  /** Whether verification of the server's certificate is turned off. */
  readonly isUnchecked: boolean;
  /** The name the certificate must hold; empty for the host of the server. */
  readonly tlsServerName: string;
  /** The proxy set in the kubeconfig. */
  readonly proxy: Proxy | undefined;
  /** The same as spelled there, for exec plugins; empty if there is none. It may hold a password. */
  readonly proxyUrl: string;
  readonly disableCompression: boolean;
  /** The cluster's configuration for exec plugins (extension `client.authentication.k8s.io/exec`). */
  readonly execConfig: JsonValue | undefined;
}

const execExtension = "client.authentication.k8s.io/exec";

/**
 * The settings of a cluster, flags before its entry. As with kubectl, `--server` discards a `tls-server-name`
 * of the file, and `--certificate-authority` and `--insecure-skip-tls-verify` each replace both settings of
 * the file.
 */
export async function readClusterSettings(
  entry: KubeconfigEntry | undefined,
  request: AccessRequest,
): Promise<ClusterSettings> {
  const of: KubeconfigEntry = entry ?? { fields: {}, file: "", path: "" };
  const { authority, isUnchecked } = await readTrust(of, request);
  return {
    server: readServer(of, request.server ?? ""),
    authority,
    isUnchecked,
    tlsServerName:
      request.tlsServerName || ((request.server ?? "") === "" ? entryText(of, "tls-server-name") : ""),
    proxy: readProxy(of),
    proxyUrl: entryText(of, "proxy-url"),
    disableCompression: flagOf(of, "disable-compression"),
    execConfig: readExecConfig(of),
  };
}

function readServer(entry: KubeconfigEntry, flag: string): ServerAddress {
  const text = flag === "" ? entryText(entry, "server") : flag;
  const address = text === "" ? undefined : parseServerAddress(text);
  if (address !== undefined) {
    return address;
  }
  if (flag !== "") {
    throw new AccessError("--server must be a URL like https://10.0.0.1:6443, without a user name in it");
  }
  const says = text === "" ? "is missing" : "must be a URL without a user name in it";
  throw entryFault(entry, "server", `${says}: https://10.0.0.1:6443`);
}

async function readTrust(
  entry: KubeconfigEntry,
  request: AccessRequest,
): Promise<Pick<ClusterSettings, "authority" | "isUnchecked">> {
  const flagFile = request.certificateAuthority ?? "";
  const flagUnchecked = request.insecureSkipTlsVerify === true;
  if (flagFile !== "" && flagUnchecked) {
    throw new AccessError(
      "--certificate-authority and --insecure-skip-tls-verify cannot be combined; remove one",
    );
  }
  if (flagUnchecked) {
    return { authority: undefined, isUnchecked: true };
  }
  if (flagFile !== "") {
    return { authority: await readNeeded(flagFile, "--certificate-authority"), isUnchecked: false };
  }
  const authority = await readPem(entry, "certificate-authority");
  const isUnchecked = flagOf(entry, "insecure-skip-tls-verify");
  if (isUnchecked && authority !== undefined) {
    throw entryFault(
      entry,
      "insecure-skip-tls-verify",
      "cannot be true with a certificate-authority; remove one",
    );
  }
  return { authority, isUnchecked };
}

/**
 * The PEM text of a field that may be a path (`certificate-authority`) or inline (`…-data`); undefined if
 * neither is set.
 */
export async function readPem(entry: KubeconfigEntry, name: string): Promise<string | undefined> {
  const file = entryPath(entry, name);
  const inline = decodedOf(entry, `${name}-data`);
  if (file !== "" && inline !== "") {
    throw entryFault(entry, name, `cannot be combined with ${name}-data; remove one`);
  }
  const text = file === "" ? inline : await readNeeded(file, `${entry.file}: ${entry.path}.${name}`);
  if (file === "" && inline === "") {
    return undefined;
  }
  if (!text.includes("-----BEGIN ")) {
    throw entryFault(entry, file === "" ? `${name}-data` : name, "contains no PEM (-----BEGIN …)");
  }
  return text;
}

function readProxy(entry: KubeconfigEntry): Proxy | undefined {
  const text = entryText(entry, "proxy-url");
  const proxy = text === "" ? undefined : parseProxy(text);
  if (text !== "" && proxy === undefined) {
    throw entryFault(
      entry,
      "proxy-url",
      "must be a URL that begins with http://, https://, socks5:// or socks5h://",
    );
  }
  return proxy;
}

function readExecConfig(entry: KubeconfigEntry): JsonValue | undefined {
  const extension = innersOf(entry, "extensions").find((one) => entryText(one, "name") === execExtension);
  return extension === undefined ? undefined : field(extension.fields, "extension");
}
