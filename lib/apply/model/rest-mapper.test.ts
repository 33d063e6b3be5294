import test from "ava";

import { noServer, servedKinds } from "../../../fixtures/offline-run.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { KindMissingError } from "./rest-mapper.ts";

const served = [
  "v1/Secret",
  "apps/v1/Deployment",
  "autoscaling/v2/HorizontalPodAutoscaler",
  "autoscaling/v1/HorizontalPodAutoscaler",
  "example.com/v1beta1/Certificate",
  "other.example.com/v1/Certificate",
];
const missing = { "metrics.k8s.io/v1beta1": "no endpoints", "batch/v2": "timeout" };
const kinds = servedKinds(served, missing);

test("without a version a kind is found in the version that the server prefers", (t) => {
  const autoscaler = { group: "autoscaling", kind: "HorizontalPodAutoscaler" };
  t.is(kinds.find(autoscaler)?.version, "v2");
  t.is(kinds.find(autoscaler, "v1")?.version, "v1");
  t.is(kinds.find(autoscaler, "v2beta2"), undefined);
});

test("kinds with the same name in two groups are distinct", (t) => {
  t.is(kinds.find({ group: "other.example.com", kind: "Certificate" })?.version, "v1");
  t.is(kinds.find({ group: "example.com", kind: "Certificate" })?.version, "v1beta1");
  t.is(kinds.find({ group: "", kind: "Certificate" }), undefined);
});

test("every kind is listed once, in its preferred version", (t) => {
  t.deepEqual(
    kinds.all.map(({ group, version, kind }) => `${group}/${version}/${kind}`),
    served
      .filter((one) => one !== "autoscaling/v1/HorizontalPodAutoscaler")
      .map((one) => one.replace(/^v1/, "/v1")),
  );
});

/** The group and version that are found for a name of a kind. */
const finds = test.macro({
  title: (_, kind: string, group: string, expected: string | undefined) =>
    `the name ${kind} in ${group || "any group"} finds ${expected ?? "no kind"}`,
  exec(t, kind: string, group: string, expected: string | undefined) {
    const found = kinds.findLoosely({ group, kind });
    t.is(found && `${found.group}/${found.version}`, expected);
  },
});

test(finds, "deployment", "", "apps/v1");
test(finds, "Deployments", "", "apps/v1");
test(finds, "DEPLOYMENT", "apps", "apps/v1");
test(finds, "deployments", "batch", undefined);
test(finds, "certificates", "", "example.com/v1beta1");
test(finds, "certificates", "other.example.com", "other.example.com/v1");
test(finds, "cert", "", undefined);

interface Missing {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/** The message about a kind that is required and not served, and whether it may be served later. */
const requires = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, { version, ...kind }: Missing, message: string, mayCome: boolean) {
    const error = t.throws(() => kinds.require(kind, version), { instanceOf: KindMissingError });
    t.is(error.message, message);
    t.is(error.mayCome, mayCome);
  },
});

test("a kind that is served in the required version is returned", (t) => {
  t.like(kinds.require({ group: "apps", kind: "Deployment" }, "v1"), {
    plural: "deployments",
    namespaced: true,
  });
});

test(
  requires,
  "the error for a version that is not served names the served version",
  { group: "apps", kind: "Deployment", version: "v1beta1" },
  "the server does not serve Deployment as apps/v1beta1; it serves apps/v1",
  false,
);
test(
  requires,
  "the error for a kind of the core group names no group",
  { group: "", kind: "Secret", version: "v2" },
  "the server does not serve Secret as v2; it serves v1",
  false,
);
test(
  requires,
  "a kind of a group of extensions may be served later",
  { group: "example.com", kind: "Thing", version: "v1" },
  "the server does not serve Thing of example.com/v1",
  true,
);
test(
  requires,
  "a kind of a built-in group is not served later",
  { group: "apps", kind: "Thing", version: "v1" },
  "the server does not serve Thing of apps/v1",
  false,
);
test(
  requires,
  "a kind of a group whose API server does not answer may be served later, even in a built-in group",
  { group: "batch", kind: "Thing", version: "v2" },
  "the API server of batch/v2 is unavailable: timeout",
  true,
);

test("it is unknown whether a kind is served while the API server of its group does not answer", (t) => {
  t.is(
    kinds.whyUnknown({ group: "metrics.k8s.io", kind: "PodMetrics" }),
    "the API server of metrics.k8s.io/v1beta1 is unavailable: no endpoints",
  );
  t.is(kinds.whyUnknown({ group: "example.com", kind: "Thing" }), undefined);
  t.is(kinds.whyUnknown({ group: "apps", kind: "Deployment" }), undefined);
});

test("if one version of a group does not answer, the kinds of the other versions are still known", (t) => {
  const partly = servedKinds(["example.com/v1/Thing"], { "example.com/v2": "timeout" });
  t.is(partly.whyUnknown({ group: "example.com", kind: "Thing" }), undefined);
  t.regex(
    partly.whyUnknown({ group: "example.com", kind: "Zone" }) ?? "",
    /^the API server of example\.com\/v2 /,
  );
  t.is(partly.whyUnknown({ group: "example", kind: "Zone" }), undefined);
});

test("whether a group is served in a version does not depend on a kind", (t) => {
  t.true(kinds.serves("autoscaling", "v1"));
  t.false(kinds.serves("autoscaling", "v3"));
  t.true(kinds.serves("", "v1"));
  t.false(kinds.serves("metrics.k8s.io", "v1beta1"));
});

test("a failed discovery keeps the previously served kinds", async (t) => {
  const { signal } = new AbortController();
  await t.throwsAsync(kinds.refresh({ signal }), { instanceOf: AccessError, message: noServer });
  t.is(kinds.find({ group: "apps", kind: "Deployment" })?.version, "v1");
});
