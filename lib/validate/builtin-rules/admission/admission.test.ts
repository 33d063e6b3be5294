import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

testRules(
  `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: "system:a" }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
`,
  [
    ["metadata name", "a/b", "Invalid metadata.name"],
    ["rules 0 verbs", [], "Required rules[0].verbs"],
    ["rules 0 apiGroups", undefined, "Required rules[0].apiGroups"],
    ["rules 0 resources", undefined, "Required rules[0].resources"],
    ["rules 0", { nonResourceURLs: ["/"], verbs: ["get"] }, "Invalid rules[0].nonResourceURLs"],
  ],
);
testRules(
  `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: a }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: b } }] }
rules: [{ nonResourceURLs: [/], verbs: [get] }]
`,
  [
    ["aggregationRule clusterRoleSelectors", [], "Required aggregationRule.clusterRoleSelectors"],
    ["rules 0 resources", ["pods"], "Invalid rules[0].nonResourceURLs"],
  ],
);
const binding = `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: a }
roleRef: { kind: Role, name: a }
subjects: [{ kind: ServiceAccount, name: a }, { kind: User, name: jane }]
`;
testRules(binding, [
  ["roleRef kind", "Other", "NotSupported roleRef.kind"],
  ["roleRef name", "", "Required roleRef.name"],
  ["roleRef apiGroup", "x", "NotSupported roleRef.apiGroup"],
  ["subjects 0 kind", "Robot", "NotSupported subjects[0].kind"],
  ["subjects 0 name", "A", "Invalid subjects[0].name"],
  ["subjects 0 apiGroup", "x", "NotSupported subjects[0].apiGroup"],
  ["subjects 1 apiGroup", "x", "NotSupported subjects[1].apiGroup"],
]);
testChanges(binding, [
  ["roleRef name", "b", "Invalid roleRef"],
  ["roleRef apiGroup", "rbac.authorization.k8s.io"],
  ["subjects", []],
]);
testRules(
  `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: a }
roleRef: { kind: ClusterRole, name: a }
subjects: [{ kind: ServiceAccount, name: a, namespace: b }]
`,
  [
    ["subjects 0 namespace", undefined, "Required subjects[0].namespace"],
    ["roleRef kind", "Role", "NotSupported roleRef.kind"],
  ],
);

const hook = "webhooks[0]";
for (const kind of ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"]) {
  testRules(
    `
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}
metadata: { name: hooks }
webhooks:
  - name: a.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { name: s, namespace: ns } }
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`,
    [
      ["webhooks 0 name", "a", `Invalid ${hook}.name`],
      ["webhooks 0 admissionReviewVersions", [], `Required ${hook}.admissionReviewVersions`],
      ["webhooks 0 admissionReviewVersions", ["v2"], `Invalid ${hook}.admissionReviewVersions`],
      ["webhooks 0 admissionReviewVersions", ["v1", "v1"], `Invalid ${hook}.admissionReviewVersions[1]`],
      ["webhooks 0 sideEffects", undefined, `Required ${hook}.sideEffects`],
      ["webhooks 0 sideEffects", "Some", `NotSupported ${hook}.sideEffects`],
      ["webhooks 0 timeoutSeconds", 31, `Invalid ${hook}.timeoutSeconds`],
      ["webhooks 0 failurePolicy", "Other", `NotSupported ${hook}.failurePolicy`],
      ["webhooks 0 clientConfig", {}, `Required ${hook}.clientConfig`],
      ["webhooks 0 clientConfig", { url: "http://a" }, `Invalid ${hook}.clientConfig.url`],
      ["webhooks 0 clientConfig service port", 0, `Invalid ${hook}.clientConfig.service.port`],
      ["webhooks 0 clientConfig service path", "a", `Invalid ${hook}.clientConfig.service.path`],
      ["webhooks 0 rules 0 operations", ["*", "CREATE"], `Invalid ${hook}.rules[0].operations`],
      ["webhooks 0 rules 0 operations 0", "READ", `NotSupported ${hook}.rules[0].operations[0]`],
      ["webhooks 0 rules 0 apiGroups", [], `Required ${hook}.rules[0].apiGroups`],
      ["webhooks 0 rules 0 resources", ["*", "pods"], `Invalid ${hook}.rules[0].resources`],
      ["webhooks 0 rules 0 scope", "Some", `NotSupported ${hook}.rules[0].scope`],
      [
        "webhooks 0 matchConditions",
        [{ name: "a b", expression: "" }],
        `Invalid ${hook}.matchConditions[0].name`,
        `Required ${hook}.matchConditions[0].expression`,
      ],
      [
        "webhooks 0 matchConditions",
        [{ name: "a", expression: "object.metadata.name" }],
        `Invalid ${hook}.matchConditions[0].expression`,
      ],
      ["webhooks 0 matchConditions", [{ name: "a", expression: "request.name != 'x'" }]],
    ],
  );
}

testRules(
  `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints: { resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }] }
  validations: [{ expression: "true" }]
`,
  [
    ["spec validations", undefined, "Required spec.auditAnnotations", "Required spec.validations"],
    ["spec validations 0 expression", " ", "Required spec.validations[0].expression"],
    ["spec validations 0 reason", "Other", "NotSupported spec.validations[0].reason"],
    ["spec matchConstraints", undefined, "Required spec.matchConstraints"],
    ["spec matchConstraints resourceRules", [], "Required spec.matchConstraints.resourceRules"],
    ["spec paramKind apiVersion", "a/b/c", "Invalid spec.paramKind.apiVersion"],
    ["spec variables", [{ name: "a-b", expression: "1" }], "Invalid spec.variables[0].name"],
    [
      "spec auditAnnotations",
      [{ key: "a b", valueExpression: "'x'" }],
      "Invalid spec.auditAnnotations[0].key",
    ],
  ],
);
testRules(
  `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a, validationActions: [Deny], paramRef: { name: a, parameterNotFoundAction: Deny } }
`,
  [
    ["spec policyName", "", "Required spec.policyName"],
    ["spec validationActions", [], "Required spec.validationActions"],
    ["spec validationActions 1", "Warn", "Invalid spec.validationActions"],
    ["spec paramRef selector", {}, "Forbidden spec.paramRef.name", "Forbidden spec.paramRef.selector"],
    ["spec paramRef parameterNotFoundAction", "", "Required spec.paramRef.parameterNotFoundAction"],
  ],
);
testRules(
  `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: a }
spec:
  reinvocationPolicy: Never
  matchConstraints: { resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }] }
  mutations: [{ patchType: JSONPatch, jsonPatch: { expression: "[]" } }]
`,
  [
    ["spec mutations", [], "Required spec.mutations"],
    ["spec mutations 0 jsonPatch", undefined, "Required spec.mutations[0].jsonPatch"],
    ["spec mutations 0 applyConfiguration", {}, "Invalid spec.mutations[0].applyConfiguration"],
    ["spec mutations 0 patchType", "Other", "NotSupported spec.mutations[0].patchType"],
    ["spec reinvocationPolicy", "", "Required spec.reinvocationPolicy"],
    [
      "spec matchConstraints resourceRules 0 operations 0",
      "DELETE",
      "NotSupported spec.matchConstraints.resourceRules.operations",
    ],
  ],
);
testRules(
  "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\nmetadata: { name: a }\nspec: { policyName: a }\n",
  [["spec policyName", "A", "Invalid spec.policyName"]],
);
