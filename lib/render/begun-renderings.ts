import type { RenderContext } from "../object/render-context.ts";
import type { Renderable } from "./renderable.ts";
import type { RenderCall, Rendered } from "./render.ts";

/** The part of a rendering's context that is known before the cluster was asked. */
export type EarlyRendering = Pick<RenderContext, "release" | "namespace" | "signal">;

interface Begun {
  readonly rendering: EarlyRendering;
  /** Undefined if the rendering depends on what is not known yet. */
  readonly rendered: Promise<Rendered | undefined>;
}

/** Renderings that run while the cluster is asked for their context. */
export class BegunRenderings {
  readonly #begun = new Map<Renderable, Begun>();

  /** Begins to render what renders the same for every cluster and every action. */
  begin(
    renderables: Iterable<Renderable>,
    rendering: EarlyRendering,
    callFor: (renderable: Renderable) => Omit<RenderCall, "rendering">,
  ): void {
    for (const renderable of renderables) {
      const rendered = renderEarly(renderable, {
        ...callFor(renderable),
        rendering: { ...rendering, action: "install" },
      });
      // Whoever takes it receives its error; it may never be taken.
      rendered.catch(() => {});
      this.#begun.set(renderable, { rendering, rendered });
    }
  }

  /** Returns what was begun for this rendering, once; undefined if nothing was. */
  async take(renderable: Renderable, rendering: RenderContext): Promise<Rendered | undefined> {
    const { release, namespace, signal } = rendering;
    const begun = this.#begun.get(renderable);
    this.#begun.delete(renderable);
    if (begun?.rendering.release !== release || begun.rendering.namespace !== namespace) {
      return undefined;
    }
    rendering.whileRendering?.();
    const rendered = await begun.rendered;
    signal.throwIfAborted();
    return rendered;
  }
}

async function renderEarly(renderable: Renderable, call: RenderCall): Promise<Rendered | undefined> {
  const { isSameEverywhere } = await import("./same-everywhere.ts");
  if (!isSameEverywhere(renderable, call.choices)) {
    return undefined;
  }
  const { render } = await import("./render.ts");
  return render(renderable, call);
}
