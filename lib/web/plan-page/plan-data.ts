import { formatDuration } from "../../object/duration.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { formatPath } from "../../plan/format-reason.ts";
import type { Forecast } from "../../plan/forecast.ts";
import { type Plan, type PlannedObject, originOf } from "../../plan/plan.ts";
import { groupFacts, groupFeatures, noteTexts } from "../../report/plan/group-title.ts";
import { makeDiagram, type OutsideNode } from "../../report/plan/plan-diagram.ts";
import { planSummary } from "../../report/plan/plan-list.ts";
import { formatElapsed } from "../../report/terminal/format-number.ts";
import { familyOf } from "./kind-family.ts";
import { type LaneContent, layOutPage, type ObjectTexts, type PageData } from "./page-data.ts";

/** Returns the data of a plan's page. Complexity: O(n log n) in objects and waits. */
export function makePageData(plan: Plan, forecast?: Forecast): PageData {
  const { columns, outside, arrows } = makeDiagram(plan);
  const features = groupFeatures(plan);
  const timeOf = expectedTimes(plan, forecast);
  const groups = columns.map(({ group, nodes }): LaneContent => {
    // Stage and weight, with the barrier on a line of its own below.
    const { facts, barrier } = groupFacts(group, features);
    return {
      title: `Group ${group.index}`,
      facts: [facts.join(" · "), barrier].filter((line) => line !== ""),
      nodes: nodes.map(({ id, object }) => ({ id, texts: objectTexts(object, timeOf.get(object)) })),
    };
  });
  return layOutPage({
    title: planTitle(plan),
    summary: `${planSummary(plan)}${timeWords(forecast)}`,
    lanes: outside.length === 0 ? groups : [clusterLane(outside), ...groups],
    arrows: arrows.map(({ first, second, wait }) => ({
      first,
      second,
      until: wait.until,
      rule: wait.rule,
      because: formatPath(wait.cause.path),
      origin: originOf(wait.cause),
    })),
    diagnostics: plan.diagnostics,
  });
}

/** A plan does not require a release name, so the default one is not shown. */
function planTitle({ action, release }: Plan): string {
  const name = `${action.slice(0, 1).toUpperCase()}${action.slice(1)} plan`;
  return release === "default" ? name : `${name} for ${release}`;
}

function timeWords(forecast: Forecast | undefined): string {
  return forecast === undefined ? "" : `, expected time ${formatElapsed(forecast.schedule.total)}`;
}

/** The expected time of each object that takes any, in words. */
function expectedTimes({ groups }: Plan, forecast: Forecast | undefined): ReadonlyMap<PlannedObject, string> {
  const { times = [], path = [] } = forecast?.schedule ?? {};
  const critical = new Set(path.map(({ key }) => key));
  const objects = groups.flatMap((group) => group.objects);
  return new Map(
    objects.flatMap((object, index) => {
      const { took } = times[index] ?? { took: 0 };
      const place = critical.has(object.manifest.key) ? ", on the critical path" : "";
      return took === 0 ? [] : [[object, `${formatElapsed(took)}${place}`] as const];
    }),
  );
}

function objectTexts(object: PlannedObject, time: string | undefined): ObjectTexts {
  const { ref, key, apiVersion, origin } = object.manifest;
  return {
    ref: key,
    kind: ref.kind,
    name: ref.name,
    place: [ref.namespace, ref.group].filter((part) => part !== "").join(" · "),
    family: familyOf(ref),
    badge: badgeOf(object),
    facts: [
      ["api version", apiVersion],
      ...(ref.namespace === "" ? [] : [["namespace", ref.namespace] as const]),
      ["defined in", formatOrigin(origin)],
      ["timeout", formatDuration(object.timeout)],
      ...(time === undefined ? [] : [["expected time", time] as const]),
      ...noteTexts(object).map((note) => ["", note] as const),
    ],
  };
}

function badgeOf({ hook, movedFor, freed, treatment }: PlannedObject): string {
  if (hook !== null) {
    return hook.event;
  }
  if (treatment.isExternal) {
    return "external";
  }
  if (movedFor !== null) {
    return "moved";
  }
  return freed ? "freed" : "";
}

/** Returns the lane of objects outside the set. */
function clusterLane(outside: readonly OutsideNode[]): LaneContent {
  const nodes = outside.map(({ id, ref }) => {
    const parts = ref.split("/");
    const texts: ObjectTexts = {
      ref,
      kind: parts.at(-2) ?? "",
      name: parts.at(-1) ?? "",
      place: parts.slice(0, -2).join("/"),
      family: "other",
      badge: "external",
      facts: [["", "outside the set, in the cluster"]],
    };
    return { id, texts };
  });
  return { title: "Cluster", facts: ["outside the set"], nodes };
}
