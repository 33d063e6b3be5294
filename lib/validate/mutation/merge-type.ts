import type { BuiltinSchemas } from "../builtin/builtin-schemas.ts";
import type { FieldType, ListKey, ScalarType, Uniqueness } from "../builtin/field-type.ts";
import type { CustomDefinition } from "../model/crd.ts";
import { crdVersion } from "../model/crd.ts";
import type { Schema } from "../model/schema.ts";

/** The type of a part of an object, as far as it determines how another object is merged into it. */
export type MergeType =
  | { readonly is: "any" }
  | { readonly is: "scalar"; readonly of: MergedScalar }
  | {
      readonly is: "map";
      /** Whether it is only replaced as a whole. */
      readonly isAtomic: boolean;
      /** Returns the type of a field that the schema names. */
      readonly named: (name: string) => MergeType | undefined;
      /** The type of any other field; undefined if there are no others. */
      readonly rest?: MergeType;
    }
  | {
      readonly is: "list";
      readonly item: () => MergeType;
      /** The identity of entries; undefined for a list that is only replaced as a whole. */
      readonly identity?: Uniqueness;
    };

/** The scalars that a merge distinguishes; `any` may be of any of these types. */
type MergedScalar = "numeric" | "string" | "boolean" | "any";

const any: MergeType = { is: "any" };

/**
 * Definitions that are atomic (`x-kubernetes-map-type`), in all known versions of Kubernetes. Source: its
 * published OpenAPI documents.
 */
const atomicDefinitions: ReadonlySet<string> = new Set([
  "admissionregistration.MatchResources",
  "admissionregistration.NamedRuleWithOperations",
  "admissionregistration.ParamKind",
  "admissionregistration.ParamRef",
  "admissionregistration.Variable",
  "autoscaling.CrossVersionObjectReference",
  "core.ConfigMapKeySelector",
  "core.EndpointAddress",
  "core.EndpointPort",
  "core.FileKeySelector",
  "core.LocalObjectReference",
  "core.NodeSelector",
  "core.NodeSelectorTerm",
  "core.ObjectFieldSelector",
  "core.ObjectReference",
  "core.ResourceFieldSelector",
  "core.ScopeSelector",
  "core.SecretKeySelector",
  "core.SecretReference",
  "core.TopologySelectorTerm",
  "core.TypedLocalObjectReference",
  "discovery.EndpointPort",
  "meta.LabelSelector",
  "meta.OwnerReference",
  "networking.ServiceBackendPort",
  "rbac.RoleRef",
  "rbac.Subject",
]);

/** Fields with maps that are atomic. */
const atomicFields: ReadonlySet<string> = new Set([
  "core.PodSpec nodeSelector",
  "core.ReplicationControllerSpec selector",
  "core.ServiceSpec selector",
  "node.Scheduling nodeSelector",
]);

type Definitions = Pick<BuiltinSchemas, "fieldsOf">;

/** Returns the type of a definition of the built-in schemas: `apps.v1.Deployment`. */
export function typeOfDefinition(schemas: Definitions, definition: string): MergeType {
  const owner = definition.replace(/\.v\d\w*\./v, ".");
  const fields = new Map(schemas.fieldsOf(definition).map(({ name, type }) => [name, type]));
  return {
    is: "map",
    isAtomic: atomicDefinitions.has(owner),
    named: (name) => {
      const type = fields.get(name);
      return type && typeOfField(schemas, type, atomicFields.has(`${owner} ${name}`));
    },
  };
}

function typeOfField(schemas: Definitions, type: FieldType, isAtomic: boolean): MergeType {
  switch (type.is) {
    case "scalar":
    case "choice":
      return { is: "scalar", of: type.is === "choice" ? "string" : scalars[type.of] };
    case "object":
      return typeOfDefinition(schemas, type.name);
    case "map":
      return { is: "map", isAtomic, named: () => undefined, rest: typeOfField(schemas, type.of, false) };
    case "list":
      return listType(() => typeOfField(schemas, type.of, false), type.unique);
    case "mapping":
    case "either":
    case "any":
    default:
      return any;
  }
}

function listType(item: () => MergeType, identity: Uniqueness | undefined): MergeType {
  return { is: "list", item, ...(identity === undefined ? {} : { identity }) };
}

const scalars: Readonly<Record<ScalarType, MergedScalar>> = {
  string: "string",
  bytes: "string",
  time: "string",
  "micro-time": "string",
  boolean: "boolean",
  int32: "numeric",
  int64: "numeric",
  double: "numeric",
  quantity: "any",
  "integer-or-string": "any",
};

/** Returns the type of a custom resource; undefined if its definition has no schema for the version. */
export function typeOfCustom(
  definition: CustomDefinition,
  apiVersion: string,
  schemas: Definitions,
): MergeType | undefined {
  const schema = crdVersion(definition, apiVersion)?.schema;
  if (schema === undefined) {
    return undefined;
  }
  const root = typeOfSchema(schema);
  const text: MergeType = { is: "scalar", of: "string" };
  const metadata = typeOfDefinition(schemas, "meta.v1.ObjectMeta");
  const common = new Map([
    ["apiVersion", text],
    ["kind", text],
    ["metadata", metadata],
  ]);
  const named = (name: string): MergeType | undefined =>
    common.get(name) ?? (root.is === "map" ? root.named(name) : undefined);
  return root.is === "map"
    ? { ...root, named }
    : { is: "map", isAtomic: false, named, ...(root.is === "any" ? { rest: any } : {}) };
}

function typeOfSchema(schema: Schema): MergeType {
  if (schema.intOrString) {
    return { is: "scalar", of: "any" };
  }
  const { type = "" } = schema;
  if (type === "object") {
    return typeOfMapping(schema);
  }
  const scalar = customScalars.get(type);
  if (scalar !== undefined) {
    return { is: "scalar", of: scalar };
  }
  return type === "array" ? typeOfList(schema) : any;
}

const customScalars: ReadonlyMap<string, MergedScalar> = new Map([
  ["string", "string"],
  ["boolean", "boolean"],
  ["integer", "numeric"],
  ["number", "numeric"],
]);

function typeOfMapping(schema: Schema): MergeType {
  const { properties, additionalProperties, preserveUnknownFields, embeddedResource, mapType } = schema;
  const isOpen = preserveUnknownFields === true || embeddedResource || additionalProperties === true;
  if (properties === undefined && typeof additionalProperties !== "object") {
    return any;
  }
  const rest = typeof additionalProperties === "object" ? typeOfSchema(additionalProperties) : any;
  return {
    is: "map",
    isAtomic: mapType === "atomic",
    named: (name) => {
      const property = properties?.get(name);
      return property && typeOfSchema(property);
    },
    ...(isOpen || typeof additionalProperties === "object" ? { rest } : {}),
  };
}

function typeOfList({ items, listType: kind, listMapKeys }: Schema): MergeType {
  const item = (): MergeType => (items === undefined ? any : typeOfSchema(items));
  const keys = kind === "map" ? listMapKeys.map((name) => keyOf(name, items)) : undefined;
  return listType(item, kind === "set" ? "whole" : keys);
}

function keyOf(name: string, items: Schema | undefined): ListKey {
  const usual = items?.properties?.get(name)?.default;
  return usual === undefined ? { name } : { name, usual: JSON.stringify(usual) };
}
