import type { GraphModule, ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type GraphDiagram, graphDiagram, neverTitle } from "../../report/modules/graph-diagram.ts";
import {
  graphSummary,
  isRequired,
  type WaitLookup,
  waitLookup,
  weightWords,
} from "../../report/modules/graph-waits.ts";
import type { Family } from "./kind-family.ts";
import { type LaneContent, layOutPage, type ObjectTexts, type PageContent } from "./page-data.ts";
import { drawingHtml } from "./plan-html.ts";

/**
 * Returns the module graph as a page like that of a plan: groups as lanes, modules as boxes. Only
 * requirements are arrows; the other waits are facts of a module. Complexity: O(n log n) in modules and
 * requirements.
 */
export function graphHtml(graph: ModuleGraph, diagnostics: readonly Diagnostic[]): string {
  const diagram = graphDiagram(graph);
  // Nodes are numbered without gaps: missing modules follow the present ones.
  const missing = diagram.missing
    .filter(({ isOptional }) => !isOptional)
    .map(({ name }, index) => ({ id: graph.modules.size + index, name }));
  const groups = moduleLanes(graph, diagram);
  const data = layOutPage({
    title: "Start order of modules",
    summary: graphSummary(graph),
    lanes: missing.length === 0 ? groups : [missingLane(missing), ...groups],
    arrows: requirementArrows(graph, diagram, missing),
    diagnostics,
  });
  return drawingHtml(data);
}

function moduleLanes(graph: ModuleGraph, { columns }: GraphDiagram): readonly LaneContent[] {
  const render = waitLookup(graph);
  return columns.map(({ title, nodes }, index) => ({
    ...(title === neverTitle
      ? { title: "Never", facts: ["part of a cycle, or a requirement is missing"] }
      : { title: `Group ${String(index + 1)}`, facts: [] }),
    nodes: nodes.map(({ id, module }) => ({ id, texts: moduleTexts(module, graph, render) })),
  }));
}

function moduleTexts(module: GraphModule, graph: ModuleGraph, render: WaitLookup): ObjectTexts {
  const { name, version, isCritical } = module;
  const weight = weightWords(module, graph);
  const isIdle = weight.startsWith("(");
  return {
    ref: name,
    kind: "module",
    name,
    place: [`weight ${weight}`, version].filter((part) => part !== "").join(" · "),
    family: moduleFamily(isCritical, isIdle),
    badge: isCritical ? "critical" : "",
    facts: [
      ...(version === "" ? [] : [["version", version] as const]),
      ["weight", isIdle ? `${weight}, ignored: requirements decide the order` : weight],
      ...render(name).map(
        ({ on, how, why }) =>
          [how.startsWith("until") ? "waits for" : "requires", `${on} ${how} ${why}`.trimEnd()] as const,
      ),
    ],
  };
}

/** Critical modules, those with requirements, and the others get one colour of the page each. */
function moduleFamily(isCritical: boolean, hasRequirements: boolean): Family {
  if (isCritical) {
    return "api";
  }
  return hasRequirements ? "access" : "workload";
}

/** A required module that does not exist. */
interface MissingModule {
  readonly id: number;
  readonly name: string;
}

function missingLane(missing: readonly MissingModule[]): LaneContent {
  const nodes = missing.map(({ id, name }) => {
    const facts = [["", "required, but missing"]] as const;
    const texts = {
      ref: name,
      kind: "module",
      name,
      place: "",
      family: "other",
      badge: "missing",
      facts,
    } as const;
    return { id, texts };
  });
  return { title: "Missing", facts: ["required, but missing"], nodes };
}

function requirementArrows(
  graph: ModuleGraph,
  { columns }: GraphDiagram,
  missing: readonly MissingModule[],
): PageContent["arrows"] {
  const nodes = columns.flatMap((column) => column.nodes);
  const ids = new Map(nodes.map(({ id, module }) => [module.name, id]));
  const missingIds = new Map(missing.map(({ id, name }) => [name, id]));
  return nodes.flatMap(({ id: second, module: { name, requirements, originOf } }) => {
    const needs = (graph.order.waits.get(name) ?? []).filter(isRequired);
    const lacks = (graph.missing.get(name) ?? []).filter(({ isOptional }) => !isOptional);
    return [
      ...needs.map(({ on, because }) => ({ on, first: ids.get(on), rule: because })),
      ...lacks.map(({ module }) => ({ on: module, first: missingIds.get(module), rule: "dependency" })),
    ].map(({ on, first = second, rule }) => {
      const need = requirements.modules.find(({ module }) => module === on);
      const because = `requirements.modules.${on}: ${need?.constraint ?? ""}`;
      return { first, second, until: "ready", rule, because, origin: originOf(on) };
    });
  });
}
