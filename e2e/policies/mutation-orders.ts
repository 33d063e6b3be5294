import type { JsonObject } from "../../lib/object/json.ts";

/** A policy of a case, with its binding. */
export interface OrderedPolicy {
  readonly spec: JsonObject;
  readonly binding?: JsonObject;
}

/** Several policies for the same objects, in the order of their names. */
export interface OrderCase {
  readonly title: string;
  readonly policies: readonly OrderedPolicy[];
  /** Whether the order of the policies matters, which is random in the API server. */
  readonly isRandom?: boolean;
}

function label(name: string, value: string): JsonObject {
  const expression = `Object{metadata: Object.metadata{labels: {"${name}": ${value}}}}`;
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

const once = "Never";
const again = "IfNeeded";
const count = `string(int(object.metadata.labels[?"n"].orValue("0")) + 1)`;
const broken = label("x", "object.spec.nothing");
const params = { paramKind: { apiVersion: "v1", kind: "ConfigMap" } };

/** Orders, repetitions, conditions, parameters and failures. */
export const orderCases: readonly OrderCase[] = [
  {
    title: "a later policy sees what an earlier one has set",
    isRandom: true,
    policies: [
      { spec: { reinvocationPolicy: once, mutations: [label("a", '"1"')] } },
      { spec: { reinvocationPolicy: once, mutations: [label("b", 'object.metadata.labels.a + "2"')] } },
    ],
  },
  {
    title: "a policy is invoked again",
    isRandom: true,
    policies: [
      { spec: { reinvocationPolicy: again, mutations: [label("n", count)] } },
      { spec: { reinvocationPolicy: once, mutations: [label("m", count)] } },
    ],
  },
  {
    title: "a single policy is invoked again",
    policies: [{ spec: { reinvocationPolicy: again, mutations: [label("n", count), label("n", count)] } }],
  },
  {
    title: "a policy that is invoked again sees what others have set",
    policies: [
      {
        spec: {
          reinvocationPolicy: again,
          mutations: [label("early", 'object.metadata.labels[?"late"].orValue("no")')],
        },
      },
      { spec: { reinvocationPolicy: once, mutations: [label("late", '"yes"')] } },
    ],
  },
  {
    title: "a policy that did not match is not invoked again",
    isRandom: true,
    policies: [
      {
        spec: {
          reinvocationPolicy: again,
          matchConditions: [{ name: "late", expression: '"late" in object.metadata.labels' }],
          mutations: [label("early", '"yes"')],
        },
      },
      { spec: { reinvocationPolicy: once, mutations: [label("late", '"yes"')] } },
    ],
  },
  {
    title: "conditions and variables",
    policies: [
      {
        spec: {
          reinvocationPolicy: once,
          matchConditions: [{ name: "small", expression: "object.spec.replicas < 3" }],
          variables: [
            { name: "team", expression: "object.metadata.labels[?'team'].orValue('none')" },
            { name: "long", expression: "variables.team + '-' + string(object.spec.replicas)" },
          ],
          mutations: [
            label("long", "variables.long"),
            label("team", '"changed"'),
            label("late", "variables.long"),
          ],
        },
      },
    ],
  },
  {
    title: "failures that are ignored, after a mutation that works",
    policies: [
      {
        spec: {
          reinvocationPolicy: once,
          failurePolicy: "Ignore",
          mutations: [label("a", '"1"'), broken, label("c", '"3"')],
        },
      },
    ],
  },
  {
    title: "failures of conditions",
    policies: [
      {
        spec: {
          reinvocationPolicy: once,
          matchConditions: [{ name: "x", expression: "object.spec.nothing == 1" }],
          mutations: [label("a", '"1"')],
        },
      },
    ],
  },
  {
    title: "two failures",
    policies: [
      { spec: { reinvocationPolicy: once, mutations: [broken, label("a", '"1"')] } },
      { spec: { reinvocationPolicy: once, mutations: [broken] } },
    ],
  },
  {
    title: "parameters",
    policies: [
      {
        spec: { ...params, reinvocationPolicy: once, mutations: [label("tier", "params.data.tier")] },
        binding: { paramRef: { name: "tier", parameterNotFoundAction: "Deny" } },
      },
      {
        spec: {
          ...params,
          reinvocationPolicy: once,
          mutations: [label("all", 'object.metadata.labels[?"all"].orValue("") + "x"')],
        },
        binding: {
          paramRef: { selector: { matchLabels: { kind: "param" } }, parameterNotFoundAction: "Deny" },
        },
      },
    ],
  },
  {
    title: "a binding that selects objects",
    policies: [
      {
        spec: { reinvocationPolicy: once, mutations: [label("a", '"1"')] },
        binding: { matchResources: { objectSelector: { matchLabels: { team: "shop" } } } },
      },
      {
        spec: { reinvocationPolicy: once, mutations: [label("b", '"1"')] },
        binding: { matchResources: { objectSelector: { matchLabels: { a: "1" } } } },
      },
    ],
  },
];
