import test from "ava";

import { edgeTexts, orderEdges, orderNodes } from "../../fixtures/order-nodes.ts";
import { indexedSet, manifestsOf, shortKey } from "../../fixtures/ordered-set.ts";
import { defines, hook, object, weight } from "../../fixtures/planned.ts";
import { noDirectives } from "../annotation/directives.ts";
import type { JsonObject } from "../object/json.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { ManifestIndex } from "./index/manifest-index.ts";
import { isFromCrdsFolder } from "../manifest/crd.ts";
import { type ActionEvents, edgesBetween, eventsAround, selectNodes } from "./select-nodes.ts";

const install: ActionEvents = {
  pre: "pre-install",
  main: "install",
  post: "post-install",
  fail: "sync-fail",
};
const deletion: ActionEvents = { pre: "pre-delete", main: null, post: "post-delete", fail: null };

/** The nodes of an action as `object: stage weight`, with an exclamation mark for a specified weight. */
function nodesOf(events: ActionEvents, ...objects: readonly JsonObject[]): readonly string[] {
  const set = indexedSet(objects);
  return selectNodes(set, events).map((node) => {
    const words = [node.freed ? " freed" : "", node.first ? " first" : "", node.hook === null ? "" : " hook"];
    return `${shortKey(set.manifest(node.manifest))}: ${node.stage} ${node.weight}${node.weightWritten ? "!" : ""}${words.join("")}`;
  });
}
const selects = test.macro(
  (
    t,
    events: ActionEvents,
    annotations: Readonly<Record<string, string>>,
    ...expected: readonly string[]
  ) => {
    t.deepEqual(nodesOf(events, object("Job/a", { annotations })), expected);
  },
);
const on = (value: string): Readonly<Record<string, string>> => ({ "werf.io/deploy-on": value });
const freeing = { "werf.io/deploy-dependency-x": "state=ready,kind=Service" };

test("an object without annotations is in the main stage at weight 0", selects, install, {}, "Job/a: main 0");
test("an explicit weight is marked as specified, even 0", selects, install, weight(0), "Job/a: main 0!");
test(
  "a hook of the current action is in the stage of its event",
  selects,
  install,
  hook("post-install", 3),
  "Job/a: post 3! hook",
);
test("a hook of another action is not selected", selects, install, hook("pre-upgrade"));
test(
  "a hook with a pre and a post event of the action is in both stages",
  selects,
  install,
  hook("pre-install,post-install"),
  "Job/a: pre 0 hook",
  "Job/a: post 0 hook",
);
test(
  "deploy-on places an object in the main stage of a listed action",
  selects,
  install,
  on("install"),
  "Job/a: main 0",
);
test("deploy-on excludes an object from an action that is not listed", selects, install, on("upgrade"));
test(
  "deploy-on has precedence over the events of helm.sh/hook",
  selects,
  install,
  { ...on("post-install"), ...hook("pre-install") },
  "Job/a: post 0 hook",
);
test(
  "deploy-on can list stages before and after the main stage",
  selects,
  install,
  on("pre-install,install"),
  "Job/a: pre 0 hook",
  "Job/a: main 0",
);
test(
  "a deploy dependency frees an object from its weight",
  selects,
  install,
  { ...freeing, ...weight(5) },
  "Job/a: main 0 freed",
);
test(
  "a deploy dependency does not free a hook from its weight",
  selects,
  install,
  { ...freeing, ...hook("pre-install", 2) },
  "Job/a: pre 2! hook",
);
test(
  "a pre-delete hook is in the pre stage of a deletion",
  selects,
  deletion,
  hook("pre-delete"),
  "Job/a: pre 0 hook",
);
test("an object without events is in the main stage of a deletion", selects, deletion, {}, "Job/a: main 0");
test("an object with deploy-on is not in the main stage of a deletion", selects, deletion, on("install"));

const definition = object("CustomResourceDefinition/things.example.com", {
  body: defines("example.com", "Thing"),
});
test("a CRD is first in the main stage unless it has a weight, and is never freed", (t) => {
  const name = "CustomResourceDefinition/things.example.com";
  const body = defines("example.com", "Thing");
  t.deepEqual(nodesOf(install, definition), [`${name}: main 0 first`]);
  t.deepEqual(nodesOf(install, object(name, { body, annotations: weight(7) })), [`${name}: main 7!`]);
  t.deepEqual(nodesOf(install, object(name, { body, annotations: freeing })), [`${name}: main 0 first`]);
});

function fromCrdsFolder(written: JsonObject): Manifest | undefined {
  const [manifest] = manifestsOf([written]);
  return (
    manifest && {
      ...manifest,
      document: { ...manifest.document, source: { ...manifest.document.source, isChartCrds: true } },
    }
  );
}

test("a CRD of a chart's crds folder is in the crds stage, regardless of its annotations", (t) => {
  const crd = fromCrdsFolder(definition);
  const other = fromCrdsFolder(object("ConfigMap/a"));
  if (crd === undefined || other === undefined) {
    t.fail();
    return;
  }
  t.true(isFromCrdsFolder(crd));
  t.false(isFromCrdsFolder(other));
  const directives = {
    ...noDirectives,
    hook: { events: ["pre-install"], deletePolicy: [], path: [] },
  } as const;
  t.deepEqual(eventsAround(crd, directives), []);
  t.deepEqual(eventsAround(other, directives), ["pre-install"]);
  const set = new ManifestIndex([crd], [directives], "default");
  t.like(selectNodes(set, install)[0], { stage: "crds", weight: 0, hook: null, first: false });
});

const [pre, main, other] = orderNodes("pre 0 hook", "main 0", "main 0");
/** The nodes of manifests by their numbers, and the edges between them. */
const maps = test.macro(
  (
    t,
    manifests: readonly (readonly [number, "pre" | "main"])[],
    edges: readonly string[],
    expected: readonly string[],
  ) => {
    const nodes = manifests.flatMap(([manifest, stage]) => {
      const node = stage === "pre" ? pre : main;
      return node === undefined ? [] : [{ ...node, manifest }];
    });
    t.deepEqual(
      edgeTexts(edgesBetween(nodes, orderEdges(...edges))),
      expected.map((ends) => `${ends} depends-on`),
    );
  },
);

test(
  "edges between manifests become edges between their nodes",
  maps,
  [
    [3, "main"],
    [7, "main"],
  ],
  ["7→3"],
  ["1→0"],
);
test(
  "edges of manifests without a node are dropped",
  maps,
  [
    [0, "main"],
    [2, "main"],
  ],
  ["0→1", "1→2", "2→0"],
  ["1→0"],
);
test(
  "an edge to a manifest with two nodes leads to its first node",
  maps,
  [
    [0, "pre"],
    [0, "main"],
    [1, "main"],
  ],
  ["1→0"],
  ["2→0"],
);
test(
  "each node of a manifest has the edges of the manifest",
  maps,
  [
    [0, "pre"],
    [0, "main"],
    [1, "main"],
  ],
  ["0→1"],
  ["0→2", "1→2"],
);
test(
  "an edge between manifests with two nodes each connects the nodes stage by stage",
  maps,
  [
    [0, "pre"],
    [0, "main"],
    [1, "pre"],
    [1, "main"],
  ],
  ["0→1"],
  ["0→2", "1→3"],
);

test("an edge is returned unchanged if its nodes have the numbers of their manifests", (t) => {
  if (main === undefined || other === undefined) {
    t.fail();
    return;
  }
  const [edge] = orderEdges("0→1");
  t.is(
    edgesBetween(
      [
        { ...main, manifest: 0 },
        { ...other, manifest: 1 },
      ],
      edge === undefined ? [] : [edge],
    )[0],
    edge,
  );
});
