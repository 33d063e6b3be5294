import type { Stage } from "../../order/model/edge.ts";
import { hpaTargets, without } from "../../inventory/conflict.ts";
import {
  type JsonObject,
  type JsonValue,
  objectField,
  entries,
  field,
  isObject,
  type Path,
} from "../../object/json.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import {
  leaveAsIs,
  leaveOut,
  type LeavingLive,
  type LeftField,
  leftFields,
  leftInCluster,
  withoutSent,
} from "./left-fields.ts";
import {
  appliedHash,
  manifestHash,
  withMembership,
  withoutMembership,
} from "../../inventory/applyset-membership.ts";
import { withKappScope } from "../../inventory/kapp-scope.ts";
import { toApplyBody } from "../../inventory/apply-body.ts";
import { metadataOf } from "../../object/metadata.ts";

/** The parts of a planned object that a decision needs. */
export interface Judged extends Pick<PlannedObject, "hook" | "owned" | "deletePolicy" | "fieldRules"> {
  readonly manifest: Pick<PlannedObject["manifest"], "key" | "ref" | "name" | "value">;
  readonly treatment: Pick<
    PlannedObject["treatment"],
    "replicasOnCreation" | "resourcePolicy" | "isExternal"
  >;
}

/**
 * An object of the plan together with what the rest of the plan means for it, so that it can be decided on by
 * itself, as often as needed.
 */
export interface Candidate<Of extends Judged = Judged> {
  readonly object: Of;
  /** The manifest without the fields that may differ in the cluster. */
  readonly value: JsonObject;
  /** The manifest as it is sent if there is a reason to write it: with those of them that are sent then. */
  readonly written: JsonObject;
  /** The fields that may differ in the cluster. */
  readonly left: readonly LeftField[];
  readonly stage: Stage;
}

/** The objects of a plan, in its order, ready to be decided on. */
export function candidatesOf(plan: Plan): readonly Candidate<PlannedObject>[] {
  const objects = plan.groups.flatMap((group) =>
    group.objects.map((object) => ({ object, stage: group.stage })),
  );
  const scaled = hpaTargets(
    objects.map(({ object }) => object.manifest.value),
    plan.namespace,
  );
  return objects.map(({ object, stage }) => ({
    object,
    stage,
    ...leaving(object.manifest.value, leftFields(object, { scaled })),
  }));
}

/** The forms of a manifest of which some fields may differ in the cluster. */
export function leaving(
  manifest: JsonObject,
  left: readonly LeftField[],
): Pick<Candidate, "value" | "written" | "left"> {
  const unsent = withoutSent(left);
  const value = leaveOut(manifest, left);
  return { value, written: unsent === left ? value : leaveOut(manifest, unsent), left };
}

/**
 * The candidate without the fields that the live object leaves to others, and with labels that have to stay.
 */
export function candidateInCluster(candidate: Candidate, live: JsonObject, deciding: LeavingLive): Candidate {
  const { manifest } = candidate.object;
  const scoped = withKappScope(manifest.value, live);
  const left = [...candidate.left, ...leftInCluster(candidate.object, live, deciding)];
  if (left.length === 0 && scoped === manifest.value) {
    return candidate;
  }
  const unsent = withoutSent(left);
  const value = leaveAsIs(scoped, left, live);
  const written = unsent === left ? value : leaveAsIs(scoped, unsent, live);
  return { ...candidate, left, value, written };
}

/**
 * The hash of a manifest by which changes of it are found. With fields that are never taken from others, it
 * is that of the rest, and then that of the whole: whether these fields count depends on the cluster.
 */
export function sentHash({ object, value, left }: Pick<Candidate, "object" | "value" | "left">): string {
  const named = neverTaken(object);
  const whole = manifestHash(value);
  return named.length === 0
    ? whole
    : `${manifestHash(leaveOut(object.manifest.value, [...left, ...named]))}~${whole}`;
}

/**
 * The hash with which a manifest is compared with a live object: that of the live object itself if nothing
 * has changed but the rules, or only fields that are left to others there.
 */
export function hashInCluster(candidate: Candidate, settled: Candidate, live: JsonObject): string {
  const hash = sentHash(candidate);
  const before = appliedHash(live) ?? "";
  if (before.slice(before.indexOf("~") + 1) === hash.slice(hash.indexOf("~") + 1)) {
    return before;
  }
  const others = settled.left.slice(candidate.left.length);
  const isLeft = ({ path }: Pick<LeftField, "path">): boolean =>
    others.some((other) => other.path.every((step, index) => step === path[index]));
  const isSameRest = hash.includes("~") && before.startsWith(hash.slice(0, hash.indexOf("~") + 1));
  return isSameRest && neverTaken(candidate.object).every(isLeft) ? before : hash;
}

function neverTaken({ fieldRules = [] }: Judged): readonly Pick<LeftField, "path">[] {
  return fieldRules
    .filter(({ meaning }) => meaning === "never-take")
    .flatMap(({ paths }) => paths.map((path) => ({ path })));
}

/** The marks on a sent object: the release's id, and the hash of what was sent last. */
export interface Marks {
  readonly id: string;
  readonly hash: string;
}

/**
 * The form in which an object is sent: in its resolved namespace, and with the marks of the release if it
 * belongs to it.
 */
export function sentForm(
  { object, written: value }: Pick<Candidate, "object" | "written">,
  marks: Marks,
): JsonObject {
  const { ref, name } = object.manifest;
  const { namespace: _, ...metadata } = metadataOf(value);
  const place = ref.namespace === "" ? { name } : { name, namespace: ref.namespace };
  const placed = { ...value, metadata: { ...metadata, ...place } };
  return object.owned || object.hook === null
    ? withMembership(placed, { hash: marks.hash, id: object.owned ? marks.id : undefined })
    : withoutMembership(toApplyBody(placed));
}

/** The form in which a new object is sent; undefined if it is the same as for an existing one. */
export function createdForm({ object, left }: Candidate, marks: Marks): JsonObject | undefined {
  const { replicasOnCreation } = object.treatment;
  if (replicasOnCreation === null && !left.some(({ isCreated }) => isCreated)) {
    return undefined;
  }
  const always = left.filter(({ isCreated }) => !isCreated);
  const created = sentForm({ object, written: leaveOut(object.manifest.value, always) }, marks);
  return replicasOnCreation === null ? created : withReplicas(created, replicasOnCreation);
}

function withReplicas(object: JsonObject, count: JsonValue): JsonObject {
  return { ...object, spec: { ...objectField(object, "spec"), replicas: count } };
}

/**
 * An object that a dry run has created, without the fields that the server allocates on a real creation: a
 * dry run returns placeholders for the addresses and node ports of a Service. Fields that the manifest sets
 * stay.
 */
export function withoutAllocated(created: JsonObject, manifest: JsonObject): JsonObject {
  if (field(created, "kind") !== "Service" || field(created, "apiVersion") !== "v1") {
    return created;
  }
  const written = objectField(manifest, "spec");
  const spec = objectField(created, "spec");
  const addresses = field(written, "clusterIP") === undefined ? ["clusterIP", "clusterIPs"] : [];
  const check = field(written, "healthCheckNodePort") === undefined ? ["healthCheckNodePort"] : [];
  const namedPorts = new Set(entries(field(written, "ports")).map((port) => field(port, "nodePort")));
  const ports = entries(field(spec, "ports")).flatMap((port, index): readonly Path[] =>
    isObject(port) && !namedPorts.has(field(port, "nodePort")) ? [["ports", index, "nodePort"]] : [],
  );
  const paths: readonly Path[] = [...[...addresses, ...check].map((name) => [name]), ...ports];
  return paths.reduce((object, path) => without(object, ["spec", ...path]), created);
}
