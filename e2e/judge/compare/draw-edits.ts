import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { groupOf } from "../../../lib/object/object-ref.ts";
import type { Dice } from "../dice.ts";
import { withPart } from "./edit-paths.ts";
import { type EditInput, fieldEdits } from "./field-edits.ts";
import { definitionEdit, immutableEdit, otherKind } from "./special-edits.ts";

/** The result of an edit of an object. */
export interface DrawnEdit {
  readonly what: string;
  /** Undefined if the object is removed. */
  readonly after: JsonObject | undefined;
  /** An object that appears in its place. */
  readonly extra?: JsonObject;
}

/** The paths of collections by version and kind. */
export type Resources = ReadonlyMap<string, string>;

/** Draws an edit; undefined if the object has nothing to edit in the way that was drawn. */
export function drawEdit(input: EditInput, resources: Resources, mayRemove: boolean): DrawnEdit | undefined {
  const { dice } = input;
  const turn = dice.below(20);
  if (turn < 3) {
    return mayRemove ? drawRemoval(input) : asEdit("immutable field", immutableEdit(input));
  }
  if (turn === 3) {
    return asEdit("version", otherVersion(input, resources));
  }
  if (turn < 6) {
    return asEdit("CRD", definitionEdit(input));
  }
  if (turn < 8 && !mayRemove) {
    return asEdit("immutable field", immutableEdit(input));
  }
  const [what, edit] = dice.pick(Object.entries(fieldEdits));
  return asEdit(what, edit(input));
}

function asEdit(what: string, after: JsonObject | undefined): DrawnEdit | undefined {
  return after && { what, after };
}

function drawRemoval(input: EditInput): DrawnEdit | undefined {
  const { object, dice } = input;
  const isDefinition = stringField(object, "kind") === "CustomResourceDefinition";
  const replacement = otherKind(input);
  const removals: readonly DrawnEdit[] = [
    { what: "removed", after: undefined },
    ...(isDefinition
      ? []
      : [
          { what: "renamed", after: undefined, extra: renamed(object) },
          { what: "added", after: object, extra: renamed(object) },
        ]),
    ...(replacement === undefined
      ? []
      : [{ what: "another kind", after: undefined, extra: replacement } as const]),
  ];
  return isDefinition ? undefined : dice.pick(removals);
}

function renamed(object: JsonObject): JsonObject {
  const name = `${stringField(objectField(object, "metadata"), "name") ?? ""}-2`;
  return withPart(object, ["metadata", "name"], name);
}

/** Another version of the same API, or nothing if the server has only one. */
function otherVersion({ object, dice }: EditInput, resources: Resources): JsonObject | undefined {
  const [version, kind] = [stringField(object, "apiVersion") ?? "", stringField(object, "kind") ?? ""];
  const others = [...resources.keys()].filter(
    (key) => key.endsWith(`/${kind}`) && groupOf(key.slice(0, -kind.length - 1)) === groupOf(version),
  );
  const versions = others.map((key) => key.slice(0, -kind.length - 1)).filter((other) => other !== version);
  return versions.length === 0 ? undefined : { ...object, apiVersion: pickOne(versions, dice) };
}

function pickOne(versions: readonly string[], dice: Dice): string {
  return dice.pick(versions);
}
