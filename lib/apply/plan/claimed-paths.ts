import { isArray, isObject, type JsonObject, type JsonValue, type Path, valueAt } from "../../object/json.ts";

/** Fields that identify the entries of lists (`x-kubernetes-list-map-keys` of the built-in kinds). */
const listKeys: ReadonlySet<string> = new Set([
  "containerPort",
  "devicePath",
  "ip",
  "key",
  "mountPath",
  "name",
  "port",
  "protocol",
  "topologyKey",
  "type",
  "uid",
  "whenUnsatisfiable",
]);

/** The fields of a manifest that earlier rules have named. */
export class ClaimedPaths {
  readonly #manifest: JsonObject;
  readonly #claimed = new Set<string>();
  /** All that contains a claimed field. */
  readonly #above = new Set<string>();

  constructor(manifest: JsonObject) {
    this.#manifest = manifest;
  }

  /**
   * Claims a field for a rule. Returns what of it is free: the field, or its parts except those that earlier
   * rules have named. Entries of lists keep what identifies them.
   */
  claim(path: Path): readonly Path[] {
    if (path.some((_, index) => this.#claimed.has(JSON.stringify(path.slice(0, index + 1))))) {
      return [];
    }
    if (this.#above.has(JSON.stringify(path))) {
      return partsOf(path, valueAt(this.#manifest, path)).flatMap((part) => this.claim(part));
    }
    this.#claimed.add(JSON.stringify(path));
    for (let end = path.length - 1; end > 0; end -= 1) {
      this.#above.add(JSON.stringify(path.slice(0, end)));
    }
    return [path];
  }
}

function partsOf(path: Path, value: JsonValue | undefined): readonly Path[] {
  if (isArray(value)) {
    return value.map((_, index) => [...path, index]);
  }
  const names = isObject(value) ? Object.keys(value) : [];
  const isEntry = typeof path.at(-1) === "number";
  return names.filter((name) => !isEntry || !listKeys.has(name)).map((name) => [...path, name]);
}
