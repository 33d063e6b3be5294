import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import type { RenderContext, ServedApis } from "../../object/render-context.ts";
import type { ChartOptions } from "../chart-options.ts";
import { kustomizationFiles, type Renderable } from "../renderable.ts";
import { builtinRenderer, type RenderSurroundings } from "./builtin-renderer.ts";
import type { ChartPart, RenderAnswer, RenderOrder, RendererRequest } from "./render-order.ts";

/** Options of rendering with the built-in renderers. */
export interface BuiltinCall {
  readonly rendering: RenderContext;
  readonly choices: ChartOptions;
  readonly served: ServedApis | undefined;
  readonly input: Uint8Array | undefined;
  /** The folder that nothing is read outside of; undefined for the user's own files. */
  readonly root: string | undefined;
  readonly clock: RenderSurroundings["clock"];
  readonly part?: ChartPart;
}

/**
 * Renders with the built-in renderers; undefined in a checkout where they were not built. Throws the signal's
 * reason when that aborts.
 */
export async function renderBuiltin(
  renderable: Renderable,
  call: BuiltinCall,
): Promise<RenderAnswer | undefined> {
  const { clock, input = new Uint8Array(), rendering } = call;
  const order: RenderOrder = {
    request: requestOf(renderable, call),
    root: call.root === undefined ? rootOf(renderable) : realpathSync(call.root),
    confinesOptions: call.root !== undefined,
    input,
  };
  return builtinRenderer()?.render(order, { clock, signal: rendering.signal, lookUp: rendering.lookUp });
}

function requestOf(
  { type, realPath }: Renderable,
  { rendering, choices, served, part }: BuiltinCall,
): RendererRequest {
  const { release, namespace, action, revision } = rendering;
  const { values, set, setString, setFile, setJson, setLiteral } = choices;
  return {
    type,
    path: realPath,
    release,
    namespace,
    revision,
    isUpgrade: action === "upgrade" || action === "rollback",
    kubeVersion: choices.kubeVersion ?? served?.kubernetesVersion ?? "",
    apiVersions: [...(served?.apiVersions ?? []), ...choices.apiVersions],
    options: { values, set, setString, setFile, setJson, setLiteral },
    part,
    looksUp: rendering.lookUp !== undefined,
  };
}

/**
 * Returns the folder that the user's own files may refer to: the git repository that they are in, or else the
 * working directory if they are below it. Elsewhere, a chart may refer to its own folder, a kustomization to
 * as many folders above as it names.
 */
export function rootOf({ type, realPath }: Pick<Renderable, "type" | "realPath">): string {
  const repository = repositoryOf(realPath);
  if (repository !== undefined) {
    return repository;
  }
  const working = realpathSync(".");
  if (working !== "/" && !relative(working, realPath).startsWith("..")) {
    return working;
  }
  return type === "chart" ? realPath : resolve(realPath, ...upwards(realPath));
}

/** Levels that a kustomization may refer to upwards, if nothing else limits it. */
const mostLevels = 3;

/** Returns as many `..` as the longest reference of a kustomization begins with, leaving two folders. */
function upwards(folder: string): readonly string[] {
  const levels = kustomizationFiles
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/(?:\.\.\/)*\.\.(?=\/|\s|$)/g) ?? [])
    .map((reference) => reference.split("/").length);
  const depth = folder.split("/").length - 1;
  return Array.from(
    { length: Math.max(0, Math.min(mostLevels, depth - 2, Math.max(0, ...levels))) },
    () => "..",
  );
}

function repositoryOf(path: string): string | undefined {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      return folder;
    }
  }
  return undefined;
}
