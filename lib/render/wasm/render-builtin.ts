import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import type { RenderContext, ServedApis } from "../../object/render-context.ts";
import type { ChartOptions } from "../chart-options.ts";
import type { Renderable } from "../renderable.ts";
import { builtinRenderer, type RenderSurroundings } from "./builtin-renderer.ts";
import type { RenderAnswer, RenderOrder, RenderRequest } from "./render-order.ts";

/** Options of rendering with the built-in renderers. */
export interface BuiltinCall {
  readonly rendering: RenderContext;
  readonly choices: ChartOptions;
  readonly served: ServedApis | undefined;
  readonly input: Uint8Array | undefined;
  /** The folder that nothing is read outside of; undefined for the user's own files. */
  readonly root: string | undefined;
  readonly clock: RenderSurroundings["clock"];
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
    root: call.root === undefined ? rootOf(renderable.realPath) : realpathSync(call.root),
    confinesOptions: call.root !== undefined,
    input,
  };
  return builtinRenderer()?.render(order, { clock, signal: rendering.signal });
}

function requestOf(
  { type, realPath }: Renderable,
  { rendering, choices, served }: BuiltinCall,
): RenderRequest {
  const { release, namespace, action } = rendering;
  const { values, set, setString, setFile, setJson, setLiteral } = choices;
  return {
    type,
    path: realPath,
    release,
    namespace,
    isUpgrade: action === "upgrade" || action === "rollback",
    kubeVersion: choices.kubeVersion ?? served?.kubernetesVersion ?? "",
    apiVersions: [...(served?.apiVersions ?? []), ...choices.apiVersions],
    options: { values, set, setString, setFile, setJson, setLiteral },
  };
}

/**
 * Returns the folder that the user's own files may refer to: the git repository that they are in, or else the
 * working directory if they are below it, or else their own folder.
 */
export function rootOf(path: string, working: string = resolve(".")): string {
  const repository = repositoryOf(path);
  if (repository !== undefined) {
    return repository;
  }
  const place = realpathSync(working);
  const isBelow = place !== "/" && !relative(place, path).startsWith("..");
  return isBelow ? place : path;
}

function repositoryOf(path: string): string | undefined {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      return folder;
    }
  }
  return undefined;
}
