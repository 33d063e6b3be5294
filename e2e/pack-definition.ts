import { compareText } from "../lib/object/object-ref.ts";

/** The fields of a published OpenAPI definition of Kubernetes that validation needs. */
export interface PublishedSchema {
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly allOf?: readonly PublishedSchema[];
  readonly default?: unknown;
  readonly items?: PublishedSchema;
  readonly additionalProperties?: PublishedSchema;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/** A published OpenAPI definition of Kubernetes. */
export interface PublishedDefinition extends PublishedSchema {
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly "x-kubernetes-group-version-kind"?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** The values of an enumerated field of a definition. */
export type EnumOf = (definition: string, field: string) => readonly string[] | undefined;

/** The context for packing a definition. */
export interface PackContext {
  readonly enumOf: EnumOf;
  readonly definitions: ReadonlyMap<string, PublishedDefinition>;
}

/** The packed fields of a definition, and the names of the definitions that they refer to. */
export interface PackedDefinition {
  readonly fields: readonly string[];
  readonly refs: readonly string[];
}

/** `core.v1.Pod` for `io.k8s.api.core.v1.Pod`: group, version and kind, without the Go package. */
export function shortName(name: string): string {
  return name.split(".").slice(-3).join(".");
}

/** Definitions with parsers of their own, whose schemas are incomplete, with their letters. */
const special: Readonly<Record<string, string>> = {
  "api.resource.Quantity": "q",
  "util.intstr.IntOrString": "x",
  "meta.v1.Time": "t",
  "meta.v1.MicroTime": "m",
  "meta.v1.FieldsV1": "o",
  "pkg.runtime.RawExtension": "*",
  "apiextensions.v1.JSON": "*",
  "apiextensions.v1.JSONSchemaPropsOrArray": "A",
  "apiextensions.v1.JSONSchemaPropsOrBool": "B",
  "apiextensions.v1.JSONSchemaPropsOrStringArray": "S",
};

/** `integer int32` and the like, with their letters. */
const scalars: Readonly<Record<string, string>> = {
  "string ": "s",
  "string byte": "y",
  "boolean ": "b",
  "integer int32": "i",
  "integer int64": "l",
  "number double": "d",
};

/**
 * Fields that are required in the schemas but that an API server does not require: absent, they are zero,
 * empty or defaulted. Found by leaving out every required field of valid objects, one at a time, on
 * Kubernetes 1.36; for versions that are not served by default, fields with a meaningful zero value are
 * listed too, and so are fields of older schemas that newer ones call optional since they always were.
 */
const dispensable = new Set([
  "CSIDriver.spec",
  "CSINode.spec",
  "CSINodeSpec.drivers",
  "CapacityRequestPolicyRange.min",
  "ClusterTrustBundleProjection.path",
  "ControllerRevision.revision",
  "Counter.value",
  "CustomResourceDefinitionVersion.served",
  "CustomResourceDefinitionVersion.storage",
  "DeviceCapacity.value",
  "DeviceClass.spec",
  "EndpointSlice.endpoints",
  "Event.involvedObject",
  "ForZone.name",
  "GroupResource.group",
  "HTTPHeader.value",
  "ISCSIPersistentVolumeSource.lun",
  "ISCSIVolumeSource.lun",
  "LimitRangeSpec.limits",
  "NetworkPolicySpec.podSelector",
  "PodCertificateProjection.keyType",
  "PodCertificateProjection.signerName",
  "PodFailurePolicy.rules",
  "PodFailurePolicyOnPodConditionsPattern.status",
  "PreferredSchedulingTerm.preference",
  "PriorityClass.value",
  "ResourceClaim.spec",
  "ResourceClaimTemplate.spec",
  "ResourceClaimTemplateSpec.spec",
  "ResourcePool.generation",
  "RoleRef.apiGroup",
  "ScaleIOPersistentVolumeSource.secretRef",
  "ScaleIOVolumeSource.secretRef",
  "SleepAction.seconds",
  "StatefulSetSpec.serviceName",
  "StorageVersion.spec",
  "Sysctl.value",
  "TokenRequest.audience",
]);

/**
 * Packs a definition field by field, in the order of their names. Throws if the format cannot express a
 * field.
 */
export function packDefinition(
  name: string,
  definition: PublishedDefinition,
  context: PackContext,
): PackedDefinition {
  const refs = new Set<string>();
  const required = requiredFields(name, definition);
  const packer = { ...context, refs };
  const fields = Object.entries(definition.properties ?? {})
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([field, schema]) => {
      const values = context.enumOf(name, field);
      const type = packType(schema, { ...packer, values });
      const optional = isReadAsEmpty(field, schema) && demandsFields(schema, context) ? "+" : "";
      return `${field}${required.has(field) ? "!" : optional}:${type}`;
    });
  return { fields, refs: [...refs] };
}

function requiredFields(name: string, { required = [] }: PublishedDefinition): ReadonlySet<string> {
  const kind = name.slice(name.lastIndexOf(".") + 1);
  return new Set(required.filter((field) => !dispensable.has(`${kind}.${field}`)));
}

/** Whether a missing field is read as an empty mapping. Fields missing in a status are not an error. */
function isReadAsEmpty(field: string, { default: usual }: PublishedSchema): boolean {
  return field !== "status" && JSON.stringify(usual) === "{}";
}

/**
 * Whether an empty mapping of that schema lacks a required field, itself or in nested mappings that are read
 * as empty.
 */
function demandsFields(schema: PublishedSchema, context: PackContext): boolean {
  const name = refOf(schema);
  const definition = name === undefined ? undefined : context.definitions.get(name);
  if (name === undefined || definition === undefined) {
    return false;
  }
  return (
    requiredFields(name, definition).size > 0 ||
    Object.entries(definition.properties ?? {}).some(
      ([field, below]) => isReadAsEmpty(field, below) && demandsFields(below, context),
    )
  );
}

interface Packer extends PackContext {
  readonly refs: Set<string>;
  /** The values of the scalar at the end of the type. */
  readonly values: readonly string[] | undefined;
}

function packType(schema: PublishedSchema, packer: Packer): string {
  const target = refOf(schema);
  if (target !== undefined) {
    return packRef(target, packer);
  }
  if (schema.items !== undefined) {
    return `${packList(schema, packer)}${packType(schema.items, packer)}`;
  }
  if (schema.additionalProperties !== undefined) {
    return `{${packType(schema.additionalProperties, packer)}`;
  }
  const letter = scalars[`${schema.type} ${schema.format ?? ""}`];
  if (letter === undefined) {
    throw new Error(`no letter for ${JSON.stringify(schema)}`);
  }
  return letter === "s" && packer.values !== undefined ? `s<${packer.values.join("|")}>` : letter;
}

function refOf({ $ref, allOf }: PublishedSchema): string | undefined {
  const target = $ref ?? allOf?.[0]?.$ref;
  return target === undefined ? undefined : shortName(target.slice(target.lastIndexOf("/") + 1));
}

function packRef(name: string, { refs, definitions }: Packer): string {
  const letter = special[name];
  if (letter === undefined && definitions.get(name)?.type !== "object") {
    throw new Error(`${name} is not an object`);
  }
  if (letter === undefined || /[ABS]/.test(letter)) {
    refs.add(letter === undefined ? name : "apiextensions.v1.JSONSchemaProps");
  }
  return letter ?? `#${name}`;
}

/**
 * Packs a list. The keys of a list of type `map` carry the defaults that they have in the entries, which
 * apply to an entry without the key.
 */
function packList(schema: PublishedSchema, { definitions }: Packer): string {
  const kind = schema["x-kubernetes-list-type"];
  if (kind === "set") {
    return "[=";
  }
  if (kind !== "map") {
    return "[";
  }
  const entry = definitions.get(refOf(schema.items ?? {}) ?? "");
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []).map((key) => {
    const usual = entry?.properties?.[key]?.default;
    return usual === undefined ? key : `${key}=${JSON.stringify(usual)}`;
  });
  return `[(${keys.join(",")})`;
}
