import type { ComparedObject, ObjectEffect } from "../../compare/set-comparison.ts";
import type { DiffVerb, ObjectDiff } from "../../object/field-change.ts";

const verbs: Readonly<Record<ObjectEffect, DiffVerb>> = {
  added: "create",
  changed: "change",
  recreated: "recreate",
  refused: "change",
  pruned: "prune",
  kept: "unchanged",
  left: "unchanged",
};

/** Converts an object of a comparison to the form of `converge diff`, with its reasons as notes. */
export function objectDiffOf(object: ComparedObject): ObjectDiff {
  const { key, effect, changes } = object;
  const notes = effect === "kept" || effect === "left" ? [] : effectNotes(object);
  return { key, verb: verbs[effect], changes, ...(notes.length === 0 ? {} : { notes }) };
}

/** Returns why an object is recreated or refused. */
export function effectNotes({ effect, immutable, reason }: ComparedObject): readonly string[] {
  const fields = immutable.join(", ");
  if (effect === "refused" && immutable.length === 0) {
    return [`refused by the API server: ${reason ?? ""}`];
  }
  if (effect === "refused") {
    const remedy =
      reason === undefined
        ? "--recreate or converge.dev/recreate lets apply delete and create the object"
        : `${reason} keeps apply from recreating the object`;
    return [`cannot be changed: ${fields}; ${remedy}`];
  }
  if (effect === "recreated") {
    return [immutable.length > 0 ? `cannot be changed: ${fields}` : (reason ?? "")];
  }
  return [];
}
