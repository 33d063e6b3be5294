/**
 * Detects charts that render the same for every cluster and every action: they can be rendered before either
 * is known.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { missingDependencies } from "./chart-dependencies.ts";
import { filesOfArchive } from "./chart-archive.ts";
import { type ChartOptions, stdinUses } from "./chart-options.ts";
import type { Renderable } from "./renderable.ts";

/**
 * If none of these words is in a chart or its values, no template asks for the cluster, the action or the
 * revision, and no `Chart.yaml` requires a version of Kubernetes. A word in a comment or a README counts as
 * well: then the chart is rendered later, which is never wrong.
 */
const asking = /Capabilities|IsInstall|IsUpgrade|kubeVersion|\bRevision\b|\blookup\b/;

/**
 * Reports whether it can be rendered at once. False for what cannot be read or is elsewhere, since nothing is
 * known of it.
 */
export function isSameEverywhere(renderable: Renderable, choices: ChartOptions): boolean {
  try {
    return (
      renderable.type === "kustomization" ||
      (isSilentOf(asking, renderable, choices) && missingDependencies(renderable) === undefined)
    );
  } catch {
    return false;
  }
}

/**
 * Reports whether what is rendered may contain the number of the revision. True for what cannot be read or
 * is elsewhere.
 */
export function mayUseRevision(renderable: Renderable, choices: ChartOptions): boolean {
  try {
    return renderable.type === "chart" && !isSilentOf(/\bRevision\b/, renderable, choices);
  } catch {
    return true;
  }
}

/** Reports whether the words are neither in the files of a chart nor in its values. */
function isSilentOf(words: RegExp, { path }: Renderable, choices: ChartOptions): boolean {
  const isSilent: Silence = (content) =>
    !words.test(typeof content === "string" ? content : Buffer.from(content).toString("latin1"));
  return valuesAreSilent(choices, isSilent) && isSilentChart(path, isSilent);
}

/** Reports whether a text has none of the words. */
type Silence = (content: string | Uint8Array) => boolean;

function valuesAreSilent(choices: ChartOptions, isSilent: Silence): boolean {
  const { values, set, setString, setJson, setLiteral, setFile } = choices;
  const words = [...set, ...setString, ...setJson, ...setLiteral];
  return (
    stdinUses(choices) === 0 &&
    setFile.length === 0 &&
    words.every((word) => isSilent(word)) &&
    values.every((file) => isSilent(readFileSync(file)))
  );
}

function isSilentChart(path: string, isSilent: Silence): boolean {
  if (!statSync(path).isDirectory()) {
    return isSilentArchive(readFileSync(path), isSilent);
  }
  return readdirSync(path, { recursive: true, withFileTypes: true }).every((entry) => {
    // Helm follows links.
    if (!entry.isFile()) {
      return entry.isDirectory();
    }
    const content = readFileSync(join(entry.parentPath, entry.name));
    return isArchive(entry.name) ? isSilentArchive(content, isSilent) : isSilent(content);
  });
}

function isSilentArchive(archive: Uint8Array, isSilent: Silence): boolean {
  const files = filesOfArchive(archive);
  return files.length > 0 && files.every(({ path, content }) => !isArchive(path) && isSilent(content));
}

function isArchive(name: string): boolean {
  return /\.(?:tgz|gz|zip)$/i.test(name);
}
