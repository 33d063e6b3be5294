import { type GitAddress, parseGitAddress } from "../transport/git-address.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";

/** A repository that has submodules, with the access to it. */
export interface ModuleParent {
  readonly url: string;
  readonly access: GitAccess;
}

/**
 * Returns the location of a submodule, with the access to it. The repository chooses the location, so it may
 * use https and ssh, and besides only the parent's own scheme (file if that is file, http if that is http).
 * The credentials for the parent's server are used for no other: only its proxy and public keys are.
 */
export function modulePlace(written: string, parent: ModuleParent): ModuleParent | { readonly why: string } {
  const url = resolveModuleUrl(written, parent.url);
  if (url === undefined) {
    return { why: "leads above its server" };
  }
  const around = parseGitAddress(parent.url, parent.access.allowHttp === true);
  let address: GitAddress;
  try {
    address = parseGitAddress(url, around.scheme === "http");
  } catch (error) {
    if (error instanceof GitError) {
      return { why: "is not allowed" };
    }
    throw error;
  }
  if (address.scheme === "file" && around.scheme !== "file") {
    return { why: "is a file of this machine" };
  }
  return { url, access: isSameServer(address, around) ? parent.access : publicPart(parent.access) };
}

function isSameServer(one: GitAddress, other: GitAddress): boolean {
  return one.scheme === other.scheme && one.origin === other.origin && one.host === other.host;
}

function publicPart({ caFile, knownHostsFile, proxy, allowHttp }: GitAccess): GitAccess {
  return {
    withoutAgent: true,
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(knownHostsFile === undefined ? {} : { knownHostsFile }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

/**
 * Resolves the URL of a submodule against that of its parent: `../other.git` in `https://host/team/this.git`
 * is `https://host/team/other.git`. A URL that does not begin with a dot is returned as it is; undefined if
 * it leads above the host.
 */
export function resolveModuleUrl(url: string, parent: string): string | undefined {
  if (!/^\.\.?(?:\/|$)/.test(url)) {
    return url;
  }
  const { root, path = "" } = place.exec(parent)?.groups ?? {};
  const names = walk(url, path);
  if (root === undefined || names === undefined || names.length === 0) {
    return undefined;
  }
  return `${root}${path.startsWith("/") ? "/" : ""}${names.join("/")}`;
}

function walk(url: string, path: string): readonly string[] | undefined {
  const names = path.split("/").filter((name) => name !== "");
  for (const name of url.split("/").filter((one) => one !== "" && one !== ".")) {
    if (name !== "..") {
      names.push(name);
    } else if (names.pop() === undefined) {
      return undefined;
    }
  }
  return names;
}

/** `https://host`, `file://`, or `git@host:`, and the path after it. */
const place = /^(?<root>[a-z][a-z0-9+.-]*:\/\/[^/]*|(?:[^/:@]*@)?(?:\[[^\]/]*\]|[^/:@[\]]+):)(?<path>.*)$/is;
