import {
  field,
  type JsonObject,
  listField,
  numberField,
  objectField,
  stringField,
} from "../../../object/json.ts";
import { isTerminating, metadataOf } from "../../../object/metadata.ts";
import { parseTimestamp } from "../../../object/timestamp.ts";
import { type Requirements, requirementsOf } from "../requirement/requirements.ts";
import { parseVersion, type Version } from "../../../object/semver/version.ts";
import { stringAnnotations, stringLabels } from "./metadata.ts";
import { type UpdateRule, updateRulesOf } from "./update-policy.ts";

/** The phases of a release. */
export const releasePhases = [
  "Pending",
  "Deployed",
  "Superseded",
  "Suspended",
  "Skipped",
  "Terminating",
] as const;
export type ReleasePhase = (typeof releasePhases)[number];

/** A version of a module that may run, or has run. */
export interface ModuleRelease {
  readonly name: string;
  readonly module: string;
  readonly version: Version;
  readonly weight: number | undefined;
  readonly requirements: Requirements;
  /** The versions from which this one can be reached without those between: `update.versions`. */
  readonly updates: readonly UpdateRule[];
  /**
   * If the status has none, the phase of the label `status`, which survives a backup without statuses; else
   * Pending for a new release.
   */
  readonly phase: ReleasePhase;
  /** Whether the phase is in the status. */
  readonly isPhaseStored: boolean;
  /** Whether neither status nor label has a phase: no controller has processed the release yet. */
  readonly isNew: boolean;
  readonly message: string;
  /** `status.approved`, which shows whether an approval was found; it is not an approval itself. */
  readonly approved: boolean;
  /** The annotation `modules.deckhouse.io/approved: "true"`. */
  readonly isApproved: boolean;
  /** The annotation `modules.deckhouse.io/force: "true"`: deployed without any checks. */
  readonly isForced: boolean;
  /**
   * The annotation `modules.deckhouse.io/apply-now: "true"`: deployed without approval, windows and delays.
   */
  readonly isApplyNow: boolean;
  /** The annotation `modules.deckhouse.io/reinstall: "true"` of a deployed release. */
  readonly wantsReinstall: boolean;
  /** `spec.applyAfter`: the earliest time of deployment, in milliseconds since 1970. */
  readonly applyAfter: number | undefined;
  /** Whether it is being deleted. */
  readonly isLeaving: boolean;
  /** Policy of the label; undefined if it is absent or empty. */
  readonly policy: string | undefined;
  /** The ModuleSource of the label, else of the owner. */
  readonly source: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly object: JsonObject;
}

/** Annotations that users set on a release to override the rules, each with the value `"true"`. */
export const approvedAnnotation = "modules.deckhouse.io/approved";
export const forceAnnotation = "modules.deckhouse.io/force";
export const reinstallAnnotation = "modules.deckhouse.io/reinstall";
/** Both are in use; the first release of a module has the second. */
export const applyNowAnnotations = [
  "release.deckhouse.io/apply-now",
  "modules.deckhouse.io/apply-now",
] as const;

/** The label that names the policy of a release. */
export const policyLabel = "modules.deckhouse.io/update-policy";

/**
 * Reads a ModuleRelease; undefined if its version is invalid. `before` is the previous state of the release:
 * an unchanged `spec` is not parsed again.
 */
export function moduleReleaseOf(
  object: JsonObject | undefined,
  before?: ModuleRelease,
): ModuleRelease | undefined {
  if (object === undefined) {
    return undefined;
  }
  const [metadata, status] = [metadataOf(object), objectField(object, "status")];
  const name = stringField(metadata, "name");
  const spec = objectField(object, "spec");
  const isSame = before !== undefined && field(before.object, "spec") === spec;
  const content = isSame ? before : readContent(spec);
  return content === undefined || name === undefined
    ? undefined
    : { ...contentOf(content), ...headOf({ object, metadata, status }, before), name, object };
}

interface Parts {
  readonly object: JsonObject;
  readonly metadata: JsonObject;
  readonly status: JsonObject;
}

type Head = Omit<ModuleRelease, keyof Content | "name" | "object">;

function headOf({ object, metadata, status }: Parts, before: ModuleRelease | undefined): Head {
  const old = metadataOf(before?.object);
  const isKept = (name: string): boolean => field(metadata, name) === field(old, name);
  const labels = before !== undefined && isKept("labels") ? before.labels : stringLabels(object);
  const annotations =
    before !== undefined && isKept("annotations") ? before.annotations : stringAnnotations(object);
  const policy = labels.get(policyLabel);
  return {
    ...phaseFrom(status, labels),
    message: stringField(status, "message") ?? "",
    approved: field(status, "approved") === true,
    ...requestsOf(annotations),
    isLeaving: isTerminating(object),
    policy: policy === "" ? undefined : policy,
    source: labels.get("source") ?? ownerOf(metadata),
    labels,
    annotations,
  };
}

type Content = Pick<
  ModuleRelease,
  "module" | "version" | "weight" | "requirements" | "updates" | "applyAfter"
>;

function contentOf({ module, version, weight, requirements, updates, applyAfter }: Content): Content {
  return { module, version, weight, requirements, updates, applyAfter };
}

function readContent(spec: JsonObject): Content | undefined {
  const version = parseVersion(stringField(spec, "version") ?? "");
  const module = stringField(spec, "moduleName");
  if (version === undefined || module === undefined) {
    return undefined;
  }
  const applyAfter = stringField(spec, "applyAfter");
  return {
    module,
    version,
    weight: numberField(spec, "weight"),
    requirements: requirementsOf(field(spec, "requirements")),
    updates: updateRulesOf(spec),
    applyAfter: applyAfter === undefined ? undefined : parseTimestamp(applyAfter),
  };
}

function requestsOf(
  annotations: ReadonlyMap<string, string>,
): Pick<ModuleRelease, "isApproved" | "isForced" | "isApplyNow" | "wantsReinstall"> {
  const isTrue = (name: string): boolean => annotations.get(name) === "true";
  return {
    isApproved: isTrue(approvedAnnotation),
    isForced: isTrue(forceAnnotation),
    isApplyNow: applyNowAnnotations.some(isTrue),
    wantsReinstall: isTrue(reinstallAnnotation),
  };
}

function phaseFrom(
  status: JsonObject,
  labels: ReadonlyMap<string, string>,
): Pick<ModuleRelease, "phase" | "isPhaseStored" | "isNew"> {
  const stored = phaseOf(stringField(status, "phase"));
  const phase = stored ?? phaseOf(labels.get("status"));
  return { phase: phase ?? "Pending", isPhaseStored: stored !== undefined, isNew: phase === undefined };
}

/** The label is in lower case. */
function phaseOf(text: string | undefined): ReleasePhase | undefined {
  return text === undefined ? undefined : phasesByWord.get(text.toLowerCase());
}

const phasesByWord: ReadonlyMap<string, ReleasePhase> = new Map(
  releasePhases.map((phase) => [phase.toLowerCase(), phase]),
);

function ownerOf(metadata: JsonObject): string | undefined {
  const owner = listField(metadata, "ownerReferences").find(
    (entry) => field(entry, "kind") === "ModuleSource",
  );
  return stringField(owner, "name");
}
