import {
  field,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from "../object/json.ts";

/** The annotations that make an object a hook. */
const hookAnnotations = ["helm.sh/hook", "argocd.argoproj.io/hook"] as const;

/** The suffix that a server appends to `generateName` fits into a label; so does ours. */
const longestPrefix = 54;

/**
 * Returns a hook that has `generateName` and no name with the name that it is applied under: the prefix and
 * eight digits derived from its content. Helm and Argo CD create such hooks again each time, so the server
 * names them; every other object needs a name of its own, and undefined is returned.
 */
export function withGeneratedName(value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || !isObject(value["metadata"]) || (field(value["metadata"], "name") ?? "") !== "") {
    return undefined;
  }
  const { metadata } = value;
  const annotations = objectField(metadata, "annotations");
  const prefix = stringField(metadata, "generateName") ?? "";
  const isHook = hookAnnotations.some((key) => stringField(annotations, key) !== undefined);
  if (prefix === "" || !isHook) {
    return undefined;
  }
  // The name must reveal nothing about the data of a Secret.
  const { data: _data, stringData: _stringData, ...plain } = value;
  const shown = value["kind"] === "Secret" ? plain : value;
  const name = prefix.slice(0, longestPrefix) + digest(stringifyJson(shown));
  return { ...value, metadata: { ...metadata, name } };
}

/**
 * Eight digits for a text (FNV-1a, 32 bits): different hooks get different names, which is all that is
 * needed.
 */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
