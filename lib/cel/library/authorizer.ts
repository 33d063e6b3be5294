import type { FunctionDeclaration, Overload } from "../model/expression.ts";
import { noSuchOverload } from "../signature/overload-form.ts";
import { type CelType, type OpaqueType, simpleTypes } from "../model/type.ts";

const { bool, string } = simpleTypes;

/** The type of the variable `authorizer`. */
export const authorizerType: OpaqueType = authorizationType("Authorizer");
/** The type of the variable `authorizer.requestResource`. */
export const resourceCheckType: OpaqueType = authorizationType("ResourceCheck");

const authorizer = authorizerType;
const pathCheck = authorizationType("PathCheck");
const groupCheck = authorizationType("GroupCheck");
const resourceCheck = resourceCheckType;
const decision = authorizationType("Decision");

/**
 * The functions of an authorizer. Rules of custom resources have none, so these are declared but never
 * called: an expression that uses them fails as in the API server.
 */
export const authorizerFunctions: readonly FunctionDeclaration[] = [
  { name: "path", overloads: [asked("authorizer_path", [authorizer, string], pathCheck)] },
  { name: "group", overloads: [asked("authorizer_group", [authorizer, string], groupCheck)] },
  {
    name: "serviceAccount",
    overloads: [asked("authorizer_serviceaccount", [authorizer, string, string], authorizer)],
  },
  { name: "resource", overloads: [asked("groupcheck_resource", [groupCheck, string], resourceCheck)] },
  {
    name: "subresource",
    overloads: [asked("resourcecheck_subresource", [resourceCheck, string], resourceCheck)],
  },
  {
    name: "namespace",
    overloads: [asked("resourcecheck_namespace", [resourceCheck, string], resourceCheck)],
  },
  { name: "name", overloads: [asked("resourcecheck_name", [resourceCheck, string], resourceCheck)] },
  {
    name: "check",
    overloads: [
      asked("pathcheck_check", [pathCheck, string], decision),
      asked("resourcecheck_check", [resourceCheck, string], decision),
    ],
  },
  { name: "errored", overloads: [asked("decision_errored", [decision], bool)] },
  { name: "error", overloads: [asked("decision_error", [decision], string)] },
  { name: "allowed", overloads: [asked("decision_allowed", [decision], bool)] },
  { name: "reason", overloads: [asked("decision_reason", [decision], string)] },
];

/** The checks by field and label selectors, which were added later. */
export const authorizerSelectorFunctions: readonly FunctionDeclaration[] = [
  {
    name: "fieldSelector",
    overloads: [asked("authorizer_fieldselector", [resourceCheck, string], resourceCheck)],
  },
  {
    name: "labelSelector",
    overloads: [asked("authorizer_labelselector", [resourceCheck, string], resourceCheck)],
  },
];

function authorizationType(name: string): OpaqueType {
  return { kind: "opaque", name: `kubernetes.authorization.${name}` };
}

function asked(id: string, parameters: readonly CelType[], result: CelType): Overload {
  return { id, receiver: true, parameters, result, call: () => noSuchOverload };
}
