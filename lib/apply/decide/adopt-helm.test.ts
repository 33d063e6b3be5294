import test from "ava";

import { offlineRun, offlineSession, noServer } from "../../../fixtures/offline-run.ts";
import { object } from "../../../fixtures/planned.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { newParent, type ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import { manifestFromLive } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { Result } from "../model/event.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import type { HelmRelease } from "../store/helm-release.ts";
import { findLeftovers, reportAdoption, requireHelmRelease } from "./adopt-helm.ts";
import type { Decision } from "./decide-object.ts";

const helm: HelmRelease = {
  name: "web",
  namespace: "shop",
  owner: "shop/web",
  storage: "found",
  wasUp: true,
  stored: [],
};

const marked: JsonObject = {
  metadata: {
    labels: { "app.kubernetes.io/managed-by": "Helm" },
    annotations: { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" },
  },
};
const ofHelm: Decision = { type: "unchanged", live: marked };
const ofNobody: Decision = { type: "unchanged", live: { metadata: {} } };
const refused: Decision = { type: "foreign", reason: "it belongs to Helm (shop/blog)" };

const never = newParent("test", "shop");
const deployed: Revision = {
  number: 1,
  at: 0,
  action: "install",
  outcome: "succeeded",
  digest: "",
  objects: 1,
  shards: 1,
};
const before: ParentRecord = { ...never, history: [deployed] };
const failedBefore: ParentRecord = { ...never, history: [{ ...deployed, outcome: "failed" }] };

interface Adoption {
  readonly storage: HelmRelease["storage"];
  readonly decisions?: readonly Decision[];
  readonly record?: ParentRecord;
}

/** What is reported of a Helm release to adopt; the refusal, if it is refused. */
function required({ storage, decisions = [], record = never }: Adoption): readonly string[] {
  const { context, notices } = offlineRun();
  try {
    requireHelmRelease({ ...helm, storage }, decisions, { record, context });
  } catch (error) {
    return error instanceof RefusedError ? [`refused: ${error.message}`] : [String(error)];
  }
  return notices();
}

/** What is reported of a Helm release to adopt. */
const requires = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, adoption: Adoption, expected: RegExp | undefined) {
    const reported = required(adoption);
    t.is(reported.length, expected === undefined ? 0 : 1);
    t.regex(reported.join("\n"), expected ?? /^$/);
  },
});

test(
  requires,
  "a release that Helm knows is adopted, whatever the set has of it",
  { storage: "found" },
  undefined,
);
test(
  requires,
  "of a release that Helm does not know, what is marked is taken, and the rest stays",
  { storage: "missing", decisions: [ofNobody, ofHelm] },
  /^warning: Helm has no Secrets of release shop\/web in namespace shop: .* are unknown and are kept$/,
);
test(
  requires,
  "a release of which nothing exists is refused, and the other namespace is hinted at",
  { storage: "missing", decisions: [ofNobody] },
  /^refused: there is no Helm release shop\/web: no object of the set belongs to it, and Helm has no record of it; .*NAMESPACE\/NAME/,
);
test(
  requires,
  "a failed run before does not count as an adoption",
  { storage: "missing", record: failedBefore },
  /^refused: /,
);
test(
  requires,
  "a release that was adopted by an earlier run needs the flag no longer",
  { storage: "missing", decisions: [ofNobody], record: before },
  /^warning: Helm release shop\/web no longer exists: remove --adopt-helm-release$/,
);
test(
  requires,
  "where Helm's storage may not be read, marked objects are enough",
  { storage: "unreadable", decisions: [ofHelm] },
  undefined,
);
test(
  requires,
  "where Helm's storage may not be read, an earlier success is enough",
  { storage: "unreadable", record: before },
  undefined,
);
test(
  requires,
  "where Helm's storage may not be read and nothing is marked, it is refused without a claim about Helm",
  { storage: "unreadable" },
  /^refused: there is no Helm release shop\/web: no object of the set belongs to it; see helm list -A/,
);
test(
  requires,
  "an object of another Helm release is no mark of this one",
  { storage: "missing", decisions: [refused] },
  /^refused: /,
);

/** What is reported once a run with an adoption has ended. */
function reportedAfter(
  release: HelmRelease | undefined,
  verdict: Result["verdict"],
  dryRun: WriteChoices["dryRun"] = false,
): readonly string[] {
  const run = offlineRun();
  const { deps } = offlineSession({ run, choices: { dryRun } });
  reportAdoption(release, { verdict }, deps);
  return run.notices();
}

test("after an adoption the command that makes Helm forget the release is reported", (t) => {
  t.deepEqual(reportedAfter(helm, "converged"), [
    "warning: Helm still has a record of release shop/web: helm uninstall web would delete its objects. To delete the record: kubectl -n shop delete secret -l owner=helm,name=web",
  ]);
  t.regex(
    reportedAfter({ ...helm, storage: "unreadable" }, "converged").join("\n"),
    /^warning: Helm may still have a record of release shop\/web/,
  );
});

test("an adoption that did not succeed is to be repeated with the flag", (t) => {
  for (const verdict of ["failed", "timedOut", "interrupted"] as const) {
    t.regex(
      reportedAfter(helm, verdict).join("\n"),
      /^warning: Helm release shop\/web is only partly adopted: run again with --adopt-helm-release shop\/web$/,
    );
  }
});

test("nothing is left to be done without an adoption, after a dry run, or if Helm has forgotten the release", (t) => {
  t.deepEqual(reportedAfter(undefined, "converged"), []);
  t.deepEqual(reportedAfter(helm, "failed", "server"), []);
  t.deepEqual(reportedAfter(helm, "converged", "client"), []);
  t.deepEqual(reportedAfter({ ...helm, storage: "missing" }, "converged"), []);
});

const stored = ["env", "old"].map((name) => manifestFromLive(object(`ConfigMap/${name}`)));
const things = [manifestFromLive(object("example.com/v1/Thing/a"))];

test("objects of a Helm release that the set has, or whose kind is gone, are not searched for", async (t) => {
  const { deps } = offlineSession({ served: ["v1/ConfigMap"] });
  const wanted = new Set(["/namespaces/shop/ConfigMap/env", "/namespaces/shop/ConfigMap/old"]);
  const found = await findLeftovers(
    { ...helm, stored: [...stored, ...things] },
    (key) => wanted.has(key),
    deps,
  );
  t.deepEqual(found, new Map());
});

test("the other objects of a Helm release are read, in its namespace", async (t) => {
  const { deps } = offlineSession({ served: ["v1/ConfigMap"] });
  const wanted = new Set(["/namespaces/shop/ConfigMap/env"]);
  await t.throwsAsync(
    findLeftovers({ ...helm, stored }, (key) => wanted.has(key), deps),
    {
      instanceOf: AccessError,
      message: noServer,
    },
  );
});
