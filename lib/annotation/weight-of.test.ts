import test from "ava";

import {
  dependsOn,
  findings,
  hook as helmHook,
  object,
  outline,
  planned,
  pods,
  waitsOf,
  weight,
} from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";

function argo(hook: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const named = Object.entries(more).map(([key, value]) => [`argocd.argoproj.io/${key}`, value]);
  return { "argocd.argoproj.io/hook": hook, ...Object.fromEntries(named) };
}

/** A ConfigMap with that sync wave. */
function inWave(name: string, wave: string, more: Readonly<Record<string, string>> = {}): JsonObject {
  return object(`ConfigMap/${name}`, { annotations: { "argocd.argoproj.io/sync-wave": wave, ...more } });
}

test("a sync wave is the weight of an object or a Sync hook", (t) => {
  const result = planned([
    inWave("late", "5"),
    inWave("early", "-1"),
    object("Job/sync", { annotations: argo("Sync", { "sync-wave": "5" }) }),
    object("ConfigMap/plain"),
  ]);
  t.deepEqual(outline(result), [
    "main -1: ConfigMap/early",
    "main 0 < 1: ConfigMap/plain",
    "main 5 < 2: ConfigMap/late Job/sync",
  ]);
  t.deepEqual(findings(result), []);
});

test("a sync wave that Go cannot parse is replaced by the Helm hook weight or 0, with a warning", (t) => {
  const result = planned([
    inWave("a", " 1"),
    inWave("b", "1.0", { "helm.sh/hook-weight": "7" }),
    inWave("c", "+3", { "helm.sh/hook-weight": "7" }),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/a", "main 3 < 1: ConfigMap/c", "main 7 < 2: ConfigMap/b"]);
  t.deepEqual(findings(result).filter((found) => found === "warning AnnotationIgnored").length, 3);
});

test("werf.io/weight overrides the sync wave", (t) => {
  const result = planned([inWave("a", "1", weight(-2)), inWave("b", "0")]);
  t.deepEqual(outline(result), ["main -2: ConfigMap/a", "main 0 < 1: ConfigMap/b"]);
});

test("an explicit dependency frees an object from its sync wave, but not from werf.io/weight", (t) => {
  const needs = dependsOn("/namespaces/default/ConfigMap/first");
  const set = (of: JsonObject): readonly JsonObject[] => [inWave("first", "0"), inWave("other", "1"), of];
  t.deepEqual(outline(planned(set(inWave("free", "9", needs)))), [
    "main 0: ConfigMap/first",
    "main 1 < 1: ConfigMap/free ConfigMap/other",
  ]);
  t.deepEqual(outline(planned(set(object("ConfigMap/held", { annotations: { ...needs, ...weight(9) } })))), [
    "main 0: ConfigMap/first",
    "main 1 < 1: ConfigMap/other",
    "main 9 < 2: ConfigMap/held",
  ]);
});

test("Argo CD hooks of one wave run together, Helm hooks after them one at a time", (t) => {
  const result = planned([
    object("Job/b", { annotations: argo("PreSync") }),
    object("Job/a", { annotations: argo("PreSync") }),
    object("Job/last", { annotations: argo("PreSync", { "sync-wave": "1" }) }),
    object("Job/x", { annotations: helmHook("pre-install") }),
    object("Job/y", { annotations: helmHook("pre-install") }),
    object("ConfigMap/env"),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/a Job/b",
    "pre 0 < 1: Job/x",
    "pre 0 < 2: Job/y",
    "pre 1 < 1 3: Job/last",
    "main 0 < 4: ConfigMap/env",
  ]);
});

test("a dependency of an Argo CD hook is applied in the wave of the hook, in one group with other hooks", (t) => {
  const uses = pods({ containers: [{ name: "c", envFrom: [{ configMapRef: { name: "env" } }] }] });
  const result = planned([
    object("Job/a", { annotations: argo("PreSync") }),
    object("Job/b", { annotations: argo("PreSync"), body: uses }),
    object("ConfigMap/env"),
  ]);
  t.deepEqual(outline(result), ["pre 0: ConfigMap/env Job/a Job/b"]);
  t.deepEqual(waitsOf(result, "Job/b"), ["ConfigMap/env present reference"]);
});

test("sync waves are deleted in reverse order", (t) => {
  const result = planned([inWave("a", "0"), inWave("b", "1")], { action: "delete" });
  t.deepEqual(outline(result), ["main 1: ConfigMap/b", "main 0 < 1: ConfigMap/a"]);
});
