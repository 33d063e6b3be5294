import test from "ava";

import { indexedSet, numberOf, shortKey } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { Edge } from "../model/edge.ts";
import { backendsOf } from "./webhook-matching.ts";

const set = indexedSet(
  ["Service/hook", "Deployment/hook", "Secret/tls", "Certificate/c", "Issuer/i", "Secret/other"].map(
    (written) => object(written),
  ),
);

/** The edges by their dependent, written `Kind/name Kind/name`. */
function needsOf(...pairs: readonly string[]): ReadonlyMap<number, readonly Edge[]> {
  const edges = pairs.map((pair): Edge => {
    const [from = "", to = ""] = pair.split(" ");
    const number = numberOf(set, from);
    const by = set.manifest(number);
    return { from: number, to: numberOf(set, to), until: "ready", rule: "reference", by, path: [] };
  });
  return Map.groupBy(edges, ({ from }) => from);
}

function backends(needs: ReadonlyMap<number, readonly Edge[]>, service?: string): readonly string[] {
  const workloads = [numberOf(set, "Deployment/hook")];
  const named = service === undefined ? undefined : { namespace: "default", name: service };
  return [...backendsOf(set, needs, { service: named, workloads })]
    .map((number) => shortKey(set.manifest(number)))
    .toSorted();
}

test("the backends of a webhook are its Service and its workloads", (t) => {
  t.deepEqual(backends(needsOf(), "hook"), ["Deployment/hook", "Service/hook"]);
});

test("direct and indirect dependencies of a webhook server are backends", (t) => {
  const needs = needsOf("Deployment/hook Secret/tls", "Secret/tls Certificate/c", "Certificate/c Issuer/i");
  t.deepEqual(backends(needs, "hook"), [
    "Certificate/c",
    "Deployment/hook",
    "Issuer/i",
    "Secret/tls",
    "Service/hook",
  ]);
});

test("a dependent of a webhook server is not a backend", (t) => {
  t.deepEqual(backends(needsOf("Secret/other Deployment/hook"), "hook"), ["Deployment/hook", "Service/hook"]);
});

test("backends that depend on each other are listed once", (t) => {
  const needs = needsOf("Deployment/hook Secret/tls", "Secret/tls Deployment/hook", "Secret/tls Secret/tls");
  t.deepEqual(backends(needs, "hook"), ["Deployment/hook", "Secret/tls", "Service/hook"]);
});

test("a webhook with a URL, or a Service outside the set, has no Service among its backends", (t) => {
  t.deepEqual(backends(needsOf()), ["Deployment/hook"]);
  t.deepEqual(backends(needsOf(), "missing"), ["Deployment/hook"]);
});
