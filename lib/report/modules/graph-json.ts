import { type ModuleGraph, neverStarted } from "../../modules/rules/start/module-graph.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { documentOf } from "../diagnostics/diagnostic-document.ts";

/**
 * Formats the start order of modules as one JSON document, `converge.dev/v1` `ModuleGraph`. A module that
 * never starts has no group; `barriers` are the waits by weight and for critical modules, each listed once
 * for all modules that have it.
 */
export function graphJson(graph: ModuleGraph, diagnostics: readonly Diagnostic[]): string {
  const { modules, order, missing } = graph;
  const groups = new Map(order.groups.flatMap((names, index) => names.map((name) => [name, index + 1])));
  return formatJsonDocument("ModuleGraph", {
    groups: order.groups,
    never: neverStarted(graph),
    modules: [...modules.values()].map(({ name, version, weight, isCritical }) => ({
      name,
      version: version === "" ? null : version,
      weight,
      critical: isCritical,
      group: groups.get(name) ?? null,
      waitsFor: (order.waits.get(name) ?? [])
        .filter(({ because }) => because.endsWith("dependency"))
        .map(({ on, until, because }) => ({ on, until, because })),
      missing: (missing.get(name) ?? []).map(({ module, isOptional }) => ({ module, optional: isOptional })),
    })),
    barriers: order.barriers,
    loops: order.loops,
    diagnostics: diagnostics.map(documentOf),
  });
}
