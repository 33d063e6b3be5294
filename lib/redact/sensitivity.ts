/**
 * The sensitive parts of an object: the values of a Secret, and those that `werf.io/sensitive` and
 * `werf.io/sensitive-paths` name. Read from the object itself, so that live objects and those of a revision
 * are treated like those of a manifest.
 */
import { field, type JsonObject, stringField } from "../object/json.ts";
import { annotationsOf } from "../object/metadata.ts";
import { groupOf } from "../object/object-ref.ts";
import { type JsonPath, parseJsonPath } from "../object/json-path.ts";

/** The hidden parts of an object. */
export interface Sensitivity {
  /** Whether `data` and `stringData` are hidden, as for a Secret. */
  readonly isSecret: boolean;
  /** Whether everything except its identity and metadata is hidden. */
  readonly isWhole: boolean;
  /** The values at these paths are hidden. */
  readonly paths: readonly JsonPath[];
}

/** The annotation that hides a whole object. */
export const wholeName = "werf.io/sensitive";
/** The annotation that hides values by their paths. */
export const pathsName = "werf.io/sensitive-paths";

/** The values for false, as Go reads them. Any other value was meant to hide something. */
const no: ReadonlySet<string> = new Set(["", "0", "f", "F", "false", "FALSE", "False"]);

/**
 * The hidden parts of the object; undefined if there are none. `werf.io/sensitive: "false"` does not expose a
 * Secret.
 */
export function sensitivityOf(object: JsonObject): Sensitivity | undefined {
  const annotations = annotationsOf(object);
  const isSecret = isSecretObject(object);
  const whole = stringField(annotations, wholeName);
  const paths = stringField(annotations, pathsName);
  if (whole === undefined && paths === undefined) {
    return isSecret ? { isSecret, isWhole: false, paths: [] } : undefined;
  }
  const read = splitSensitivePaths(paths ?? "").map((path) => parseJsonPath(path));
  const known = read.filter((path): path is JsonPath => !("fault" in path));
  // A path that cannot be parsed was meant to hide something.
  const isWhole = known.length < read.length || (whole !== undefined && !no.has(whole.trim()));
  return isSecret || isWhole || known.length > 0 ? { isSecret, isWhole, paths: known } : undefined;
}

/** Reports whether the object is a Secret of the core group. */
export function isSecretObject(object: JsonObject): boolean {
  const apiVersion = field(object, "apiVersion");
  return field(object, "kind") === "Secret" && typeof apiVersion === "string" && groupOf(apiVersion) === "";
}

/** The union of what two states of an object hide. */
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
 * The JSONPaths of `werf.io/sensitive-paths`: the parts between commas without a backslash before them; empty
 * ones are skipped.
 */
export function splitSensitivePaths(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^,\\]|\\.?)+/gsu)].map(([part]) => part.trim()).filter((part) => part !== "");
}
