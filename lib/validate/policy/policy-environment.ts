import { kubernetesEnvironment, withVariables } from "../../cel/environment.ts";
import { authorizerType, resourceCheckType } from "../../cel/library/authorizer.ts";
import { withPatchTypes } from "../../cel/library/patch-messages.ts";
import type { Environment } from "../../cel/model/expression.ts";
import { type CelType, listOf, mapOf, type ObjectType, simpleTypes } from "../../cel/model/type.ts";

const { bool, dyn, int, string, timestamp } = simpleTypes;

function objectType(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  return { kind: "object", name: `kubernetes.${name}`, fields: new Map(Object.entries(fields)) };
}

const kindType = objectType("GroupVersionKind", { group: string, version: string, kind: string });
const resourceType = objectType("GroupVersionResource", { group: string, version: string, resource: string });

/** The type of `request` (Kubernetes documentation, "Validating Admission Policy"). */
const requestType = objectType("AdmissionRequest", {
  kind: kindType,
  resource: resourceType,
  subResource: string,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: string,
  name: string,
  namespace: string,
  operation: string,
  userInfo: objectType("UserInfo", {
    username: string,
    uid: string,
    groups: listOf(string),
    extra: mapOf(string, listOf(string)),
  }),
  dryRun: bool,
  options: dyn,
});

const namespaceType = objectType("Namespace", {
  metadata: objectType("NamespaceMetadata", {
    name: string,
    generateName: string,
    namespace: string,
    labels: mapOf(string, string),
    annotations: mapOf(string, string),
    UID: string,
    creationTimestamp: timestamp,
    deletionGracePeriodSeconds: int,
    deletionTimestamp: timestamp,
    generation: int,
    resourceVersion: string,
    finalizers: listOf(string),
  }),
  spec: objectType("NamespaceSpec", { finalizers: listOf(string) }),
  status: objectType("NamespaceStatus", {
    conditions: listOf(
      objectType("NamespaceCondition", {
        status: string,
        type: string,
        lastTransitionTime: timestamp,
        message: string,
        reason: string,
      }),
    ),
    phase: string,
  }),
});

/** The variables that an expression of a policy may use, beside the object and the request. */
export interface PolicyScope {
  /** Whether the policy has a `paramKind`. */
  readonly hasParams: boolean;
  /** Whether `authorizer` is available: not in a messageExpression. */
  readonly hasAuthorizer: boolean;
  /** Whether `Object{}` and `JSONPatch{}` can be constructed: in mutations. */
  readonly hasPatchTypes?: boolean;
  /** The types of the policy's own variables; undefined where `variables` is not declared. */
  readonly variables?: ReadonlyMap<string, CelType>;
}

/**
 * Returns the environment of an expression of an admission policy. The API server knows nothing of the types
 * of `object`, `oldObject` and `params` when it accepts a policy.
 */
export function policyEnvironment(minor: number, scope: PolicyScope): Environment {
  const variables = new Map<string, CelType>([
    ["object", dyn],
    ["oldObject", dyn],
    ["namespaceObject", namespaceType],
    ["request", requestType],
  ]);
  if (scope.hasParams) {
    variables.set("params", dyn);
  }
  if (scope.hasAuthorizer) {
    variables.set("authorizer", authorizerType);
    variables.set("authorizer.requestResource", resourceCheckType);
  }
  if (scope.variables !== undefined) {
    const fields = new Map([...scope.variables].map(([name, type]) => [name, fieldTypeOf(type)]));
    variables.set("variables", { kind: "object", name: "kubernetes.variables", fields });
  }
  const environment = withVariables(kubernetesEnvironment(minor), variables);
  return scope.hasPatchTypes === true ? withPatchTypes(environment) : environment;
}

const keptKinds: ReadonlySet<CelType["kind"]> = new Set<CelType["kind"]>([
  "bool",
  "bytes",
  "double",
  "duration",
  "int",
  "null",
  "string",
  "timestamp",
  "uint",
]);

/** The API server keeps the types of scalars, lists and maps; a variable of another type is dynamic. */
function fieldTypeOf(type: CelType): CelType {
  if (type.kind === "list") {
    return listOf(fieldTypeOf(type.element));
  }
  if (type.kind === "map") {
    return mapOf(fieldTypeOf(type.key), fieldTypeOf(type.value));
  }
  return keptKinds.has(type.kind) ? type : dyn;
}
