/** The compiled renderers, which are kept by the content of this folder. */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { cacheFolder } from "../e2e/control-plane/folder.ts";
import { artefactName } from "../lib/render/wasm/load-module.ts";

const folder = import.meta.dirname;

/** Returns the file of the renderers of this source, whether or not they are built yet. */
export function builtArtefact(): string {
  const hash = createHash("sha256");
  for (const file of globSync("**/*.{ts,go,mod,sum,txt}", { cwd: folder }).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  }
  return join(cacheFolder(), "renderers", hash.digest("hex").slice(0, 16), artefactName);
}

/**
 * Copies the renderers into a folder. If they were not built, says so: a package without them renders with
 * programs on the PATH.
 */
export function placeRenderers(to: string): void {
  const artefact = builtArtefact();
  if (!existsSync(artefact)) {
    process.stderr.write("note: without the built-in renderers: `make renderers` builds them\n");
    return;
  }
  mkdirSync(to, { recursive: true });
  // Whoever reads the old file goes on to do so.
  copyFileSync(artefact, join(to, `.${artefactName}.new`));
  renameSync(join(to, `.${artefactName}.new`), join(to, artefactName));
}
