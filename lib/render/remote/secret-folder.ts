import { resolve } from "node:path";

/** A chart repository with the folder of its credentials. */
export interface SecretFolder {
  /** As {@link repositoryUrl} returns it. */
  readonly url: string;
  /** With `username` and `password`, or `bearerToken`. */
  readonly folder: string;
}

/** Parses `URL=FOLDER`, or returns what is wrong, without the URL: it may have a password. */
export function parseSecretFolder(text: string): SecretFolder | { readonly fault: string } {
  const [, written = "", folder = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const url = repositoryUrl(written);
  return url === undefined
    ? { fault: "write https://HOST/PATH=FOLDER, without credentials in the URL" }
    : { url, folder: resolve(folder) };
}

/** Returns the URL of a chart repository in one form; undefined for a wrong one, or with credentials. */
export function repositoryUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && ["http:", "https:"].includes(url.protocol);
  return isPlain && url.username + url.password === ""
    ? `${url.origin}${url.pathname.replace(/\/+$/, "")}${url.search}`
    : undefined;
}
