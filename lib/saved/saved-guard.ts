import { RefusedError } from "../apply/model/refused-error.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { DecidedRelease, RunGuard } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { latestOf } from "../inventory/history.ts";
import { nameSet } from "../object/object-name.ts";
import { clusterUid } from "./cluster-facts.ts";
import { savedObjects } from "./describe-plan.ts";
import { digestOfObjects } from "./saved-digest.ts";
import { type ChangesSince, findChanges } from "./find-changes.ts";
import type { IfChanged } from "./if-changed.ts";
import type { SavedObject, SavedPlan } from "./saved-plan.ts";

/** Returns the guard of a run that does what a saved plan says, or refuses before it writes anything. */
export function savedPlanGuard(saved: SavedPlan, ifChanged: IfChanged): RunGuard {
  return {
    opened: async ({ run }) => demandCluster(saved, run.context),
    decided: async (decision, opened) => {
      if (saved.leftOut.length > 0) {
        demandObjects(saved, decision);
      }
      const since = await findChanges(saved, decision, opened);
      judge(since, ifChanged, opened);
    },
  };
}

async function demandCluster(saved: SavedPlan, context: RunContext): Promise<void> {
  const uid = await clusterUid(context);
  if (uid === undefined || saved.cluster === null) {
    const message =
      "it cannot be verified that the plan was saved for this cluster: the namespace kube-system may not be read";
    context.emit({ type: "notice", at: context.clock.now(), level: "warning", message });
  } else if (uid !== saved.cluster) {
    throw new RefusedError(
      "the plan was saved for another cluster: choose that one, or save a plan for this one",
    );
  }
}

/** The sources were read again: everything except hidden values has to be as in the plan. */
function demandObjects(saved: SavedPlan, { plan }: DecidedRelease): void {
  const now = savedObjects(plan, false);
  if (digestOfObjects(now) === saved.digest) {
    return;
  }
  const [then, there] = [saved.objects, now].map((objects) => byRef(objects));
  const keys = [...new Set([...(then?.keys() ?? []), ...(there?.keys() ?? [])])];
  const names = nameSet(keys);
  const lines = keys.flatMap((key) => {
    const [before, after] = [then?.get(key), there?.get(key)];
    if (before === undefined || after === undefined) {
      return [`${names.nameOf(key)} is ${before === undefined ? "not in the plan" : "only in the plan"}`];
    }
    return digestOfObjects([before]) === digestOfObjects([after]) ? [] : [`${names.nameOf(key)} differs`];
  });
  throw new RefusedError(
    `the sources are not those of the plan:\n${listed(lines)}\nread the same sources, or save a new plan`,
  );
}

function byRef(objects: readonly SavedObject[]): ReadonlyMap<string, SavedObject> {
  return new Map(objects.map((object) => [object.ref, object]));
}

function judge(
  { progress, changes, decisions }: ChangesSince,
  ifChanged: IfChanged,
  { run: { context }, record }: OpenedRelease,
): void {
  const note = (level: "note" | "warning", message: string): void => {
    context.emit({ type: "notice", at: context.clock.now(), level, message });
  };
  if (changes.length === 0) {
    if (progress === "applied") {
      note(
        "note",
        `this plan has been applied already, as revision ${latestOf(record.history)?.number ?? 0}`,
      );
    } else if (progress === "resumed") {
      note("note", "an earlier run of this plan did not finish: this one continues it");
    }
    return;
  }
  if (ifChanged === "refuse") {
    throw new RefusedError(
      `the cluster has changed since the plan was saved:\n${listed(changes)}\nsave a new plan, or plan these objects again with --if-changed=replan`,
    );
  }
  for (const change of shortened(changes)) {
    note("warning", `since the plan was saved: ${change}`);
  }
  for (const difference of decisions.length === 0 ? ["every object as saved"] : shortened(decisions)) {
    note("note", `planned again: ${difference}`);
  }
}

/** More are only counted. */
const mostListed = 50;

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`and ${more} more`] : [])];
}

function listed(lines: readonly string[]): string {
  return shortened(lines)
    .map((line) => `  ${line}`)
    .join("\n");
}
