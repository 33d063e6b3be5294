import {
  field,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
} from "../object/json.ts";
import { stringifyJson } from "../object/stringify-json.ts";

/** The annotations that make an object a hook. */
const hookAnnotations = ["helm.sh/hook", "argocd.argoproj.io/hook"] as const;

/** What a server appends to `generateName` fits into a label; so does what is appended here. */
const longestPrefix = 54;

/**
 * A hook that has `generateName` and no name, with the name that it is applied by: the prefix and eight
 * digits that its content decides. Helm and Argo CD create such hooks anew each time, so their name is the
 * server's; every other object needs a name of its own, and undefined is returned.
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
  // Nothing about the data of a Secret may be guessed from its name.
  const { data: _data, stringData: _stringData, ...plain } = value;
  const shown = value["kind"] === "Secret" ? plain : value;
  const name = prefix.slice(0, longestPrefix) + digest(stringifyJson(shown));
  return { ...value, metadata: { ...metadata, name } };
}

/**
 * Eight digits for a text (FNV-1a, 32 bits): hooks that differ get different names, and nobody relies on
 * more.
 */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
