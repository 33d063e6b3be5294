import { type GraphModule, type ModuleGraph, neverStarted } from "../../modules/rules/start/module-graph.ts";
import type { StartBarrier } from "../../modules/rules/start/start-barriers.ts";
import { isRequired, weightWords } from "./graph-waits.ts";

/**
 * A graph of modules as nodes and arrows, for whatever draws it. Nodes are numbered from 0: modules, then
 * what is missing, then gates.
 */
export interface GraphDiagram {
  readonly columns: readonly GraphColumn[];
  /** Modules that others require and that are not there. */
  readonly missing: readonly MissingNode[];
  /** Points that arrows of several modules meet in, before those that wait for all of them. */
  readonly gates: readonly GateNode[];
  readonly arrows: readonly GraphArrow[];
}

/** A group of modules, or those that never start. */
export interface GraphColumn {
  /** `group 1`. */
  readonly title: string;
  readonly nodes: readonly { readonly id: number; readonly module: GraphModule }[];
}

/** A module that is not there. */
export interface MissingNode {
  readonly id: number;
  readonly name: string;
  /** Nobody has to have it. */
  readonly isOptional: boolean;
}

/** Where waits meet, and why: `weight`. */
export interface GateNode {
  readonly id: number;
  readonly label: string;
}

/** From what goes first to what waits for it; `none` for what is not waited for, since it may be absent. */
export interface GraphArrow {
  readonly first: number;
  readonly second: number;
  readonly until: "ready" | "ended" | "none";
  /** `optional`, `weight`; empty for a plain requirement. */
  readonly label: string;
}

/** The title of the column for modules in and behind loops. */
export const neverTitle = "never: a loop, or a missing requirement";

/**
 * The nodes and arrows of a graph. Complexity: O(modules + requirements), however many wait for how many by
 * weight.
 */
export function graphDiagram(graph: ModuleGraph): GraphDiagram {
  const stuck = neverStarted(graph);
  const titled = [
    ...graph.order.groups.map((names, index) => ({ title: `group ${String(index + 1)}`, names })),
    ...(stuck.length === 0 ? [] : [{ title: neverTitle, names: stuck }]),
  ];
  const ids = new Map(titled.flatMap(({ names }) => names).map((name, id) => [name, id]));
  const idOf = (name: string): number => ids.get(name) ?? 0;
  const columns = titled.map(({ title, names }) => ({
    title,
    nodes: names.flatMap((name) => {
      const module = graph.modules.get(name);
      return module === undefined ? [] : [{ id: idOf(name), module }];
    }),
  }));
  const missing = missingNodes(graph, ids.size);
  const passed = passBarriers(graph.order.barriers, idOf, ids.size + missing.length);
  const arrows = [...requiredArrows(graph, idOf), ...missingArrows(graph, missing, idOf), ...passed.arrows];
  return { columns, missing, gates: passed.gates, arrows: withoutDoubles(arrows) };
}

/** What stands in the box of a module, line by line. */
export function moduleLabel(module: GraphModule, graph: ModuleGraph): readonly string[] {
  const version = module.version === "" ? [] : [module.version];
  return [module.name, ...version, `weight ${weightWords(module, graph)}`];
}

function missingNodes({ missing }: ModuleGraph, firstFree: number): readonly MissingNode[] {
  const all = [...missing.values()].flat();
  const mandatory = new Set(all.filter(({ isOptional }) => !isOptional).map(({ module }) => module));
  return [...new Set(all.map(({ module }) => module))].map((name, index) => ({
    id: firstFree + index,
    name,
    isOptional: !mandatory.has(name),
  }));
}

function requiredArrows({ order }: ModuleGraph, idOf: (name: string) => number): readonly GraphArrow[] {
  return Array.from(order.waits, ([name, waits]) =>
    waits.filter(isRequired).map(({ on, until, because }) => ({
      first: idOf(on),
      second: idOf(name),
      until,
      label: because === "optional dependency" ? "optional" : "",
    })),
  ).flat();
}

function missingArrows(
  graph: ModuleGraph,
  nodes: readonly MissingNode[],
  idOf: (name: string) => number,
): readonly GraphArrow[] {
  const numbers = new Map(nodes.map(({ name, id }) => [name, id]));
  return Array.from(graph.missing, ([name, absent]) =>
    absent.map(({ module, isOptional }): GraphArrow => {
      const ends = { first: numbers.get(module) ?? 0, second: idOf(name) };
      return isOptional
        ? { ...ends, until: "none", label: "optional, absent" }
        : { ...ends, until: "ready", label: "missing" };
    }),
  ).flat();
}

/**
 * Where several wait for several, each would draw an arrow to each: a gate between them takes one of each.
 */
function passBarriers(
  barriers: readonly StartBarrier[],
  idOf: (name: string) => number,
  firstFree: number,
): Pick<GraphDiagram, "gates" | "arrows"> {
  const gates: GateNode[] = [];
  const arrows = barriers.flatMap(({ before, behind }): readonly GraphArrow[] => {
    if (before.length === 1 || behind.length === 1) {
      return before.flatMap(({ on, until, because }) =>
        behind.map((name) => ({ first: idOf(on), second: idOf(name), until, label: because })),
      );
    }
    const isWeight = before.some(({ because }) => because === "weight");
    const gate = { id: firstFree + gates.length, label: isWeight ? "weight" : "critical" };
    gates.push(gate);
    const until = isWeight ? "ended" : "ready";
    return [
      ...before.map((wait) => ({ first: idOf(wait.on), second: gate.id, until: wait.until, label: "" })),
      ...behind.map((name) => ({ first: gate.id, second: idOf(name), until, label: "" }) as const),
    ];
  });
  return { gates, arrows };
}

/** A module that is required and critical too has one arrow, the first one. */
function withoutDoubles(arrows: readonly GraphArrow[]): readonly GraphArrow[] {
  const byEnds = new Map<string, GraphArrow>();
  for (const arrow of arrows) {
    const ends = `${String(arrow.first)} ${String(arrow.second)}`;
    byEnds.set(ends, byEnds.get(ends) ?? arrow);
  }
  return [...byEnds.values()];
}
