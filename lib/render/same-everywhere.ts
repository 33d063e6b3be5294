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
  const { type, path } = renderable;
  try {
    return (
      type === "kustomization" ||
      (valuesAreSilent(choices) && isSilentChart(path) && missingDependencies(renderable) === undefined)
    );
  } catch {
    return false;
  }
}

function valuesAreSilent(choices: ChartOptions): boolean {
  const { values, set, setString, setJson, setLiteral, setFile } = choices;
  const words = [...set, ...setString, ...setJson, ...setLiteral];
  return (
    stdinUses(choices) === 0 &&
    setFile.length === 0 &&
    words.every(isSilent) &&
    values.every((file) => isSilent(readFileSync(file)))
  );
}

function isSilentChart(path: string): boolean {
  if (!statSync(path).isDirectory()) {
    return isSilentArchive(readFileSync(path));
  }
  return readdirSync(path, { recursive: true, withFileTypes: true }).every((entry) => {
    // Helm follows links.
    if (!entry.isFile()) {
      return entry.isDirectory();
    }
    const content = readFileSync(join(entry.parentPath, entry.name));
    return isArchive(entry.name) ? isSilentArchive(content) : isSilent(content);
  });
}

function isSilentArchive(archive: Uint8Array): boolean {
  const files = filesOfArchive(archive);
  return files.length > 0 && files.every(({ path, content }) => !isArchive(path) && isSilent(content));
}

function isArchive(name: string): boolean {
  return /\.(?:tgz|gz|zip)$/i.test(name);
}

function isSilent(content: string | Uint8Array): boolean {
  return !asking.test(typeof content === "string" ? content : Buffer.from(content).toString("latin1"));
}
