import type { GitAccess } from "../model/git-source.ts";
import type { ModuleOpener, TreeRoot } from "../checkout/list-tree.ts";
import type { MirrorCall, Mirror } from "../mirror/mirror.ts";
import { shortened } from "../model/quote-path.ts";
import { modulePlace } from "./submodule-location.ts";

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
      return { why: "it is a submodule that .gitmodules has no address for" };
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
export function parseModules(listed: string): ReadonlyMap<string, string> {
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
