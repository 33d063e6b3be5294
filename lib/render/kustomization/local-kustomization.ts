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
  /** The name of its file. */
  readonly file: string;
  /** The folder as the user knows it. */
  readonly name: string;
  /** The namespaces that those that refer to it set, the nearest each; empty for none. */
  readonly namespaces: ReadonlySet<string>;
  readonly value: JsonObject;
  readonly locate: (path: Path) => Origin;
}

/** More than any build has; others are left to the renderer. */
const mostKustomizations = 2000;

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
  const found = new Map<string, LocalKustomization | undefined>();
  const inherited = new Map<string, Set<string>>();
  const waiting: Visit[] = [{ folder: realPath, namespace: "" }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { folder, namespace } = visit;
    const namespaces = inherited.get(folder) ?? new Set<string>();
    if (!namespaces.has(namespace) && found.size < mostKustomizations) {
      inherited.set(folder, namespaces.add(namespace));
      const known = posix.join(name, relative(realPath, folder).split(sep).join("/"));
      const kustomization = found.get(folder) ?? readKustomization(folder, { name: known, namespaces });
      found.set(folder, kustomization);
      waiting.push(...(kustomization === undefined ? [] : visitsFrom(kustomization, namespace, root)));
    }
  }
  return [...found.values()].filter((each) => each !== undefined);
}

/** A way to a kustomization. */
interface Visit {
  readonly folder: string;
  readonly namespace: string;
}

function visitsFrom(kustomization: LocalKustomization, inherited: string, root: string): readonly Visit[] {
  const own = stringField(kustomization.value, "namespace") ?? "";
  const namespace = own === "" ? inherited : own;
  return foldersIn(kustomization, root).map((folder) => ({ folder, namespace }));
}

function readKustomization(
  folder: string,
  { name, namespaces }: Pick<LocalKustomization, "name" | "namespaces">,
): LocalKustomization | undefined {
  try {
    const file = kustomizationFiles.find((each) => existsSync(join(folder, each)));
    if (file === undefined) {
      return undefined;
    }
    const { value, locate } = parseChartDocument(posix.join(name, file), readSmallFile(join(folder, file)));
    return isObject(value) ? { folder, file, name, namespaces, value, locate } : undefined;
  } catch {
    return undefined;
  }
}

function foldersIn({ folder, value }: LocalKustomization, root: string): readonly string[] {
  return folderFields
    .flatMap((name) => stringsField(value, name))
    .map((entry) => realFolder(resolve(folder, entry)))
    .filter((each) => each !== undefined)
    .filter((each) => isBelow(each, root));
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

/** Reads a file; throws if it is no regular file, or is too large. */
export function readSmallFile(path: string): string {
  const facts = statSync(path);
  if (!facts.isFile() || facts.size > mostBytes) {
    throw new Error(facts.isFile() ? `it has more than ${mostBytes} bytes` : "it is not a regular file");
  }
  return readFileSync(path, "utf8");
}
