import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { BenchInput } from "../input.ts";

/** The name of the input with the user's own CRDs. */
export const ownName = "own-definitions";

/** The CRDs in the YAML files of a folder and its subfolders. */
export function ownDefinitions(folder: string): BenchInput {
  const documents = globSync("**/*.{yaml,yml}", { cwd: folder })
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split(/^---.*\n/m))
    .filter((document) => /^kind: *CustomResourceDefinition *$/m.test(document));
  return {
    name: ownName,
    objects: documents.length,
    *documents() {
      for (const [index, document] of documents.entries()) {
        yield inOwnGroup(document, index);
      }
    },
  };
}

/**
 * Gives each CRD a group of its own: two releases of one operator define the same kinds, which no set may.
 */
function inOwnGroup(document: string, index: number): string {
  const [, group] = /^  group: *(\S+) *$/m.exec(document) ?? [];
  const text = group === undefined ? document : document.replaceAll(group, `own${index}.${group}`);
  return text.endsWith("\n") ? text : `${text}\n`;
}
