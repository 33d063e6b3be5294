import type { ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { drawingHtml } from "./plan-html.ts";
import { graphPageData } from "./modules-graph-data.ts";

/**
 * Returns the module graph as a page like that of a plan: groups as lanes, modules as boxes, requirements as
 * lines; waits by weight are described in words.
 */
export function graphHtml(graph: ModuleGraph, diagnostics: readonly Diagnostic[]): string {
  return drawingHtml("converge modules graph", graphPageData(graph, diagnostics));
}
