import test from "ava";

import { createdObject } from "../../../fixtures/decided-object.ts";
import { offlineSession } from "../../../fixtures/offline-run.ts";
import { dependsOn, object, planned, pods } from "../../../fixtures/planned.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { TaskList, EffectContext, EffectResult } from "../model/task.ts";
import { refOf } from "../../object/metadata.ts";
import { pruneTasks, finalizerHints } from "./prune-tasks.ts";
import { manifestFromLive, type Manifest } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import { planDeletion } from "../../plan/plan-deletion.ts";

const namespace = "default";
const operator = object("Deployment/operator", { body: pods({ serviceAccountName: "operator" }) });
const rules = [{ apiGroups: ["example.com"], resources: ["things"], verbs: ["update"] }];
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "operator" };
const subjects = [{ kind: "ServiceAccount", name: "operator", namespace }];
const grants = [
  object("Role/operator", { namespace, body: { rules } }),
  object("RoleBinding/operator", { namespace, body: { roleRef, subjects } }),
];
const thing = object("example.com/v1/Thing/x", { namespace });

function settled(objects: readonly JsonObject[]): readonly Manifest[] {
  return resolveManifests(
    objects.map((each) => manifestFromLive(each)),
    namespace,
  ).manifests;
}

/** What is said of the Thing, where these objects are in the cluster and those were sent. */
function said(live: readonly JsonObject[], sent: readonly JsonObject[]): string | undefined {
  return finalizerHints({
    live: new Map(settled(live).map(({ key, value }) => [key, value])),
    sent: settled(sent),
    plan: (objects) => planDeletion(objects, { release: "r", namespace, timeout: 1000 }),
  })("example.com/namespaces/default/Thing/x");
}

const here = object("Deployment/operator", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("a controller that is still there is named, and that applying again mends it", (t) => {
  t.is(
    said([here, thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it and is kept until then; if it lacks something, run converge apply again",
  );
});

test("a controller that the release has sent and that is gone is named, and that applying again brings it back", (t) => {
  t.is(
    said([thing, ...grants], [operator]),
    "apps/namespaces/default/Deployment/operator of this release may remove it but no longer exists: converge apply recreates it",
  );
  t.is(said([thing], [operator, ...grants]), said([thing, ...grants], [operator]));
});

test("nothing is said where nobody of the release controls the object", (t) => {
  t.is(said([thing, here], [operator]), undefined);
});

/** The hint for an object of the release, and how often a deletion was planned for it. */
function asked(...keys: readonly string[]): {
  readonly hints: readonly (string | undefined)[];
  readonly plans: number;
} {
  let plans = 0;
  const hint = finalizerHints({
    live: new Map(settled([here, thing, ...grants]).map(({ key, value }) => [key, value])),
    sent: [],
    plan: (objects) => {
      plans += 1;
      return planDeletion(objects, { release: "r", namespace, timeout: 1000 });
    },
  });
  return { hints: keys.map((key) => hint(key)), plans };
}

const thingKey = "example.com/namespaces/default/Thing/x";

test("nothing is planned for objects of built-in kinds, whose finalizers Kubernetes removes", (t) => {
  const builtin = [
    "/namespaces/default/ConfigMap/env",
    "/Namespace/shop",
    "apps/namespaces/default/Deployment/web",
  ];
  t.deepEqual(asked(...builtin), { hints: [undefined, undefined, undefined], plans: 0 });
  t.deepEqual(asked("no reference"), { hints: [undefined], plans: 0 });
});

test("a deletion is planned once, however many objects hang", (t) => {
  const { hints, plans } = asked(thingKey, thingKey, "example.com/namespaces/default/Thing/y");
  t.is(plans, 1);
  t.deepEqual(
    hints.map((hint) => hint !== undefined),
    [true, true, false],
  );
});

const second = object("Deployment/assistant", { namespace, body: pods({ serviceAccountName: "operator" }) });

test("of several controllers those are named that are still there, in the order of their references", (t) => {
  t.is(
    said([here, second, thing, ...grants], []),
    "apps/namespaces/default/Deployment/assistant or apps/namespaces/default/Deployment/operator of this release may remove it and is kept until then; if it lacks something, run converge apply again",
  );
  t.regex(
    said([second, thing, ...grants], [operator]) ?? "",
    /^apps\/namespaces\/default\/Deployment\/assistant of this release may remove it/,
  );
});

const record = newParent("test", "default");

/** A live object of the release. */
function member(...[written, words]: Parameters<typeof object>): JsonObject {
  return createdObject([object(written, words)], { id: record.id });
}

/** The tasks that prune live objects which a set lacks; nothing is sent. */
function pruning(candidates: readonly JsonObject[], set: readonly JsonObject[] = []): TaskList {
  const { deps } = offlineSession({
    served: [
      "v1/ConfigMap",
      "v1/Namespace",
      "apps/v1/Deployment",
      "apiextensions.k8s.io/v1/CustomResourceDefinition",
    ],
    choices: { dryRun: "client" },
  });
  const found = new Map(candidates.map((one) => [formatRef(refOf(one)), one]));
  const timeouts = { run: undefined, prune: 9000, external: 1000, weights: new Map(), lock: 1000 };
  return pruneTasks(
    planned(set).plan,
    { candidates: found, owns: (one) => isMember(one, record.id), record },
    { deps, request: { release: "test", timeout: 1000, timeouts, deleteContents: true } },
  );
}

const acting: EffectContext = {
  signal: new AbortController().signal,
  retry: () => {},
  waits: () => {},
  notice: () => {},
};

/** The result for the only object that is pruned. */
function pruned(candidate: JsonObject, set: readonly JsonObject[] = []): Promise<EffectResult> {
  const [task] = pruning([candidate], set).tasks;
  return task?.effect.act(acting) ?? Promise.reject(new Error("nothing is pruned"));
}

test("what the set lacks is pruned in the reverse of its order, with the timeout for it", (t) => {
  const env = member("ConfigMap/env");
  const annotations = dependsOn("/namespaces/default/ConfigMap/env");
  const { tasks, groups } = pruning([env, member("Deployment/web", { annotations })]);
  t.deepEqual(
    tasks.map(({ operation, target, group, timeout, waits }) => [
      `${operation} ${target.name}`,
      group,
      timeout,
      waits.map(({ on, until }) => `${on} ${until}`),
    ]),
    [
      ["prune web", 1, 9000, []],
      ["prune env", 2, 9000, ["0 done"]],
    ],
  );
  t.deepEqual(
    groups.map(({ operation, count }) => `${operation} ${count}`),
    ["prune 1", "prune 1"],
  );
});

/** What becomes of an object that the set lacks. */
const becomes = test.macro({
  title: (_, fact: string) => fact,
  async exec(
    t,
    _fact: string,
    candidate: JsonObject,
    set: readonly JsonObject[],
    expected: readonly [change: string, message?: string],
  ) {
    const { change, message } = await pruned(candidate, set);
    t.deepEqual([change, message], [expected[0], expected[1]]);
  },
});

test(becomes, "an object that the set lacks is deleted", member("ConfigMap/old"), [], ["deleted"]);
test(
  becomes,
  "an object that its live annotations keep is detached",
  member("ConfigMap/old", { annotations: { "helm.sh/resource-policy": "keep" } }),
  [],
  ["detached", "kept: helm.sh/resource-policy: keep"],
);
test(
  becomes,
  "a system namespace of Kubernetes is detached",
  member("Namespace/kube-public"),
  [],
  ["detached", "kept: a system namespace of Kubernetes"],
);
test(
  becomes,
  "a namespace in which the set has an object is detached",
  member("Namespace/shop"),
  [object("ConfigMap/env", { namespace: "shop" })],
  ["detached", "kept: it contains /namespaces/shop/ConfigMap/env of the set"],
);
test(
  becomes,
  "a definition of which the set has an object is detached",
  member("CustomResourceDefinition/crontabs.example.com", {
    body: { spec: { group: "example.com", names: { kind: "CronTab", plural: "crontabs" } } },
  }),
  [object("example.com/v1/CronTab/nightly")],
  ["detached", "kept: it defines the kind of example.com/namespaces/default/CronTab/nightly of the set"],
);
test(
  becomes,
  "a namespace that the set does not need is deleted",
  member("Namespace/old"),
  [object("ConfigMap/env")],
  ["deleted"],
);
