import test from "ava";

import { object, planned } from "../../../fixtures/planned.ts";
import type { Plan } from "../../plan/plan.ts";
import { trackedDigest } from "./applied-objects.ts";

function keysOf(plan: Plan): readonly string[] {
  return plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key));
}

/** The digest of a set of which all but the first `unsettled` objects have settled. */
function digestOf(objects: Parameters<typeof planned>[0], unsettled = 0): string | undefined {
  const { plan } = planned(objects);
  return trackedDigest(plan, new Set(keysOf(plan).slice(unsettled)));
}

const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const web = object("Deployment/web", { body: { spec: { replicas: 2 } } });
const autoscaler = object("HorizontalPodAutoscaler/web", {
  body: {
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, maxReplicas: 3 },
  },
});
const set = [env, web];

test("the same set gives the same digest each time it is planned", (t) => {
  t.is(typeof digestOf(set), "string");
  t.is(digestOf(set), digestOf(structuredClone(set)));
});

const hasAnotherDigest = test.macro(
  (t, objects: Parameters<typeof planned>[0], unsettled: number | undefined) => {
    t.not(digestOf(objects, unsettled), digestOf(set));
  },
);
test(
  "a set with another value has another digest",
  hasAnotherDigest,
  [object("ConfigMap/env", { body: { data: { a: "2" } } }), web],
  undefined,
);
test("a set without one of the objects has another digest", hasAnotherDigest, [env], undefined);
test("a set with an object that was not sent has another digest", hasAnotherDigest, set, 1);
test(
  "a set whose replicas are managed by an autoscaler has another digest",
  hasAnotherDigest,
  [env, web, autoscaler],
  undefined,
);
test(
  "a set with an object that is only created has another digest",
  hasAnotherDigest,
  [
    object("ConfigMap/env", {
      body: { data: { a: "1" } },
      annotations: { "client.lifecycle.config.k8s.io/mutation": "ignore" },
    }),
    web,
  ],
  undefined,
);

test("a set with numbers that JSON does not preserve has no digest", (t) => {
  const cog = object("example.org/v1/Cog/big", { body: { spec: { teeth: 12_345_678_901_234_567_890n } } });
  t.is(digestOf([...set, cog]), undefined);
});
