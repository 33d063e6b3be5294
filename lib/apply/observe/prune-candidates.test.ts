import test from "ava";

import { offlineId, offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { manifestHash, withMembership } from "../../inventory/applyset-membership.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { findCandidates } from "./prune-candidates.ts";

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
