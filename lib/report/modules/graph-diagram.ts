import { type GraphModule, type ModuleGraph, neverStarted } from "../../modules/rules/start/module-graph.ts";
import type { StartBarrier } from "../../modules/rules/start/start-barriers.ts";
import { isRequired, weightWords } from "./graph-waits.ts";

/**
 * A module graph as nodes and arrows, for any renderer. Nodes are numbered from 0: modules, then missing
 * modules, then gates.
 */
export interface GraphDiagram {
  readonly columns: readonly GraphColumn[];
  /** Modules that others require and that do not exist. */
  readonly missing: readonly MissingNode[];
  /** Points where the arrows of several modules meet, before those that wait for all of them. */
  readonly gates: readonly GateNode[];
  readonly arrows: readonly GraphArrow[];
}

/** A group of modules, or the modules that never start. */
export interface GraphColumn {
  /** `group 1`. */
  readonly title: string;
  readonly nodes: readonly { readonly id: number; readonly module: GraphModule }[];
}

/** A module that does not exist. */
export interface MissingNode {
  readonly id: number;
  readonly name: string;
  /** Whether all requirements of it are optional. */
  readonly isOptional: boolean;
}

/** A point where waits meet, labelled with their reason: `weight`. */
export interface GateNode {
  readonly id: number;
  readonly label: string;
}

/**
 * An arrow from a module to one that waits for it; `none` for a requirement that is not waited for, because
 * its module may be absent.
 */
export interface GraphArrow {
  readonly first: number;
  readonly second: number;
  readonly until: "ready" | "ended" | "none";
  /** `optional`, `weight`; empty for a plain requirement. */
  readonly label: string;
}

/** The title of the column for modules in cycles or behind them, or with missing requirements. */
export const neverTitle = "never: a loop, or a missing requirement";

/**
 * Returns the nodes and arrows of a graph. Complexity: O(modules + requirements), however many modules wait
 * for each other by weight.
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

/** Returns the label of a module, line by line. */
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
 * Routes barriers with several modules on both sides through a gate, which needs one arrow per module instead
 * of one per pair.
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

/** Keeps one arrow, the first, for a module that is both required and critical. */
function withoutDoubles(arrows: readonly GraphArrow[]): readonly GraphArrow[] {
  const byEnds = new Map<string, GraphArrow>();
  for (const arrow of arrows) {
    const ends = `${String(arrow.first)} ${String(arrow.second)}`;
    byEnds.set(ends, byEnds.get(ends) ?? arrow);
  }
  return [...byEnds.values()];
}
