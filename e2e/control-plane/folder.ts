/** The folders of the control plane. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** A Go module of tools, by its folder. */
export type ModuleName = "kubernetes" | "kubernetes-1.30" | "kwok";

/**
 * A release of Kubernetes that can be built: the module of its programs, and the version that they report.
 */
export interface Release {
  readonly module: ModuleName;
  readonly version: string;
}

const newest: Release = { module: "kubernetes", version: "v1.36.3" };
/** The oldest that the README names. */
const oldest: Release = { module: "kubernetes-1.30", version: "v1.30.14" };

/** The release that is built and run: the newest, unless CONVERGE_E2E_KUBERNETES is `oldest`. */
export const release: Release = process.env["CONVERGE_E2E_KUBERNETES"] === "oldest" ? oldest : newest;

/** The folder of a Go module of tools, by its name. */
export function moduleFolder(name: ModuleName): string {
  return join(import.meta.dirname, name);
}

/** The folder of programs that are built once and kept, for all checkouts. */
export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "converge");
}

/**
 * The programs built for these versions, outside the checkout, so that clones share them. Another go.mod gets
 * another folder.
 */
export function binariesFolder(): string {
  const hash = createHash("sha256");
  for (const name of new Set<ModuleName>(["kubernetes", release.module])) {
    hash.update(readFileSync(join(moduleFolder(name), "go.mod")));
  }
  hash.update(readFileSync(join(moduleFolder("kwok"), "go.mod")));
  return join(cacheFolder(), "control-plane", hash.digest("hex").slice(0, 16));
}

/**
 * The data, logs, certificates and `cluster.json` of this checkout's running control plane. Removed by `make
 * cluster-down`.
 */
export const stateFolder: string = join(
  import.meta.dirname,
  "../../node_modules/.cache",
  release === newest ? "control-plane" : "control-plane-oldest",
);
