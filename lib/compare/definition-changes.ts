import { isCrd, definedKind } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { nameOrigin } from "../manifest/locate-field.ts";
import { type JsonObject, field, isObject, listField, objectField, stringField } from "../object/json.ts";
import { compareText, groupKindKey, versionOf } from "../object/object-ref.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import { checkDefinition } from "../validate/crd/check-definition.ts";
import { storageVersion } from "../validate/crd/removed-version.ts";
import { formatFieldPath } from "../validate/model/field-fault.ts";
import { checkSet } from "../validate/validate-set.ts";
import { newFindings } from "./new-findings.ts";
import { schemaBreaks } from "./schema-breaks.ts";
import { type ComparedObject, type DefinitionChange, definitionRisks } from "./set-comparison.ts";

/** The objects of both sets, what happens to them, and the version to check for. */
export interface DefinitionRequest {
  readonly before: ReadonlyMap<string, Manifest>;
  readonly after: ReadonlyMap<string, Manifest>;
  readonly objects: readonly ComparedObject[];
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
}

/** Two versions of a CRD. */
interface DefinitionPair {
  readonly before: Manifest;
  readonly after: Manifest;
}

/**
 * Returns the changes of CRDs that break custom resources or their users: versions that are gone, schemas
 * that are stricter, custom resources of the base that are no longer valid, and changes that the API server
 * refuses. Complexity: linear in the CRDs and in their objects.
 */
export function definitionChanges(request: DefinitionRequest): readonly DefinitionChange[] {
  const changed = request.objects.filter(({ key }) => isDefinition(request, key));
  return changed
    .flatMap((object) => {
      const [before, after] = [request.before.get(object.key), request.after.get(object.key)];
      if (before === undefined) {
        return [];
      }
      if (after === undefined) {
        return object.effect === "pruned" ? [removal(before)] : [];
      }
      const pair = { before, after };
      return [
        ...versionChanges(pair),
        ...schemaChanges(pair),
        ...storedObjects(pair, request),
        ...refusals(pair, request.minor),
      ];
    })
    .toSorted(
      (left, right) =>
        compareText(left.key, right.key) ||
        definitionRisks.indexOf(left.risk) - definitionRisks.indexOf(right.risk) ||
        compareText(left.version ?? "", right.version ?? "") ||
        compareText(left.message, right.message),
    );
}

function isDefinition({ before, after }: DefinitionRequest, key: string): boolean {
  const manifest = before.get(key) ?? after.get(key);
  return manifest !== undefined && isCrd(manifest);
}

function removal(before: Manifest): DefinitionChange {
  const message = "it is deleted, and with it all objects of its kind";
  return { ...about(before), risk: "removed", message };
}

function about(manifest: Manifest): Pick<DefinitionChange, "key" | "version" | "object" | "origin"> {
  return { key: manifest.key, version: undefined, object: undefined, origin: nameOrigin(manifest) };
}

/** Returns the versions of a CRD by name. */
function versionsOf({ value }: Manifest): ReadonlyMap<string, JsonObject> {
  const versions = listField(objectField(value, "spec"), "versions").filter(isObject);
  return new Map(versions.map((version) => [stringField(version, "name") ?? "", version]));
}

function versionChanges({ before, after }: DefinitionPair): readonly DefinitionChange[] {
  const stored = storageVersion(before.value);
  const kept = versionsOf(after);
  return [...versionsOf(before)].flatMap(([name, version]): readonly DefinitionChange[] => {
    const now = kept.get(name);
    const isStored = name === stored;
    const wasServed = field(version, "served") === true;
    if (now === undefined) {
      const message = isStored
        ? "the version is removed although objects are stored in it: the API server refuses that until they are migrated (converge crd migrate)"
        : "the version is removed: clients and manifests that use it fail";
      return wasServed || isStored
        ? [{ ...about(after), risk: "version-removed", version: name, message }]
        : [];
    }
    const message = "the version is no longer served: clients and manifests that use it fail";
    return wasServed && field(now, "served") !== true
      ? [{ ...about(after), risk: "version-unserved", version: name, message }]
      : [];
  });
}

function schemaChanges({ before, after }: DefinitionPair): readonly DefinitionChange[] {
  const kept = versionsOf(after);
  return [...versionsOf(before)].flatMap(([version, old]) => {
    const now = kept.get(version);
    return now === undefined
      ? []
      : schemaBreaks(schemaOf(old), schemaOf(now)).map(({ path, text }): DefinitionChange => ({
          ...about(after),
          risk: "schema",
          version,
          message: path === "" ? text : `${path}: ${text}`,
        }));
  });
}

function schemaOf(version: JsonObject): JsonObject {
  return objectField(objectField(version, "schema"), "openAPIV3Schema");
}

/**
 * Returns the custom resources of the base that the new definition makes invalid, unless they are deleted or
 * changed to a valid state with it.
 */
function storedObjects(
  { before, after }: DefinitionPair,
  { before: base, after: head, objects, minor }: DefinitionRequest,
): readonly DefinitionChange[] {
  const kind = groupKindKey(definedKind(after.value));
  const effects = new Map(objects.map(({ key, effect }) => [key, effect]));
  const valid = (manifest: Manifest, definition: Manifest): ReturnType<typeof checkSet> =>
    checkSet([manifest], { level: "strict", minor, definitions: [definition.value] });
  return [...base.values()]
    .filter(({ key, ref }) => groupKindKey(ref) === kind && effects.get(key) !== "pruned")
    .flatMap((stored) => {
      const now = head.get(stored.key);
      const isRepaired = now !== undefined && effects.has(stored.key) && valid(now, after).length === 0;
      const found = isRepaired ? [] : newFindings(valid(stored, before), valid(stored, after));
      return redactDiagnostics(found, [stored.document.source]).map(({ message }): DefinitionChange => ({
        ...about(after),
        risk: "stored-object",
        version: versionOf(stored.apiVersion),
        message: message.replace(`${stored.key}: `, ""),
        object: stored.key,
      }));
    });
}

/** Returns what the API server refuses to change of a definition. */
function refusals({ before, after }: DefinitionPair, minor: number): readonly DefinitionChange[] {
  const faultsAfter = (old: JsonObject): readonly (readonly [path: string, message: string])[] =>
    checkDefinition(after.value, { minor, old }).map(({ path, message }) => [formatFieldPath(path), message]);
  const others = new Set(faultsAfter(after.value).map(([path]) => path));
  return faultsAfter(before.value)
    .filter(([path]) => !others.has(path))
    .map(([path, message]) => ({
      ...about(after),
      risk: "refused",
      message: `the API server refuses the change: ${path}: ${message}`,
    }));
}
