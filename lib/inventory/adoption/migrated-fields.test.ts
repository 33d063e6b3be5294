import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import type { Migrating } from "../field-ownership.ts";
import { removedByMigration } from "./migrated-fields.ts";

const to = { to: "converge" };

/** An entry of managedFields, written `manager operation`. */
function entry(written: string, fieldsV1: JsonObject, apiVersion = "apps/v1"): JsonObject {
  const [manager = "", operation = ""] = written.split(" ");
  return { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1 };
}

const template = (containers: JsonObject): JsonObject => ({
  "f:spec": { "f:template": { "f:spec": { "f:containers": containers } } },
});
const app = { 'k:{"name":"app"}': { ".": {}, "f:name": {}, "f:image": {} } };
const labels = (...names: readonly string[]): JsonObject => ({
  "f:metadata": { "f:labels": Object.fromEntries(names.map((name) => [`f:${name}`, {}])) },
});

/** A Deployment after the dry run of a write without the migration. */
function web(...managedFields: readonly JsonObject[]): JsonObject {
  return {
    metadata: { labels: { a: "1", b: "1" }, annotations: { mark: "web" }, managedFields },
    spec: {
      template: {
        spec: {
          containers: [
            { name: "log", image: "log" },
            { name: "app", image: "web" },
          ],
        },
      },
    },
  };
}

interface Case {
  readonly fact: string;
  readonly before: readonly JsonObject[];
  readonly sent: JsonObject;
  readonly migrating?: Migrating;
  readonly expected: readonly (readonly (string | number)[])[];
}

const removes = test.macro({
  title: (_, { fact }: Case) => fact,
  exec(t, { before, sent, migrating = to, expected }: Case) {
    t.deepEqual(removedByMigration(web(...before), web(...before, sent), migrating), expected);
  },
});

const kubectl = "kubectl-client-side-apply Update";

test(removes, {
  fact: "a field of client-side apply that is not sent is removed",
  before: [entry(kubectl, labels("a", "b"))],
  sent: entry("converge Apply", labels("a")),
  expected: [["metadata", "labels", "b"]],
});
test(removes, {
  fact: "a list entry of client-side apply that is not sent is removed as a whole",
  before: [entry(kubectl, template({ ...app, 'k:{"name":"log"}': { ".": {}, "f:name": {} } }))],
  sent: entry("converge Apply", template(app)),
  expected: [["spec", "template", "spec", "containers", 0]],
});
test(removes, {
  fact: "a field that another manager owns too is not removed",
  before: [entry(kubectl, labels("a", "b")), entry("someone Update", labels("b"))],
  sent: entry("converge Apply", labels("a")),
  expected: [],
});
test(removes, {
  fact: "without a migration nothing is removed",
  before: [entry("someone Update", labels("a", "b"))],
  sent: entry("converge Apply", labels("a")),
  expected: [],
});
test(removes, {
  fact: "a field that is left to others is not removed",
  before: [entry(kubectl, labels("a", "b"))],
  sent: entry("converge Apply", labels("a")),
  migrating: { ...to, ceded: { paths: [["metadata", "labels", "b"]], manifest: web() } },
  expected: [],
});
test(removes, {
  fact: "the mark of an adopted owner is removed, whoever wrote it",
  before: [entry("someone Update", { "f:metadata": { "f:annotations": { "f:mark": {}, "f:gone": {} } } })],
  sent: entry("converge Apply", labels("a")),
  migrating: { ...to, from: { tool: "Argo CD", marks: [["metadata", "annotations", "mark"]] } },
  expected: [["metadata", "annotations", "mark"]],
});
test(removes, {
  fact: "fields of another version are not looked for",
  before: [entry(kubectl, labels("a", "b"), "apps/v1beta2")],
  sent: entry("converge Apply", labels("a")),
  expected: [],
});
