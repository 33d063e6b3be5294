import test from "ava";

import { indexedSet, shortKey } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { DependencySelector } from "../../annotation/directives.ts";
import { matchDependency } from "./match-dependency.ts";

const set = indexedSet([
  object("Deployment/web"),
  object("Deployment/web", { namespace: "shop" }),
  object("extensions/v1beta1/Deployment/old"),
  object("Service/web"),
  object("Job/migrate"),
  object("ClusterRole/web"),
]);

type Target = Omit<DependencySelector, "until" | "external" | "path">;

const matches = test.macro({
  exec(t, target: Target, ...expected: readonly string[]) {
    const found = matchDependency(set, { until: "ready", external: false, path: [], ...target });
    t.deepEqual(found.map((number) => shortKey(set.manifest(number))).toSorted(), expected.toSorted());
    t.deepEqual(
      found,
      found.toSorted((left, right) => left - right),
    );
  },
  title: (_, target: Target, ...expected: readonly string[]) =>
    `${JSON.stringify(target)} matches ${expected.join(", ") || "nothing"}`,
});

test(matches, { name: "web" }, "Deployment/web", "Deployment/shop/web", "Service/web", "ClusterRole/web");
test(matches, { name: "WEB" });
test(matches, { kind: "deployment" }, "Deployment/web", "Deployment/shop/web", "Deployment/old");
test(matches, { kind: "DEPLOYMENT", group: "Apps" }, "Deployment/web", "Deployment/shop/web");
test(matches, { kind: "Deployment", version: "v1BETA1" }, "Deployment/old");
test(matches, { kind: "Deployment", namespace: "shop" }, "Deployment/shop/web");
test(matches, { kind: "Deployment", namespace: "Shop" });
test(matches, { name: "web", kind: "Service" }, "Service/web");
test(matches, { name: "web", namespace: "default" }, "Deployment/web", "Service/web");
test(matches, { group: "batch" }, "Job/migrate");
test(matches, { group: "extensions", name: "web" });
test(matches, { version: "v1", namespace: "default" }, "Deployment/web", "Service/web", "Job/migrate");
test(matches, { kind: "StatefulSet" });
