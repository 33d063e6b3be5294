import { realpathSync } from "node:fs";
import { join } from "node:path";

import type { RenderContext, ServedApis } from "../../object/render-context.ts";
import type { ChartOptions } from "../chart-options.ts";
import type { FileDecrypter } from "../encrypted-files.ts";
import type { Renderable } from "../renderable.ts";
import { builtinRenderer, type RenderSurroundings } from "./builtin-renderer.ts";
import { rootOf } from "../renderer-root.ts";
import type { ChartPart, Inflation, RenderAnswer, RenderOrder, RendererRequest } from "./render-order.ts";

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
  readonly decrypt?: FileDecrypter | undefined;
  readonly inflation?: Inflation;
}

/**
 * Renders with the built-in renderers; undefined in a checkout where they were not built. Throws the signal's
 * reason when that aborts.
 */
export async function renderBuiltin(
  renderable: Renderable,
  call: BuiltinCall,
): Promise<RenderAnswer | undefined> {
  const { clock, input = new Uint8Array(), rendering, decrypt } = call;
  const { added = [] } = renderable;
  const order: RenderOrder = {
    request: requestOf(renderable, call),
    root: call.root === undefined ? rootOf(renderable) : realpathSync(call.root),
    confinesOptions: call.root !== undefined,
    input,
    isFetched: renderable.remote !== undefined,
    ...(added.length === 0
      ? {}
      : { added: new Map(added.map(({ path, content }) => [join(renderable.realPath, path), content])) }),
  };
  return builtinRenderer()?.render(order, {
    clock,
    signal: rendering.signal,
    lookUp: rendering.lookUp,
    decrypt: decrypt && (async (file) => decrypt(file, renderable)),
  });
}

function requestOf(
  { type, realPath }: Renderable,
  { rendering, choices, served, part, inflation }: BuiltinCall,
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
    inflation,
    looksUp: rendering.lookUp !== undefined,
  };
}
