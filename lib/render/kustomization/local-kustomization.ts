/** Kustomizations on disk, as far as they refer to each other. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";

import type { Origin } from "../../object/diagnostic/source-text.ts";
import { isObject, type JsonObject, type Path, stringField, stringsField } from "../../object/json.ts";
import { parseChartDocument } from "../chart-dependencies.ts";
import { kustomizationFiles, type Renderable } from "../renderable.ts";

/** A kustomization in a folder. */
export interface LocalKustomization {
  /** The real path of the folder. */
  readonly folder: string;
  /** The real path of the folder that nothing is read outside of. */
  readonly root: string;
  /** The name of its file. */
  readonly file: string;
  /** The folder as the user knows it. */
  readonly name: string;
  /** The namespaces that those that refer to it set, the nearest each; empty for none. */
  readonly namespaces: ReadonlySet<string>;
  readonly value: JsonObject;
  readonly locate: (path: Path) => Origin;
}

/** More than any build has: the rest is left to the renderer. */
const most = { visits: 2000, entries: 20_000, characters: 4 * 2 ** 20 } as const;

/** The fields whose entries may be other kustomizations. */
const folderFields = ["resources", "bases", "components"] as const;

/**
 * Returns a kustomization and those that it refers to, below the root. One that cannot be read is left out:
 * the renderer reports it.
 */
export function kustomizationsOf(
  { realPath, name }: Pick<Renderable, "realPath" | "name">,
  root: string,
): readonly LocalKustomization[] {
  const found = new Map<string, ReachedKustomization | undefined>();
  const waiting: Visit[] = [{ folder: realPath, namespace: "" }];
  const left: Record<keyof typeof most, number> = { ...most };
  for (let visit = waiting.pop(); visit !== undefined && left.visits > 0; visit = waiting.pop()) {
    const { folder, namespace } = visit;
    const known = posix.join(name, relative(realPath, folder).split(sep).join("/"));
    const kustomization = found.has(folder)
      ? found.get(folder)
      : readKustomization(folder, { name: known, root, most: left.characters });
    found.set(folder, kustomization);
    if (kustomization !== undefined && !kustomization.namespaces.has(namespace)) {
      left.characters -= kustomization.namespaces.size === 0 ? kustomization.size : 0;
      kustomization.namespaces.add(namespace);
      const next = visitsFrom(kustomization, namespace, left.entries);
      left.entries -= next.length;
      left.visits -= 1;
      waiting.push(...next);
    }
  }
  return [...found.values()].filter((each) => each !== undefined);
}

/** A kustomization while the ways to it are followed. */
interface ReachedKustomization extends LocalKustomization {
  readonly namespaces: Set<string>;
  readonly size: number;
}

/** A way to a kustomization. */
interface Visit {
  readonly folder: string;
  readonly namespace: string;
}

function visitsFrom(
  { folder, root, value }: LocalKustomization,
  inherited: string,
  mostEntries: number,
): readonly Visit[] {
  const own = stringField(value, "namespace") ?? "";
  const namespace = own === "" ? inherited : own;
  return folderFields
    .flatMap((name) => stringsField(value, name))
    .slice(0, mostEntries)
    .map((entry) => realFolder(resolve(folder, entry)))
    .filter((each) => each !== undefined)
    .filter((each) => isBelow(each, root))
    .map((each) => ({ folder: each, namespace }));
}

interface ReadPlace extends Pick<LocalKustomization, "name" | "root"> {
  /** Characters of its file. */
  readonly most: number;
}

function readKustomization(
  folder: string,
  { name, root, most: longest }: ReadPlace,
): ReachedKustomization | undefined {
  try {
    const file = kustomizationFiles.find((each) => existsSync(join(folder, each)));
    const text = file === undefined ? "" : readSmallFile(join(folder, file), root);
    if (file === undefined || text.length > longest) {
      return undefined;
    }
    const { value, locate } = parseChartDocument(posix.join(name, file), text);
    const namespaces = new Set<string>();
    return isObject(value)
      ? { folder, file, name, root, namespaces, value, locate, size: text.length }
      : undefined;
  } catch {
    return undefined;
  }
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether a real path is the root or below it. */
export function isBelow(path: string, root: string): boolean {
  const inside = relative(root, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`);
}

/** Bytes of a file that a kustomization names. */
const mostBytes = 8 * 2 ** 20;

/** Reads a file; throws if it is outside of the root, is not a regular file, or is too large. */
export function readSmallFile(path: string, root: string): string {
  const real = realpathSync(path);
  if (!isBelow(real, root)) {
    throw new Error("it is outside of the repository, or the working directory");
  }
  const facts = statSync(real);
  if (!facts.isFile() || facts.size > mostBytes) {
    throw new Error(facts.isFile() ? `it has more than ${mostBytes} bytes` : "it is not a regular file");
  }
  return readFileSync(real, "utf8");
}
