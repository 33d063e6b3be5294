import { compareText } from "../../object/object-ref.ts";
import type { Origin } from "../../object/source-text.ts";
import type { ModuleRequirement } from "../requirement/requirements.ts";
import { startOrder, type StartModule, type StartOrder } from "./start-order.ts";

/** A module of a graph, with what is shown of it. */
export interface GraphModule extends StartModule {
  /** `1.2.3`; empty where it is not known. */
  readonly version: string;
  /** Where its requirement on another module is written; undefined for what has no file. */
  readonly originOf: (needed: string) => Origin | undefined;
}

/** Modules that are to run together, and the order in which they start. */
export interface ModuleGraph {
  /** By name, and sorted by it. */
  readonly modules: ReadonlyMap<string, GraphModule>;
  readonly order: StartOrder;
  /** What each module requires that is not there; only modules that lack something. */
  readonly missing: ReadonlyMap<string, readonly ModuleRequirement[]>;
}

/** The graph of modules, each given once. */
export function moduleGraph(modules: readonly GraphModule[]): ModuleGraph {
  const sorted = modules.toSorted((left, right) => compareText(left.name, right.name));
  const byName = new Map(sorted.map((module) => [module.name, module]));
  const missing = sorted.map(({ name, requirements }) => {
    const absent = requirements.modules.filter((need) => !byName.has(need.module));
    return [name, absent] as const;
  });
  return {
    modules: byName,
    order: startOrder(sorted),
    missing: new Map(missing.filter(([, absent]) => absent.length > 0)),
  };
}

/** The modules that never start: they stand in a loop, or behind one. By name. */
export function neverStarted({ modules, order }: ModuleGraph): readonly string[] {
  const started = new Set(order.groups.flat());
  return [...modules.keys()].filter((name) => !started.has(name));
}
