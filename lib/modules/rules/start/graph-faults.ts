import { compareDiagnostics, type Diagnostic, type Related } from "../../../object/diagnostic/diagnostic.ts";
import { formatCycle } from "../../../object/message-text.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * Returns the faults that prevent modules of a graph from starting: mandatory requirements on absent modules,
 * and cycles.
 */
export function graphFaults(graph: ModuleGraph): readonly Diagnostic[] {
  return [...missingFaults(graph), ...graph.order.loops.map((loop) => loopFault(loop, graph))].toSorted(
    compareDiagnostics,
  );
}

function missingFaults({ missing, modules }: ModuleGraph): readonly Diagnostic[] {
  return Array.from(missing, ([name, absent]) =>
    absent
      .filter(({ isOptional }) => !isOptional)
      .map((need): Diagnostic => {
        const remedy = `add it, name it with --installed, or let it be absent with "${need.constraint} !optional"`;
        const message = `${name} needs the module ${need.module}, which is not there: ${remedy}`;
        const origin = modules.get(name)?.originOf(need.module);
        return { code: "SettingInvalid", severity: "error", message, ref: name, ...(origin && { origin }) };
      }),
  ).flat();
}

function loopFault(loop: readonly string[], graph: ModuleGraph): Diagnostic {
  const [first = "", second = ""] = loop;
  const origin = graph.modules.get(first)?.originOf(second);
  return {
    code: "Cycle",
    severity: "error",
    message: `these modules need each other, so none of them starts: ${formatCycle(loop)}; remove one of the requirements`,
    ref: first,
    ...(origin && { origin }),
    related: arrowsOf(loop, graph),
  };
}

const arrowsAtMost = 50;

function arrowsOf(loop: readonly string[], { modules }: ModuleGraph): readonly Related[] {
  const arrows = loop.slice(0, -1).map((name, index) => [name, loop[index + 1] ?? ""] as const);
  const given = arrows.slice(0, arrowsAtMost).map(([name, needed]): Related => {
    const module = modules.get(name);
    const need = module?.requirements.modules.find((one) => one.module === needed);
    const origin = module?.originOf(needed);
    const message = `${name} needs ${needed} ${need?.constraint ?? ""}${need?.isOptional === true ? ", where it is there" : ""}`;
    return { message, ...(origin && { origin }) };
  });
  const left = arrows.length - given.length;
  return left === 0 ? given : [...given, { message: `and ${String(left)} more requirements` }];
}
