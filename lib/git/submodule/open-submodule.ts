import type { GitAccess } from "../model/git-source.ts";
import type { ModuleOpener, TreeRoot } from "../checkout/list-tree.ts";
import type { MirrorCall, Mirror } from "../mirror/mirror.ts";
import { shortened, GitError } from "../model/git-repository.ts";
import { type GitAddress, parseGitAddress } from "../transport/git-address.ts";

/** Dependencies for opening submodules. */
export interface SubmoduleOptions {
  /** Returns the mirror of a URL. */
  readonly mirrorOf: (url: string, access: GitAccess) => Mirror;
  /** Records which commit is needed. */
  readonly need: (mirror: Mirror, commit: string, path: string) => void;
}

/** Repositories that may be nested in each other. */
const mostLevels = 4;

/**
 * Returns an opener of submodules by the `.gitmodules` of their parent's commit, at the commit that its tree
 * names.
 */
export function moduleOpener(options: SubmoduleOptions): ModuleOpener {
  const read = new Map<TreeRoot, ReadonlyMap<string, string>>();
  return async (parent, { path, id }, errand) => {
    if (parent.level >= mostLevels) {
      return { why: `it is a submodule more than ${mostLevels} deep` };
    }
    const modules = read.get(parent) ?? (await readModules(parent, errand));
    read.set(parent, modules);
    const written = modules.get(path);
    if (written === undefined) {
      return { why: "it is a submodule without an address in .gitmodules" };
    }
    const place = modulePlace(written, parent.mirror.of);
    if ("why" in place) {
      return { why: `it is a submodule, and its address ${shortened(written)} ${place.why}` };
    }
    const mirror = options.mirrorOf(place.url, place.access);
    await mirror.have({ commit: id, ref: id }, errand);
    options.need(mirror, id, parent.prefix + path);
    return { mirror, commit: id, prefix: `${parent.prefix}${path}/`, level: parent.level + 1 };
  };
}

async function readModules(
  { mirror, commit }: TreeRoot,
  errand: MirrorCall,
): Promise<ReadonlyMap<string, string>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const words = ["config", "--no-includes", "--null", "--list", "--blob", `${commit}:.gitmodules`];
  await mirror.read(words, {
    ...errand,
    take: async (output) => {
      for await (const piece of output) {
        size += piece.length;
        if (size > errand.limits.file) {
          return "enough";
        }
        pieces.push(piece);
      }
      return "all";
    },
  });
  return parseModules(Buffer.concat(pieces).toString("utf8"));
}

/**
 * Parses the output of `git config --null --list` for a `.gitmodules`: the URLs of submodules by path. Their
 * names and update strategies are ignored.
 */
function parseModules(listed: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const urls = new Map<string, string>();
  for (const item of listed.split("\0")) {
    const read = /^submodule\.(?<name>.*)\.(?<key>path|url)\n(?<value>.*)$/s.exec(item)?.groups;
    const { name = "", key, value = "" } = read ?? {};
    if (key !== undefined) {
      (key === "path" ? paths : urls).set(name, value);
    }
  }
  return new Map(
    [...paths].flatMap(([name, path]) => {
      const url = urls.get(name);
      return url === undefined ? [] : [[path.replace(/\/+$/, ""), url] as const];
    }),
  );
}

/** A repository that has submodules, with the access to it. */
interface ModuleParent {
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
    return { why: "leads above the root of its server" };
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
    return { why: "is a local file" };
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
  const { root, path = "" } = urlParts.exec(parent)?.groups ?? {};
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
const urlParts =
  /^(?<root>[a-z][a-z0-9+.-]*:\/\/[^/]*|(?:[^/:@]*@)?(?:\[[^\]/]*\]|[^/:@[\]]+):)(?<path>.*)$/is;
