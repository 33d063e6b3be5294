import test from "ava";

import { managedBy } from "../../../fixtures/applied-object.ts";
import { createdObject, decisionOn } from "../../../fixtures/decided-object.ts";
import { object } from "../../../fixtures/planned.ts";
import { withValue, without } from "../../inventory/conflict.ts";
import { type JsonObject, objectField, type Path, valueAt } from "../../object/json.ts";

const web = object("Deployment/web", {
  body: { spec: { replicas: 2, paused: false, template: { metadata: { labels: { app: "web" } } } } },
});
const fieldsPath: Path = ["metadata", "managedFields", 0, "fieldsV1"];
const keda = managedBy("keda", { "f:spec": { "f:replicas": {} } });

interface Case {
  readonly fact: string;
  /** The fields of the rule. */
  readonly pointers: readonly string[];
  /** Another manager owns the replicas. */
  readonly isTaken: boolean;
  /** The changes of the manifest. */
  readonly spec: JsonObject;
  readonly expected: "apply" | "unchanged";
}

/** Whether a Deployment is sent again after its manifest has changed, with a rule not to take some fields. */
const sends = test.macro({
  title: (_, { fact }: Case) => fact,
  exec(t, { pointers, isTaken, spec, expected }: Case) {
    const options = { rules: [{ meaning: "never-take", pointers }] } as const;
    const made = createdObject([web], options);
    t.is(decisionOn([web], made, options).type, "unchanged");
    const ours = without(objectField(valueAt(made, fieldsPath.slice(0, -1)), "fieldsV1"), [
      "f:spec",
      "f:replicas",
    ]);
    const ceded = withValue(made, fieldsPath, ours);
    const [entry = {}] = [valueAt(ceded, fieldsPath.slice(0, -1))];
    const taken = withValue(made, ["metadata", "managedFields"], [entry, keda]);
    const changed = { ...web, spec: { ...objectField(web, "spec"), ...spec } };
    t.is(decisionOn([changed], isTaken ? taken : made, options).type, expected);
  },
});

test(sends, {
  fact: "a change of a field that is never taken causes no write while another manager owns it",
  pointers: ["/spec/replicas"],
  isTaken: true,
  spec: { replicas: 9 },
  expected: "unchanged",
});
test(sends, {
  fact: "a change of a field that is never taken is written while it is ours",
  pointers: ["/spec/replicas"],
  isTaken: false,
  spec: { replicas: 9 },
  expected: "apply",
});
test(sends, {
  fact: "a change of another field is written while another manager owns one that is never taken",
  pointers: ["/spec/replicas"],
  isTaken: true,
  spec: { replicas: 9, paused: true },
  expected: "apply",
});
test(sends, {
  fact: "a change is written if only some of the fields that are never taken have another manager",
  pointers: ["/spec/replicas", "/spec/paused"],
  isTaken: true,
  spec: { paused: true },
  expected: "apply",
});
