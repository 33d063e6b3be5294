import { isObject, objectField, type JsonObject, type JsonValue, type Path } from "../../object/json.ts";
import { fault, type ObjectFault, titleOf } from "./object-fault.ts";

/** The placeholder that converge prints for a redacted value. */
const mask = /^\(hidden(?:, \d+ bytes?)?\)$/;

/**
 * The values of an object that are placeholders: the output of `get` without `--show-secrets` is not a
 * manifest, and applying it would replace the values by the placeholders. Only objects that may have been
 * redacted are searched: Secrets, and those marked as sensitive.
 */
export function placeholderErrors(object: JsonObject): readonly ObjectFault[] {
  return mayBeMasked(object) ? masksIn(object).map((path) => maskedFault(object, path)) : [];
}

function mayBeMasked(object: JsonObject): boolean {
  const annotations = objectField(object["metadata"], "annotations");
  return (
    object["kind"] === "Secret" ||
    Object.hasOwn(annotations, "werf.io/sensitive") ||
    Object.hasOwn(annotations, "werf.io/sensitive-paths")
  );
}

function maskedFault(object: JsonObject, path: Path): ObjectFault {
  return fault(
    "ValueMasked",
    `${titleOf(object)}: ${path.join(".")} is the mask of a value that was not shown: \`converge get --show-secrets\` shows it`,
    { path, part: "value" },
  );
}

function masksIn(object: JsonObject): readonly Path[] {
  const found: Path[] = [];
  const ahead: { readonly value: JsonValue; readonly path: Path }[] = [{ value: object, path: [] }];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && mask.test(value)) {
      found.push(path);
    } else if (Array.isArray(value)) {
      ahead.push(...value.map((entry: JsonValue, index) => ({ value: entry, path: [...path, index] })));
    } else if (isObject(value)) {
      ahead.push(...Object.entries(value).map(([name, entry]) => ({ value: entry, path: [...path, name] })));
    }
  }
  return found;
}
