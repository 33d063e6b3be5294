import test from "ava";

import { dependsOn, hook, object, planned, weight } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { awaitedObjects } from "./awaited-objects.ts";

const areAwaited = test.macro((t, set: readonly JsonObject[], expected: readonly string[]) => {
  const { plan } = planned(set);
  const isAwaited = awaitedObjects(plan);
  const objects = plan.groups.flatMap((group) => group.objects);
  t.deepEqual(
    objects.filter((one) => isAwaited(one)).map(({ manifest }) => manifest.name),
    expected,
  );
});

const [a, b] = [object("ConfigMap/a"), object("ConfigMap/b", { annotations: weight(1) })];
const free = object("ConfigMap/free", {
  annotations: { ...weight(5), "werf.io/deploy-dependency-a": "state=ready,kind=ConfigMap,name=a" },
});

test("no object is awaited in a set without an order", areAwaited, [a], []);
test("an object is awaited if a higher weight follows", areAwaited, [a, b], ["a"]);
test(
  "an object that another object depends on is awaited",
  areAwaited,
  [a, object("ConfigMap/user", { annotations: dependsOn("/namespaces/default/ConfigMap/a") })],
  ["a"],
);
test("a hook is awaited", areAwaited, [object("Job/seed", { annotations: hook("post-install") })], ["seed"]);
test(
  "an object freed from its weight is not awaited if only weights follow its group",
  areAwaited,
  [a, free, b, object("ConfigMap/c", { annotations: weight(2) })],
  ["a", "b"],
);
test(
  "an object freed from its weight is awaited if a stage follows its group",
  areAwaited,
  [a, free, b, object("Job/last", { annotations: hook("post-install") })],
  ["a", "b", "free", "last"],
);
