import test from "ava";

import { createdObject } from "../../../fixtures/decided-object.ts";
import { offlineSession, type OfflineSession } from "../../../fixtures/offline-run.ts";
import { hook, object, planned } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { Decision } from "./decide-object.ts";
import { decisionAtTurn, renewNamespace } from "./object-turn.ts";

const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const live = createdObject([env]);
const unchanged: Decision = { type: "unchanged", live };
const creation: Decision = {
  type: "apply",
  sent: env,
  labelled: true,
  live: undefined,
  transfer: {},
  replaces: false,
  recreatable: false,
};

function plannedOne(made: JsonObject): PlannedObject {
  const one = planned([made]).plan.groups[0]?.objects[0];
  if (one === undefined) {
    throw new Error("nothing is planned");
  }
  return one;
}

interface Turned {
  readonly decision: Decision;
  /** The live states that were decided on again. */
  readonly again: readonly (JsonObject | undefined)[];
  /** How often the run was asked whether it may write. */
  readonly asked: number;
}

interface Course {
  readonly made?: JsonObject;
  readonly decision?: Decision;
  /** Happens before the turn of the object. */
  readonly before?: (deps: EffectDeps, key: string) => void;
  readonly mayWrite?: boolean;
  /** Why the object is not written. */
  readonly withheld?: string;
  readonly choices?: OfflineSession["choices"];
}

/** The turn of an object that is decided on again as created, or as left if it exists. */
async function turn({
  made = env,
  decision = unchanged,
  before,
  mayWrite = true,
  withheld,
  choices,
}: Course): Promise<Turned> {
  const { deps } = offlineSession(choices && { choices });
  const one = plannedOne(made);
  before?.(deps, one.manifest.key);
  const states: (JsonObject | undefined)[] = [];
  let asked = 0;
  const turning = {
    again: (_: PlannedObject, now: JsonObject | undefined): Decision => {
      states.push(now);
      return now === undefined ? creation : { type: "left", reason: "it exists", live: now };
    },
    withholds: () => withheld,
    beforeWrite: (): Promise<void> => {
      asked += 1;
      return mayWrite ? Promise.resolve() : Promise.reject(new Error("another run has changed the release"));
    },
  };
  return { decision: await decisionAtTurn(one, decision, { turning, deps }), again: states, asked };
}

const distrusted = (deps: EffectDeps, key: string): void => {
  deps.live.distrust(key);
};

test("an object that is as it was observed keeps its decision, without a request", async (t) => {
  t.deepEqual(await turn({}), { decision: unchanged, again: [], asked: 0 });
  t.deepEqual(await turn({ decision: creation }), { decision: creation, again: [], asked: 0 });
});

test("an object that is gone meanwhile is created, once the run may write", async (t) => {
  t.deepEqual(await turn({ before: distrusted }), { decision: creation, again: [undefined], asked: 1 });
});

test("an object that is gone meanwhile is not created if its change was not approved", async (t) => {
  const withheld = "it has changed since the plan was approved";
  const { decision, asked } = await turn({ before: distrusted, withheld });
  t.deepEqual(decision, { type: "left", reason: withheld, live: undefined });
  t.is(asked, 0);
});

test("an object of a namespace that is created again is gone too", async (t) => {
  t.deepEqual((await turn({ before: ({ live: tracker }) => tracker.renew("default") })).decision, creation);
  t.deepEqual((await turn({ before: ({ live: tracker }) => tracker.renew("shop") })).decision, unchanged);
});

test("nothing is written if the run may not write any more", async (t) => {
  await t.throwsAsync(turn({ before: distrusted, mayWrite: false }), { message: /another run has changed/ });
});

/** A decision that holds whatever has changed since. */
const holds = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, course: Course) {
    const { decision, again } = await turn({ ...course, before: distrusted });
    t.is(decision, course.decision ?? unchanged);
    t.deepEqual(again, []);
  },
});

test(holds, "a hook keeps its decision", { made: object("Job/a", { annotations: hook("pre-install") }) });
test(holds, "an object of others stays one", { decision: { type: "foreign", reason: "it belongs to Helm" } });
test(holds, "a dry run keeps every decision", { choices: { dryRun: "server" } });

test("a run that does not decide again keeps every decision", async (t) => {
  const { deps } = offlineSession();
  const one = plannedOne(env);
  deps.live.distrust(one.manifest.key);
  t.is(await decisionAtTurn(one, unchanged, { turning: undefined, deps }), unchanged);
});

/** Whether a decision on an object makes the previous contents of its namespace count as gone. */
const renews = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, made: JsonObject, decision: Decision, expected: boolean) {
    const { deps } = offlineSession();
    renewNamespace(plannedOne(made), decision, deps);
    const { manifest } = plannedOne(object("ConfigMap/env", { namespace: "shop" }));
    const state = deps.live.turn(manifest, { decidedOn: live, isAsWanted: () => false });
    t.is(state === "unknown", expected);
  },
});

const shop = object("Namespace/shop");
const going = { ...shop, metadata: { name: "shop", deletionTimestamp: "2026-01-01T00:00:00Z" } };

test(renews, "a namespace that is created holds nothing from before", shop, creation, true);
test(renews, "a namespace that is terminating is another one next", shop, { ...creation, live: going }, true);
test(renews, "a namespace that is updated keeps its contents", shop, { ...creation, live: shop }, false);
test(
  renews,
  "a namespace that is unchanged keeps its contents",
  shop,
  { type: "unchanged", live: shop },
  false,
);
test(renews, "an object of another kind renews nothing", object("ConfigMap/shop"), creation, false);
test(
  renews,
  "a Namespace of another API group renews nothing",
  object("example.com/v1/Namespace/shop"),
  creation,
  false,
);
