import test from "ava";

import { conditionOf } from "../../readiness/condition/condition.ts";
import { ModuleObjects } from "../rules/module-objects.ts";
import type { UnitState } from "../../sync/unit/unit-state.ts";
import { type RunNotice, updateRunStatus } from "./module-run-status.ts";

const now = Date.UTC(2026, 0, 2, 12);

function stateOf(phase: UnitState["phase"], notices: Partial<UnitState> = {}): UnitState {
  return {
    name: "echo",
    phase,
    message: `it is ${phase}`,
    since: now,
    blockedBy: [],
    failures: 0,
    health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 1,
    ...notices,
  };
}

interface Reported {
  /** The previous phase of its Module. */
  readonly before?: string;
  readonly state?: UnitState;
  readonly note?: RunNotice;
  /** Why it is not enabled; undefined where it is. */
  readonly refusal?: string;
}

/** The phase of the Module echo afterwards, and the reason and message of IsReady. */
function reported({ before = "", state, note, refusal }: Reported): readonly string[] {
  const manager = { type: "EnabledByModuleManager", status: refusal === undefined ? "True" : "False" };
  const conditions = [{ ...manager, message: refusal ?? "" }];
  const metadata = { name: "echo" };
  const objects = new ModuleObjects([{ kind: "Module", metadata, status: { phase: before, conditions } }]);
  const states = new Map(state === undefined ? [] : [["echo", state] as const]);
  const notes = new Map(note === undefined ? [] : [["echo", note] as const]);
  updateRunStatus(objects, { states, notes }, now);
  const module = objects.get("Module", "echo") ?? {};
  const { phase } = Object(module["status"]);
  const ready = conditionOf(module, "IsReady");
  return [phase, ready?.message ?? "untouched"];
}

const reports = test.macro<[string, Reported, readonly string[]]>({
  exec(t, _, given, expected) {
    t.deepEqual(reported(given), expected);
  },
  title: (_, name) => name,
});

const pulling: RunNotice = { phase: "Downloading", message: "pulls v1.0.0" };
const applied = { commit: "a", ref: "v1.0.0", subject: "", author: "", at: now };

test(reports, "a module is Ready when its run is Ready", { state: stateOf("Ready") }, ["Ready", ""]);
test(reports, "a module without a release waits for one", {}, ["Waiting", "no release is deployed yet"]);
test(
  reports,
  "a module whose run is suspended is in Maintenance",
  { before: "Ready", state: stateOf("Suspended") },
  ["Maintenance", "it is Suspended"],
);
test(
  reports,
  "a module that is not enabled reports why",
  { before: "Ready", refusal: "the module is not available in the edition 'ee'" },
  ["Unavailable", "the module is not available in the edition 'ee'"],
);
test(reports, "a module whose first version is being pulled is Downloading", { note: pulling }, [
  "Downloading",
  "pulls v1.0.0",
]);
test(
  reports,
  "after a restart a module stays Ready while its files are pulled",
  { before: "Ready", note: pulling },
  ["Ready", "untouched"],
);
test(
  reports,
  "after a restart a module stays Ready during its first run",
  { before: "Ready", state: stateOf("Reconciling") },
  ["Ready", "untouched"],
);
test(
  reports,
  "after a restart a module whose files cannot be pulled is no longer Ready",
  { before: "Ready", note: { phase: "Error", message: "not found in the registry" } },
  ["Error", "not found in the registry"],
);
test(
  reports,
  "an update of a Ready module is reported as Reconciling",
  { before: "Ready", state: stateOf("Reconciling", { applied }) },
  ["Reconciling", "it is Reconciling"],
);
test(
  reports,
  "a first run that has failed once is reported as Reconciling",
  { before: "Ready", state: stateOf("Reconciling", { failures: 1 }) },
  ["Reconciling", "it is Reconciling"],
);
