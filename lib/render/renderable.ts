import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";

import { hideUserinfo } from "../object/message-text.ts";

/** A path whose manifests are rendered by another program: a Helm chart, or a kustomization. */
export interface Renderable {
  readonly type: "chart" | "kustomization";
  /** As the user gave it. */
  readonly path: string;
  /** The name in outputs: the path without trailing slashes. */
  readonly name: string;
  /** Identifies a path that was given twice. */
  readonly realPath: string;
  /**
   * Files besides those on disk: the fetched dependencies of a chart in a folder; the rendered charts of a
   * kustomization.
   */
  readonly added?: readonly AddedFile[];
  /** The files of a second rendering, if charts of a kustomization use random values or the clock. */
  readonly addedAgain?: readonly AddedFile[];
  /** Present for a chart that is fetched. */
  readonly remote?: RemoteChart;
}

/** The place of a chart that is fetched, besides its path. */
export interface RemoteChart {
  /** The URL of the repository that the path names a chart in; undefined if the path is an address. */
  readonly repo?: string;
  /** A version or a constraint, instead of one in the path. */
  readonly version?: string;
}

/** A file that is not on disk. */
export interface AddedFile {
  /** The path within the folder that is rendered: `charts/db-1.0.0.tgz`. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Returns the renderable at a path that the user named: a folder with a `Chart.yaml`, an archive of one
 * (`*.tgz`), a folder with a `kustomization.yaml`, a chart in a registry or repository. Undefined for
 * everything that is read as it is, and for what cannot be inspected.
 */
export async function findRenderable(
  path: string,
  remote: RemoteChart = {},
): Promise<Renderable | undefined> {
  if (path === "-" || path === "") {
    return undefined;
  }
  if (remote.repo !== undefined || isRemote(path)) {
    const name = remote.repo === undefined ? hideUserinfo(path) : remoteName(remote.repo, path);
    return { type: "chart", path, name, realPath: name, remote };
  }
  try {
    const isFolder = (await stat(path)).isDirectory();
    const type = isFolder ? typeOfFolder(path) : typeOfFile(path);
    return type === undefined ? undefined : { type, path, name: bare(path), realPath: await realpath(path) };
  } catch {
    return undefined;
  }
}

/** Returns the name in outputs of a chart in a repository: no file has it. */
export function remoteName(repo: string, chart: string): string {
  return `${hideUserinfo(repo).replace(/\/+$/, "")}/${chart}`;
}

/** Reports whether a path is the address of a chart in a registry. */
export function isRemote(path: string): boolean {
  return path.startsWith("oci://");
}

/** Returns the type of a folder. A chart wins. A folder may hold many files: only these are checked. */
function typeOfFolder(path: string): Renderable["type"] | undefined {
  if (existsSync(join(path, "Chart.yaml"))) {
    return "chart";
  }
  const isKustomization = kustomizationFiles.some((name) => existsSync(join(path, name)));
  return isKustomization ? "kustomization" : undefined;
}

/** The files that make a folder a kustomization. */
export const kustomizationFiles = ["kustomization.yaml", "kustomization.yml", "Kustomization"] as const;

/** Removes trailing slashes: `charts/shop/` → `charts/shop`. */
function bare(path: string): string {
  return path.replace(/(?<=.)\/+$/, "");
}

/**
 * Returns the path of a chart's file as the user knows it; for a chart in the working directory, its path
 * alone.
 */
export function withinChart(chart: string, file: string): string {
  return chart === "." ? file : `${chart}/${file}`;
}

function typeOfFile(path: string): Renderable["type"] | undefined {
  return /\.(?:tgz|tar\.gz)$/.test(path) ? "chart" : undefined;
}
