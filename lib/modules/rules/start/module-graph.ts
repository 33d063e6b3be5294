import { append } from "../../../object/append.ts";
import { compareText } from "../../../object/object-ref.ts";
import type { Origin } from "../../../object/diagnostic/source-text.ts";
import type { ModuleRequirement } from "../requirement/requirements.ts";
import { presentNeeds, type StartModule } from "./start-barriers.ts";
import { startOrder, type StartOrder } from "./start-order.ts";
import { compareDiagnostics, type Diagnostic, type Related } from "../../../object/diagnostic/diagnostic.ts";
import { formatCycle } from "../../../object/message-text.ts";

/** A module of a graph, with its details for display. */
export interface GraphModule extends StartModule {
  /** `1.2.3`; empty if not known. */
  readonly version: string;
  /** Returns the origin of its requirement on another module; undefined for a module without a file. */
  readonly originOf: (needed: string) => Origin | undefined;
}

/** Modules that should run together, and the order in which they start. */
export interface ModuleGraph {
  /** By name, sorted. */
  readonly modules: ReadonlyMap<string, GraphModule>;
  readonly order: StartOrder;
  /** The requirements of each module on absent ones; only modules that have any. */
  readonly missing: ReadonlyMap<string, readonly ModuleRequirement[]>;
}

/**
 * Returns the graph of modules, each given once. Modules that lack a required module are in no group, and no
 * module waits for them.
 */
export function moduleGraph(modules: readonly GraphModule[]): ModuleGraph {
  const sorted = modules.toSorted((left, right) => compareText(left.name, right.name));
  const byName = new Map(sorted.map((module) => [module.name, module]));
  const lacking = lackingModules(sorted);
  const missing = sorted.map(({ name, requirements }) => {
    const isAbsent = (needed: string): boolean =>
      !byName.has(needed) || (lacking.has(needed) && !lacking.has(name));
    return [name, requirements.modules.filter((need) => isAbsent(need.module))] as const;
  });
  return {
    modules: byName,
    order: orderWithout(lacking, sorted),
    missing: new Map(missing.filter(([, absent]) => absent.length > 0)),
  };
}

/**
 * Returns the names of the modules that need an absent one, and of those that need them in turn. Complexity:
 * O(modules + requirements).
 */
function lackingModules(modules: readonly StartModule[]): ReadonlySet<string> {
  const present = new Set(modules.map(({ name }) => name));
  const dependents = new Map<string, string[]>();
  const lacking = new Set<string>();
  for (const { name, requirements } of modules) {
    for (const { module } of requirements.modules.filter(({ isOptional }) => !isOptional)) {
      append(dependents, module, name);
      if (!present.has(module)) {
        lacking.add(name);
      }
    }
  }
  // Iteration over a set includes elements that are added meanwhile.
  for (const name of lacking) {
    for (const dependent of dependents.get(name) ?? []) {
      lacking.add(dependent);
    }
  }
  return lacking;
}

function orderWithout(lacking: ReadonlySet<string>, modules: readonly GraphModule[]): StartOrder {
  if (lacking.size === 0) {
    return startOrder(modules);
  }
  const order = startOrder(modules.filter(({ name }) => !lacking.has(name)));
  const required = Array.from(presentNeeds(modules)).filter(([name]) => lacking.has(name));
  return { ...order, waits: new Map([...order.waits, ...required]) };
}

/**
 * Returns the modules that never start, by name: those that lack a required module, are part of a cycle, or
 * need one of these.
 */
export function neverStarted({ modules, order }: ModuleGraph): readonly string[] {
  const started = new Set(order.groups.flat());
  return [...modules.keys()].filter((name) => !started.has(name));
}

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
        const remedy = `add it, pass it with --installed, or make it optional with "${need.constraint} !optional"`;
        const message = `${name} needs the module ${need.module}, which is missing: ${remedy}`;
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
    message: `these modules depend on each other, so none of them starts: ${formatCycle(loop)}; remove one of the requirements`,
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
    const message = `${name} needs ${needed} ${need?.constraint ?? ""}${need?.isOptional === true ? ", if present" : ""}`;
    return { message, ...(origin && { origin }) };
  });
  const left = arrows.length - given.length;
  return left === 0 ? given : [...given, { message: `and ${String(left)} more requirements` }];
}
