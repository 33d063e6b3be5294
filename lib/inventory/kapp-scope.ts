/**
 * The labels by which kapp keeps the pods of its apps apart. It adds them to selectors and pod templates
 * ("Label scoping rules" of https://carvel.dev/kapp/docs/latest/config/).
 */
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  type Path,
  valueAt,
} from "../object/json.ts";

const keys: readonly string[] = ["kapp.k14s.io/app", "kapp.k14s.io/association"];

const selectorPath: Path = ["spec", "selector", "matchLabels"];
const templatePath: Path = ["spec", "template", "metadata", "labels"];

/**
 * The manifest of a workload with the labels that kapp has put into the selector, the pod template and the
 * volume claims of the live object: these cannot be changed, or would restart the pods. The manifest itself
 * if there are none.
 */
export function withKappScope(manifest: JsonObject, live: JsonObject): JsonObject {
  if (!isScoped(live) || valueAt(manifest, ["spec", "template"]) === undefined) {
    return manifest;
  }
  const claims = listField(objectField(manifest, "spec"), "volumeClaimTemplates");
  const claimPaths = claims.map((_, index): Path => [
    "spec",
    "volumeClaimTemplates",
    index,
    "metadata",
    "labels",
  ]);
  return [selectorPath, templatePath, ...claimPaths]
    .flatMap((path) => keys.map((key): Path => [...path, key]))
    .reduce((rest, path) => withLabel(rest, path, live), manifest);
}

function isScoped(live: JsonObject): boolean {
  return keys.some((key) => valueAt(live, [...templatePath, key]) !== undefined);
}

function withLabel(manifest: JsonObject, path: Path, live: JsonObject): JsonObject {
  const value = valueAt(live, path);
  if (typeof value !== "string" || valueAt(manifest, path) !== undefined) {
    return manifest;
  }
  const changed = withLeaf(manifest, path, value);
  return isObject(changed) ? changed : manifest;
}

/** The value with a new field at the path, and the maps that lead to it. */
function withLeaf(value: JsonValue | undefined, [step, ...rest]: Path, leaf: JsonValue): JsonValue {
  if (step === undefined) {
    return leaf;
  }
  const inner = withLeaf(valueAt(value, [step]), rest, leaf);
  return isArray(value)
    ? value.map((entry, index) => (index === step ? inner : entry))
    : { ...(isObject(value) ? value : {}), [step]: inner };
}
