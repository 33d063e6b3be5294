import { append } from "../../../object/append.ts";
import { compareText } from "../../../object/object-ref.ts";
import type { Origin } from "../../../object/diagnostic/source-text.ts";
import type { ModuleRequirement } from "../requirement/requirements.ts";
import { presentNeeds } from "./present-requirements.ts";
import { startOrder, type StartOrder } from "./start-order.ts";
import type { StartModule } from "./start-wait.ts";

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
