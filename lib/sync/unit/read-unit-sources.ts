import { join } from "node:path";

import type { Clock } from "../../async/clock.ts";
import type { RenderContext } from "../../object/render-context.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { Checkout } from "../../git/model/git-repository.ts";
import { openSources } from "../../source/open-sources.ts";
import type { ChartOptions } from "../../render/chart-options.ts";
import { findRenderable, type Renderable } from "../../render/renderable.ts";
import { withSetFilePaths } from "../../render/set-file.ts";
import type { UnitSources, UnitTexts } from "../apply-engine.ts";
import { relocated, withoutFolder } from "./checkout-names.ts";
import type { Unit } from "./unit.ts";

/** Context of reading a unit. */
export interface TextSurroundings {
  /** The environment of renderers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const nothing = async (): Promise<Uint8Array> => Promise.resolve(new Uint8Array());

/** The manifests that a unit names in a checkout. */
export interface CheckedOutSources extends UnitSources {
  /**
   * The type of what is rendered: a kustomization may read files from elsewhere in the checkout. Undefined if
   * nothing is rendered.
   */
  readonly type: Promise<Renderable["type"] | undefined>;
}

/** Opens the manifests that a unit names in a checkout; files are named as in the repository. */
export function unitTexts(unit: Unit, checkout: Checkout, surroundings: TextSurroundings): CheckedOutSources {
  const { folder } = checkout;
  const { env, clock, signal } = surroundings;
  const path = unit.source.path === "" ? folder : join(folder, unit.source.path);
  const choices = choicesIn(folder, unit.render);
  const renderable = findRenderable(path);
  const opened = openSources([path], {
    stdin: nothing,
    choices,
    // Without the environment of the sidecar: a key in it would decrypt for every unit.
    ageKeys: { paths: unit.ageKeyPaths },
    keyPlugins: unit.keyPlugins,
    signal,
    tools: { env, clock, root: folder },
  });
  const within = withoutFolder(folder);
  const named = (texts: readonly SourceText[]): readonly SourceText[] =>
    texts.map((text) => {
      const name = within(text.name);
      return {
        ...text,
        name,
        ...(checkout.isModule && name.startsWith("crds/") ? { isChartCrds: true } : {}),
      };
    });
  const read = async (rendering: RenderContext): Promise<UnitTexts> => {
    const { read: readAll } = await opened;
    const { sources, found, again } = await readAll({
      ...rendering,
      signal: AbortSignal.any([rendering.signal, signal]),
    });
    return {
      sources: named(sources),
      ...(again && { again: named(again) }),
      found: found.map((diagnostic) => relocated(diagnostic, within)),
      usesRevision: await usesRevision(await renderable, choices),
    };
  };
  return { read, type: renderable.then((found) => found?.type) };
}

/** Programs on the PATH render every revision as the first one. */
async function usesRevision(renderable: Renderable | undefined, choices: ChartOptions): Promise<boolean> {
  const { mayUseRevision } = await import("../../render/same-everywhere.ts");
  return renderable !== undefined && choices.renderer === "builtin" && mayUseRevision(renderable, choices);
}

/**
 * Resolves the files that a chart is rendered with in the repository. No host is allowed unless the unit
 * names it.
 */
function choicesIn(folder: string, choices: ChartOptions): ChartOptions {
  return {
    ...choices,
    allowedHosts: choices.allowedHosts ?? [],
    values: choices.values.map((file) => join(folder, file)),
    setFile: choices.setFile.map((word) => withSetFilePaths(word, (path) => join(folder, path))),
  };
}
