import test from "ava";

import { helmRelease as helm } from "../../../fixtures/helm-release.ts";
import { offlineRun, offlineSession } from "../../../fixtures/offline-run.ts";
import { newParent, type ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import type { JsonObject } from "../../object/json.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { Result } from "../model/event.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import { recordWith, reportAdoption, requireAdopted } from "./adoption.ts";
import { helmAdoption } from "./helm-adoption.ts";
import type { HelmRelease } from "./helm-release.ts";

const marked: JsonObject = {
  metadata: {
    labels: { "app.kubernetes.io/managed-by": "Helm" },
    annotations: { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" },
  },
};
const ofBlog: JsonObject = {
  metadata: {
    labels: { "app.kubernetes.io/managed-by": "Helm" },
    annotations: { "meta.helm.sh/release-name": "blog", "meta.helm.sh/release-namespace": "shop" },
  },
};
const unmarked: JsonObject = { metadata: {} };

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

interface Adopting {
  readonly storage: HelmRelease["storage"];
  readonly live?: readonly JsonObject[];
  readonly record?: ParentRecord;
}

/** What is reported of a Helm release to adopt; the refusal, if it is refused. */
function required({ storage, live = [], record = never }: Adopting): readonly string[] {
  const { context, notices } = offlineRun();
  try {
    requireAdopted(helmAdoption({ ...helm, storage }), live, { record, context });
  } catch (error) {
    return error instanceof RefusedError ? [`refused: ${error.message}`] : [String(error)];
  }
  return notices();
}

/** What is reported of a Helm release to adopt. */
const requires = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, adoption: Adopting, expected: RegExp | undefined) {
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
  { storage: "missing", live: [unmarked, marked] },
  /^warning: Helm has no Secrets of release shop\/web in namespace shop: .* are unknown and are kept$/,
);
test(
  requires,
  "a release of which nothing exists is refused, and the other namespace is hinted at",
  { storage: "missing", live: [unmarked] },
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
  { storage: "missing", live: [unmarked], record: before },
  /^warning: Helm release shop\/web no longer exists: remove --adopt-helm-release$/,
);
test(
  requires,
  "where Helm's storage may not be read, marked objects are enough",
  { storage: "unreadable", live: [marked] },
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
  { storage: "missing", live: [ofBlog] },
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
  reportAdoption(release && helmAdoption(release), { verdict }, deps);
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

test("a release that adopts a deployed one is upgraded next", (t) => {
  t.deepEqual(recordWith(never, helmAdoption(helm)), { ...never, installed: true });
});

test("a release that adopts one whose installation has failed is installed next", (t) => {
  t.is(recordWith(never, helmAdoption({ ...helm, wasUp: false })), never);
});

test("a release that was installed before stays so, whatever it adopts", (t) => {
  const installed = { ...never, installed: true };
  t.is(recordWith(installed, helmAdoption({ ...helm, wasUp: false })), installed);
  t.is(recordWith(installed, helmAdoption(helm)), installed);
});

test("without an adoption the record is as it was stored", (t) => {
  t.is(recordWith(never, undefined), never);
});
