import type { Manifest } from "../../manifest/manifest.ts";
import { field, type JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { kindDefaults } from "./kind-defaults.ts";
import { typedForm } from "./typed-form.ts";
import { type UnknownFields, unknownOfAll, unknownOfBoth } from "./unknown-fields.ts";

/** An object as admission sees it, with the fields whose values are not known offline. */
export interface AdmittedObject {
  readonly value: JsonObject;
  readonly unknown: UnknownFields;
  /** Whether any field that is absent may have a value on the server, outside of metadata. */
  readonly hasUnknownDefaults: boolean;
}

/** The knowledge about the kind of an object: `custom` if a definition with a schema is known. */
export type KindOrigin = "builtin" | "custom" | "unknown";

/**
 * Returns an object, pruned and with the defaults of its definition if it is a custom resource, as the API
 * server passes it to admission: of a built-in kind with the defaults of the server's code.
 */
export function admittedObject(
  stored: JsonObject,
  { ref, apiVersion, kind }: Pick<Manifest, "ref" | "apiVersion" | "kind">,
  origin: KindOrigin,
): AdmittedObject {
  const value = ref.namespace === "" ? stored : withNamespace(stored, ref.namespace);
  if (origin !== "builtin") {
    const unknown = unknownOfBoth(unknownOfAll, { status: "always" });
    return { value, unknown, hasUnknownDefaults: origin === "unknown" };
  }
  const typed = typedForm(value);
  const known = kindDefaults.get(`${apiVersion} ${kind}`);
  if (known === undefined) {
    return { value: typed, unknown: unknownOfAll, hasUnknownDefaults: true };
  }
  return {
    value: known.defaults(typed),
    unknown: unknownOfBoth(unknownOfAll, known.unknown),
    hasUnknownDefaults: false,
  };
}

function withNamespace(object: JsonObject, namespace: string): JsonObject {
  const metadata = metadataOf(object);
  return field(metadata, "namespace") === namespace
    ? object
    : { ...object, metadata: { ...metadata, namespace } };
}
