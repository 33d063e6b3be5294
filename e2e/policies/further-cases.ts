import { configMap, deployment, maps, type PolicyCase } from "./documented-cases.ts";

/** Policies that try the rules of their evaluation: updates, failures, costs, exclusions, functions. */
export const furtherCases: readonly PolicyCase[] = [
  {
    title: "a changed field",
    policy: {
      matchConstraints: maps,
      validations: [
        {
          expression: "oldObject == null || object.data.fixed == oldObject.data.fixed",
          message: "fixed never changes",
        },
        { expression: "request.operation == 'CREATE' ? oldObject == null : has(oldObject.data)" },
      ],
    },
    objects: [
      { object: configMap({ fixed: "a" }) },
      { object: configMap({ fixed: "a", more: "b" }), old: configMap({ fixed: "a" }) },
      { object: configMap({ fixed: "b" }), old: configMap({ fixed: "a" }) },
      { object: configMap({}), old: configMap({ fixed: "a" }) },
    ],
  },
  {
    title: "ignored failures",
    policy: {
      failurePolicy: "Ignore",
      matchConstraints: maps,
      validations: [
        { expression: "object.data.x == 'y'" },
        { expression: "object.data.size() < 2", message: "many" },
      ],
    },
    objects: [
      { object: configMap({ x: "z" }) },
      { object: configMap({ a: "z" }) },
      { object: configMap({ a: "z", b: "z" }) },
    ],
  },
  {
    title: "excluded resources",
    policy: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ["*"],
            apiVersions: ["*"],
            operations: ["*"],
            resources: ["configmaps", "deployments/scale"],
          },
        ],
        excludeResourceRules: [
          {
            apiGroups: [""],
            apiVersions: ["v1"],
            operations: ["*"],
            resources: ["*"],
            resourceNames: ["spared"],
          },
        ],
        objectSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] },
      },
      validations: [{ expression: "false" }],
    },
    objects: [
      { object: configMap({}) },
      { object: { ...configMap({}), metadata: { name: "spared" } } },
      { object: { ...configMap({}), metadata: { name: "other", labels: { skip: "" } } } },
      {
        object: { ...configMap({}), metadata: { name: "other", labels: { skip: "" } } },
        old: { ...configMap({}), metadata: { name: "other" } },
      },
      { object: deployment({}) },
    ],
  },
  {
    title: "an expensive expression",
    policy: {
      matchConstraints: maps,
      variables: [{ name: "many", expression: "lists.range(int(object.data.n))" }],
      validations: [
        { expression: "variables.many.all(a, variables.many.all(b, a + b >= 0))", message: "never" },
        { expression: "variables.many.size() == 100", message: "not 100" },
      ],
    },
    objects: ["10", "100", "300", "700", "x"].map((n) => ({ object: configMap({ n }) })),
  },
  {
    title: "an authorizer",
    policy: {
      matchConstraints: maps,
      validations: [
        {
          expression: "object.data.size() == 1 || authorizer.requestResource.check('paint').allowed()",
          message: "may not",
        },
        { expression: "has(object.data.a)", message: "a is missing" },
      ],
    },
    objects: [
      { object: configMap({ a: "b" }) },
      { object: configMap({ a: "b", c: "d" }) },
      { object: configMap({ b: "c" }) },
    ],
  },
  {
    title: "types and functions",
    policy: {
      matchConstraints: maps,
      validations: [
        { expression: "object.data.all(k, object.data[k].size() < 6)", message: "a value is too long" },
        {
          expression: "!has(object.data.at) || timestamp(object.data.at) < timestamp('2030-01-01T00:00:00Z')",
          message: "too late",
        },
        { expression: "!has(object.data.url) || isURL(object.data.url)" },
        { expression: "!has(object.data.q) || quantity(object.data.q).isGreaterThan(quantity('1'))" },
        { expression: "!has(object.data.ip) || ip(object.data.ip).family() == 4" },
        { expression: "!has(object.data.re) || object.data.re.matches('^a+$')" },
        { expression: "object.data.map(k, k).isSorted()" },
      ],
    },
    objects: [
      { object: configMap({ at: "later" }) },
      { object: configMap({ url: "https" }) },
      { object: configMap({ q: "500m" }) },
      { object: configMap({ ip: "::1" }) },
      { object: configMap({ ip: "1.1.1" }) },
      { object: configMap({ re: "aab" }) },
      { object: configMap({ q: "2" }) },
      { object: configMap({ long: "1234567" }) },
    ],
  },
];
