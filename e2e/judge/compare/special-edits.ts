import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../../../lib/object/json.ts";
import { withPart } from "./edit-paths.ts";
import type { Edit, EditInput } from "./field-edits.ts";

/** Returns an object with a value, or undefined if it is of another kind. */
function ofKind(kinds: readonly string[], edit: Edit): Edit {
  return (input) => (kinds.includes(stringField(input.object, "kind") ?? "") ? edit(input) : undefined);
}

const relabelled: Edit = ({ object }) => {
  const labels = ["spec", "template", "metadata", "labels", "edited"];
  return withPart(withPart(object, ["spec", "selector", "matchLabels", "edited"], "yes"), labels, "yes");
};

function set(...path: readonly string[]): (value: string | boolean | number) => Edit {
  return (value) =>
    ({ object }) =>
      withPart(object, path, value);
}

const otherRole: Edit = ({ object }) => withPart(object, ["roleRef", "name"], "another");

const immutableValue: Edit = ({ object }) =>
  object["immutable"] === true ? withPart(object, ["data", "edited"], "YQ==") : undefined;

/** A claim without a class gets the default one of the cluster, if there is one. */
const otherClass: Edit = ({ object }) =>
  stringField(object["spec"], "storageClassName") === undefined
    ? undefined
    : withPart(object, ["spec", "storageClassName"], "another");

const immutables: readonly Edit[] = [
  ofKind(["Deployment", "DaemonSet", "ReplicaSet", "StatefulSet"], relabelled),
  // The server keeps the default of `rollingUpdate`, which does not go with it.
  ofKind(["Deployment"], ({ object }) => withPart(object, ["spec", "strategy"], { type: "Recreate" })),
  ofKind(["StatefulSet"], set("spec", "serviceName")("another")),
  ofKind(["StatefulSet"], set("spec", "podManagementPolicy")("Parallel")),
  ofKind(["Job"], set("spec", "template", "metadata", "labels", "edited")("yes")),
  ofKind(["Job"], set("spec", "completions")(3)),
  ofKind(["Service"], set("spec", "clusterIP")("None")),
  ofKind(["Secret"], set("type")("example.com/another")),
  ofKind(["RoleBinding", "ClusterRoleBinding"], otherRole),
  ofKind(["PersistentVolumeClaim"], otherClass),
  ofKind(["StorageClass"], set("provisioner")("example.com/another")),
  ofKind(["PriorityClass"], set("value")(4711)),
  ofKind(["ConfigMap", "Secret"], immutableValue),
  ofKind(["Pod"], set("spec", "hostNetwork")(true)),
];

/** Edits fields that the server does not allow to change; some of the objects may be recreated. */
export function immutableEdit(input: EditInput): JsonObject | undefined {
  const fitting = immutables.map((edit) => edit(input)).filter((edited) => edited !== undefined);
  const edited = fitting.length === 0 ? undefined : input.dice.pick(fitting);
  return edited && input.dice.chance(0.5)
    ? withPart(edited, ["metadata", "annotations", "converge.dev/recreate"], "true")
    : edited;
}

type SchemaEdit = (schema: JsonObject, input: EditInput) => JsonObject;

const schemaEdits: readonly SchemaEdit[] = [
  (schema) => withPart(schema, ["description"], "edited"),
  (schema) => withPart(schema, ["properties", "spec", "properties", "edited"], { type: "string" }),
  (schema) =>
    withPart(schema, ["properties", "spec", "properties", "edited"], { type: "integer", default: 3 }),
  (schema) => withPart(schema, ["properties", "spec", "description"], undefined),
  (schema) => withPart(schema, ["properties", "status"], undefined),
];

/** Edits a CRD: its schemas, columns, names and versions. */
export function definitionEdit(input: EditInput): JsonObject | undefined {
  const { object, dice } = input;
  const versions = listField(object["spec"], "versions").filter(isObject);
  if (stringField(object, "kind") !== "CustomResourceDefinition" || versions.length === 0) {
    return undefined;
  }
  const index = dice.below(versions.length);
  const schema = objectField(field(versions[index], "schema"), "openAPIV3Schema");
  const path = ["spec", "versions", index];
  const column = { name: "Edited", type: "string", jsonPath: ".metadata.name" };
  return dice.chance(0.7)
    ? withPart(object, [...path, "schema", "openAPIV3Schema"], dice.pick(schemaEdits)(schema, input))
    : dice.pick([
        withPart(object, [...path, "additionalPrinterColumns"], [column]),
        withPart(object, ["spec", "names", "shortNames"], ["edited"]),
        withPart(object, [...path, "deprecated"], true),
        withPart(object, ["spec", "conversion"], { strategy: "None" }),
      ]);
}

/** Turns an object into one of another kind with the same name. */
export function otherKind({ object }: EditInput): JsonObject | undefined {
  const { kind, data, ...rest } = object;
  if (kind === "ConfigMap" && isObject(data)) {
    return { ...rest, kind: "Secret", stringData: data };
  }
  if (kind !== "Deployment") {
    return undefined;
  }
  const {
    replicas: _,
    strategy: __,
    progressDeadlineSeconds: ___,
    paused: ____,
    ...spec
  } = objectField(object, "spec");
  return { ...object, kind: "DaemonSet", spec };
}
