import test from "ava";

import { createdObject } from "../../../fixtures/decided-object.ts";
import { offlineSession } from "../../../fixtures/offline-run.ts";
import { dependsOn, object, planned } from "../../../fixtures/planned.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { TaskList, EffectContext, EffectResult } from "../model/task.ts";
import { refOf } from "../../object/metadata.ts";
import { pruneTasks } from "./prune-tasks.ts";

const record = newParent("test", "default");

/** A live object of the release. */
function member(...[written, words]: Parameters<typeof object>): JsonObject {
  return createdObject([object(written, words)], { id: record.id });
}

/** The tasks that prune live objects that are not in the set; nothing is sent. */
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

/** The result of pruning one object. */
function pruned(candidate: JsonObject, set: readonly JsonObject[] = []): Promise<EffectResult> {
  const [task] = pruning([candidate], set).tasks;
  return task?.effect.act(acting) ?? Promise.reject(new Error("nothing is pruned"));
}

test("objects that are not in the set are pruned in reverse order, with the timeout for pruning", (t) => {
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

/** The result of pruning an object that is not in the set. */
const prunes = test.macro({
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

test(prunes, "an object that is not in the set is deleted", member("ConfigMap/old"), [], ["deleted"]);
test(
  prunes,
  "an object with a live annotation to keep it is detached",
  member("ConfigMap/old", { annotations: { "helm.sh/resource-policy": "keep" } }),
  [],
  ["detached", "kept: helm.sh/resource-policy: keep"],
);
test(
  prunes,
  "a system namespace of Kubernetes is detached",
  member("Namespace/kube-public"),
  [],
  ["detached", "kept: a system namespace of Kubernetes"],
);
test(
  prunes,
  "a namespace in which the set has an object is detached",
  member("Namespace/shop"),
  [object("ConfigMap/env", { namespace: "shop" })],
  ["detached", "kept: it contains /namespaces/shop/ConfigMap/env of the set"],
);
test(
  prunes,
  "a CRD of whose kind the set has an object is detached",
  member("CustomResourceDefinition/crontabs.example.com", {
    body: { spec: { group: "example.com", names: { kind: "CronTab", plural: "crontabs" } } },
  }),
  [object("example.com/v1/CronTab/nightly")],
  ["detached", "kept: it defines the kind of example.com/namespaces/default/CronTab/nightly of the set"],
);
test(
  prunes,
  "a namespace that the set does not need is deleted",
  member("Namespace/old"),
  [object("ConfigMap/env")],
  ["deleted"],
);
