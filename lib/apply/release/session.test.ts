import test from "ava";

import { offlineRun, offlineSession } from "../../../fixtures/offline-run.ts";
import { defines, object, objectNamed, planned } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ExpectedDependencies } from "../model/classify-rejection.ts";
import type { SessionObject } from "./session.ts";

function inSet(made: JsonObject, comesAfter = false): SessionObject {
  const { plan } = planned([made]);
  const [kind, name] = [made["kind"] as string, (made["metadata"] as JsonObject)["name"] as string];
  const { ref, value } = objectNamed(plan, `${kind}/${name}`).manifest;
  return { ref, value, comesAfter };
}

const nightly = { group: "example.com", kind: "CronTab", namespace: "shop", name: "nightly" };
const neither: ExpectedDependencies = { namespaceComes: false, kindComes: false };

/**
 * Whether the namespace and kind of a custom resource in namespace `shop` are expected, given the objects of
 * the set.
 */
const expects = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, objects: readonly SessionObject[], expected: Partial<ExpectedDependencies>) {
    const { deps } = offlineSession({ objects });
    t.deepEqual(deps.prospects(nightly), { ...neither, ...expected });
  },
});

test(expects, "an empty set brings neither the namespace nor the kind of an object", [], {});
test(
  expects,
  "the namespace of an object is expected if the set contains it",
  [inSet(object("Namespace/shop"))],
  {
    namespaceComes: true,
  },
);
test(
  expects,
  "the namespace of an object is not expected if the set contains another namespace",
  [inSet(object("Namespace/blog"))],
  {},
);
test(
  expects,
  "the namespace of an object is not expected if the set contains a Namespace of another API group",
  [inSet(object("example.com/v1/Namespace/shop"))],
  {},
);
const crontabs = "CustomResourceDefinition/crontabs.example.com";
test(
  expects,
  "the kind of an object is expected if the set contains its CRD",
  [inSet(object(crontabs, { body: defines("example.com", "CronTab") }))],
  { kindComes: true },
);
test(
  expects,
  "the kind of an object is not expected if the set contains a CRD of another kind or group",
  [
    inSet(object(crontabs, { body: defines("example.com", "Zone") })),
    inSet(object(crontabs, { body: defines("example.org", "CronTab") })),
  ],
  {},
);
test(
  expects,
  "the kind of an object is expected if the set contains the APIService of its group",
  [inSet(object("APIService/v1.example.com", { body: { spec: { group: "example.com", version: "v1" } } }))],
  { kindComes: true },
);
test(
  expects,
  "the kind of an object is not expected if the set contains an APIService of another group",
  [inSet(object("APIService/v1.example.org", { body: { spec: { group: "example.org", version: "v1" } } }))],
  {},
);
const own = object("example.com/v1/CronTab/nightly", { namespace: "shop" });
test(expects, "the kind of an object is not expected if the set contains only the object", [inSet(own)], {});
test(expects, "the kind of an object is expected if the object depends on another one", [inSet(own, true)], {
  kindComes: true,
});
test(
  expects,
  "the kind of an object is not expected if only another object of its kind depends on something",
  [inSet(object("example.com/v1/CronTab/weekly", { namespace: "shop" }), true)],
  {},
);

test("a session sends nothing before it is used, and may be closed immediately", (t) => {
  const run = offlineRun();
  const session = offlineSession({ run, objects: [inSet(own)], served: ["example.com/v1/CronTab"] });
  t.notThrows(() => {
    session.close();
  });
  t.deepEqual(run.events, []);
  t.is(session.deps.liveObjects.get("example.com/namespaces/shop/CronTab/nightly"), undefined);
});
test(
  expects,
  "the kind of an object with SkipDryRunOnMissingResource=true is expected",
  [
    inSet(
      object("example.com/v1/CronTab/nightly", {
        namespace: "shop",
        annotations: { "argocd.argoproj.io/sync-options": "SkipDryRunOnMissingResource=true" },
      }),
    ),
  ],
  { kindComes: true },
);
