import test from "ava";

import { readManifests } from "../../manifest/parse-manifests.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { compilePolicy } from "./compile-policy.ts";

interface PolicyText {
  readonly kind?: string;
  readonly spec: string;
}

/** Returns the faults of a policy, as `path @offset: message`. */
function faultsOf({ kind = "ValidatingAdmissionPolicy", spec }: PolicyText): readonly string[] {
  const text = `apiVersion: admissionregistration.k8s.io/v1\nkind: ${kind}\nmetadata: {name: p}\nspec: ${spec}\n`;
  const [manifest] = resolveManifests(readManifests({ name: "p.yaml", text }).objects, "default").manifests;
  return manifest === undefined
    ? ["unreadable"]
    : compilePolicy(manifest, 36).faults.map(
        ({ path, offset, message }) => `${formatFieldPath(path)} @${offset}: ${message}`,
      );
}

function validation(expression: string, more = ""): string {
  return `{validations: [{expression: ${JSON.stringify(expression)}}]${more}}`;
}

const accepts = test.macro({
  title: (_, spec: string) => `the policy ${spec} is accepted`,
  exec: (t, spec: string) => {
    t.deepEqual(faultsOf({ spec }), []);
  },
});
const params = ", paramKind: {apiVersion: v1, kind: ConfigMap}";

// Expected results are those of kube-apiserver 1.36.3.
test(accepts, validation("object.spec.replicas <= 5"));
test(accepts, validation("request.namespace == 'a' && request.userInfo.groups.exists(g, g == 'x')"));
test(accepts, validation("namespaceObject.metadata.labels['env'] == 'prod'"));
test(accepts, validation("authorizer.group('').resource('pods').check('get').allowed()"));
test(accepts, validation("authorizer.requestResource.check('custom').allowed()"));
test(accepts, validation("int(params.data.max) > 3", params));
test(accepts, validation("variables.sum > 3", ", variables: [{name: sum, expression: '3 + 4'}]"));
test(accepts, "{auditAnnotations: [{key: k, valueExpression: \"has(object.x) ? 'a' : 'b'\"}]}");
test(accepts, "{validations: [{expression: 'true', messageExpression: \"'a' + object.metadata.name\"}]}");

const rejects = test.macro({
  title: (_, spec: string) => `the policy ${spec} is rejected`,
  exec: (t, spec: string, expected: string) => {
    t.deepEqual(faultsOf({ spec }), [expected]);
  },
});
const rule = "spec.validations[0].expression";

test(rejects, validation("params.x"), `${rule} @0: undeclared reference to 'params' (in container '')`);
test(
  rejects,
  validation("variables.a == 1"),
  `${rule} @0: undeclared reference to 'variables' (in container '')`,
);
test(rejects, validation("object.spec.paused"), `${rule} @undefined: must evaluate to bool but got dyn`);
test(rejects, validation("request.object == 1"), `${rule} @7: undefined field 'object'`);
test(
  rejects,
  validation("variables.b == 1", ", variables: [{name: a, expression: '1'}]"),
  `${rule} @9: undefined field 'b'`,
);
test(
  rejects,
  "{matchConditions: [{name: a, expression: '1'}]}",
  "spec.matchConditions[0].expression @undefined: must evaluate to bool but got int",
);
test(
  rejects,
  "{validations: [{expression: 'true', messageExpression: authorizer.errored}]}",
  "spec.validations[0].messageExpression @0: undeclared reference to 'authorizer' (in container '')",
);
test(
  rejects,
  "{auditAnnotations: [{key: k, valueExpression: '1'}]}",
  "spec.auditAnnotations[0].valueExpression @undefined: must evaluate to one of [string null_type] but got int",
);

const kind = "MutatingAdmissionPolicy";

test("mutations may construct objects and JSON patches, whose types are checked", (t) => {
  const apply = `{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{spec: Object.spec{replicas: 3}}'}}`;
  const patch = `{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "x"}]'}}`;
  t.deepEqual(faultsOf({ kind, spec: `{mutations: [${apply}, ${patch}]}` }), []);
  const wrong = `{patchType: ApplyConfiguration, applyConfiguration: {expression: '{"spec": 1}'}}`;
  t.deepEqual(faultsOf({ kind, spec: `{mutations: [${wrong}]}` }), [
    "spec.mutations[0].applyConfiguration.expression @undefined: must evaluate to Object but got map(string, int)",
  ]);
  const unknown = `{patchType: JSONPatch, jsonPatch: {expression: '[JSONPatch{op: 1, x: "a"}]'}}`;
  t.deepEqual(faultsOf({ kind, spec: `{mutations: [${unknown}]}` }), [
    "spec.mutations[0].jsonPatch.expression @13: expected type of field 'op' is 'string' but provided type is 'int'",
    "spec.mutations[0].jsonPatch.expression @19: undefined field 'x'",
  ]);
});
