import { field, type JsonObject, type JsonValue, objectField, stringField } from "../../object/json.ts";
import { RegistryError } from "../model/registry-error.ts";

/** Credentials for a registry. They are secrets: no message contains them. */
export type RegistryCredentials =
  | { readonly kind: "none" }
  | { readonly kind: "password"; readonly user: string; readonly password: string }
  /** A refresh token: sent to the token server only. */
  | { readonly kind: "identity"; readonly user: string; readonly token: string }
  /** A token that the registry itself accepts. */
  | { readonly kind: "registry"; readonly token: string };

/** Names of the same registry, which docker stores under its oldest address. */
const dockerHub: readonly string[] = ["docker.io", "index.docker.io", "registry-1.docker.io"];

/**
 * Returns the credentials for a host in a docker configuration, given in base64. Entries are looked up as
 * docker does: by the host as specified, then by addresses that contain it (`https://HOST/v1/`). Throws
 * RegistryError `denied` if the configuration cannot be read.
 */
export function credentialsFor(dockerCfg: string, host: string): RegistryCredentials {
  if (dockerCfg.trim() === "") {
    return { kind: "none" };
  }
  const auths = objectField(readConfiguration(dockerCfg), "auths");
  const entry = entryOf(auths, host);
  return entry === undefined ? { kind: "none" } : readEntry(entry, host);
}

function readConfiguration(dockerCfg: string): JsonValue {
  const text = Buffer.from(dockerCfg, "base64").toString("utf8");
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // The cause would quote the text, which holds secrets.
    throw new RegistryError("denied", "the docker configuration is not base64-encoded JSON");
  }
}

function entryOf(auths: JsonObject, host: string): JsonValue | undefined {
  const names = dockerHub.includes(host) ? dockerHub : [host];
  const exact = names.map((name) => field(auths, name)).find((entry) => entry !== undefined);
  if (exact !== undefined) {
    return exact;
  }
  const key = Object.keys(auths).find((name) => names.includes(hostOf(name)));
  return key === undefined ? undefined : field(auths, key);
}

/** `https://index.docker.io/v1/` → `index.docker.io`. */
function hostOf(key: string): string {
  return key.replace(/^https?:\/\//, "").replace(/\/.*$/s, "");
}

function readEntry(entry: JsonValue, host: string): RegistryCredentials {
  const text = (name: string): string => stringField(entry, name) ?? "";
  const auth = text("auth");
  const [user, password] = auth === "" ? [text("username"), text("password")] : readPair(auth, host);
  const identity = text("identitytoken");
  if (identity !== "") {
    return { kind: "identity", user, token: identity };
  }
  const registry = text("registrytoken");
  if (registry !== "") {
    return { kind: "registry", token: registry };
  }
  return user === "" && password === "" ? { kind: "none" } : { kind: "password", user, password };
}

/** Splits `user:password` in base64. Docker ends some of them with a NUL. */
function readPair(auth: string, host: string): readonly [string, string] {
  const text = Buffer.from(auth, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon === -1) {
    throw new RegistryError("denied", `the docker configuration has no user and password in auth of ${host}`);
  }
  return [text.slice(0, colon), text.slice(colon + 1).replace(/\0+$/, "")];
}
