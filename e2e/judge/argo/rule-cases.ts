/** Cases of one rule each, by name. */
import { type JsonObject, objectField } from "../../../lib/object/json.ts";
import { definition, job, namespaceNamed, service } from "../../apply/manifests.ts";
import { type CaseMaker, changed, mark, type Words } from "./argo-case.ts";
import { custom, customGroup, make, makers } from "./kinds.ts";
import { withGeneratedName } from "./random-case.ts";

const failing = { pod: { "converge.test/pod": "fail" } };

function env(name: string, words: Words = {}): JsonObject {
  return mark(make("ConfigMap", name, ""), words);
}

function task(name: string, words: Words): JsonObject {
  return mark(job(name), words);
}

function failingTask(name: string, words: Words): JsonObject {
  return mark(job(name, failing), words);
}

/** An object in a namespace of the set. */
function within(object: JsonObject, namespace: string): JsonObject {
  return { ...object, metadata: { ...objectField(object, "metadata"), namespace } };
}

/** The same set in both syncs. */
function twice(objects: readonly JsonObject[]): CaseMaker {
  return () => ({ first: objects, second: objects });
}

/** One object of each kind, named against the order of kinds. */
function everyKind(namespace: string): readonly JsonObject[] {
  return Object.keys(makers).map((kind, index) => make(kind, `k${99 - index}`, namespace));
}

export const ruleCases: Readonly<Record<string, CaseMaker>> = {
  waves: twice([env("a", { wave: "2" }), env("b"), env("c", { wave: "-3" }), env("d", { wave: "+1" })]),
  "waves that are not numbers": twice([
    env("a", { wave: "1.5", weight: "2" }),
    env("b", { wave: "x" }),
    env("c", { wave: "1" }),
    env("d", { wave: "007" }),
    env("e", { weight: "-1" }),
  ]),
  kinds: (namespace) => ({ first: everyKind(namespace), second: everyKind(namespace).map(changed) }),
  "kinds in two waves": (namespace) => ({
    first: everyKind(namespace).map((object, index) => mark(object, { wave: String(index % 2) })),
  }),
  "names across unknown kinds": (namespace) => ({
    first: ["PodTemplate", "ControllerRevision", "PriorityClass", "PodTemplate", "ControllerRevision"].map(
      (kind, index) => make(kind, `n${5 - index}`, namespace),
    ),
  }),
  phases: twice([
    task("a", { hook: "PostSync" }),
    task("b", { hook: "PreSync" }),
    task("c", { hook: "Sync" }),
    task("d", { hook: "SyncFail" }),
    env("e", { hook: "Skip" }),
    env("f", { wave: "-1" }),
    env("g", { hook: "PreSync", wave: "1" }),
    env("h", { hook: "PreSync", wave: "-1" }),
  ]),
  "several phases": twice([
    task("a", { hook: "PreSync,PostSync" }),
    task("b", { hook: "Sync,PostSync,SyncFail", wave: "1" }),
    env("c", { hook: "PreSync,Sync" }),
    env("d"),
  ]),
  "several phases, deleted at the end": twice([
    task("a", { hook: "PreSync,PostSync", policy: "HookSucceeded" }),
    env("b"),
  ]),
  "hooks among objects": twice([
    task("m", { hook: "Sync" }),
    env("a", { hook: "Sync" }),
    env("z"),
    mark(make("Deployment", "k", ""), {}),
    mark(make("CronJob", "b", ""), {}),
  ]),
  "delete policies": twice([
    task("a", { hook: "PreSync", policy: "HookSucceeded" }),
    task("b", { hook: "PreSync", policy: "HookFailed" }),
    task("c", { hook: "PreSync", helmPolicy: "hook-succeeded", wave: "1" }),
    task("d", { hook: "PostSync", policy: "BeforeHookCreation,HookSucceeded" }),
    task("e", { hook: "Sync", policy: "Oops" }),
    env("f"),
  ]),
  "generated names": twice([
    withGeneratedName(task("b", { hook: "PreSync" })),
    withGeneratedName(task("a", { hook: "PostSync", policy: "HookSucceeded" })),
    env("c"),
  ]),
  "hooks of Helm": twice([
    task("c", { helm: "pre-install,pre-upgrade", weight: "1" }),
    task("b", { helm: "pre-install,pre-upgrade", weight: "1" }),
    task("a", { helm: "post-install,post-upgrade", weight: "-1" }),
    env("d", { helm: "post-install,post-upgrade", helmPolicy: "hook-succeeded" }),
    task("e", { helm: "pre-delete" }),
    task("f", { helm: "test" }),
    env("g", { weight: "3" }),
    env("h"),
  ]),
  "hooks of Helm for one action": twice([
    task("a", { helm: "pre-upgrade" }),
    task("b", { helm: "post-install" }),
    task("c", { helm: "post-upgrade" }),
    task("d", { helm: "pre-install" }),
    task("e", { helm: "pre-rollback" }),
    task("f", { helm: "pre-install,post-upgrade" }),
    env("g"),
  ]),
  "words of both dialects": twice([
    task("a", { hook: "PostSync", helm: "pre-install,pre-upgrade" }),
    task("b", { hook: "Oops", helm: "pre-install,pre-upgrade", weight: "2" }),
    task("c", { hook: "Oops" }),
    task("d", { hook: "PreSync", weight: "1", helmPolicy: "hook-succeeded" }),
    task("e", { hook: "PreSync", wave: "-1", weight: "4" }),
    env("f"),
  ]),
  "a CRD in a later wave": (namespace) => ({
    first: [
      mark(definition(customGroup(namespace), "Cog"), { wave: "4" }),
      mark(custom("Cog", "m", namespace), { wave: "1", unwatched: "true" }),
      env("z", { wave: "1" }),
      mark(make("Service", "s", namespace), { wave: "1" }),
      mark(make("ControllerRevision", "a", namespace), { wave: "1" }),
      mark(make("ControllerRevision", "x", namespace), { wave: "1" }),
      env("b", { wave: "2" }),
    ],
  }),
  "a CRD in the wave of its custom resources": (namespace) => ({
    first: [
      definition(customGroup(namespace), "Cog"),
      mark(custom("Cog", "m", namespace), { unwatched: "true" }),
      make("Service", "s", namespace),
      env("z"),
    ],
  }),
  "a Namespace in a later wave": (namespace) => ({
    first: [
      mark(namespaceNamed(`home-${namespace}`), { wave: "3" }),
      within(mark(make("Service", "m", namespace), { wave: "1" }), `home-${namespace}`),
      mark(make("ServiceAccount", "a", namespace), { wave: "1" }),
      within(env("z", { wave: "2" }), `home-${namespace}`),
      env("b", { wave: "3" }),
    ],
  }),
  "a Namespace of a hook": (namespace) => ({
    first: [
      namespaceNamed(`home-${namespace}`),
      within(task("m", { hook: "PreSync", wave: "1" }), `home-${namespace}`),
      env("a", { hook: "PreSync" }),
      within(env("z"), `home-${namespace}`),
    ],
  }),
  pruning: () => ({
    first: [
      env("a", { wave: "-2" }),
      env("b", { wave: "1" }),
      mark(make("Deployment", "c", ""), { wave: "1" }),
      env("d", { wave: "3" }),
      env("e", { options: "PruneLast=true" }),
      env("f"),
      env("stays"),
      env("later", { wave: "5" }),
    ],
    second: [changed(env("stays")), changed(env("later", { wave: "5" }))],
  }),
  "a hook that fails": twice([
    failingTask("a", { hook: "PreSync", policy: "HookFailed" }),
    task("b", { hook: "PreSync" }),
    task("c", { hook: "PreSync", wave: "1" }),
    task("d", { hook: "SyncFail", policy: "HookSucceeded" }),
    task("e", { hook: "SyncFail", wave: "1" }),
    env("f"),
  ]),
  "a hook that fails last": twice([
    failingTask("a", { hook: "PostSync" }),
    task("b", { hook: "PreSync", policy: "HookFailed" }),
    task("c", { hook: "PreSync", policy: "HookSucceeded" }),
    failingTask("d", { hook: "SyncFail" }),
    task("e", { hook: "SyncFail", wave: "2" }),
    env("f"),
  ]),
  "an object that fails": twice([
    failingTask("a", { wave: "-1" }),
    env("b"),
    task("c", { hook: "SyncFail" }),
    task("d", { hook: "PostSync" }),
  ]),
  "an object that is refused": (namespace) => ({
    first: [
      mark(onPort("a", namespace), { wave: "-1" }),
      onPort("b", namespace),
      env("c"),
      make("Deployment", "d", namespace),
      task("e", { hook: "SyncFail" }),
      env("f", { wave: "1" }),
    ],
  }),
};

/** A Service on a port of the nodes that is the same for all of a namespace: the second one is refused. */
function onPort(name: string, namespace: string): JsonObject {
  const nodePort = 30_000 + (Number.parseInt(namespace.slice(-6), 16) % 2700);
  return service(name, { spec: { type: "NodePort", ports: [{ port: 80, nodePort }] } });
}
