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

/** What a custom resource in namespace `shop` can expect to appear, by the objects of the set. */
const expects = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, objects: readonly SessionObject[], expected: Partial<ExpectedDependencies>) {
    const { deps } = offlineSession({ objects });
    t.deepEqual(deps.prospects(nightly), { ...neither, ...expected });
  },
});

test(expects, "a set with nothing of it brings neither its namespace nor its kind", [], {});
test(expects, "its namespace comes with the set", [inSet(object("Namespace/shop"))], {
  namespaceComes: true,
});
test(expects, "another namespace of the set is not its own", [inSet(object("Namespace/blog"))], {});
test(expects, "a Namespace of another group is none", [inSet(object("example.com/v1/Namespace/shop"))], {});
const crontabs = "CustomResourceDefinition/crontabs.example.com";
test(
  expects,
  "its kind comes with its definition",
  [inSet(object(crontabs, { body: defines("example.com", "CronTab") }))],
  { kindComes: true },
);
test(
  expects,
  "a definition of another kind or group does not bring it",
  [
    inSet(object(crontabs, { body: defines("example.com", "Zone") })),
    inSet(object(crontabs, { body: defines("example.org", "CronTab") })),
  ],
  {},
);
test(
  expects,
  "all kinds of a group come with the APIService that provides it",
  [inSet(object("APIService/v1.example.com", { body: { spec: { group: "example.com", version: "v1" } } }))],
  { kindComes: true },
);
test(
  expects,
  "an APIService of another group does not bring it",
  [inSet(object("APIService/v1.example.org", { body: { spec: { group: "example.org", version: "v1" } } }))],
  {},
);
const own = object("example.com/v1/CronTab/nightly", { namespace: "shop" });
test(expects, "a set that has the object alone does not bring its kind", [inSet(own)], {});
test(expects, "an object that comes after something may get its kind from that", [inSet(own, true)], {
  kindComes: true,
});
test(
  expects,
  "another object that comes after something brings nothing for it",
  [inSet(object("example.com/v1/CronTab/weekly", { namespace: "shop" }), true)],
  {},
);

test("a session sends nothing before it is used, and may be closed at once", (t) => {
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
  "with SkipDryRunOnMissingResource=true it waits for its kind, whoever creates that",
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
