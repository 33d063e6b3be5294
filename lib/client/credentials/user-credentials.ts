import type { AccessRequest } from "../access/access-request.ts";
import { readPem, type ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { execCredentials } from "./exec-credentials.ts";
import { readExecPlugin } from "./exec-plugin.ts";
import { headerText } from "../model/access.ts";
import { type Proof, type ProofSource, fileFreshness, serveStaleOnError } from "./credential-cache.ts";
import {
  entryFault,
  innerOf,
  entryPath,
  entryText,
  type KubeconfigEntry,
} from "../kubeconfig/kubeconfig-entry.ts";
import { AccessError } from "../model/api-error.ts";
import { readNeeded } from "../model/read-file.ts";

const nobody: Proof = { authorization: "", certificate: undefined, freshUntil: Number.POSITIVE_INFINITY };

/** The context in which a user entry is read. */
interface Circumstances {
  readonly cluster: ClusterSettings;
  readonly request: AccessRequest;
}

/**
 * The source of a user's proof. Over plain http no credentials are sent, as with kubectl. `--token` takes
 * precedence over the entry; a tokenFile over its token; an exec plugin is run only if there is no token,
 * password or certificate.
 */
export async function openUserProof(
  entry: KubeconfigEntry | undefined,
  { cluster, request }: Circumstances,
): Promise<ProofSource> {
  if (!cluster.server.isSecure) {
    return async () => nobody;
  }
  const user: KubeconfigEntry = entry ?? { fields: {}, file: "", path: "" };
  const authorization = readAuthorization(user, request);
  const plain = async (): Promise<Proof> => {
    const certificate = await readCertificate(user);
    const freshUntil =
      isFromFiles(user) || authorization.isRotating ? request.clock.now() + fileFreshness : nobody.freshUntil;
    return { authorization: await authorization.read(), certificate, freshUntil };
  };
  const first = await plain();
  if (first.authorization !== "" || first.certificate !== undefined) {
    return serveStaleOnError(plain, request);
  }
  const exec = innerOf(user, "exec");
  if (exec !== undefined) {
    return execCredentials(readExecPlugin(exec), { cluster, request });
  }
  refuseAuthProvider(user);
  return async () => nobody;
}

/** The source of the Authorization header. */
interface Authorization {
  readonly read: () => Promise<string>;
  readonly isRotating: boolean;
}

function readAuthorization(user: KubeconfigEntry, request: AccessRequest): Authorization {
  const flag = request.token ?? "";
  if (flag !== "") {
    return fixed(`Bearer ${headerText(flag, "--token")}`);
  }
  const token = entryText(user, "token");
  const file = entryPath(user, "tokenFile");
  const name = entryText(user, "username");
  const password = entryText(user, "password");
  if ((token !== "" || file !== "") && name + password !== "") {
    throw entryFault(user, "username", "cannot be combined with a token; remove one");
  }
  if (file !== "") {
    return openTokenFile(file, { fallback: token, because: `${user.file}: ${user.path}.tokenFile` });
  }
  if (token !== "") {
    return fixed(`Bearer ${headerText(token, `${user.file}: ${user.path}.token`)}`);
  }
  return fixed(
    name + password === "" ? "" : `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
  );
}

function fixed(header: string): Authorization {
  return { read: async () => header, isRotating: false };
}

function isFromFiles(user: KubeconfigEntry): boolean {
  return entryText(user, "client-certificate") + entryText(user, "client-key") !== "";
}

async function readCertificate(user: KubeconfigEntry): Promise<Proof["certificate"]> {
  const cert = await readPem(user, "client-certificate");
  const key = await readPem(user, "client-key");
  if (cert === undefined) {
    return undefined;
  }
  if (key === undefined) {
    throw entryFault(user, "client-key", "is required with a client-certificate");
  }
  return { cert, key };
}

/** The exec plugins that replaced the providers built into kubectl. */
const successors: ReadonlyMap<string, string> = new Map([
  ["gcp", "gke-gcloud-auth-plugin"],
  ["azure", "kubelogin convert-kubeconfig"],
  ["oidc", "kubelogin (kubectl oidc-login)"],
]);

function refuseAuthProvider(user: KubeconfigEntry): void {
  const provider = innerOf(user, "auth-provider");
  if (provider === undefined) {
    return;
  }
  const plugin = successors.get(entryText(provider, "name")) ?? "the exec plugin of your provider";
  throw entryFault(user, "auth-provider", `is not supported; use an exec plugin instead: ${plugin}`);
}

/**
 * Opens a token file that is rotated externally. If the file cannot be read, the fallback is used where there
 * is one; otherwise `read` throws an AccessError.
 */
export function openTokenFile(
  file: string,
  { fallback, because }: { readonly fallback: string; readonly because: string },
): { readonly read: () => Promise<string>; readonly isRotating: boolean } {
  const read = async (): Promise<string> => {
    const token = (await readNeeded(file, because)).trim();
    if (token === "") {
      throw new AccessError(`${because}: ${file} is empty`);
    }
    return `Bearer ${headerText(token, file)}`;
  };
  const readOrFallBack = async (): Promise<string> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof AccessError) {
        return `Bearer ${headerText(fallback, because)}`;
      }
      throw error;
    }
  };
  return { read: fallback === "" ? read : readOrFallBack, isRotating: true };
}
