import test from "ava";

import { findings, object, outline, planned, pods, waitsOf } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";

/** An object `Kind/name` of a chart that waits for others. */
function charted(
  written: string,
  chart: string,
  after: readonly string[] = [],
  body?: JsonObject,
): JsonObject {
  const annotations = { "converge.dev/chart-order": JSON.stringify({ chart, after }) };
  return object(written, { annotations, ...(body === undefined ? {} : { body }) });
}

const nginx = charted("ConfigMap/nginx", "foo/charts/nginx");
const rabbitmq = charted("ConfigMap/rabbitmq", "foo/charts/rabbitmq");
const bar = charted("ConfigMap/bar", "foo/charts/bar", ["foo/charts/nginx", "foo/charts/rabbitmq"]);

test("a chart waits for all objects of the charts that it depends on", (t) => {
  const result = planned([
    charted("ConfigMap/inner", "foo/charts/nginx/charts/inner"),
    charted("ConfigMap/foo", "foo", ["foo/charts/bar"]),
    bar,
    nginx,
    rabbitmq,
  ]);
  t.deepEqual(outline(result), [
    "main 0: ConfigMap/inner ConfigMap/nginx ConfigMap/rabbitmq",
    "main 0: ConfigMap/bar",
    "main 0: ConfigMap/foo",
  ]);
  t.deepEqual(waitsOf(result, "ConfigMap/bar"), [
    "ConfigMap/inner ready subchart",
    "ConfigMap/nginx ready subchart",
    "ConfigMap/rabbitmq ready subchart",
  ]);
});

test("a chart does not wait for a chart that another awaited chart already waits for", (t) => {
  const all = ["foo/charts/bar", "foo/charts/nginx", "foo/charts/rabbitmq"];
  const result = planned([charted("ConfigMap/foo", "foo", all), bar, nginx, rabbitmq]);
  t.deepEqual(waitsOf(result, "ConfigMap/foo"), ["ConfigMap/bar ready subchart"]);
});

test("a dependency on a chart without objects is skipped", (t) => {
  const all = ["foo/charts/bar", "foo/charts/nginx"];
  const result = planned([charted("ConfigMap/foo", "foo", all), nginx]);
  t.deepEqual(waitsOf(result, "ConfigMap/foo"), ["ConfigMap/nginx ready subchart"]);
});

test("an object of the parent chart that a subchart needs is applied with the subchart", (t) => {
  const body = pods({ volumes: [{ secret: { secretName: "shared" } }] });
  const result = planned([
    charted("Secret/shared", "foo", ["foo/charts/db"]),
    charted("ConfigMap/foo", "foo", ["foo/charts/db"]),
    charted("Deployment/db", "foo/charts/db", [], body),
  ]);
  t.deepEqual(outline(result), ["main 0: Secret/shared Deployment/db", "main 0: ConfigMap/foo"]);
  t.deepEqual(findings(result), []);
});

test("charts are deleted in reverse order", (t) => {
  const result = planned([bar, nginx, rabbitmq], { action: "delete" });
  t.deepEqual(outline(result), ["main 0: ConfigMap/bar", "main 0: ConfigMap/rabbitmq ConfigMap/nginx"]);
});

test("a malformed converge.dev/chart-order annotation is ignored", (t) => {
  const odd = object("ConfigMap/odd", { annotations: { "converge.dev/chart-order": "[" } });
  t.deepEqual(outline(planned([odd, nginx])), ["main 0: ConfigMap/nginx ConfigMap/odd"]);
});
