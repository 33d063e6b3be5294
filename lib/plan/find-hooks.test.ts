import test from "ava";

import { readManifests } from "../manifest/parse-manifests.ts";
import { stringField } from "../object/json.ts";
import { findHooks } from "./find-hooks.ts";

function object(name: string, annotations: string): string {
  return `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, annotations: {${annotations}}}\n`;
}

test("hooks are the objects that run before or after the main stage of some action", (t) => {
  const text = [
    object("plain", ""),
    object("helm", "helm.sh/hook: post-delete"),
    object("werf", "werf.io/deploy-on: 'pre-upgrade,install'"),
    object("main", "werf.io/deploy-on: install"),
    object("both", "werf.io/deploy-on: install, helm.sh/hook: pre-install"),
  ].join("");
  const { objects } = readManifests({ name: "a.yaml", text });
  const hooks = findHooks(objects);
  const names = objects
    .filter(({ value }) => hooks.has(value))
    .map(({ value }) => stringField(value["metadata"], "name"));
  t.deepEqual(names, ["helm", "werf"]);
});
