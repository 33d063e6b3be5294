/** Where the control plane keeps its things. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of a Go module of tools, by its name. */
export function moduleFolder(name: "kubernetes" | "kwok"): string {
  return join(import.meta.dirname, name);
}

/** The programs built for these versions, outside the checkout, so that clones share them. A new go.mod is a new folder. */
export function binariesFolder(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(join(moduleFolder("kubernetes"), "go.mod")));
  hash.update(readFileSync(join(moduleFolder("kwok"), "go.mod")));
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "converge", "control-plane", hash.digest("hex").slice(0, 16));
}

/** The running control plane of this checkout: data, logs, certificates, `cluster.json`. Gone after `make cluster-down`. */
export const stateFolder: string = join(import.meta.dirname, "../../node_modules/.cache/control-plane");
