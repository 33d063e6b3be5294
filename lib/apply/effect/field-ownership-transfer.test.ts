import test from "ava";

import {
  actingRecorder,
  noAccess,
  offlineSession,
  restMapperOf,
  shopObject,
} from "../../../fixtures/offline-session.ts";
import { isArray, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { noticesOf, type Transfer, transferFields, transferPatch } from "./field-ownership-transfer.ts";

const own: Transfer = {};
const helm: Transfer = { from: { tool: "Helm", marks: [] } };

/** An entry of managedFields: a manager, how it writes, and the fields of `data` that it owns. */
function entry(manager: string, operation: "Apply" | "Update", ...fields: readonly string[]): JsonObject {
  const data = Object.fromEntries(fields.map((name) => [`f:${name}`, {}]));
  return { manager, operation, apiVersion: "v1", fieldsV1: { "f:data": data } };
}

function env(...managedFields: readonly JsonObject[]): JsonObject {
  return shopObject("v1 ConfigMap env", { managedFields }, { data: { a: "1", b: "2" } });
}

/**
 * The managers after the transfer, each with its operation and its fields; undefined if nothing is patched.
 */
function transferred(live: JsonObject, transfer: Transfer): readonly string[] | undefined {
  const patch = transferPatch(live, transfer);
  const [managers] = isArray(patch?.body) ? patch.body : [];
  return (
    patch &&
    listField(managers, "value").map((each) => {
      const fields = Object.keys(objectField(objectField(each, "fieldsV1"), "f:data")).toSorted();
      return [stringField(each, "manager"), stringField(each, "operation"), ...fields].join(" ");
    })
  );
}

interface Case {
  readonly fact: string;
  readonly live: JsonObject;
  readonly transfer?: Transfer;
  readonly expected: readonly string[] | undefined;
}

const transfers = test.macro({
  title: (_, { fact }: Case) => fact,
  exec(t, { live, transfer = own, expected }: Case) {
    t.deepEqual(transferred(live, transfer), expected);
  },
});

const ours = entry("converge", "Apply", "a");

test(transfers, {
  fact: "an object that only converge has written needs no transfer",
  live: env(ours),
  expected: undefined,
});
test(transfers, {
  fact: "fields of kubectl client-side apply are transferred to converge",
  live: env(entry("kubectl-client-side-apply", "Update", "a", "b")),
  expected: ["converge Apply f:a f:b"],
});
test(transfers, {
  fact: "fields of client-side apply are added to those that converge already owns",
  live: env(ours, entry("kubectl-client-side-apply", "Update", "b")),
  expected: ["converge Apply f:a f:b"],
});
test(transfers, {
  fact: "fields that were edited with kubectl edit stay with their manager",
  live: env(ours, entry("kubectl-edit", "Update", "b")),
  expected: undefined,
});
test(transfers, {
  fact: "fields that kubectl has applied server-side stay with their manager",
  live: env(ours, entry("kubectl", "Apply", "b")),
  expected: undefined,
});
test(transfers, {
  fact: "fields of the status subresource are never transferred",
  live: env({ ...entry("helm", "Update", "a"), subresource: "status" }),
  transfer: helm,
  expected: undefined,
});
test(transfers, {
  fact: "adopting a Helm release transfers the fields that Helm has applied server-side",
  live: env(entry("helm", "Apply", "a"), entry("kubectl-edit", "Update", "b")),
  transfer: helm,
  expected: ["converge Apply f:a", "kubectl-edit Update f:b"],
});
test(transfers, {
  fact: "without an adoption, fields that Helm has applied server-side stay with Helm",
  live: env(entry("helm", "Apply", "a")),
  expected: undefined,
});
test(transfers, {
  fact: "fields that are left to other managers are given up",
  live: env(entry("converge", "Apply", "a", "b")),
  transfer: { ...own, ceded: { paths: [["data", "b"]], manifest: env() } },
  expected: ["converge Apply f:a"],
});
test(transfers, {
  fact: "fields that are left to other managers and not owned by converge need no transfer",
  live: env(ours),
  transfer: { ...own, ceded: { paths: [["data", "b"]], manifest: env() } },
  expected: undefined,
});

test("the patch contains the resourceVersion, so that it fails after a concurrent write", (t) => {
  const patch = transferPatch(env(entry("kubectl-client-side-apply", "Update", "a")), own);
  t.is(patch?.type, "json");
  t.deepEqual(isArray(patch?.body) ? patch.body.at(-1) : undefined, {
    op: "replace",
    path: "/metadata/resourceVersion",
    value: "100",
  });
});

test("the last writer of transferred fields is named, and fields that are given up", (t) => {
  const byKubectl = env(entry("kubectl-client-side-apply", "Update", "a"));
  t.deepEqual(noticesOf(env(entry("helm", "Apply", "a")), helm), ["took over the fields of Helm"]);
  t.deepEqual(noticesOf(byKubectl, own), ["took over the fields of client-side apply"]);
  const marked = env(entry("someone", "Update", "a"));
  t.deepEqual(noticesOf(marked, { from: { tool: "Argo CD", marks: [["data", "a"]] } }), []);
  t.deepEqual(noticesOf(byKubectl, helm), ["took over the fields of client-side apply"]);
  const ceding = { ...helm, ceded: { paths: [["data", "b"]], manifest: env() } };
  t.deepEqual(noticesOf(env(ours), ceding), ["no longer managed: data.b"]);
  t.deepEqual(noticesOf(env(entry("helm", "Apply", "a", "b")), ceding), [
    "took over the fields of Helm",
    "no longer managed: data.b",
  ]);
});

test("a transfer that cannot be sent fails immediately and reports nothing", async (t) => {
  const { deps } = offlineSession();
  const live = env(entry("kubectl-client-side-apply", "Update", "a"));
  const patch = transferPatch(live, own);
  const resource = restMapperOf("v1 ConfigMap").require({ group: "", kind: "ConfigMap" }, "v1");
  const acting = actingRecorder();
  const place = { resource, namespace: "shop", name: "env" };
  if (patch === undefined) {
    throw new Error("there is something to transfer");
  }
  await t.throwsAsync(transferFields({ place, live, patch, transfer: own }, deps, acting), {
    message: noAccess,
  });
  t.deepEqual(acting.reported, []);
});
