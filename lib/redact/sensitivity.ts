/**
 * What of an object nobody may see: the values of a Secret, and what `werf.io/sensitive` and
 * `werf.io/sensitive-paths` name. Read from the object itself, so that live objects and those of a revision
 * are judged as those of a manifest are.
 */
import { field, type JsonObject, objectField, stringField } from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import { type JsonPath, parseJsonPath } from "../object/json-path.ts";

/** What of an object is hidden. */
export interface Sensitivity {
  /** Its `data` and `stringData`, as those of a Secret. */
  readonly isSecret: boolean;
  /** All that it says beside its name and metadata. */
  readonly isWhole: boolean;
  /** What is at the end of these. */
  readonly paths: readonly JsonPath[];
}

const wholeName = "werf.io/sensitive";
const pathsName = "werf.io/sensitive-paths";

/** The words for no, as Go reads them. Anything else was meant to hide something. */
const no: ReadonlySet<string> = new Set(["", "0", "f", "F", "false", "FALSE", "False"]);

/**
 * What of the object is hidden; undefined where nothing is. `werf.io/sensitive: "false"` makes no Secret
 * public.
 */
export function sensitivityOf(object: JsonObject): Sensitivity | undefined {
  const annotations = objectField(objectField(object, "metadata"), "annotations");
  const isSecret = isSecretObject(object);
  const whole = stringField(annotations, wholeName);
  const paths = stringField(annotations, pathsName);
  if (whole === undefined && paths === undefined) {
    return isSecret ? { isSecret, isWhole: false, paths: [] } : undefined;
  }
  const read = splitSensitivePaths(paths ?? "").map((path) => parseJsonPath(path));
  const known = read.filter((path): path is JsonPath => !("fault" in path));
  // What cannot be read was meant to hide something.
  const isWhole = known.length < read.length || (whole !== undefined && !no.has(whole.trim()));
  return isSecret || isWhole || known.length > 0 ? { isSecret, isWhole, paths: known } : undefined;
}

/** Whether the object is a Secret of the core group. */
export function isSecretObject(object: JsonObject): boolean {
  const apiVersion = field(object, "apiVersion");
  return field(object, "kind") === "Secret" && typeof apiVersion === "string" && groupOf(apiVersion) === "";
}

/** What either hides: of two states of an object. */
export function eitherSensitivity(
  left: Sensitivity | undefined,
  right: Sensitivity | undefined,
): Sensitivity | undefined {
  if (left === undefined || right === undefined) {
    return left ?? right;
  }
  return {
    isSecret: left.isSecret || right.isSecret,
    isWhole: left.isWhole || right.isWhole,
    paths: [...left.paths, ...right.paths],
  };
}

/**
 * The JSONPaths of `werf.io/sensitive-paths`: the parts between commas that no backslash escapes; empty ones
 * are none.
 */
export function splitSensitivePaths(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^,\\]|\\.?)+/gsu)].map(([part]) => part.trim()).filter((part) => part !== "");
}
