import test from "ava";

import type { JsonObject } from "../../../object/json.ts";
import type { PlatformState } from "../requirement/platform-state.ts";
import { requirementsOf } from "../requirement/requirements.ts";
import { answerReview } from "./review.ts";

const givenState: PlatformState = {
  deckhouse: "v1.73.3",
  kubernetes: "1.29.6",
  modules: new Map([
    [
      "test",
      {
        name: "test",
        version: "v0.8.3",
        isEnabled: true,
        isOverridden: false,
        requirements: requirementsOf({ kubernetes: "> 1.28", deckhouse: "< v1.73.4" }),
      },
    ],
  ]),
};

interface Change {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly before: string;
  readonly after: string;
}

function secret(
  { namespace = "kube-system", name = "d8-cluster-configuration" }: Change,
  text: string,
): JsonObject {
  const data = { "cluster-configuration.yaml": Buffer.from(text).toString("base64") };
  return { metadata: { namespace, name }, data };
}

function review(request: JsonObject): JsonObject {
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { uid: "7", ...request } };
}

function answered(request: JsonObject): string {
  const answer = answerReview(review(request), givenState);
  const { allowed, status } = Object(answer?.["response"]);
  return allowed === true ? "allowed" : `${status.code}: ${status.message}`;
}

/** The answer to a change of the text of the cluster configuration. */
const changed = test.macro<[string, Change, string]>({
  exec(t, _, change, expected) {
    const kind = { kind: change.kind ?? "Secret" };
    const [oldObject, object] = [secret(change, change.before), secret(change, change.after)];
    t.is(answered({ kind, oldObject, object }), expected);
  },
  title: (_, name) => name,
});

const unmet =
  "403: requirements of test are not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28";
const at127 = 'kubernetesVersion: "1.27"\n';
const at129 = 'kubernetesVersion: "1.29"\n';
const at130 = 'kubernetesVersion: "1.30"\n';

test(
  changed,
  "a Kubernetes version that an enabled module does not support is denied",
  { before: at129, after: at127 },
  unmet,
);
test(
  changed,
  "a Kubernetes version that all modules support is allowed",
  { before: at129, after: at130 },
  "allowed",
);
test(
  changed,
  "an unquoted 1.30 is read as 1.30, not as 1.3",
  { before: at129, after: "kubernetesVersion: 1.30\n" },
  "allowed",
);
test(
  changed,
  "an unsupported version without quotes is denied",
  { before: at129, after: "kubernetesVersion: 1.27\n" },
  unmet,
);
test(
  changed,
  "an unsupported version in a JSON configuration is denied",
  { before: at129, after: '{"kubernetesVersion": 1.27}' },
  unmet,
);
test(
  changed,
  "an unchanged Kubernetes version is allowed even if it is unsupported",
  { before: at127, after: `${at127}clusterDomain: b\n` },
  "allowed",
);
test(
  changed,
  "removing the quotes of an unsupported version is not a change",
  { before: at127, after: "kubernetesVersion: 1.27\n" },
  "allowed",
);
test(
  changed,
  "the version Automatic is allowed, as it is checked with platform releases instead",
  { before: at129, after: "kubernetesVersion: Automatic\n" },
  "allowed",
);
test(
  changed,
  "a Secret of another name is not checked",
  { name: "other", before: at129, after: at127 },
  "allowed",
);
test(
  changed,
  "a Secret of that name in another namespace is not checked",
  { namespace: "default", before: at129, after: at127 },
  "allowed",
);
test(
  changed,
  "an object of another kind with that name is not checked",
  { kind: "ConfigMap", before: at129, after: at127 },
  "allowed",
);
test(
  changed,
  "a configuration that cannot be parsed is denied",
  { before: at129, after: "{ not yaml" },
  "403: the cluster configuration cannot be read: a mapping in braces is not closed: add `}`",
);
test(
  changed,
  "a configuration with a duplicate version key is denied",
  { before: at129, after: "kubernetesVersion: '1.29'\nkubernetesVersion: '1.27'\n" },
  '403: the cluster configuration cannot be read: duplicate key "kubernetesVersion" in a mapping: keep one of the two',
);
test(
  changed,
  "a configuration that was already unreadable can be changed",
  { before: "{ not yaml", after: "{ not yaml either" },
  "allowed",
);

const platform = (version: string, phase: string): JsonObject => ({ spec: { version }, status: { phase } });
const kind = { kind: "DeckhouseRelease" };

test("a platform release that a module does not support cannot be deployed", (t) => {
  const refused =
    "403: requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is greater than or equal to v1.73.4";
  const [oldObject, object] = [platform("v1.73.4", "Pending"), platform("v1.73.4", "Deployed")];
  t.is(answered({ kind, oldObject, object }), refused);
  t.is(answered({ kind, oldObject: object, object }), "allowed", "it is deployed already");
  t.is(answered({ kind, oldObject, object: oldObject }), "allowed", "it still waits");
  const fit = platform("v1.73.3", "Deployed");
  t.is(answered({ kind, oldObject: platform("v1.73.3", "Pending"), object: fit }), "allowed");
});

test("a platform release whose default Kubernetes version a module does not support cannot be deployed", (t) => {
  const spec = { version: "v1.73.3", requirements: { autoK8sVersion: "1.27" } };
  const object = { spec, status: { phase: "Deployed" } };
  t.is(answered({ kind, oldObject: { spec }, object }), unmet);
});

test("a request that is not a review gets no answer, and the answer to a review has its uid", (t) => {
  t.is(answerReview({ kind: "Pod" }, givenState), undefined);
  t.is(answerReview({ kind: "AdmissionReview" }, givenState), undefined);
  t.deepEqual(answerReview(review({}), givenState), {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: "7", allowed: true },
  });
});
