import test from "ava";

import type { ChartPlace } from "../object/diagnostic/source-text.ts";
import { type JsonObject, objectField } from "../object/json.ts";
import { readManifests } from "./parse-manifests.ts";

const place: ChartPlace = {
  path: "shop/charts/web",
  after: ["shop/charts/db"],
  timeout: 60_000,
  isIgnored: false,
};
const written = `metadata:
  name: web
  annotations:
    helm.sh/resource-group: app
    helm.sh/depends-on/resource-groups: '["db"]'
`;

/** The annotations of the only object of a text. */
function annotationsOf(text: string, chart?: ChartPlace): JsonObject {
  const source = { name: "web.yaml", text, ...(chart === undefined ? {} : { chart }) };
  const { objects, diagnostics } = readManifests(source);
  return diagnostics.length > 0 ? {} : objectField(objectField(objects[0]?.value, "metadata"), "annotations");
}

const object = `apiVersion: v1\nkind: ConfigMap\n${written}`;
const sent = { "helm.sh/resource-group": "app", "helm.sh/depends-on-resource-groups": '["db"]' };

test("a depends-on key with two slashes becomes one that the API server accepts", (t) => {
  t.deepEqual(annotationsOf(object), sent);
});

test("an object gets an annotation with its chart and the charts that it waits for", (t) => {
  t.deepEqual(annotationsOf(object, place), {
    ...sent,
    "converge.dev/chart-order": '{"chart":"shop/charts/web","after":["shop/charts/db"]}',
  });
  t.deepEqual(annotationsOf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n", place), {
    "converge.dev/chart-order": '{"chart":"shop/charts/web","after":["shop/charts/db"]}',
  });
});

test("the chart of an object is read from the `# Source:` comment of `helm template`", (t) => {
  const text = `---\n# Source: shop/charts/web/templates/a.yaml\n${object}`;
  t.is(annotationsOf(text)["converge.dev/chart-order"], '{"chart":"shop/charts/web","after":[]}');
});

test("a hook gets no chart-order annotation, but its key with two slashes is replaced too", (t) => {
  const hook = object.replace("annotations:\n", "annotations:\n    helm.sh/hook: pre-install\n");
  t.deepEqual(annotationsOf(hook, place), { "helm.sh/hook": "pre-install", ...sent });
});

test("if the chart order is ignored, only the resource-group annotation is sent", (t) => {
  t.deepEqual(annotationsOf(object, { ...place, isIgnored: true }), { "helm.sh/resource-group": "app" });
});

test("an object without ordering annotations is unchanged", (t) => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, annotations: {a: b}}\n";
  t.deepEqual(annotationsOf(text), { a: "b" });
});
