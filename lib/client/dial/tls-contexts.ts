import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SecureContext } from "node:tls";

import type { Credentials } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import type { ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { readNeeded } from "../model/read-file.ts";

/** The TLS contexts of connections: trusted and presented certificates. Each context is created once. */
export interface TlsContexts {
  /** For the server: the authority of the cluster, or the default roots if it names none. */
  readonly server: (certificate: Credentials["certificate"]) => Promise<SecureContext>;
  /**
   * For a proxy that uses TLS: the default roots and the authority of the cluster. It is never sent a client
   * certificate.
   */
  readonly proxy: () => Promise<SecureContext>;
}

/**
 * Opens the contexts for a cluster. Their getters throw an AccessError for certificates or keys that OpenSSL
 * cannot read.
 */
export function openTlsContexts(cluster: ClusterSettings, env: AccessRequest["env"]): TlsContexts {
  let last: { readonly certificate: Credentials["certificate"]; readonly context: SecureContext } | undefined;
  let roots: Promise<readonly string[]> | undefined;
  const usualRoots = async (): Promise<readonly string[]> => {
    roots ??= readRoots(env);
    return roots;
  };
  return {
    server: async (certificate) => {
      if (last?.certificate !== certificate || last === undefined) {
        if (cluster.authority !== undefined) {
          await checkAuthority(cluster.authority);
        }
        const ca = cluster.isUnchecked ? undefined : (cluster.authority ?? [...(await usualRoots())]);
        last = { certificate, context: await makeContext(ca, certificate) };
      }
      return last.context;
    },
    proxy: async () => {
      const own = cluster.authority === undefined ? [] : [cluster.authority];
      return makeContext([...(await usualRoots()), ...own], undefined);
    },
  };
}

async function makeContext(
  ca: string | string[] | undefined,
  certificate: Credentials["certificate"],
): Promise<SecureContext> {
  const { createSecureContext } = await import("node:tls");
  try {
    return createSecureContext({
      minVersion: "TLSv1.2",
      ...(ca === undefined ? {} : { ca }),
      ...certificate,
    });
  } catch (error) {
    throw new AccessError(
      certificate === undefined
        ? "the certificate-authority of this cluster is unreadable"
        : "the client certificate or its key is unreadable, or the two do not match",
      { cause: error },
    );
  }
}

/** OpenSSL silently ignores an authority that is not a certificate, and then trusts none. */
async function checkAuthority(authority: string): Promise<void> {
  const { X509Certificate } = await import("node:crypto");
  try {
    new X509Certificate(authority).toString();
  } catch (error) {
    throw new AccessError("the certificate-authority of this cluster contains no readable certificate", {
      cause: error,
    });
  }
}

/** The roots bundled with Node and those of the system; SSL_CERT_FILE and SSL_CERT_DIR replace the latter. */
async function readRoots(env: AccessRequest["env"]): Promise<readonly string[]> {
  const { getCACertificates } = await import("node:tls");
  const { SSL_CERT_FILE: file = "", SSL_CERT_DIR: folders = "" } = env;
  const own = [
    ...(file === "" ? [] : [await readNeeded(file, "SSL_CERT_FILE")]),
    ...(folders === "" ? [] : await readFolders(folders)),
  ];
  const system = file + folders === "" ? getCACertificates("system") : own;
  return [...new Set([...getCACertificates("default"), ...system])];
}

async function readFolders(folders: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const folder of folders.split(":")) {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = await readFile(join(folder, name), "utf8").catch(() => "");
      if (text.includes("-----BEGIN CERTIFICATE-----")) {
        texts.push(text);
      }
    }
  }
  return texts;
}
