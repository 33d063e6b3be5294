import type { Renderable } from "./renderable.ts";
import type { RenderCall, Rendered } from "./render.ts";
import type { ChartPart } from "./wasm/render-order.ts";

/** A rendering that was made. */
export interface Rendering {
  readonly renderable: Renderable;
  readonly call: RenderCall;
  readonly rendered: Rendered;
}

/**
 * Renders another part of a chart with the same options. Undefined if that fails, and for everything that the
 * built-in renderer does not render.
 */
export async function renderAgain(
  { renderable, call, rendered: { completed = renderable } }: Rendering,
  part: ChartPart,
): Promise<string | undefined> {
  if (renderable.type !== "chart" || call.choices.renderer !== "builtin") {
    return undefined;
  }
  const { renderBuiltin } = await import("./wasm/render-builtin.ts");
  const { clock, root } = call.tools;
  try {
    const served = await call.rendering.served?.();
    const answer = await renderBuiltin(completed, { ...call, served, root, clock, part });
    return answer?.type === "rendered" ? Buffer.from(answer.output).toString("utf8") : undefined;
  } catch {
    // What it would add to has been rendered, also in a run that is being ended.
    return undefined;
  }
}
