import test from "ava";

import { countWork } from "../../e2e/fuzz/work-count.ts";
import type { JsonObject } from "../object/json.ts";
import { isUnchanged } from "./field-ownership.ts";
import { withMembership } from "./applyset-membership.ts";

const containers = 4;

/** A workload whose containers have this many variables each, with its managed fields. */
function workload(variables: number): readonly [sent: JsonObject, live: JsonObject] {
  const names = Array.from({ length: containers }, (_, index) => `c${index}`);
  const env = Array.from({ length: variables }, (_, index) => ({ name: `V${index}`, value: "x" }));
  const envFields = Object.fromEntries(
    env.map(({ name }) => [`k:{"name":"${name}"}`, { ".": {}, "f:name": {}, "f:value": {} }]),
  );
  const spec = { replicas: 1, containers: names.map((name) => ({ name, image: "i", args: ["a"], env })) };
  const fields = Object.fromEntries(
    names.map((name) => [
      `k:{"name":"${name}"}`,
      { ".": {}, "f:name": {}, "f:image": {}, "f:args": {}, "f:env": envFields },
    ]),
  );
  const sent = withMembership(
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec },
    { id: "applyset-x-v1", hash: "H" },
  );
  const fieldsV1 = {
    "f:metadata": {
      "f:annotations": { "f:converge.dev/applied": {} },
      "f:labels": { "f:applyset.kubernetes.io/part-of": {} },
    },
    "f:spec": { "f:replicas": {}, "f:containers": fields },
  };
  const metadata = sent["metadata"] as JsonObject;
  const managedFields = [{ manager: "converge", operation: "Apply", apiVersion: "apps/v1", fieldsV1 }];
  return [sent, { ...sent, metadata: { ...metadata, managedFields } }];
}

test("the work to compare an unchanged workload is linear in the number of its variables", (t) => {
  const work = (variables: number): number => {
    const [sent, live] = workload(variables);
    let isSame = false;
    const count = countWork(() => {
      isSame = isUnchanged(sent, live, { manager: "converge" });
    });
    t.true(isSame);
    return count;
  };
  work(1);
  const few = work(100);
  const many = work(200);
  t.log(few, many);
  t.true(many < 2.1 * few, `${few} blocks of code were run for 100, ${many} for 200`);
});

test("a list of ten thousand entries without their default key is found unchanged", (t) => {
  const ports = Array.from({ length: 10_000 }, (_, index) => ({ port: index }));
  const fields = Object.fromEntries(
    ports.map(({ port }) => [`k:{"port":${port},"protocol":"TCP"}`, { ".": {}, "f:port": {} }]),
  );
  const sent = withMembership(
    { apiVersion: "v1", kind: "Service", metadata: { name: "s" }, spec: { ports } },
    { id: "x", hash: "H" },
  );
  const fieldsV1 = {
    "f:metadata": {
      "f:annotations": { "f:converge.dev/applied": {} },
      "f:labels": { "f:applyset.kubernetes.io/part-of": {} },
    },
    "f:spec": { "f:ports": fields },
  };
  const metadata = sent["metadata"] as JsonObject;
  const live = {
    ...sent,
    metadata: {
      ...metadata,
      managedFields: [{ manager: "converge", operation: "Apply", apiVersion: "v1", fieldsV1 }],
    },
  };
  t.true(isUnchanged(sent, live, { manager: "converge" }));
});
