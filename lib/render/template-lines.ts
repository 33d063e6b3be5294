/** The lines of templates that rendered lines come from. */
import { existsSync } from "node:fs";

import { compareDiagnostics, type Diagnostic, type Related } from "../object/diagnostic/diagnostic.ts";
import { isRendered, type Origin, templateOf } from "../object/diagnostic/source-text.ts";
import type { Renderable } from "./renderable.ts";
import type { Rendered } from "./render.ts";
import { renderAgain, type Rendering } from "./render-again.ts";
import { splitRendered } from "./split-rendered.ts";

/** The line of the template for each line of a rendered text, by the name of that text; 0 if unknown. */
type LineMap = ReadonlyMap<string, readonly number[]>;

/**
 * Replaces places in rendered texts by those in the templates. Charts with such a place are rendered once
 * more, with marks; only the built-in renderer can do so. A place that is not found stays as it is, as do
 * those in archives and in subcharts under an alias: there is no file of that name.
 */
export async function locateInTemplates(
  found: readonly Diagnostic[],
  renderings: readonly Rendering[],
): Promise<readonly Diagnostic[]> {
  const origins = found.flatMap(({ origin, related = [] }) => [origin, ...related.map((one) => one.origin)]);
  const names = new Set(origins.flatMap((origin) => (origin === undefined ? [] : [origin.file])));
  const files = new Set([...names].filter((name) => isRendered(name) && existsSync(templateOf(name))));
  const lines = new Map<string, readonly number[]>();
  for (const rendering of renderings.filter((each) => hasAny(each, files))) {
    for (const [name, numbers] of await linesOf(rendering)) {
      lines.set(name, numbers);
    }
  }
  return lines.size === 0
    ? found
    : found.map((diagnostic) => locate(diagnostic, lines)).toSorted(compareDiagnostics);
}

function hasAny({ rendered }: Rendering, files: ReadonlySet<string>): boolean {
  return rendered.sources.some(({ name }) => files.has(name));
}

/** The lines of all templates; none if the chart cannot be rendered again. */
async function linesOf(rendering: Rendering): Promise<LineMap> {
  const { renderable, rendered } = rendering;
  const numbered = await renderAgain(rendering, "lines");
  return numbered === undefined ? new Map() : matching(renderable, numbered, rendered);
}

/** Drops the templates that were rendered with another number of lines, since they use random values. */
function matching({ name: chart }: Pick<Renderable, "name">, output: string, { sources }: Rendered): LineMap {
  const texts = new Map(sources.map(({ name, text }) => [name, text]));
  const numbered = splitRendered(chart, output);
  return new Map(
    numbered
      .map(({ name, text }) => ({ name, lines: text.split("\n") }))
      .filter(({ name, lines }) => texts.get(name)?.split("\n").length === lines.length)
      .map(({ name, lines }) => [name, lines.map((line) => Number(line) || 0)]),
  );
}

function locate(diagnostic: Diagnostic, lines: LineMap): Diagnostic {
  const { origin, related } = diagnostic;
  return {
    ...diagnostic,
    ...(origin && { origin: originIn(origin, lines) }),
    ...(related && { related: related.map((one) => locateRelated(one, lines)) }),
  };
}

function locateRelated(related: Related, lines: LineMap): Related {
  return related.origin === undefined ? related : { ...related, origin: originIn(related.origin, lines) };
}

function originIn(origin: Origin, lines: LineMap): Origin {
  const line = lines.get(origin.file)?.[origin.line - 1] ?? 0;
  return line === 0 ? origin : { file: templateOf(origin.file), line, rendered: origin };
}
