import { gzipSync } from "node:zlib";

import test from "ava";

import type { JsonObject } from "../object/json.ts";
import {
  helmBusy,
  helmManifest,
  type HelmRevision,
  helmRevisions,
  retainedRevisions,
  wasUp,
} from "./helm-record.ts";

const helm = { name: "shop", namespace: "web" };

/** A revision as Helm keeps it: base64 by Helm, and by the Secret once more. */
function secret(release: string | Buffer, facts: JsonObject = {}): JsonObject {
  const inner = Buffer.from(release).toString("base64");
  return {
    type: "helm.sh/release.v1",
    data: { release: Buffer.from(inner).toString("base64") },
    ...facts,
  };
}

const zipped = (value: JsonObject): Buffer => gzipSync(JSON.stringify(value));
const damaged = { fault: "it is damaged" };
const unpackable = { fault: "it is damaged or too large" };
const alien = { fault: "it is not a revision of Helm" };

/** The manifest that is read from a Secret, or what is wrong with it. */
const testManifest = test.macro({
  exec(t, given: JsonObject, manifest: ReturnType<typeof helmManifest>) {
    t.deepEqual(helmManifest(given, 1000), manifest);
  },
  title: (name) => name ?? "",
});

test("a zipped revision is read", testManifest, secret(zipped({ manifest: "kind: A" })), "kind: A");
test(
  "a revision of early Helm is not zipped",
  testManifest,
  secret(JSON.stringify({ manifest: "kind: A" })),
  "kind: A",
);
test("a revision without a manifest is damaged", testManifest, secret(zipped({ name: "shop" })), damaged);
test("a revision that is no JSON is damaged", testManifest, secret(gzipSync("manifest")), damaged);
test("JSON of another shape is damaged", testManifest, secret(gzipSync("[null]")), damaged);
test(
  "a manifest that is no text is damaged",
  testManifest,
  secret(zipped({ manifest: { kind: "A" } })),
  damaged,
);
test(
  "a revision that ends too early is damaged",
  testManifest,
  secret(zipped({ manifest: "a" }).subarray(0, 20)),
  unpackable,
);
test(
  "a bomb unpacks no further than the limit",
  testManifest,
  secret(zipped({ manifest: "a".repeat(2000) })),
  unpackable,
);
test(
  "a Secret of another type holds no revision",
  testManifest,
  secret(zipped({ manifest: "a" }), { type: "Opaque" }),
  alien,
);
test("a Secret without a release holds no revision", testManifest, { type: "helm.sh/release.v1" }, alien);
test("a Secret that is gone holds no revision", testManifest, {}, alien);

function named(name: string, status: string): JsonObject {
  return { metadata: { name, labels: { status } } };
}

test("revisions are known by name, and the newest comes first", (t) => {
  const found = helmRevisions(
    [
      named("sh.helm.release.v1.shop.v2", "superseded"),
      named("sh.helm.release.v1.shop.v10", "deployed"),
      named("sh.helm.release.v1.shop.v1.v3", "deployed"),
      named("sh.helm.release.v1.shop.v", "deployed"),
      named("another", "deployed"),
    ],
    helm,
  );
  t.deepEqual(
    found.map(({ number, status }) => `${number} ${status}`),
    ["10 deployed", "2 superseded"],
  );
});

/** Revisions of these statuses, the oldest first, and so the first number. */
function revisions(statuses: string): readonly HelmRevision[] {
  return statuses
    .split(" ")
    .map((status, index) => ({ secret: `v${index + 1}`, number: index + 1, status }))
    .toReversed();
}

/** Which revisions stand, whether the release was ever up, and whether Helm is at work on it. */
const testLife = test.macro({
  exec(t, statuses: string, [status, isUp, isBusy]: readonly [readonly number[], boolean, boolean]) {
    const all = revisions(statuses);
    t.deepEqual(
      retainedRevisions(all).map(({ number }) => number),
      status,
    );
    t.is(wasUp(all), isUp);
    t.is(helmBusy(all, helm) !== undefined, isBusy);
  },
  title: (_, statuses: string) => `a release that was ${statuses.replaceAll(" ", ", then ")}`,
});

test(testLife, "deployed", [[1], true, false]);
test(testLife, "superseded deployed", [[2], true, false]);
test(testLife, "superseded deployed failed", [[3, 2], true, false]);
test(testLife, "deployed pending-upgrade", [[2, 1], true, true]);
test(testLife, "superseded pending-rollback", [[2], true, true]);
test(testLife, "failed", [[1], false, false]);
test(testLife, "failed failed", [[2], false, false]);
test(testLife, "pending-install", [[1], false, false]);
test(testLife, "uninstalling", [[1], false, true]);
test(testLife, "uninstalled", [[1], false, false]);

test("nothing stands of a release that Helm does not know", (t) => {
  t.deepEqual(retainedRevisions([]), []);
  t.is(helmBusy([], helm), undefined);
});

test("a refusal names what is under way and how to end it", (t) => {
  t.is(
    helmBusy(revisions("deployed pending-upgrade"), helm),
    "Helm release web/shop has an operation in progress (revision 2: pending-upgrade): let it finish, or end it with helm rollback shop -n web, then run again",
  );
});
