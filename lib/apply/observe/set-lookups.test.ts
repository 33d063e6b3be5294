import test from "ava";

import { noAccess, offlineRun } from "../../../fixtures/offline-session.ts";
import { servedApis } from "./served-apis.ts";
import { clusterLookups, type LookupRequest } from "./set-lookups.ts";

const { context } = offlineRun();
const isNamespaced: LookupRequest["isNamespaced"] = ({ group, kind }) =>
  group === "example.com" ? kind === "CronTab" : undefined;

test("the scopes of kinds are returned in the requested order without a request", async (t) => {
  const lookups = clusterLookups({ isNamespaced }, context);
  const kinds = [
    { group: "example.com", kind: "Cluster" },
    { group: "apps", kind: "Unknown" },
    { group: "example.com", kind: "CronTab" },
  ];
  t.deepEqual(await lookups.scopes(kinds), [false, undefined, true]);
  t.deepEqual(await lookups.scopes([]), []);
});

const comesElsewhere = (key: string): boolean => key.startsWith("/Namespace/");

test("an object counts as part of another set only if it is known to be", async (t) => {
  const keys = ["/namespaces/shop/ConfigMap/env", "/Namespace/shop"];
  t.deepEqual(await clusterLookups({ isNamespaced }, context).broughtElsewhere(keys), [false, false]);
  t.deepEqual(await clusterLookups({ isNamespaced, comesElsewhere }, context).broughtElsewhere(keys), [
    false,
    true,
  ]);
});

test("all lookups fail if the cluster is unreachable", async (t) => {
  const lookups = clusterLookups({ isNamespaced }, context);
  const cronTab = { group: "example.com", kind: "CronTab" };
  const asked = [
    lookups.minor(),
    lookups.definitions([cronTab]),
    lookups.objects([{ ...cronTab, version: "v1", namespace: "shop", name: "nightly" }]),
    servedApis(context),
  ];
  for (const answer of await Promise.allSettled(asked)) {
    t.like(answer, { status: "rejected", reason: { message: noAccess } });
  }
});
