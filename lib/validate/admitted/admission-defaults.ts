import { field, isObject, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { changeField, changeItems, fillIn } from "./pod-defaults.ts";
import { inSpec, type KindDefaults, type PartChange } from "./workload-defaults.ts";

const matching = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const anyScope = { scope: "*" };

function webhooks(more: JsonObject): KindDefaults {
  return {
    defaults: (object) =>
      changeItems(object, "webhooks", (hook) => {
        const whole = fillIn(hook, { failurePolicy: "Fail", timeoutSeconds: 10, ...matching, ...more });
        const ruled = changeItems(whole, "rules", (rule) => fillIn(rule, anyScope));
        return changeField(ruled, "clientConfig", servicePort);
      }),
    unknown: {},
  };
}

/** Fills in the port of a reference to a Service. */
export function servicePort(owner: JsonObject): JsonObject {
  return changeField(owner, "service", (service) => fillIn(service, { port: 443 }));
}

function matchResources(resources: JsonObject): JsonObject {
  let whole = fillIn(resources, matching);
  for (const list of ["resourceRules", "excludeResourceRules"]) {
    whole = changeItems(whole, list, (rule) => fillIn(rule, anyScope));
  }
  return whole;
}

const policySpec: PartChange = (spec) =>
  changeField(fillIn(spec, { failurePolicy: "Fail" }), "matchConstraints", matchResources);

/** Defaults of webhook configurations, admission policies and their bindings, by kind. */
export const admissionKinds: readonly (readonly [kind: string, KindDefaults])[] = [
  ["MutatingWebhookConfiguration", webhooks({ reinvocationPolicy: "Never" })],
  ["ValidatingWebhookConfiguration", webhooks({})],
  ["MutatingAdmissionPolicy", { defaults: inSpec(policySpec), unknown: {} }],
  ["ValidatingAdmissionPolicy", { defaults: inSpec(policySpec), unknown: { status: "always" } }],
  ...["MutatingAdmissionPolicyBinding", "ValidatingAdmissionPolicyBinding"].map(
    (kind): readonly [string, KindDefaults] => [
      kind,
      { defaults: inSpec((spec) => changeField(spec, "matchResources", matchResources)), unknown: {} },
    ],
  ),
];

/** Defaults of a CSIDriver. */
export const csiDriverKind: KindDefaults = {
  defaults: inSpec((spec) =>
    fillIn(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      volumeLifecycleModes: ["Persistent"],
      requiresRepublish: false,
      seLinuxMount: false,
    }),
  ),
  unknown: {},
};

const priorityLevel: PartChange = (spec) => {
  const limited = changeField(spec, "limited", (level) =>
    changeField(fillIn(level, { nominalConcurrencyShares: 30, lendablePercent: 0 }), "limitResponse", (one) =>
      changeField(one, "queuing", (queuing) =>
        fillIn(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 }),
      ),
    ),
  );
  return changeField(limited, "exempt", (level) =>
    fillIn(level, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  );
};

/** Defaults of FlowSchemas and PriorityLevelConfigurations, by kind. */
export const flowKinds: readonly (readonly [kind: string, KindDefaults])[] = [
  [
    "FlowSchema",
    {
      defaults: inSpec((spec) => fillIn(spec, { matchingPrecedence: 1000 })),
      unknown: { status: "always" },
    },
  ],
  ["PriorityLevelConfiguration", { defaults: inSpec(priorityLevel), unknown: { status: "always" } }],
];

/** Defaults of an EndpointSlice. */
export const endpointSliceKind: KindDefaults = {
  defaults: (object) => {
    const ported = changeItems(object, "ports", (port) => fillIn(port, { name: "", protocol: "TCP" }));
    const whole = changeItems(ported, "endpoints", (endpoint) => fillIn(endpoint, { conditions: {} }));
    return fillIn(whole, { endpoints: null, ports: null });
  },
  unknown: {},
};

/** Defaults of Endpoints. */
export const endpointsKind: KindDefaults = {
  defaults: (object) =>
    changeItems(object, "subsets", (subset) =>
      changeItems(subset, "ports", (port) => fillIn(port, { protocol: "TCP" })),
    ),
  unknown: {},
};

/** A claim that is filled from an object names it twice. */
export function claimSources(spec: JsonObject): JsonObject {
  const [source, reference] = [field(spec, "dataSource"), field(spec, "dataSourceRef")];
  if (isObject(source) && reference === undefined) {
    return { ...spec, dataSourceRef: source };
  }
  const isLocal = isObject(reference) && field(objectField(spec, "dataSourceRef"), "namespace") === undefined;
  const isKnown =
    isObject(reference) &&
    ["PersistentVolumeClaim", "VolumeSnapshot"].includes(stringField(reference, "kind") ?? "");
  return isLocal && isKnown && source === undefined ? { ...spec, dataSource: reference } : spec;
}
