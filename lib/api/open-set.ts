/** Opens the manifests that options name. */
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { writeBigint } from "../object/json.ts";
import type { RenderContext } from "../object/render-context.ts";
import { type ChartOptions, chartOrdering, stdinUses } from "../render/chart-options.ts";
import { remoteChartFault, type RemoteChartNames } from "../render/remote/remote-chart-faults.ts";
import type { RemoteChart } from "../render/renderable.ts";
import { openSources } from "../source/open-sources.ts";
import { readSources, type Sources } from "../source/read-sources.ts";
import { checkOptions, millisecondsOf } from "./options/check-options.ts";
import type { RenderOptions, SetOptions } from "./options/set-options.ts";
import { chartTable } from "./options/set-table.ts";
import { processEnvironment, systemClock } from "./system-environment.ts";

/** Manifests that are read once it is known what for. */
export interface OpenSet {
  readonly read: (rendering: RenderContext) => Promise<Sources>;
}

/**
 * Opens the manifests. Throws a TypeError if there are none, if they name standard input, and if a chart is
 * named in a wrong way.
 */
export async function openSet(name: string, options: SetOptions): Promise<OpenSet> {
  const { paths = [], sources = [], objects = [], chart = {} } = options;
  checkOptions(`${name}: chart`, chart, chartTable);
  requireManifests(name, options);
  const choices = choicesOf(chart);
  const fault = remoteChartFault(choices.remote ?? {}, paths, remoteNames);
  if (fault !== undefined) {
    throw new TypeError(`${name}: ${fault}`);
  }
  if (paths.includes("-") || stdinUses(choices) > 0) {
    throw new TypeError(`${name}: standard input is not read: pass its text in sources`);
  }
  const texts = [...sources, ...objects.map((object, index) => objectText(name, object, index))];
  const env = chart.env ?? processEnvironment();
  const tools = { env, clock: systemClock };
  const opened = await openSources(paths, { stdin: noInput, choices, ageKeys: { paths: [], env }, tools });
  return {
    read: async (rendering) => {
      const read = await opened.read(rendering);
      return { ...read, sources: [...texts, ...read.sources] };
    },
  };
}

const remoteNames: RemoteChartNames = {
  repo: "chart.repo",
  version: "chart.version",
  example: '{ paths: ["NAME"], chart: { repo: "URL" } }',
};

function choicesOf(chart: RenderOptions): ChartOptions {
  return {
    values: chart.values ?? [],
    set: chart.set ?? [],
    setString: chart.setString ?? [],
    setFile: chart.setFile ?? [],
    setJson: chart.setJson ?? [],
    setLiteral: chart.setLiteral ?? [],
    kubeVersion: chart.kubeVersion,
    apiVersions: chart.apiVersions ?? [],
    ordering: orderingOf(chart),
    renderer: chart.renderer ?? "builtin",
    remote: remoteOf(chart),
  };
}

function remoteOf({ repo, version }: RenderOptions): RemoteChart {
  return { ...(repo === undefined ? {} : { repo }), ...(version === undefined ? {} : { version }) };
}

function orderingOf({ sequencing = true, readinessTimeout }: RenderOptions): ChartOptions["ordering"] {
  const limits = readinessTimeout === undefined ? {} : { readiness: millisecondsOf(readinessTimeout, 0) };
  return chartOrdering(sequencing, limits);
}

function requireManifests(name: string, { paths, sources, objects }: SetOptions): void {
  const lists = [paths, sources, objects].filter((list) => list !== undefined);
  if (lists.length === 0) {
    throw new TypeError(`${name}: paths, sources or objects is required`);
  }
  if (lists.every((list) => list.length === 0)) {
    throw new TypeError(`${name}: paths, sources and objects are empty`);
  }
}

function objectText(name: string, object: object, index: number): SourceText {
  const place = `objects[${index}]`;
  try {
    return { name: place, text: JSON.stringify(object, writeBigint) };
  } catch (error) {
    throw new TypeError(`${name}: ${place} cannot be written as JSON`, { cause: error });
  }
}

/** Reads paths and texts that accompany a set, such as CRDs. */
export async function readBeside(given: readonly (string | SourceText)[]): Promise<Sources> {
  const paths = given.filter((each) => typeof each === "string");
  const { sources, found } = await readSources(paths, noInput);
  return { sources: [...given.filter((each) => typeof each !== "string"), ...sources], found };
}

function noInput(): Promise<Uint8Array> {
  return Promise.resolve(new Uint8Array());
}
