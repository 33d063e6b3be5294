import test from "ava";

import { recordedAt, targetOf } from "../../../fixtures/recorded-run.ts";
import { releaseJson, releaseTable } from "./release-table.ts";
import type { ObjectStatus } from "../../apply/release/object-status.ts";
import { statusJson, statusTable } from "./status-table.ts";

const rows: readonly ObjectStatus[] = [
  {
    target: targetOf("apps/namespaces/shop/Deployment/web"),
    actuation: "Succeeded",
    reconcile: "Pending",
    message: "1 of 3 replicas\n available",
  },
  {
    target: targetOf("/namespaces/shop/ConfigMap/\u001B[2Jx"),
    actuation: "Succeeded",
    reconcile: "Succeeded",
    message: "",
    kept: "helm.sh/resource-policy",
  },
];

test("the status lists each object with its applied and ready state and the reason", (t) => {
  t.is(
    statusTable(rows, { color: false, width: 120, namespace: "shop" }),
    `OBJECT              APPLIED    READY      REASON
Deployment/web      Succeeded  Pending    1 of 3 replicas available
ConfigMap/\\x1b[2Jx  Succeeded  Succeeded  kept: helm.sh/resource-policy

2 objects: 1 ready, 1 pending
`,
  );
});

test("on a narrow terminal the details of an object are shown below it", (t) => {
  t.is(
    statusTable(rows.slice(0, 1), { color: false, width: 40, namespace: "shop" }),
    `Deployment/web
  applied: Succeeded, ready: Pending
  1 of 3 replicas available

1 object: 0 ready, 1 pending
`,
  );
});

test("a namespace other than the release's is shown, and objects in several get a namespace column", (t) => {
  const web = rows.slice(0, 1);
  const jobs = web.map((row) => ({ ...row, target: targetOf("batch/namespaces/jobs/Job/web") }));
  t.true(
    statusTable(rows, { color: false, width: 120, namespace: "a" }).endsWith(
      "namespace shop: 2 objects: 1 ready, 1 pending\n",
    ),
  );
  t.is(
    statusTable([...web, ...jobs], { color: false, width: 120, namespace: "shop" }),
    `NAMESPACE  OBJECT          APPLIED    READY    REASON
shop       Deployment/web  Succeeded  Pending  1 of 3 replicas available
jobs       Job/web         Succeeded  Pending  1 of 3 replicas available

2 objects: 0 ready, 2 pending
`,
  );
  t.true(
    statusTable([...web, ...jobs], { color: false, width: 30, namespace: "shop" }).startsWith(
      "Deployment/web -n shop\n",
    ),
  );
});

test("suspended objects are counted separately", (t) => {
  const paused = rows.map((row) => ({ ...row, reconcile: "Suspended" as const }));
  t.true(
    statusTable(paused, { color: false, width: 120, namespace: "shop" }).endsWith(
      "2 objects: 0 ready, 2 suspended\n",
    ),
  );
});

test("a release without objects prints that it has none", (t) => {
  t.is(statusTable([], { color: false, width: 80, namespace: "shop" }), "the release has no objects\n");
});

test("the JSON of a status has each object's reference and its parts", (t) => {
  const document = JSON.parse(statusJson(rows)) as { kind: string; objects: readonly object[] };
  t.is(document.kind, "Status");
  t.deepEqual(document.objects[0], {
    ref: "apps/namespaces/shop/Deployment/web",
    group: "apps",
    kind: "Deployment",
    namespace: "shop",
    name: "web",
    actuation: "Succeeded",
    reconcile: "Pending",
    message: "1 of 3 replicas\n available",
  });
});

const blog = { release: "blog", namespace: "shop", objects: 12, installed: true, updated: recordedAt };

test("releases are shown as a table without empty columns", (t) => {
  t.is(
    releaseTable([blog], { color: false, width: 80 }),
    `NAMESPACE  RELEASE  OBJECTS  INSTALLED  UPDATED
shop       blog     12       yes        2026-11-21T08:00:00Z
`,
  );
  t.is(
    releaseTable([{ release: "a", namespace: "b", installed: false }], { color: false, width: 80 }),
    "NAMESPACE  RELEASE  INSTALLED\nb          a        no\n",
  );
  t.is(releaseTable([], { color: false, width: 80 }), "no releases\n");
});

test("the outcome of the last run of a release is shown in the table and in JSON", (t) => {
  const ended = ["timedOut", "converged", "failed"].map((verdict) => ({ ...blog, verdict }));
  const table = releaseTable(ended, { color: false, width: 100 });
  t.deepEqual(
    table.split("\n").flatMap((line) => /(?:yes {8})(.*?) {2}/.exec(line)?.[1] ?? []),
    ["timed out", "succeeded", "failed"],
  );
  t.true(releaseJson(ended).includes('"lastRun": "timedOut"'));
});

test("on a narrow terminal the details of a release are shown below it", (t) => {
  t.is(
    releaseTable([blog], { color: false, width: 40 }),
    "shop/blog\n  objects: 12\n  installed: yes\n  updated: 2026-11-21T08:00:00Z\n",
  );
});

test("the JSON of releases is one document", (t) => {
  t.deepEqual(JSON.parse(releaseJson([blog])), {
    apiVersion: "converge.dev/v1",
    kind: "ReleaseList",
    releases: [{ ...blog, updated: "2026-11-21T08:00:00Z" }],
  });
});
