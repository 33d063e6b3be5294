import type { UnitState } from "../../sync/unit/unit-state.ts";
import { conditionOf } from "../../readiness/condition/condition.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { withStatus, withCondition } from "../rules/resource/metadata.ts";
import { type ModuleState, moduleStateOf } from "../rules/resource/module-state.ts";

/** The phase in a Module's status for each phase of its unit. */
const phaseOf: Readonly<Record<UnitState["phase"], string>> = {
  Pending: "Reconciling",
  Elsewhere: "Reconciling",
  Suspended: "Maintenance",
  Blocked: "Waiting",
  AwaitingApproval: "Waiting",
  Reconciling: "Reconciling",
  Ready: "Ready",
  Failed: "Error",
  Stalled: "Error",
};

/** The status of an enabled module that has no run. */
export interface RunNotice {
  readonly phase: "Unavailable" | "Downloading" | "Waiting" | "Error";
  readonly message: string;
}

/** The run states of modules. */
export interface RunStanding {
  readonly states: ReadonlyMap<string, UnitState>;
  /** Of enabled modules that do not run yet. */
  readonly notes: ReadonlyMap<string, RunNotice>;
}

/** Updates the run status of every Module: its phase, and the condition IsReady. */
export function updateRunStatus(objects: ModuleObjects, status: RunStanding, now: number): void {
  for (const object of objects.all("Module")) {
    const module = moduleStateOf(object);
    const { phase, message } = statusOf(module, status);
    if (!module.isEmbedded && !(module.phase === "Ready" && isYetToSee(module, status))) {
      const condition =
        phase === "Ready"
          ? { type: "IsReady", status: "True" as const }
          : { type: "IsReady", status: "False" as const, reason: phase, message };
      objects.put(withStatus(withCondition(object, condition, now), { phase }));
    }
  }
}

/**
 * Reports whether a module's state is still unknown after a start: a module that was ready stays so until its
 * first run ends.
 */
function isYetToSee({ isEnabled, name }: ModuleState, { states, notes }: RunStanding): boolean {
  const state = states.get(name);
  return isEnabled && (state === undefined ? notes.get(name)?.phase !== "Error" : isAtFirstRun(state));
}

function isAtFirstRun({ applied, failures, phase }: UnitState): boolean {
  const isUnderWay = phase === "Pending" || phase === "Blocked" || phase === "Reconciling";
  return isUnderWay && applied === undefined && failures === 0;
}

function statusOf(
  { isEnabled, name, object }: ModuleState,
  { states, notes }: RunStanding,
): { readonly phase: string; readonly message: string } {
  if (!isEnabled) {
    const why = conditionOf(object, "EnabledByModuleManager")?.message ?? "";
    return { phase: "Unavailable", message: why === "" ? "the module is disabled" : why };
  }
  const note = notes.get(name);
  const state = states.get(name);
  return note ?? (state === undefined ? waiting : { phase: phaseOf[state.phase], message: state.message });
}

const waiting: RunNotice = { phase: "Waiting", message: "no release is deployed yet" };
