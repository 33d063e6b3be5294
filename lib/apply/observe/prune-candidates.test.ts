import test from "ava";

import { offlineId, offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { manifestHash, withMembership } from "../../inventory/applyset-membership.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { findCandidates, neededBySet } from "./prune-candidates.ts";
import { defines, object as written, planned } from "../../../fixtures/planned.ts";

/** A ConfigMap that the release with this id has applied. */
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

test("an object of the release that is no longer in the set is a prune candidate", (t) => {
  t.deepEqual(candidates([member("old")]), ["/namespaces/shop/ConfigMap/old"]);
});

test("an object of the release that is in the set is not a prune candidate", (t) => {
  t.deepEqual(candidates([member("env"), member("old")], ["/namespaces/shop/ConfigMap/env"]), [
    "/namespaces/shop/ConfigMap/old",
  ]);
});

test("the predicate for prune candidates gets the live object", (t) => {
  const { deps } = offlineSession();
  const kept = { ...member("kept"), data: { keep: "yes" } };
  for (const object of [kept, member("old")]) {
    deps.liveObjects.take(object);
  }
  const found = findCandidates(deps, offlineId, (_, object) => objectField(object, "data")["keep"] === "yes");
  t.deepEqual([...found], [["/namespaces/shop/ConfigMap/old", member("old")]]);
});

/** Objects that look like objects of the release but are not. */
const ignores = test.macro({
  title: (_, fact: string) => `${fact} is not a prune candidate`,
  exec(t, _fact: string, object: JsonObject) {
    t.deepEqual(candidates([object]), []);
  },
});

/** An object of the release with changed metadata. */
function altered(metadata: JsonObject): JsonObject {
  const object = member("old");
  return { ...object, metadata: { ...objectField(object, "metadata"), ...metadata } };
}

test(ignores, "an object of another release", member("old", "applyset-other-v1"));
test(ignores, "an object without labels and annotations", shopObject("v1 ConfigMap old"));
test(
  ignores,
  "an object with only the ApplySet label",
  shopObject("v1 ConfigMap old", { labels: { [partOfLabel]: offlineId } }),
);
test(ignores, "a copy of an object of the release with another name", altered({ name: "copy" }));
test(ignores, "a copy of an object of the release in another namespace", altered({ namespace: "elsewhere" }));
test(
  ignores,
  "an object that a controller owns",
  altered({ ownerReferences: [{ uid: "set", controller: true }] }),
);

test("a deleted object is not a prune candidate", (t) => {
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

/** Why a set in the release namespace `default` needs an object that is not in the set. */
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
  "a namespace with objects of the set is needed by the set",
  written("Namespace/shop"),
  `it contains ${crontab} of the set`,
);
test(
  needs,
  "the namespace of the release is needed by the set",
  written("Namespace/default"),
  "it contains the record of the release",
);
test(
  needs,
  "a namespace without objects of the set is not needed by the set",
  written("Namespace/other"),
  undefined,
);
test(
  needs,
  "the CRD of a kind of the set is needed by the set",
  definitionOf("stable.example.com", "CronTab"),
  `it defines the kind of ${crontab} of the set`,
);
test(
  needs,
  "the CRD of a kind with the same name in another group is not needed by the set",
  definitionOf("unstable.example.com", "CronTab"),
  undefined,
);
test(
  needs,
  "the CRD of a kind without objects in the set is not needed by the set",
  definitionOf("stable.example.com", "Widget"),
  undefined,
);
test(
  needs,
  "objects that are not namespaces or CRDs are not needed by the set",
  written("Secret/a", { namespace: "shop" }),
  undefined,
);
test(
  needs,
  "a Namespace of another API group is not needed by the set",
  written("example.com/v1/Namespace/shop"),
  undefined,
);
test(
  needs,
  "a CustomResourceDefinition of another API group is not needed by the set",
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
  "a Namespace without a name is not needed by the set",
  { apiVersion: "v1", kind: "Namespace", metadata: {} },
  undefined,
  [written("ConfigMap/env")],
);
