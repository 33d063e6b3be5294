import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import published from "./published.json" with { type: "json" };

/** A published set of manifests. */
export interface ManifestSet {
  readonly name: string;
  /** A file or folder. */
  readonly path: string;
  /** The flags that make it a release of its own. */
  readonly home: readonly string[];
  readonly namespace: string;
  readonly release: string;
}

/**
 * The sets in `published.json`, each from a Go module that the tests are built from, not stored in this
 * repository.
 */
export function publishedSets(): readonly ManifestSet[] {
  return published.flatMap(({ module, paths }) => {
    const [name = ""] = module.split("@");
    const folder = moduleFolder(module);
    return paths.map((path) => setAt(`${name.split("/").at(-1) ?? ""}/${path}`, join(folder, path)));
  });
}

/** The sets in a folder: each file and each folder in it is one. */
export function setsIn(folder: string): readonly ManifestSet[] {
  return readdirSync(folder)
    .toSorted()
    .map((entry) => setAt(entry.replace(/\.(?:ya?ml|json)$/, ""), join(folder, entry)));
}

function moduleFolder(module: string): string {
  const answer = execFileSync("go", ["mod", "download", "-json", module], { encoding: "utf8" });
  const { Dir }: { readonly Dir: string } = JSON.parse(answer);
  return Dir;
}

/** Releases are named in labels, which have at most 63 characters. */
const longestName = 40;

function setAt(name: string, path: string): ManifestSet {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const release = words.slice(-longestName).replace(/^-/, "");
  const namespace = `set-${release}`;
  return { name, path, home: ["--release", release, "-n", namespace], namespace, release };
}
