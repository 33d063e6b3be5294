/** Order of the resource groups of a chart (HIP-0025). */
import type { ChartOrderDirective } from "../../annotation/directives.ts";
import { shortestCycle } from "../../dag/shortest-cycle.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Path } from "../../object/json.ts";
import { formatCycle, truncateWord } from "../../object/message-text.ts";
import { compareText } from "../../object/object-ref.ts";
import { chartMembers, neededBy, needsOf } from "../index/chart-members.ts";
import type { RuleContext } from "../model/edge.ts";

/**
 * The objects of a resource group wait for those of each group that any of them names in
 * `helm.sh/depends-on/resource-groups`, within one chart. The other objects of that chart wait for all of its
 * groups, unless a group needs them. A group that names a missing one, and one without any dependency, count
 * as other objects, with a warning; a cycle of groups is an error. Runs after the rules that find what an
 * object needs.
 */
export function resourceGroupRule(context: RuleContext): void {
  const { set } = context;
  const charts = chartMembers(set);
  if (
    ![...charts.values()].some((members) => members.some((each) => orderOf(context, each)?.group != null))
  ) {
    return;
  }
  for (const [chart, members] of charts) {
    const groups = groupsOf(context, members);
    // Without any dependency there is no order.
    if ([...groups.values()].some(({ needs }) => needs.size > 0)) {
      orderGroups(context, { chart, members, groups });
    }
  }
}

/** A resource group: its objects, and the groups that it waits for with the place that says so. */
interface Group {
  readonly name: string;
  readonly members: number[];
  readonly needs: Map<string, { readonly by: number; readonly path: Path }>;
}

interface GroupedChart {
  readonly chart: string;
  readonly members: readonly number[];
  readonly groups: Map<string, Group>;
}

function orderOf({ set }: Pick<RuleContext, "set">, index: number): ChartOrderDirective | null {
  return set.directives[index]?.chartOrder ?? null;
}

/** The groups of a chart by name. An object whose annotation cannot be read is in none. */
function groupsOf(context: RuleContext, members: readonly number[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const member of members) {
    const order = orderOf(context, member);
    if (order?.group != null && (order.needed === null || order.needed.groups !== undefined)) {
      const found: Group = groups.get(order.group) ?? { name: order.group, members: [], needs: new Map() };
      groups.set(order.group, found);
      found.members.push(member);
      addNeeds(found, member, order);
    }
  }
  return groups;
}

function addNeeds({ needs }: Group, by: number, { needed }: ChartOrderDirective): void {
  for (const name of needed?.groups ?? []) {
    if (!needs.has(name)) {
      needs.set(name, { by, path: needed?.path ?? [] });
    }
  }
}

function orderGroups(context: RuleContext, { chart, members, groups }: GroupedChart): void {
  const count = groups.size;
  dropIncomplete(context, chart, groups);
  if (count > 1) {
    dropIsolated(context, groups);
  }
  const cycle = cycleOf(context, chart, groups);
  if (cycle !== undefined) {
    context.diagnostics.push(cycle);
    return;
  }
  const sequenced = [...groups.values()].flatMap((group) => group.members);
  const exempt = neededBy(sequenced, needsOf(context.edges));
  for (const { members: waiting, needs } of groups.values()) {
    for (const [name, { by, path }] of needs) {
      addEdges(context, waiting, { to: groups.get(name)?.members ?? [], by, path });
    }
  }
  const grouped = new Set(sequenced);
  const needed = new Set([...groups.values()].flatMap(({ needs }) => [...needs.keys()]));
  const last = [...groups.values()].filter(({ name }) => !needed.has(name)).flatMap((group) => group.members);
  const reason = `not in an ordered resource group${chart === "" ? "" : ` of chart ${chart}`}`;
  for (const from of members.filter((each) => !grouped.has(each) && !exempt.has(each))) {
    const by = context.set.manifest(from);
    for (const to of last) {
      context.edges.push({ from, to, until: "ready", rule: "ungrouped", by, path: [], reason });
    }
  }
}

function addEdges(
  { set, edges }: RuleContext,
  waiting: readonly number[],
  { to, by, path }: { readonly to: readonly number[]; readonly by: number; readonly path: Path },
): void {
  for (const from of waiting) {
    for (const target of to) {
      edges.push({ from, to: target, until: "ready", rule: "resource-group", by: set.manifest(by), path });
    }
  }
}

/** Removes groups that name a missing one, until all that is named exists. */
function dropIncomplete(context: RuleContext, chart: string, groups: Map<string, Group>): void {
  const incomplete = [...groups.values()].filter(({ needs }) =>
    [...needs.keys()].some((name) => !groups.has(name)),
  );
  for (const { name, needs } of incomplete) {
    const [missing, place] = [...needs].find(([each]) => !groups.has(each)) ?? [];
    const where =
      chart === ""
        ? "which does not exist or is not ordered"
        : `which chart ${chart} lacks or does not order`;
    if (place !== undefined && missing !== undefined) {
      const message = `resource group "${truncateWord(name)}" waits for group "${truncateWord(missing)}", ${where}: its objects are applied after all groups`;
      context.diagnostics.push(warning(context.set.manifest(place.by), place.path, message));
    }
  }
  for (const { name } of incomplete) {
    groups.delete(name);
  }
  if (incomplete.length > 0) {
    dropIncomplete(context, chart, groups);
  }
}

/** Removes groups that wait for none and that none waits for: they are not ordered. */
function dropIsolated(context: RuleContext, groups: Map<string, Group>): void {
  const needed = new Set([...groups.values()].flatMap(({ needs }) => [...needs.keys()]));
  for (const { name, members, needs } of groups.values()) {
    const [first] = members;
    if (needs.size === 0 && !needed.has(name) && first !== undefined) {
      groups.delete(name);
      const message = `resource group "${truncateWord(name)}" is isolated: it waits for no group and no group waits for it, so its objects are applied after all groups`;
      const path = orderOf(context, first)?.path ?? [];
      context.diagnostics.push(warning(context.set.manifest(first), path, message));
    }
  }
}

function warning(by: Manifest, path: Path, message: string): Diagnostic {
  return {
    code: "ResourceGroupIgnored",
    severity: "warning",
    message: `${by.key}: ${message}`,
    ref: by.key,
    origin: fieldOrigin(by, path, "value"),
  };
}

/** The shortest cycle of groups, as an error. */
function cycleOf(
  { set }: RuleContext,
  chart: string,
  groups: ReadonlyMap<string, Group>,
): Diagnostic | undefined {
  const names = [...groups.keys()].toSorted(compareText);
  const numbers = new Map(names.map((name, index) => [name, index]));
  const edges = names.flatMap((name, from) =>
    [...(groups.get(name)?.needs.keys() ?? [])].map((each) => ({ from, to: numbers.get(each) ?? from })),
  );
  const cycle = shortestCycle(edges) ?? [];
  const [first] = cycle;
  if (first === undefined) {
    return undefined;
  }
  const way = cycle.map(({ from }) => names[from] ?? "");
  const places = cycle.flatMap(({ from, to }) => {
    const place = groups.get(names[from] ?? "")?.needs.get(names[to] ?? "");
    return place === undefined ? [] : [{ ...place, arrow: `${names[from]} → ${names[to]}` }];
  });
  const related = places.map(({ by, path, arrow }) => ({
    message: `${arrow}: resource-group`,
    origin: fieldOrigin(set.manifest(by), path, "key"),
  }));
  const [ref = "", ...members] = way
    .flatMap((name) => groups.get(name)?.members ?? [])
    .map((index) => set.manifest(index).key);
  return {
    code: "Cycle",
    severity: "error",
    message: `dependency cycle of resource groups${chart === "" ? "" : ` in chart ${chart}`}: ${formatCycle([...way, way[0] ?? ""])}; remove one of the references`,
    ref,
    members,
    ...(related[0] === undefined ? {} : { origin: related[0].origin }),
    related,
  };
}
