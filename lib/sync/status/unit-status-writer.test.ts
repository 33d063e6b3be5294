import test from "ava";

import { noon, statusRevision } from "../../../fixtures/status-revision.ts";
import { offlineRun } from "../../../fixtures/offline-session.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { Unit } from "../unit/unit.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { StatusSlots } from "./status-slots.ts";
import { StatusTrouble } from "./status-error-log.ts";
import { unitObject } from "./unit-resource.ts";
import { unitStatusBody } from "./unit-status.ts";
import { UnitStatusWriter } from "./unit-status-writer.ts";

const unit: Unit = {
  name: "shop",
  source: {
    url: "https://bot:secret@git.example.com/shop.git?token=secret",
    ref: "main",
    path: "deploy",
    submodules: false,
    access: {},
    limits: usualGitLimits,
  },
  release: "shop",
  namespace: undefined,
  dependsOn: ["db", "db"],
  interval: 15_000,
  recheck: 3_600_000,
  prune: true,
  maxPrune: { count: 0 },
  allowPrune: [],
  suspend: false,
  timeouts: { run: undefined, reconcile: 1, prune: 1, external: 1 },
  validation: "error" as never,
  externalDeps: "wait",
  forceConflicts: false,
  recreate: false,
  inventoryPolicy: "strict",
  fields: [],
  health: [],
  ageKeyPaths: [],
  keyPlugins: [],
  createNamespace: false,
  render: {} as never,
  onRemove: "delete",
};

const home = { namespace: "converge", sync: "demo", releaseNamespace: "converge" };
const revision = statusRevision("a");
const ready: UnitState = {
  name: "shop",
  phase: "Ready",
  message: "main@aaaaaaaaaaaa: 3 objects",
  since: noon,
  blockedBy: [],
  failures: 0,
  health: { ready: 3, progressing: 0, suspended: 0, failed: 0, missing: 0 },
  fights: [],
  corrected: 0,
  run: 1,
  observed: revision,
  attempted: revision,
  applied: revision,
  lastReadyAt: noon,
};

async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

/** Opens a writer of the unit, whose resource is as last written. `store` completes the write in progress. */
function openWriter(): {
  readonly writer: UnitStatusWriter;
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly store: () => Promise<void>;
  readonly phase: () => string | undefined;
} {
  const { context, clock } = offlineRun(noon);
  const stored: (() => void)[] = [];
  const status = unitStatusBody({
    state: ready,
    awaited: "",
    isManual: false,
    previous: {},
    generation: 1,
    keptBy: "sync-0",
    source: {},
    keeps: {},
    handled: undefined,
    now: noon,
  });
  let live: JsonObject = { ...unitObject(unit, home), status };
  const cluster: typeof context.cluster = {
    ...context.cluster,
    apply: async (_place, object) => {
      await new Promise<void>((resolve) => stored.push(resolve));
      return { object: { ...live, ...object }, created: false, warnings: [] };
    },
  };
  const facts = { context: { ...context, cluster }, ...home, identity: "sync-0", emit: () => {} };
  const watch = {
    isOpen: true,
    get: () => live,
    learn: (object: JsonObject) => {
      live = object;
    },
    forget: () => {},
    giveUp: () => {},
  };
  const trouble = new StatusTrouble(facts);
  const slots = new StatusSlots();
  const writer = new UnitStatusWriter(unit, { ...facts, home, watch, trouble, time: clock.now, slots });
  return {
    writer,
    pass: async (milliseconds) => {
      clock.pass(milliseconds);
      await settle();
    },
    store: async () => {
      stored.splice(0).forEach((resolve) => {
        resolve();
      });
      await settle();
    },
    phase: () => stringField(objectField(live, "status"), "phase"),
  };
}

test("a run that ends while its start is written results in the status of its end", async (t) => {
  const { writer, pass, store, phase } = openWriter();
  writer.report(ready);
  await pass(20_000);
  await store();
  writer.report({ ...ready, phase: "Reconciling", message: "a recheck", run: 2 });
  await pass(10_000);
  writer.report({ ...ready, run: 2 });
  await store();
  t.is(phase(), "Reconciling");
  await pass(1000);
  await store();
  t.is(phase(), "Ready");
});
