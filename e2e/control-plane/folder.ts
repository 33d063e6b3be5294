/** The folders of the control plane. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { CannotStart } from "./cannot-start.ts";

/** A Go module of tools, by its folder. */
export type ModuleName = "kubernetes" | "kubernetes-1.30" | "kubernetes-1.37" | "kwok";

/**
 * A release of Kubernetes that can be built: the module of its programs, and the version that they report.
 */
export interface Release {
  readonly module: ModuleName;
  readonly version: string;
}

/** Tests run on this one unless another is asked for. */
const usual: Release = { module: "kubernetes", version: "v1.36.3" };

/** The others by the value of CONVERGE_E2E_KUBERNETES: the oldest and the newest that the README names. */
const others: Readonly<Record<string, Release>> = {
  "1.30": { module: "kubernetes-1.30", version: "v1.30.14" },
  "1.37": { module: "kubernetes-1.37", version: "v1.37.2" },
};

const asked = process.env["CONVERGE_E2E_KUBERNETES"] ?? "";

/** The release that is built and run: 1.36, unless CONVERGE_E2E_KUBERNETES names another one. */
export const release: Release = releaseNamed(asked);

function releaseNamed(name: string): Release {
  const named = name === "" || name === "1.36" ? usual : others[name];
  if (named === undefined) {
    const names = ["1.36", ...Object.keys(others)].join(", ");
    throw new CannotStart(`CONVERGE_E2E_KUBERNETES is ${name}: choose one of ${names}`);
  }
  return named;
}

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
  release === usual ? "control-plane" : `control-plane-${asked}`,
);
