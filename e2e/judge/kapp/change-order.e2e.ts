import test from "ava";

import type { JsonObject } from "../../../lib/object/json.ts";
import { definition, namespaceNamed } from "../../apply/manifests.ts";
import { rollDice } from "../dice.ts";
import { isWide } from "../order/published-sets.ts";
import { brokenPairs, defaultPairs, writtenPairs } from "./change-order.ts";
import { randomSet, withDeletionRules } from "./kapp-sets.ts";
import { wavePlaces, wavesOfKapp } from "./waves.ts";

const homes = { home: "shop", isWide };

function object(kind: string, name: string, words: Readonly<Record<string, string>> = {}): JsonObject {
  const annotations = Object.fromEntries(
    Object.entries(words).map(([word, value]) => [`kapp.k14s.io/change-${word}`, value]),
  );
  return { apiVersion: "v1", kind, metadata: { name, annotations } };
}

test("a change rule orders the members of its group, for its own operation only", (t) => {
  const set = [
    object("Service", "a", { group: "x", "group.2": "y" }),
    object("Service", "b", { rule: "upsert after upserting x", "rule.d": "delete before deleting y" }),
    object("Service", "c", { "rule.0": "upsert before upserting y" }),
  ];
  t.deepEqual(writtenPairs(set, "upsert", homes), [
    ["service/a@shop", "service/b@shop"],
    ["service/c@shop", "service/a@shop"],
  ]);
  t.deepEqual(writtenPairs(set, "delete", homes), [["service/b@shop", "service/a@shop"]]);
});

test("objects that pods need come first, unless a rule orders them after others", (t) => {
  const web = object("Deployment", "web", { group: "web" });
  t.deepEqual(defaultPairs([web, object("ConfigMap", "env")], "upsert", homes), [
    ["configmap/env@shop", "deployment/web@shop"],
  ]);
  const late = object("ConfigMap", "env", { rule: "upsert after upserting web" });
  t.deepEqual(defaultPairs([web, late], "upsert", homes), []);
});

test("Namespaces and CRDs are applied before their contents, and CRDs are deleted after them", (t) => {
  const [home, cogs] = [namespaceNamed("shop"), definition("example.com", "Cog")];
  const metadata = { name: "a", namespace: "shop" };
  const cog = { apiVersion: "example.com/v1", kind: "Cog", metadata };
  const crd = "customresourcedefinition/cogs.example.com@";
  t.deepEqual(defaultPairs([cog, home, cogs], "upsert", homes), [
    ["namespace/shop@", "cog/a@shop"],
    [crd, "cog/a@shop"],
  ]);
  t.deepEqual(defaultPairs([cog, home, cogs], "delete", homes), [["cog/a@shop", crd]]);
});

test("an ordered pair is violated if its second object comes first, at the same time, or not at all", (t) => {
  const output = [
    "9:00:00AM: ---- applying 2 changes [0/3 done] ----",
    "9:00:00AM: create configmap/a (v1) namespace: shop",
    "9:00:00AM: update deployment/b (apps/v1) namespace: shop",
    "9:00:01AM: ---- waiting on 2 changes [0/3 done] ----",
    "9:00:01AM: ok: reconcile configmap/a (v1) namespace: shop",
    "9:00:02AM: ---- applying 1 changes [2/3 done] ----",
    "9:00:02AM: create clusterrole/c (rbac.authorization.k8s.io/v1) cluster",
  ].join("\n");
  const waves = wavesOfKapp(output);
  t.deepEqual(waves, [["configmap/a@shop", "deployment/b@shop"], ["clusterrole/c@"]]);
  const isBroken = (first: string, second: string): boolean =>
    brokenPairs([[first, second]], wavePlaces(waves)).length > 0;
  t.false(isBroken("configmap/a@shop", "clusterrole/c@"));
  t.true(isBroken("clusterrole/c@", "configmap/a@shop"));
  t.true(isBroken("configmap/a@shop", "deployment/b@shop"));
  t.true(isBroken("configmap/a@shop", "secret/d@shop"));
});

test("random deletion rules have both directions, and no cycles", (t) => {
  const sets = Array.from({ length: 60 }, (_, index) =>
    withDeletionRules(randomSet(rollDice("order", 1, index)), rollDice("deletion", 1, index)),
  );
  const text = JSON.stringify(sets);
  t.true(text.includes("delete after deleting") && text.includes("delete before deleting"));
  for (const set of sets) {
    const pairs = writtenPairs(set, "delete", homes);
    let rest = pairs;
    for (let length = -1; length !== rest.length;) {
      length = rest.length;
      const seconds = new Set(rest.map(([, second]) => second));
      rest = rest.filter(([first]) => seconds.has(first));
    }
    t.deepEqual(rest, [], "nothing is left when what waits for nothing is taken away");
  }
});
