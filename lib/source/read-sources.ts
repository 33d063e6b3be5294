import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { type Diagnostic, hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { type Decoded, decodeText } from "../object/decode-text.ts";
import { isManifestName } from "./excluded-files.ts";
import { findFiles, type Search } from "./find-files.ts";
import { standardInput, type FoundSource, sourceUnreadable } from "./source-location.ts";

/**
 * The named texts that paths of files and folders, or `-`, lead to, with the diagnostics found on the way.
 * This layer knows nothing of YAML and of Kubernetes.
 */
export interface Sources {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /**
   * Sources that a second rendering of the same charts has rendered differently: their templates use random
   * numbers or the clock.
   */
  readonly again?: readonly SourceText[];
}

/**
 * Reads what the paths name: files whatever their extension, folders with all their `*.yaml`, `*.yml` and
 * `*.json`, `-` by calling `stdin`. No file is read twice. Sources keep the order of the paths, those of one
 * folder are sorted by name.
 */
export async function readSources(
  paths: readonly string[],
  stdin: () => Promise<Uint8Array>,
): Promise<Sources> {
  const search = startSearch(isManifestName);
  const empty: string[] = [];
  for (const path of paths) {
    if (await findsNothing(path, search)) {
      empty.push(path);
    }
  }
  const sources = await readFound(search, stdin);
  const severity = search.files.length === 0 ? "error" : "warning";
  return { sources, found: [...search.found, ...empty.map((path) => nothingIn(path, severity))] };
}

function startSearch(isRead: Search["isRead"]): Search {
  return { files: [], found: [], seen: new Set(), repeats: 0, isRead };
}

/** Reads all files that were found; a fault is added to the search. */
async function readFound(search: Search, stdin: () => Promise<Uint8Array>): Promise<SourceText[]> {
  const sources: SourceText[] = [];
  const readings: Promise<Decoded>[] = [];
  for (const file of search.files) {
    readings.push(readOne(file, stdin));
  }
  for (const decoded of await Promise.all(readings)) {
    if ("source" in decoded) {
      sources.push(decoded.source);
    } else {
      search.found.push(decoded.fault);
    }
  }
  return sources;
}

/** A file with health rules. */
export interface RuleFile extends SourceText {
  /** Whether a path names it, not its folder. */
  readonly isNamed: boolean;
}

/** The file name of a health script in a folder `GROUP/KIND` of Argo CD's customizations. */
const scriptName = "health.lua";

/**
 * Reads what the paths of health rules name: files whatever their name, and of folders all `*.yaml`, `*.yml`,
 * `*.json` and `health.lua`.
 */
export async function readRuleFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly RuleFile[]; readonly found: readonly Diagnostic[] }> {
  const search = startSearch((name) => isManifestName(name) || name === scriptName);
  for (const path of paths) {
    const before = { files: search.files.length, repeats: search.repeats, found: search.found.length };
    await findFiles(path, search);
    if (isUnchanged(search, before)) {
      const message = `no health rules found in ${path}: converge reads files that end in .yaml, .yml or .json and scripts named ${scriptName}, also in subfolders`;
      search.found.push({ code: "NothingToPlan", severity: "error", message });
    }
  }
  const named = new Set(paths);
  const sources = await readFound(search, () => Promise.resolve(new Uint8Array()));
  return {
    files: sources.map((source) => ({ ...source, isNamed: named.has(source.name) })),
    found: search.found.filter(({ code }) => code !== "SourceSkipped"),
  };
}

/** Returns true for a folder without a single manifest; any other fault has been reported. */
async function findsNothing(path: string, search: Search): Promise<boolean> {
  if (path === "-") {
    takeStdin(search);
    return false;
  }
  const remote = remoteRemedy(path);
  if (remote !== undefined) {
    const message = `${path} is a URL, and URLs are not supported: ${remote}`;
    search.found.push({ code: "SourceUnreadable", severity: "error", message });
    return false;
  }
  const before = { files: search.files.length, repeats: search.repeats, found: search.found.length };
  await findFiles(path, search);
  return isUnchanged(search, before);
}

/** Reports whether a path has led to nothing: no file, no repeated one, and no error. */
function isUnchanged(
  { files, repeats, found }: Search,
  before: { readonly files: number; readonly repeats: number; readonly found: number },
): boolean {
  return files.length === before.files && repeats === before.repeats && !hasErrors(found.slice(before.found));
}

/** Returns the remedy for a path that is a URL; undefined for any other. */
function remoteRemedy(path: string): string | undefined {
  if (/^oci:\/\//i.test(path)) {
    return `run \`helm pull ${path}\` and pass the archive`;
  }
  return /^https?:\/\//i.test(path)
    ? `download it, for example with \`curl -fsSLO ${path}\`, and pass the file`
    : undefined;
}

function takeStdin({ files }: Search): void {
  if (!files.includes(standardInput)) {
    files.push(standardInput);
  }
}

function nothingIn(path: string, severity: "error" | "warning"): Diagnostic {
  const message = `no manifests found in ${path}: converge reads files that end in .yaml, .yml or .json, also in subfolders`;
  return { code: "NothingToPlan", severity, message };
}

/**
 * Reads regular files synchronously, which is several times as fast; pipes may block, and are read
 * concurrently.
 */
async function readOne(found: FoundSource, stdin: () => Promise<Uint8Array>): Promise<Decoded> {
  const { kind, name } = found;
  try {
    if (kind === "file") {
      const decoded = decodeText(name, readFileSync(name));
      return found.isChartCrds === true && "source" in decoded
        ? { source: { ...decoded.source, isChartCrds: true } }
        : decoded;
    }
    return decodeText(name, kind === "stdin" ? await stdin() : await readFile(name));
  } catch (error) {
    return { fault: sourceUnreadable(name, error) };
  }
}
