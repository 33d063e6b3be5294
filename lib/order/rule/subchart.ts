import type { ManifestIndex } from "../index/manifest-index.ts";
import { chartMembers, neededBy, type Needs, needsOf } from "../index/chart-members.ts";
import type { Edge, RuleContext } from "../model/edge.ts";

/**
 * The objects of a chart wait for everything in the charts that `Chart.yaml` puts before it (HIP-0025:
 * `depends-on` of `dependencies`, `helm.sh/depends-on/subcharts`), unless something there needs them. Runs
 * after the rules that find what an object needs, and before those for resource groups.
 */
export function subchartRule({ set, edges }: RuleContext): void {
  if (!set.directives.some(({ chartOrder }) => chartOrder !== null && chartOrder.after.length > 0)) {
    return;
  }
  const charts = chartMembers(set);
  const within = (chart: string): readonly number[] =>
    [...charts].filter(([path]) => path === chart || path.startsWith(`${chart}/`)).flatMap(([, all]) => all);
  const needs = needsOf(edges);
  const waits = new Map(
    [...charts].map(([chart, members]) => {
      const after = set.directives[members[0] ?? -1]?.chartOrder?.after ?? [];
      return [chart, after.map((earlier) => waitFor(earlier, { members, targets: within(earlier), needs }))];
    }),
  );
  const found: Edge[] = [];
  for (const [chart, own] of waits) {
    for (const wait of own) {
      // What another awaited chart waits for already needs no edges.
      const isImplied = own.some(({ earlier }) =>
        waits.get(earlier)?.some((each) => each.earlier === wait.earlier && each.waiting.length > 0),
      );
      if (!isImplied) {
        addEdges(set, { ...wait, reason: `chart ${chart} waits for ${wait.earlier}` }, found);
      }
    }
  }
  // Its own edges do not decide what an object needs.
  for (const edge of found) {
    edges.push(edge);
  }
}

/** The objects of a chart that wait for an earlier chart: those that nothing there needs. */
interface Wait {
  readonly earlier: string;
  readonly waiting: readonly number[];
  readonly targets: readonly number[];
}

function waitFor(
  earlier: string,
  found: {
    readonly members: readonly number[];
    readonly targets: readonly number[];
    readonly needs: Needs;
  },
): Wait {
  const { members, targets, needs } = found;
  const exempt = neededBy(targets, needs);
  return { earlier, targets, waiting: members.filter((member) => !exempt.has(member)) };
}

function addEdges(
  set: ManifestIndex,
  { waiting, targets, reason }: Wait & { readonly reason: string },
  found: Edge[],
): void {
  for (const from of waiting) {
    const by = set.manifest(from);
    for (const to of targets) {
      found.push({ from, to, until: "ready", rule: "subchart", by, path: [], reason });
    }
  }
}
