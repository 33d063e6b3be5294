import { type Diagnostic, hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { RenderContext, ServedApis } from "../object/render-context.ts";
import { renderedName, type SourceText } from "../object/diagnostic/source-text.ts";
import { decodeText } from "../object/decode-text.ts";
import { orderSources } from "./chart-order.ts";
import type { ChartOptions } from "./chart-options.ts";
import { lookupUnanswered, readTemplates, type TemplateInfo } from "./chart-templates.ts";
import { asPath, type ChartCall, helmArguments } from "./helm-arguments.ts";
import {
  locateUnknownHook,
  renderFailed,
  rendererMissing,
  rendererNotBuilt,
  rendererWarned,
} from "./renderer-diagnostics.ts";
import type { FileDecrypter } from "./encrypted-files.ts";
import { RecordedLookups } from "./recorded-lookups.ts";
import type { FetchSettings } from "./remote/fetch-context.ts";
import { rootOf } from "./renderer-root.ts";
import type { Renderable } from "./renderable.ts";
import { runTool, type ToolEnding, type ToolSurroundings } from "./run-tool.ts";
import { splitRendered } from "./split-rendered.ts";

/** The surroundings of renderers, and the settings of fetching charts. */
export interface RenderTools extends Pick<ToolSurroundings, "env" | "clock"> {
  /** The folder that the built-in renderer reads nothing outside of; undefined for the user's own files. */
  readonly root?: string;
  readonly fetching?: FetchSettings;
}

/** Options of rendering a path. */
export interface RenderCall {
  readonly rendering: RenderContext;
  readonly choices: ChartOptions;
  readonly tools: RenderTools;
  /** Standard input of the renderer: values of a chart. */
  readonly input: Uint8Array | undefined;
  /** Decrypts files for the built-in renderer; absent if none are. */
  readonly decrypt?: FileDecrypter;
}

/** The result of rendering, in the form of files that were read. */
export interface Rendered {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /**
   * The sources that a second rendering with the same input has rendered differently; absent if there are
   * none.
   */
  readonly again?: readonly SourceText[];
  /** The path with what was fetched for it. */
  readonly completed?: Renderable;
}

/**
 * Renders with the built-in renderers; or a chart by `helm template`, a kustomization by `kustomize build` or
 * else `kubectl kustomize`.
 */
export async function render(renderable: Renderable, call: RenderCall): Promise<Rendered> {
  const { completed, found } = await completeChart(renderable, call);
  const rendered: Rendered = hasErrors(found)
    ? { sources: [], found: [] }
    : await renderComplete(completed, call);
  return { ...rendered, found: [...found, ...rendered.found], completed };
}

/**
 * Fetches a remote chart; and, only with the built-in renderer, the dependencies that a chart lacks and the
 * charts of a kustomization: programs read no files but those on disk.
 */
async function completeChart(
  renderable: Renderable,
  { rendering, choices, tools, decrypt }: RenderCall,
): Promise<{ readonly completed: Renderable; readonly found: readonly Diagnostic[] }> {
  const { env, clock, fetching = {} } = tools;
  const { allowedHosts, chartSecretFolders: secretFolders } = choices;
  const settings = {
    ...fetching,
    ...(allowedHosts && { allowedHosts }),
    ...(secretFolders && { secretFolders }),
  };
  const context = { env, clock, settings, signal: rendering.signal };
  if (renderable.remote !== undefined) {
    const { fetchRemote } = await import("./remote/fetch-remote.ts");
    return fetchRemote(renderable, context);
  }
  if (choices.renderer !== "builtin") {
    return { completed: renderable, found: [] };
  }
  if (renderable.type !== "chart") {
    const { addHelmCharts } = await import("./kustomization/add-helm-charts.ts");
    const root = tools.root ?? rootOf(renderable);
    return addHelmCharts(renderable, { root, fetching: context, decrypt });
  }
  const { addDependencies } = await import("./remote/add-dependencies.ts");
  return addDependencies(renderable, tools.root ?? rootOf(renderable), context);
}

async function renderComplete(renderable: Renderable, call: RenderCall): Promise<Rendered> {
  const served = renderable.type === "chart" ? await call.rendering.served?.() : undefined;
  if (renderable.type !== "chart") {
    return renderKustomization(renderable, call);
  }
  const lookups = await recordedLookups(call);
  const recorded = { ...call, rendering: { ...call.rendering, lookUp: lookups?.lookUp } };
  // The templates are read while the renderer starts.
  const rendering = renderOnce(renderable, served, recorded);
  const facts = templateFacts(renderable);
  const second = facts.isRandom ? renderOnce(renderable, served, recorded) : undefined;
  const [first, other] = await Promise.all([rendering, second]);
  const again = other === undefined ? [] : differing(first.sources, other.sources);
  const ordered = orderSources(renderable, first.sources, call.choices.ordering);
  return {
    sources: ordered.sources,
    found: [
      ...ordered.found,
      ...first.found.map((fault) => locateUnknownHook(fault, renderable, facts)),
      ...(lookups === undefined
        ? lookupUnanswered(renderable, facts)
        : await lookups.diagnostics(renderable.name, facts)),
    ],
    ...(again.length === 0 ? {} : { again }),
  };
}

async function renderKustomization(renderable: Renderable, call: RenderCall): Promise<Rendered> {
  const { addedAgain: added } = renderable;
  const first = await renderOnce(renderable, undefined, call);
  const other = added === undefined ? undefined : await renderOnce({ ...renderable, added }, undefined, call);
  const again = other === undefined ? [] : differing(first.sources, other.sources);
  return { ...first, ...(again.length === 0 ? {} : { again }) };
}

/** Undefined if calls of `lookup` are not answered: without a cluster, and by programs on the PATH. */
async function recordedLookups({ rendering, choices }: RenderCall): Promise<RecordedLookups | undefined> {
  if (rendering.lookUp === undefined || choices.renderer !== "builtin") {
    return undefined;
  }
  const { artefactFile } = await import("./wasm/load-module.ts");
  return artefactFile() === undefined ? undefined : new RecordedLookups(rendering.lookUp);
}

const noFacts: TemplateInfo = { lookups: [], isRandom: false, hooks: [] };

function templateFacts(renderable: Renderable): TemplateInfo {
  try {
    return readTemplates(renderable);
  } catch {
    // Faults of the folder are reported by helm.
    return noFacts;
  }
}

/** Returns the sources of the second rendering that differ from the first, or are missing there. */
function differing(first: readonly SourceText[], second: readonly SourceText[]): readonly SourceText[] {
  const texts = new Map(first.map(({ name, text }) => [name, text]));
  return second.filter(({ name, text }) => texts.get(name) !== text);
}

async function renderOnce(
  renderable: Renderable,
  served: ServedApis | undefined,
  call: RenderCall,
): Promise<Rendered> {
  if (call.choices.renderer !== "builtin") {
    return renderByProgram(renderable, served, call);
  }
  const { renderBuiltin } = await import("./wasm/render-builtin.ts");
  const { clock, root } = call.tools;
  const answer = await renderBuiltin(renderable, { ...call, served, root, clock });
  if (answer !== undefined) {
    return renderedBy("the renderer", renderable, answer);
  }
  const { sources, found } = await renderByProgram(renderable, served, call);
  return { sources, found: [...found, ...rendererNotBuilt()] };
}

async function renderByProgram(
  renderable: Renderable,
  served: ServedApis | undefined,
  { rendering, choices, tools, input }: RenderCall,
): Promise<Rendered> {
  const around = { ...tools, signal: rendering.signal, ...(input === undefined ? {} : { input }) };
  const chart = { chart: renderable.path, rendering, choices, ...(served && { served }) };
  for (const [program, ...words] of commandsFor(renderable, chart)) {
    const ending = await runTool(program, words, around);
    if (ending.type !== "missing") {
      return renderedBy(program, renderable, ending);
    }
  }
  return { sources: [], found: [rendererMissing(renderable)] };
}

type Command = readonly [program: string, ...words: string[]];

function commandsFor({ type, path }: Renderable, chart: ChartCall): readonly Command[] {
  if (type === "kustomization") {
    return [
      ["kustomize", "build", asPath(path)],
      ["kubectl", "kustomize", asPath(path)],
    ];
  }
  return [["helm", ...helmArguments(chart)]];
}

function renderedBy(
  program: string,
  renderable: Renderable,
  ending: Exclude<ToolEnding, { type: "missing" }>,
): Rendered {
  const { type, name } = renderable;
  if (ending.type === "failed") {
    return { sources: [], found: [renderFailed(renderable, { program, ...ending })] };
  }
  const found = rendererWarned(renderable, ending.said);
  const decoded = decodeText(renderedName(name), ending.output);
  if ("fault" in decoded) {
    return { sources: [], found: [...found, decoded.fault] };
  }
  const { text } = decoded.source;
  return { sources: type === "chart" ? splitRendered(name, text) : [decoded.source], found };
}
