import type { RenderContext } from "../object/render-context.ts";
import { isRendered as isRenderedName, type SourceText } from "../object/diagnostic/source-text.ts";
import { type Diagnostic, hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { AgeKeySource } from "../sops/age-keys.ts";
import type { KeySource } from "../sops/key-source.ts";
import { openKeyPlugins } from "../sops/plugin/open-key-plugins.ts";
import { decryptValues, hasEncryptedValues } from "./chart-values.ts";
import { SecretFiles } from "./secret-files.ts";
import { withDecrypted, withSecretsOf } from "./decrypted-sources.ts";
import { readSources, type Sources } from "./read-sources.ts";
import { type ChartOptions, stdinUses } from "../render/chart-options.ts";
import { BegunRenderings, type EarlyRendering } from "../render/begun-renderings.ts";
import { findRenderable, type Renderable } from "../render/renderable.ts";
import type { RenderCall } from "../render/render.ts";
import type { Rendering } from "../render/render-again.ts";
import type { ChartNotes } from "../render/chart-notes.ts";

/** Options of reading sources. */
export interface Reading {
  /** Reads standard input to its end; called at most once, for the path `-` or for values of charts. */
  readonly stdin: () => Promise<Uint8Array>;
  readonly choices: ChartOptions;
  /** The places of age keys for encrypted files; none by default. */
  readonly ageKeys?: AgeKeySource;
  /** Programs for the data keys of other key services, as `TYPE=PROGRAM`, checked; none by default. */
  readonly keyPlugins?: readonly string[];
  /** Ends such a program. */
  readonly signal?: AbortSignal;
  readonly tools: RenderCall["tools"];
}

/** Paths that are read once it is known what for. */
export interface OpenSources {
  /** Whether any of them is rendered, so that reading requires another program. */
  readonly isRendered: boolean;
  /**
   * Reads all: charts and kustomizations are rendered each time; the rest is read once. Throws the signal's
   * reason when that aborts.
   */
  readonly read: (rendering: RenderContext) => Promise<Sources>;
  /**
   * Begins to render what renders the same for every cluster and every action: `read` for this release takes
   * the result, once.
   */
  readonly begin: (rendering: EarlyRendering) => void;
  /** Reads what needs no rendering, once. */
  readonly plain: () => Promise<Sources>;
  /** Returns the sources of the latest `read`. */
  readonly latest: () => readonly SourceText[];
  /** Replaces places in what the latest `read` has rendered by those in the templates, where known. */
  readonly inTemplates: (found: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
  /** Renders `NOTES.txt` of the charts that the latest `read` has rendered. */
  readonly notes: () => Promise<readonly ChartNotes[]>;
}

/**
 * Separates the paths to render from those that are read as they are; what is read precedes what is rendered.
 */
export async function openSources(paths: readonly string[], reading: Reading): Promise<OpenSources> {
  const { renderables, plain } = await sortPaths(paths, reading.choices);
  const isRendered = renderables.size > 0;
  const keys = await openKeys(reading);
  const usedChoices = choicesFor(renderables.values(), reading.choices);
  let once: Promise<Sources> | undefined;
  let stdin: Promise<Uint8Array> | undefined;
  let latest: Latest = { sources: [], renderings: [] };
  const begun = new BegunRenderings();
  const files = new SecretFiles(keys, usedChoices);
  const readPlain = async (): Promise<Sources> => {
    once ??= readSources(plain, reading.stdin).then(async (read) => withDecrypted(read, keys));
    return isRendered ? beside(await once) : once;
  };
  return {
    isRendered,
    plain: readPlain,
    begin: (rendering) => {
      if (!hasEncryptedValues(reading.choices)) {
        begun.begin(renderables.values(), rendering, files.callsWith({ ...reading, input: undefined }));
      }
    },
    latest: () => latest.sources,
    inTemplates: (found) => locate(found, latest.renderings),
    notes: async () => (await import("../render/chart-notes.ts")).renderNotes(latest.renderings),
    read: async (rendering) => {
      const unrendered = await readPlain();
      stdin ??= stdinUses(usedChoices) > 0 ? reading.stdin() : undefined;
      const { secrets, found, ...given } = await decryptValues(usedChoices, await stdin, keys);
      const calls = files.callsWith({ ...reading, ...given, rendering });
      const renderings = await renderAll(hasErrors(found) ? [] : renderables.values(), calls, begun);
      const rendered = renderings.map((each) => withSecretsOf(each.rendered, files.of(each, secrets)));
      const joined = join([unrendered, { sources: [], found }, ...rendered]);
      latest = { sources: joined.sources, renderings };
      return joined;
    },
  };
}

async function openKeys({
  ageKeys = { paths: [] },
  keyPlugins = [],
  tools,
  signal,
}: Reading): Promise<KeySource> {
  return { ...ageKeys, plugins: await openKeyPlugins(keyPlugins, { ...tools, signal }) };
}

/** The result of the latest `read`. */
interface Latest extends Pick<Sources, "sources"> {
  readonly renderings: readonly Rendering[];
}

/** Without a chart, no values file is read; the renderer and its hosts are those of kustomizations, too. */
function choicesFor(renderables: Iterable<Renderable>, choices: ChartOptions): ChartOptions {
  return [...renderables].some(({ type }) => type === "chart")
    ? choices
    : { ...choices, values: [], setFile: [] };
}

function join(parts: readonly Sources[]): Sources {
  const again = parts.flatMap((part) => part.again ?? []);
  return {
    sources: parts.flatMap(({ sources }) => sources),
    found: parts.flatMap(({ found }) => found),
    ...(again.length === 0 ? {} : { again }),
  };
}

/** Returns the paths to render, each once, by their real paths; and the others in their order. */
async function sortPaths(
  paths: readonly string[],
  { remote }: Pick<ChartOptions, "remote">,
): Promise<{
  readonly renderables: ReadonlyMap<string, Renderable>;
  readonly plain: readonly string[];
}> {
  const renderables = new Map<string, Renderable>();
  const plain: string[] = [];
  for (const path of paths) {
    const renderable = await findRenderable(path, remote);
    if (renderable === undefined) {
      plain.push(path);
    } else if (!renderables.has(renderable.realPath)) {
      renderables.set(renderable.realPath, renderable);
    }
  }
  return { renderables, plain };
}

/** Takes what was begun, and renders the rest. Code that starts programs is loaded when it is needed. */
async function renderAll(
  renderables: Iterable<Renderable>,
  callFor: (renderable: Renderable) => RenderCall,
  begun: BegunRenderings,
): Promise<readonly Rendering[]> {
  const renderings: Rendering[] = [];
  for (const renderable of renderables) {
    const call = callFor(renderable);
    const early = await begun.take(renderable, call.rendering);
    const { render } = await import("../render/render.ts");
    renderings.push({ renderable, call, rendered: early ?? (await render(renderable, call)) });
  }
  return renderings;
}

async function locate(
  found: readonly Diagnostic[],
  renderings: readonly Rendering[],
): Promise<readonly Diagnostic[]> {
  if (!found.some(({ origin }) => origin !== undefined && isRenderedName(origin.file))) {
    return found;
  }
  const { locateInTemplates } = await import("../render/template-lines.ts");
  return locateInTemplates(found, renderings);
}

/** Downgrades the fault of an empty folder: a chart beside it leaves something to plan. */
function beside({ sources, found }: Sources): Sources {
  return {
    sources,
    found: found.map((one) => (one.code === "NothingToPlan" ? { ...one, severity: "warning" } : one)),
  };
}
