import { RefusedError } from "../apply/model/refused-error.ts";
import type { RunContext } from "../apply/model/run-context.ts";
import type { RunGuard } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { latestOf } from "../inventory/history.ts";
import { clusterUid } from "./cluster-facts.ts";
import { type ChangesSince, findChanges } from "./find-changes.ts";
import type { IfChanged } from "./if-changed.ts";
import { demandDocuments, demandObjects } from "./same-sources.ts";
import type { SavedPlan } from "./saved-plan.ts";
import { savedList, savedLines } from "./shortened-list.ts";

/** Returns the guard of a run that does what a saved plan says, or refuses before it writes anything. */
export function savedPlanGuard(saved: SavedPlan, ifChanged: IfChanged): RunGuard {
  const said = new Set<string>();
  return {
    opened: async ({ run }) => demandCluster(saved, run.context),
    read: ({ sources }) => {
      demandDocuments(saved, sources);
    },
    decided: async (decision, opened) => {
      demandObjects(saved, decision.plan);
      const since = await findChanges(saved, decision, opened);
      judge(since, ifChanged, { opened, said });
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

interface Judging {
  readonly opened: OpenedRelease;
  /** The messages so far: what is found again under the lock is not repeated. */
  readonly said: Set<string>;
}

function judge(
  { progress, changes, decisions }: ChangesSince,
  ifChanged: IfChanged,
  { opened: { run, record }, said }: Judging,
): void {
  const { context } = run;
  const note = (level: "note" | "warning", message: string): void => {
    if (said.has(message)) {
      return;
    }
    said.add(message);
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
      `the cluster has changed since the plan was saved:\n${savedList(changes)}\nsave a new plan, or plan these objects again with --if-changed=replan`,
    );
  }
  for (const change of savedLines(changes)) {
    note("warning", `since the plan was saved: ${change}`);
  }
  for (const difference of decisions.length === 0 ? ["every object as saved"] : savedLines(decisions)) {
    note("note", `planned again: ${difference}`);
  }
}
