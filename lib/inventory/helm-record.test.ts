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
const notUnpacked = { fault: "it is damaged or too large" };
const notHelm = { fault: "it is not a revision of Helm" };

/** Checks the manifest that is read from a Secret, or its fault. */
const testManifest = test.macro({
  exec(t, given: JsonObject, manifest: ReturnType<typeof helmManifest>) {
    t.deepEqual(helmManifest(given, 1000), manifest);
  },
  title: (name) => name ?? "",
});

test("a gzipped Helm revision is read", testManifest, secret(zipped({ manifest: "kind: A" })), "kind: A");
test(
  "an uncompressed Helm revision is read",
  testManifest,
  secret(JSON.stringify({ manifest: "kind: A" })),
  "kind: A",
);
test(
  "a Helm revision without a manifest is reported as damaged",
  testManifest,
  secret(zipped({ name: "shop" })),
  damaged,
);
test(
  "a Helm revision that is not JSON is reported as damaged",
  testManifest,
  secret(gzipSync("manifest")),
  damaged,
);
test(
  "a Helm revision with JSON of another shape is reported as damaged",
  testManifest,
  secret(gzipSync("[null]")),
  damaged,
);
test(
  "a Helm revision whose manifest is not a string is reported as damaged",
  testManifest,
  secret(zipped({ manifest: { kind: "A" } })),
  damaged,
);
test(
  "a truncated Helm revision is reported as damaged or too large",
  testManifest,
  secret(zipped({ manifest: "a" }).subarray(0, 20)),
  notUnpacked,
);
test(
  "a Helm revision larger than the limit is reported as damaged or too large",
  testManifest,
  secret(zipped({ manifest: "a".repeat(2000) })),
  notUnpacked,
);
test(
  "a Secret of another type is not a Helm revision",
  testManifest,
  secret(zipped({ manifest: "a" }), { type: "Opaque" }),
  notHelm,
);
test(
  "a Secret without release data is not a Helm revision",
  testManifest,
  { type: "helm.sh/release.v1" },
  notHelm,
);
test("an empty object is not a Helm revision", testManifest, {}, notHelm);

function named(name: string, status: string): JsonObject {
  return { metadata: { name, labels: { status } } };
}

test("Helm revisions are recognized by the names of their Secrets, and sorted newest first", (t) => {
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

/** Revisions with these statuses, which are given oldest first and numbered from 1. */
function revisions(statuses: string): readonly HelmRevision[] {
  return statuses
    .split(" ")
    .map((status, index) => ({ secret: `v${index + 1}`, number: index + 1, status }))
    .toReversed();
}

/** Checks which revisions are retained, whether the release was ever deployed, and whether Helm is busy. */
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
  title: (_, statuses: string) =>
    `the state of a Helm release is derived from its revisions: ${statuses.replaceAll(" ", ", ")}`,
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

test("a Helm release without revisions retains none and is not busy", (t) => {
  t.deepEqual(retainedRevisions([]), []);
  t.is(helmBusy([], helm), undefined);
});

test("the refusal of a busy Helm release names the operation and how to end it", (t) => {
  t.is(
    helmBusy(revisions("deployed pending-upgrade"), helm),
    "Helm release web/shop has an operation in progress (revision 2: pending-upgrade): let it finish, or end it with helm rollback shop -n web, then run again",
  );
});
