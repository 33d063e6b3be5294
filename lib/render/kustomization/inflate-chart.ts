import { statSync, realpathSync } from "node:fs";
import { join, posix, resolve } from "node:path";

import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { hasErrors } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { stringifyJson } from "../../object/json.ts";
import { noChoices } from "../chart-options.ts";
import { lookupUnanswered, readTemplates, type TemplateInfo } from "../chart-templates.ts";
import { type FileDecrypter, hasEncryptedMark } from "../encrypted-files.ts";
import { remoteName, type Renderable } from "../renderable.ts";
import { rendererWarned, renderFailed } from "../renderer-diagnostics.ts";
import { addDependencies } from "../remote/add-dependencies.ts";
import type { FetchContext } from "../remote/fetch-context.ts";
import { fetchListed } from "../remote/fetch-remote.ts";
import { type BuiltinCall, renderBuiltin } from "../wasm/render-builtin.ts";
import type { Inflation, RenderAnswer } from "../wasm/render-order.ts";
import { kustomizationFault, type WantedChart } from "./chart-fields.ts";
import { isBelow, type LocalKustomization, readSmallFile } from "./local-kustomization.ts";
import { isRemoteEntry } from "./remote-entries.ts";

/** The context of rendering the charts of a kustomization. */
export interface InflationContext {
  /** The folder that nothing is read outside of. */
  readonly root: string;
  readonly fetching: FetchContext;
  /** Decrypts values files, and files of charts; absent if none are. */
  readonly decrypt?: FileDecrypter | undefined;
  /** The kustomization that is rendered. */
  readonly renderable: Renderable;
}

/** A rendered chart. */
export interface InflatedChart {
  /** Undefined if it could not be rendered. */
  readonly output?: Uint8Array;
  /** The output of a second rendering, if templates use random values or the clock. */
  readonly again?: Uint8Array;
  readonly found: readonly Diagnostic[];
}

/**
 * Renders a chart as kustomize's HelmChartInflationGenerator does: from `chartHome`, or else fetched. Throws
 * the signal's reason when that aborts.
 */
export async function inflateChart(
  chart: WantedChart,
  kustomization: LocalKustomization,
  context: InflationContext,
): Promise<InflatedChart> {
  const placed = await placeChart(chart, kustomization, context);
  if (hasErrors(placed.found)) {
    return { found: located(placed.found, chart.origin) };
  }
  const inflation = await inflationOf(chart, kustomization, context);
  if ("faults" in inflation) {
    return { found: [...placed.found, ...inflation.faults] };
  }
  const facts = factsOf(placed.completed);
  const render = async (): Promise<RenderAnswer | undefined> =>
    renderBuiltin(placed.completed, callOf(chart, { inflation, root: placed.root, context }));
  const first = await render();
  if (first === undefined) {
    return { found: placed.found };
  }
  const found = [
    ...placed.found,
    ...rendererWarned(placed.completed, first.said),
    ...lookupUnanswered(placed.completed, facts).map((each) => ({
      ...each,
      message: each.message.replace("--values", "valuesInline"),
    })),
  ];
  if (first.type === "failed") {
    const failed = renderFailed(placed.completed, { program: "the renderer", ...first });
    return { found: located([failed], chart.origin) };
  }
  const second = facts.isRandom ? await render() : undefined;
  return {
    output: first.output,
    ...(second?.type === "rendered" ? { again: second.output } : {}),
    found: located(found, chart.origin),
  };
}

function located(found: readonly Diagnostic[], origin: Origin): readonly Diagnostic[] {
  return found.map((each) => (each.origin === undefined ? { ...each, origin } : each));
}

interface PlacedChart {
  readonly completed: Renderable;
  /** The folder, or the archive, that nothing is read outside of. */
  readonly root: string;
  readonly found: readonly Diagnostic[];
}

async function placeChart(
  chart: WantedChart,
  { folder, name: known }: LocalKustomization,
  { root, fetching }: InflationContext,
): Promise<PlacedChart> {
  const { name, version, repo, chartHome, origin } = chart;
  const home = chartHome === "" ? "charts" : chartHome;
  const below = version !== "" && repo !== "" ? join(home, `${name}-${version}`, name) : join(home, name);
  const path = resolve(folder, below);
  const listed: Renderable = { type: "chart", path: name, name, realPath: path };
  if (isFolder(path)) {
    const realPath = realpathSync(path);
    const local = { ...listed, path, realPath, name: posix.join(known, below) };
    if (!isBelow(realPath, root)) {
      const message = `${local.name} is outside of the repository, or the working directory: only files below that are read`;
      return { completed: local, root, found: [kustomizationFault(message, origin)] };
    }
    return { ...(await addDependencies(local, root, fetching)), root };
  }
  if (repo === "") {
    const message = `there is no chart in ${posix.join(known, below)}: put it there, or set repo and version to have it fetched`;
    return { completed: listed, root, found: [kustomizationFault(message, origin)] };
  }
  if (!/^\w[\w.-]*$/.test(name)) {
    const message = `${JSON.stringify(name)} is not the name of a chart in a repository`;
    return { completed: listed, root, found: [kustomizationFault(message, origin)] };
  }
  const wanted = version === "" && chart.devel ? ">0.0.0-0" : version;
  const { completed, found } = await fetchListed(
    { ...listed, name: remoteName(repo, name), remote: { repo, version: wanted } },
    fetching,
  );
  return { completed, root: completed.realPath, found };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

interface ValuesFaults {
  readonly faults: readonly Diagnostic[];
}

async function inflationOf(
  chart: WantedChart,
  { folder }: LocalKustomization,
  context: InflationContext,
): Promise<Inflation | ValuesFaults> {
  const faults: Diagnostic[] = [];
  const read = async (file: string): Promise<string> => {
    try {
      return await readValues(file, folder, context);
    } catch (error) {
      context.fetching.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(kustomizationFault(`the values file ${file} cannot be read: ${reason}`, chart.origin));
      return "";
    }
  };
  const { valuesInline, valuesMerge, nameTemplate, includeCRDs, skipHooks, skipTests } = chart;
  const valuesText = chart.valuesFile === "" ? undefined : await read(chart.valuesFile);
  const additional: string[] = [];
  for (const file of chart.additionalValuesFiles) {
    additional.push(await read(file));
  }
  const inflation: Inflation = {
    ...(valuesText === undefined ? {} : { valuesText }),
    additional,
    inline: stringifyJson(valuesInline),
    merge: valuesMerge,
    nameTemplate,
    includeCRDs,
    skipHooks,
    skipTests,
  };
  return faults.length === 0 ? inflation : { faults };
}

async function readValues(
  file: string,
  folder: string,
  { root, decrypt, renderable }: InflationContext,
): Promise<string> {
  if (isRemoteEntry(file, folder)) {
    throw new Error("it is a URL: download it, and name the file");
  }
  const path = resolve(folder, file);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new Error("there is no such file");
  }
  const text = readSmallFile(path, root);
  const content = Buffer.from(text);
  const decrypted = hasEncryptedMark(content)
    ? await decrypt?.({ path: realpathSync(path), content }, renderable)
    : undefined;
  if (decrypted === "refused") {
    throw new Error("it cannot be decrypted");
  }
  return decrypted === undefined ? text : Buffer.from(decrypted).toString("utf8");
}

const noFacts: TemplateInfo = { lookups: [], isRandom: false, hooks: [] };

function factsOf(chart: Renderable): TemplateInfo {
  try {
    return readTemplates(chart);
  } catch {
    // Faults of the chart are reported by the renderer.
    return noFacts;
  }
}

interface ChartCallParts {
  readonly inflation: Inflation;
  readonly root: string;
  readonly context: InflationContext;
}

function callOf(chart: WantedChart, { inflation, root, context }: ChartCallParts): BuiltinCall {
  const { releaseName, namespace, kubeVersion, apiVersions } = chart;
  return {
    rendering: {
      release: releaseName,
      namespace: namespace === "" ? "default" : namespace,
      action: "install",
      signal: context.fetching.signal,
    },
    choices: { ...noChoices, kubeVersion: kubeVersion === "" ? undefined : kubeVersion, apiVersions },
    served: undefined,
    input: undefined,
    root,
    clock: context.fetching.clock,
    decrypt: context.decrypt,
    inflation,
  };
}
