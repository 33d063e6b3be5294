import { field, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { type Requirements, requirementsOf } from "../requirement/requirements.ts";
import { parseVersion, type Version } from "../../version/version.ts";
import { annotationsOf, labelsOf } from "./metadata.ts";

/** The phases of a release; empty before it was looked at. */
export const releasePhases = [
  "Pending",
  "Deployed",
  "Superseded",
  "Suspended",
  "Skipped",
  "Terminating",
] as const;
export type ReleasePhase = (typeof releasePhases)[number] | "";

/** One version of a module that may run, or has run. */
export interface ModuleRelease {
  readonly name: string;
  readonly module: string;
  readonly version: Version;
  readonly weight: number | undefined;
  readonly requirements: Requirements;
  /** From which versions this one may be gone to without those between: `update.versions`. */
  readonly updates: readonly UpdateRule[];
  readonly phase: ReleasePhase;
  readonly message: string;
  /** `status.approved`: what was found of an approval, no approval itself. */
  readonly approved: boolean;
  /** The label; undefined where it is absent or empty. */
  readonly policy: string | undefined;
  /** The ModuleSource: the label, else the owner. */
  readonly source: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly object: JsonObject;
}

/** `from: "1.67"`, `to: "1.75"`. */
export interface UpdateRule {
  readonly from: string;
  readonly to: string;
}

const views = new WeakMap<JsonObject, ModuleRelease | undefined>();

/** The release that an object is; undefined where its version is none. */
export function moduleReleaseOf(object: JsonObject | undefined): ModuleRelease | undefined {
  if (object === undefined) {
    return undefined;
  }
  if (!views.has(object)) {
    views.set(object, read(object));
  }
  return views.get(object);
}

function read(object: JsonObject): ModuleRelease | undefined {
  const [spec, status] = [objectField(object, "spec"), objectField(object, "status")];
  const version = parseVersion(stringField(spec, "version") ?? "");
  const name = stringField(objectField(object, "metadata"), "name");
  const module = stringField(spec, "moduleName");
  if (version === undefined || name === undefined || module === undefined) {
    return undefined;
  }
  const labels = labelsOf(object);
  const policy = labels.get("modules.deckhouse.io/update-policy");
  const weight = field(spec, "weight");
  return {
    name,
    module,
    version,
    weight: typeof weight === "number" ? weight : undefined,
    requirements: requirementsOf(field(spec, "requirements")),
    updates: listField(objectField(spec, "update"), "versions").map((rule) => ({
      from: numberOrText(rule, "from"),
      to: numberOrText(rule, "to"),
    })),
    phase: phaseOf(stringField(status, "phase")),
    message: stringField(status, "message") ?? "",
    approved: field(status, "approved") === true,
    policy: policy === "" ? undefined : policy,
    source: labels.get("source") ?? ownerOf(object),
    labels,
    annotations: annotationsOf(object),
    object,
  };
}

/** `1.70` without quotes is the number 1.7 in YAML, and so it is read. */
function numberOrText(rule: Parameters<typeof field>[0], name: string): string {
  const value = field(rule, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function phaseOf(text: string | undefined): ReleasePhase {
  return releasePhases.find((known) => known === text) ?? "";
}

function ownerOf(object: JsonObject): string | undefined {
  const owner = listField(objectField(object, "metadata"), "ownerReferences").find(
    (entry) => field(entry, "kind") === "ModuleSource",
  );
  return stringField(owner, "name");
}
