import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { listField, type Path, valueAt } from "../../object/json.ts";
import { hideUserinfo, truncateWord } from "../../object/message-text.ts";
import type { LocalKustomization } from "./local-kustomization.ts";

/** The lists of files and folders, which may be URLs. */
const lists = [
  "resources",
  "bases",
  "components",
  "crds",
  "configurations",
  "generators",
  "transformers",
  "validators",
  "patchesStrategicMerge",
] as const;

/** The lists of objects with a `path`. */
const objects = ["patches", "patchesJson6902", "replacements"] as const;

/**
 * Matches what kustomize fetches by git or https:
 * https://github.com/kubernetes-sigs/kustomize/blob/master/examples/remoteBuild.md
 */
const remote =
  /^(?:git::|gh:|(?:[a-z][a-z+.-]*::)?(?:https?|ssh|git|file):\/\/|[\w.-]+@[\w.-]+[:/]|(?:www\.)?github\.com[:/])/i;

/** Returns faults of the entries of a kustomization that lead to servers: nothing is fetched for them. */
export function remoteEntries({ folder, value, locate }: LocalKustomization): readonly Diagnostic[] {
  const paths: readonly Path[] = [
    ...lists.flatMap((name) => listField(value, name).map((_, index) => [name, index])),
    ...objects.flatMap((name) => listField(value, name).map((_, index) => [name, index, "path"])),
    ["openapi", "path"],
  ];
  return paths.flatMap((path) => {
    const entry = valueAt(value, path);
    return typeof entry === "string" && isRemoteEntry(entry, folder)
      ? [{ ...refusal(entry, path[0] === "resources" || path[0] === "bases"), origin: locate(path) }]
      : [];
  });
}

/** Reports whether kustomize would fetch an entry. One that exists as a path is local. */
export function isRemoteEntry(entry: string, folder: string): boolean {
  return remote.test(entry) && !entry.includes("\n") && !existsSync(resolve(folder, entry));
}

function refusal(entry: string, isBase: boolean): Diagnostic {
  const shown = truncateWord(hideUserinfo(entry));
  const isFile = /\.(?:ya?ml|json)(?:\?.*)?$/.test(shown);
  const build = isBase && !isFile ? `, such as by \`kubectl kustomize ${shown} > base.yaml\`,` : "";
  return {
    code: "RenderFailed",
    severity: "error",
    message: `${shown} is remote, and only charts are fetched while rendering: download it into the repository${build} and name the file or folder`,
  };
}
