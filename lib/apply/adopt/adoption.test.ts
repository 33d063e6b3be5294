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

/** The notices for a Helm release to adopt; the refusal, if it is refused. */
function required({ storage, live = [], record = never }: Adopting): readonly string[] {
  const { context, notices } = offlineRun();
  try {
    requireAdopted(helmAdoption({ ...helm, storage }), live, { record, context });
  } catch (error) {
    return error instanceof RefusedError ? [`refused: ${error.message}`] : [String(error)];
  }
  return notices();
}

/** Expects one notice for a Helm release to adopt, or none. */
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
  "a release that Helm has a record of is adopted, even if no live object belongs to it",
  { storage: "found" },
  undefined,
);
test(
  requires,
  "without a Helm record, only objects with Helm's labels are adopted, with a warning",
  { storage: "missing", live: [unmarked, marked] },
  /^warning: Helm has no Secrets of release shop\/web in namespace shop: .* are unknown and are kept$/,
);
test(
  requires,
  "adopting a Helm release that does not exist is refused, with a hint to specify its namespace",
  { storage: "missing", live: [unmarked] },
  /^refused: there is no Helm release shop\/web: no object of the set belongs to it, and Helm has no record of it; .*NAMESPACE\/NAME/,
);
test(
  requires,
  "an earlier failed run does not count as an adoption",
  { storage: "missing", record: failedBefore },
  /^refused: /,
);
test(
  requires,
  "if an earlier run has adopted the Helm release, a warning asks to remove the flag",
  { storage: "missing", live: [unmarked], record: before },
  /^warning: Helm release shop\/web no longer exists: remove --adopt-helm-release$/,
);
test(
  requires,
  "if Helm's storage is unreadable, objects with Helm's labels are enough to adopt the release",
  { storage: "unreadable", live: [marked] },
  undefined,
);
test(
  requires,
  "if Helm's storage is unreadable, an earlier successful run is enough to adopt the release",
  { storage: "unreadable", record: before },
  undefined,
);
test(
  requires,
  "if Helm's storage is unreadable and no object has Helm's labels, the refusal does not claim a missing record",
  { storage: "unreadable" },
  /^refused: there is no Helm release shop\/web: no object of the set belongs to it; see helm list -A/,
);
test(
  requires,
  "an object of another Helm release does not count as part of the release to adopt",
  { storage: "missing", live: [ofBlog] },
  /^refused: /,
);

/** The notices at the end of a run with an adoption. */
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

test("after an adoption, the command that deletes Helm's record of the release is printed", (t) => {
  t.deepEqual(reportedAfter(helm, "converged"), [
    "warning: Helm still has a record of release shop/web: helm uninstall web would delete its objects. To delete the record: kubectl -n shop delete secret -l owner=helm,name=web",
  ]);
  t.regex(
    reportedAfter({ ...helm, storage: "unreadable" }, "converged").join("\n"),
    /^warning: Helm may still have a record of release shop\/web/,
  );
});

test("after an incomplete adoption, a warning asks to run again with --adopt-helm-release", (t) => {
  for (const verdict of ["failed", "timedOut", "interrupted"] as const) {
    t.regex(
      reportedAfter(helm, verdict).join("\n"),
      /^warning: Helm release shop\/web is only partly adopted: run again with --adopt-helm-release shop\/web$/,
    );
  }
});

test("no follow-up is printed without an adoption, after a dry run, or if Helm's record is gone", (t) => {
  t.deepEqual(reportedAfter(undefined, "converged"), []);
  t.deepEqual(reportedAfter(helm, "failed", "server"), []);
  t.deepEqual(reportedAfter(helm, "converged", "client"), []);
  t.deepEqual(reportedAfter({ ...helm, storage: "missing" }, "converged"), []);
});

test("adopting a deployed Helm release marks the release as installed", (t) => {
  t.deepEqual(recordWith(never, helmAdoption(helm)), { ...never, installed: true });
});

test("adopting a Helm release whose installation failed does not mark the release as installed", (t) => {
  t.is(recordWith(never, helmAdoption({ ...helm, wasUp: false })), never);
});

test("a release that is already installed stays installed when it adopts a Helm release", (t) => {
  const installed = { ...never, installed: true };
  t.is(recordWith(installed, helmAdoption({ ...helm, wasUp: false })), installed);
  t.is(recordWith(installed, helmAdoption(helm)), installed);
});

test("without an adoption the stored record is unchanged", (t) => {
  t.is(recordWith(never, undefined), never);
});
