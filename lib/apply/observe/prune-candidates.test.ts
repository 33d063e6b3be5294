import test from "ava";

import { offlineId, offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { manifestHash, withMembership } from "../../inventory/applyset-membership.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { findCandidates, neededBySet } from "./prune-candidates.ts";
import { defines, object as written, planned } from "../../../fixtures/planned.ts";

/** A ConfigMap as the release with that id has applied it. */
function member(name: string, id: string = offlineId): JsonObject {
  const manifest = shopObject(`v1 ConfigMap ${name}`);
  const sent = withMembership(manifest, { id, hash: manifestHash(manifest) });
  return { ...sent, metadata: { ...objectField(manifest, "metadata"), ...objectField(sent, "metadata") } };
}

function candidates(objects: readonly JsonObject[], wanted: readonly string[] = []): readonly string[] {
  const { deps } = offlineSession();
  for (const object of objects) {
    deps.liveObjects.take(object);
  }
  return [...findCandidates(deps, offlineId, (key) => wanted.includes(key)).keys()];
}

test("a member of the release that its set no longer has is a candidate", (t) => {
  t.deepEqual(candidates([member("old")]), ["/namespaces/shop/ConfigMap/old"]);
});

test("a member that the set has stays", (t) => {
  t.deepEqual(candidates([member("env"), member("old")], ["/namespaces/shop/ConfigMap/env"]), [
    "/namespaces/shop/ConfigMap/old",
  ]);
});

test("the predicate may decide by the state of the object", (t) => {
  const { deps } = offlineSession();
  const kept = { ...member("kept"), data: { keep: "yes" } };
  for (const object of [kept, member("old")]) {
    deps.liveObjects.take(object);
  }
  const found = findCandidates(deps, offlineId, (_, object) => objectField(object, "data")["keep"] === "yes");
  t.deepEqual([...found], [["/namespaces/shop/ConfigMap/old", member("old")]]);
});

/** Objects that look like members and are none. */
const ignores = test.macro({
  title: (_, fact: string) => `${fact} is no candidate`,
  exec(t, _fact: string, object: JsonObject) {
    t.deepEqual(candidates([object]), []);
  },
});

/** The member with other metadata. */
function altered(metadata: JsonObject): JsonObject {
  const object = member("old");
  return { ...object, metadata: { ...objectField(object, "metadata"), ...metadata } };
}

test(ignores, "a member of another release", member("old", "applyset-other-v1"));
test(ignores, "an object without marks", shopObject("v1 ConfigMap old"));
test(
  ignores,
  "an object with the label alone",
  shopObject("v1 ConfigMap old", { labels: { [partOfLabel]: offlineId } }),
);
test(ignores, "a copy of a member under another name", altered({ name: "copy" }));
test(ignores, "a copy of a member in another namespace", altered({ namespace: "elsewhere" }));
test(
  ignores,
  "an object that a controller owns",
  altered({ ownerReferences: [{ uid: "set", controller: true }] }),
);

test("an object that is gone is no candidate", (t) => {
  const { deps } = offlineSession();
  deps.liveObjects.take(member("old"));
  deps.liveObjects.takeGone(member("old"));
  t.is(findCandidates(deps, offlineId, () => false).size, 0);
});

const set = [
  written("ConfigMap/env", { namespace: "shop" }),
  written("ClusterRole/reader"),
  written("stable.example.com/v1/CronTab/nightly", { namespace: "shop" }),
];

function definitionOf(group: string, kind: string): JsonObject {
  return written("CustomResourceDefinition/crontabs.example.com", { body: defines(group, kind) });
}

/** Why a set in the release namespace `default` needs an object that it lacks. */
const needs = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    live: JsonObject,
    expected: string | undefined,
    objects: readonly JsonObject[] = set,
  ) {
    t.is(neededBySet(planned(objects).plan)(live), expected);
  },
});

const crontab = "stable.example.com/namespaces/shop/CronTab/nightly";

test(
  needs,
  "a namespace with objects of the set",
  written("Namespace/shop"),
  `it contains ${crontab} of the set`,
);
test(
  needs,
  "the namespace of the release",
  written("Namespace/default"),
  "it contains the record of the release",
);
test(needs, "a namespace without any of its objects is not needed", written("Namespace/other"), undefined);
test(
  needs,
  "the definition of a kind of the set",
  definitionOf("stable.example.com", "CronTab"),
  `it defines the kind of ${crontab} of the set`,
);
test(
  needs,
  "the definition of a kind of that name in another group is not needed",
  definitionOf("unstable.example.com", "CronTab"),
  undefined,
);
test(
  needs,
  "the definition of a kind that the set has no objects of is not needed",
  definitionOf("stable.example.com", "Widget"),
  undefined,
);
test(
  needs,
  "other objects are not needed, even in a namespace of the set",
  written("Secret/a", { namespace: "shop" }),
  undefined,
);
test(
  needs,
  "a Namespace of another group is no namespace",
  written("example.com/v1/Namespace/shop"),
  undefined,
);
test(
  needs,
  "a definition of another group defines no kind",
  { ...definitionOf("stable.example.com", "CronTab"), apiVersion: "example.com/v1" },
  undefined,
);
test(
  needs,
  "an empty set still needs the namespace of its record",
  written("Namespace/default"),
  "it contains the record of the release",
  [],
);
test(
  needs,
  "cluster-scoped objects are in no namespace",
  { apiVersion: "v1", kind: "Namespace", metadata: {} },
  undefined,
  [written("ConfigMap/env")],
);
