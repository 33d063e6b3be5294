import { type JsonObject, type Path, stringField, valueAt } from "../../object/json.ts";
import { type JsonPath, parseJsonPath, selectPaths } from "../../object/json-path.ts";
import { groupKindKey, type GroupKind } from "../../object/object-ref.ts";

/** The fields in which kapp-controller reads a Secret or ConfigMap, by kind. */
const fields: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "kappctrl.k14s.io/App",
    [
      "spec.fetch[*].inline.pathsFrom[*]",
      "spec.fetch[*].image",
      "spec.fetch[*].imgpkgBundle",
      "spec.fetch[*].http",
      "spec.fetch[*].git",
      "spec.fetch[*].helmChart.repository",
      "spec.template[*].ytt.inline.pathsFrom[*]",
      "spec.template[*].ytt.valuesFrom[*]",
      "spec.template[*].helmTemplate.valuesFrom[*]",
      "spec.template[*].cue.valuesFrom[*]",
    ],
  ],
  ["packaging.carvel.dev/PackageInstall", ["spec.values[*]"]],
  [
    "packaging.carvel.dev/PackageRepository",
    ["spec.fetch.image", "spec.fetch.imgpkgBundle", "spec.fetch.git"],
  ],
]);

const kinds = [
  ["Secret", "secretRef"],
  ["ConfigMap", "configMapRef"],
] as const;

/** A name of a Secret or ConfigMap in the namespace of the object. */
export interface ControllerPlace {
  readonly kind: "Secret" | "ConfigMap";
  readonly name: string;
  readonly path: Path;
}

/**
 * The places at which an object of kapp-controller names Secrets and ConfigMaps
 * (https://carvel.dev/kapp-controller/docs/latest/app-spec/).
 */
export function kappControllerPlaces(value: JsonObject, owner: GroupKind): readonly ControllerPlace[] {
  return (fields.get(groupKindKey(owner)) ?? [])
    .map((text) => parseJsonPath(text))
    .filter((path): path is JsonPath => !("fault" in path))
    .flatMap((path) => selectPaths(value, path))
    .flatMap((path) =>
      kinds.flatMap(([kind, ref]): readonly ControllerPlace[] => {
        const name = stringField(valueAt(value, [...path, ref]), "name");
        return name === undefined ? [] : [{ kind, name, path: [...path, ref, "name"] }];
      }),
    );
}
