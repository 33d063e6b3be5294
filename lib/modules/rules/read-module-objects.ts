import { readManifests } from "../../manifest/parse-manifests.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type JsonObject, sameJson } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import { moduleGroup, moduleKinds } from "./resource/module-kind.ts";
import { moduleReleaseOf } from "./resource/module-release.ts";

/** The module objects in some texts, in the order of the texts, with the diagnostics about them. */
export interface ModuleReading {
  readonly objects: readonly JsonObject[];
  /** The same objects with their origins, without the unusable ones. */
  readonly read: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the module objects of texts. Objects of other kinds are ignored, with one note about all of them. Two
 * different objects of the same kind and name are an error.
 */
export function readModuleObjects(sources: readonly SourceText[]): ModuleReading {
  const readings = sources.map((source) => readManifests(source));
  const all = readings.flatMap(({ objects }) => objects);
  const found = readings.flatMap(({ diagnostics }) => diagnostics);
  const objects = all.filter((object) => isAboutModules(object));
  const others = all.filter((object) => !isAboutModules(object));
  return {
    read: objects.filter((object) => !isUnreadable(object)),
    objects: [...new Map(objects.map((object) => [keyOf(object), object.value])).values()],
    diagnostics: [
      ...found,
      ...conflictsAmong(objects),
      ...objects.flatMap((object) => unreadable(object)),
      ...passedOver(others),
    ],
  };
}

function isAboutModules({ apiVersion, kind }: ReadObject): boolean {
  return apiVersion.startsWith(`${moduleGroup}/`) && moduleKinds.some((known) => known === kind);
}

function keyOf({ kind, name }: ReadObject): string {
  return `${kind}/${name}`;
}

function conflictsAmong(objects: readonly ReadObject[]): readonly Diagnostic[] {
  const known = new Map<string, ReadObject>();
  return objects.flatMap((object): readonly Diagnostic[] => {
    const first = known.get(keyOf(object));
    known.set(keyOf(object), first ?? object);
    if (first === undefined || sameJson(first.value, object.value)) {
      return [];
    }
    return [
      {
        code: "ConflictingObject",
        severity: "error",
        message: `the ${object.kind} ${object.name} is defined twice with different content: keep one of them`,
        origin: object.origin,
        related: [{ message: "the other one", origin: first.origin }],
      },
    ];
  });
}

function isUnreadable({ kind, value }: ReadObject): boolean {
  return kind === "ModuleRelease" && moduleReleaseOf(value) === undefined;
}

function unreadable(object: ReadObject): readonly Diagnostic[] {
  const { name, origin } = object;
  return isUnreadable(object)
    ? [
        {
          code: "SettingInvalid",
          severity: "warning",
          message: `the release ${name} is ignored: it needs spec.moduleName, and a version such as 1.2.3 in spec.version`,
          origin,
        },
      ]
    : [];
}

function passedOver(others: readonly ReadObject[]): readonly Diagnostic[] {
  if (others.length === 0) {
    return [];
  }
  const kinds = [...new Set(others.map(({ kind }) => kind))].toSorted(compareText);
  const [are, them] = others.length === 1 ? ["object is", "it is"] : ["objects are", "they are"];
  return [
    {
      code: "SourceSkipped",
      severity: "note",
      message: `${others.length} ${are} not about modules (${kinds.join(", ")}): ${them} ignored`,
    },
  ];
}
