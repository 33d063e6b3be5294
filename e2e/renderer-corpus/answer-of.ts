import type { BuiltinRenderer } from "../../lib/render/wasm/builtin-renderer.ts";
import type { RenderAnswer } from "../../lib/render/wasm/render-order.ts";
import { requestOf } from "../charts/both-renderers.ts";
import { wallClock } from "../open-test-cluster.ts";
import type { RendererCase } from "./renderer-case.ts";

/** Renders a case with the built-in renderers. */
export function answerOf(
  renderer: BuiltinRenderer,
  { type, path, root, words }: Omit<RendererCase, "name">,
): Promise<RenderAnswer> {
  const request = { ...requestOf(path, words), type };
  const order = { request, root, confinesOptions: false, input: new Uint8Array() };
  return renderer.render(order, { clock: wallClock, signal: new AbortController().signal });
}
