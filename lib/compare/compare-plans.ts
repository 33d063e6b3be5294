import type { Manifest, ReadObject } from "../manifest/manifest.ts";
import { isCrd } from "../manifest/crd.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import type { Plan } from "../plan/plan.ts";
import type { CheckLevel } from "../validate/model/validation-level.ts";
import type { BuiltinSchemas } from "../validate/builtin/builtin-schemas.ts";
import { customKinds } from "../validate/model/crd.ts";
import type { ObjectKnowledge } from "../validate/stored-object.ts";
import type { ReplacementCheck } from "../validate/update-check.ts";
import { checkSet } from "../validate/validate-set.ts";
import { addedPermissions } from "./added-permissions.ts";
import { definitionChanges } from "./definition-changes.ts";
import { groupMoves } from "./group-moves.ts";
import { newFindings } from "./new-findings.ts";
import { byKey, objectEffectsOf, type RandomPaths } from "./object-effects.ts";
import { requestChanges } from "./request-changes.ts";
import type { ComparedObject, SetComparison } from "./set-comparison.ts";
import { uncomparedPaths, type UnreadPath } from "./uncompared-paths.ts";
import { changeArrows, waitChanges } from "./wait-changes.ts";

/** Two plans of a release for the same action, with what they are checked by. */
export interface ComparisonRequest {
  readonly base: Plan;
  readonly head: Plan;
  /** CRDs of kinds that the sets do not define themselves, as each side has them. */
  readonly definitions: Readonly<Record<"base" | "head", readonly ReadObject[]>>;
  readonly random: RandomPaths;
  /** The paths that the sides do not read. */
  readonly unread: Readonly<Record<"base" | "head", readonly UnreadPath[]>>;
  /** The schemas of built-in kinds; undefined if they are not known for the version. */
  readonly builtin: BuiltinSchemas | undefined;
  /** The fields of built-in kinds that cannot be changed. */
  readonly updates: ReplacementCheck;
  /** Whether apply may recreate any object that cannot be changed (`--recreate`). */
  readonly recreate: boolean;
  readonly level: CheckLevel;
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
}

/**
 * Compares two plans of a release: what applying the head changes once the base is applied. Only the content
 * of objects counts, not where and how it is written. Complexity: O(size of both × log).
 */
export function comparePlans(request: ComparisonRequest): SetComparison {
  const { base, head, definitions, unread, minor } = request;
  const [before, after] = [byKey(base), byKey(head)];
  const excluded = new Set(
    head.diagnostics.flatMap(({ severity, ref }) => (severity === "error" && ref !== undefined ? [ref] : [])),
  );
  const schemas = {
    base: schemasOf(before, definitions.base, request),
    head: schemasOf(after, definitions.head, request),
  };
  const { objects, unchanged } = objectEffectsOf({ ...request, excluded, schemas });
  return {
    release: head.release,
    namespace: head.namespace,
    objects,
    unchanged,
    moves: groupMoves(base, head),
    waits: waitChanges(base, head),
    arrows: changeArrows(head, new Set(objects.map(({ key }) => key))),
    definitions: definitionChanges({ before, after, objects, minor }),
    // Only names of resources matter to permissions: those of a kind are the same on both sides.
    permissions: addedPermissions({ base, head, definitions: [...definitions.head, ...definitions.base] }),
    requests: requestChanges(base, head, { minor }),
    findings: [...newFindings(base.diagnostics, head.diagnostics), ...updateFindings(request, objects)],
    uncompared: uncomparedPaths(unread.base, unread.head),
  };
}

/** Returns the schemas that are known for the objects of a side. */
function schemasOf(
  side: ReadonlyMap<string, Manifest>,
  definitions: readonly ReadObject[],
  { builtin }: ComparisonRequest,
): (manifest: Manifest) => ObjectKnowledge {
  const given = definitions.filter(isCrd).map(({ value }) => value);
  const custom = customKinds([...side.values()], given);
  return ({ ref }) => ({ definition: custom.get(groupKindKey(ref)), builtin });
}

/** Returns what rules about changes (CEL, `oldSelf`) refuse of the custom resources that change. */
function updateFindings(
  { base, head, definitions, level, minor }: ComparisonRequest,
  objects: readonly ComparedObject[],
): readonly Diagnostic[] {
  if (level === "ignore") {
    return [];
  }
  const [before, after] = [byKey(base), byKey(head)];
  const known = [...definitions.head, ...after.values()].filter(isCrd).map(({ value }) => value);
  const changed = objects.flatMap(({ key, effect }) => {
    const manifest = effect === "changed" ? after.get(key) : undefined;
    return manifest === undefined || isCrd(manifest) ? [] : [manifest];
  });
  const check = { level, minor, definitions: known };
  const asUpdate = checkSet(changed, { ...check, old: ({ key }) => before.get(key)?.value });
  const found = newFindings(checkSet(changed, check), asUpdate);
  return redactDiagnostics(
    found,
    changed.map(({ document }) => document.source),
  );
}
