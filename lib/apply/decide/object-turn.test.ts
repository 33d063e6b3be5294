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
  /** The number of times the run was asked whether it may write. */
  readonly asked: number;
}

interface TurnOptions {
  readonly made?: JsonObject;
  readonly decision?: Decision;
  /** Called before the turn of the object. */
  readonly before?: (deps: EffectDeps, key: string) => void;
  readonly mayWrite?: boolean;
  /** Why the object is not written. */
  readonly withheld?: string;
  readonly choices?: OfflineSession["choices"];
}

/** The turn of an object; a second decision creates it, or leaves it if it exists. */
async function turn({
  made = env,
  decision = unchanged,
  before,
  mayWrite = true,
  withheld,
  choices,
}: TurnOptions): Promise<Turned> {
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

test("an object that has not changed since it was observed keeps its decision, without a request", async (t) => {
  t.deepEqual(await turn({}), { decision: unchanged, again: [], asked: 0 });
  t.deepEqual(await turn({ decision: creation }), { decision: creation, again: [], asked: 0 });
});

test("an object that was deleted meanwhile is created once the run may write", async (t) => {
  t.deepEqual(await turn({ before: distrusted }), { decision: creation, again: [undefined], asked: 1 });
});

test("an object that was deleted meanwhile is not created if its change was not approved", async (t) => {
  const withheld = "it has changed since the plan was approved";
  const { decision, asked } = await turn({ before: distrusted, withheld });
  t.deepEqual(decision, { type: "left", reason: withheld, live: undefined });
  t.is(asked, 0);
});

test("an object in a recreated namespace is created again", async (t) => {
  t.deepEqual((await turn({ before: ({ live: tracker }) => tracker.renew("default") })).decision, creation);
  t.deepEqual((await turn({ before: ({ live: tracker }) => tracker.renew("shop") })).decision, unchanged);
});

test("nothing is written if the run may no longer write", async (t) => {
  await t.throwsAsync(turn({ before: distrusted, mayWrite: false }), { message: /another run has changed/ });
});

/** Expects that a decision is kept although the object has changed. */
const holds = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, course: TurnOptions) {
    const { decision, again } = await turn({ ...course, before: distrusted });
    t.is(decision, course.decision ?? unchanged);
    t.deepEqual(again, []);
  },
});

test(holds, "the decision on a hook is kept", {
  made: object("Job/a", { annotations: hook("pre-install") }),
});
test(holds, "the decision on an object of another owner is kept", {
  decision: { type: "foreign", reason: "it belongs to Helm" },
});
test(holds, "a dry run keeps every decision", { choices: { dryRun: "server" } });

test("a run that does not decide on changed objects again keeps every decision", async (t) => {
  const { deps } = offlineSession();
  const one = plannedOne(env);
  deps.live.distrust(one.manifest.key);
  t.is(await decisionAtTurn(one, unchanged, { turning: undefined, deps }), unchanged);
});

/** Whether a decision on an object makes the previous contents of its namespace count as deleted. */
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

test(renews, "a created namespace has none of its previous objects", shop, creation, true);
test(
  renews,
  "a terminating namespace has none of its previous objects when it is created again",
  shop,
  { ...creation, live: going },
  true,
);
test(renews, "an updated namespace keeps its objects", shop, { ...creation, live: shop }, false);
test(renews, "an unchanged namespace keeps its objects", shop, { type: "unchanged", live: shop }, false);
test(
  renews,
  "an object of another kind with the name of a namespace does not affect its objects",
  object("ConfigMap/shop"),
  creation,
  false,
);
test(
  renews,
  "a Namespace of another API group does not affect the objects of the namespace",
  object("example.com/v1/Namespace/shop"),
  creation,
  false,
);
