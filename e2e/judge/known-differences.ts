import {
  entries,
  field,
  type JsonValue,
  type Path,
  listField,
  objectField,
  stringField,
} from "../../lib/object/json.ts";
import type { JudgedCase } from "./judged-case.ts";
import { partsOf } from "./parts.ts";
import { unreadable, type Verdict } from "./verdict.ts";

/** A difference between offline validation and the server that is intended or has a cause. */
export interface KnownDifference {
  readonly name: string;
  /** The reason for it. */
  readonly cause: string;
  readonly isSeen: (answers: Answers) => boolean;
}

/** Both answers to a case. */
export interface Answers {
  readonly judged: JudgedCase;
  readonly server: Verdict;
  readonly offline: Verdict;
}

/**
 * All known differences: docs/validation/server-differences.md documents them, docs/adr/0009 the rare ones.
 */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: "a fault told several times",
    cause:
      "The API server looks at the metadata of a definition up to three times when it is updated, and at each further owner that is a controller; converge tells each fault of a field once.",
    isSeen: ({ server, offline }) =>
      isSame(server.unknown, offline.unknown) &&
      !isSame(server.faults, offline.faults) &&
      isSame(distinct(server.faults), distinct(offline.faults)) &&
      offline.faults.length < server.faults.length,
  },
  {
    name: "items that are not a schema",
    cause:
      "The API server takes a number, a text or a boolean for no items at all; converge says that a schema must stand there.",
    isSeen: ({ judged, offline }) =>
      judged.object === undefined &&
      offline.faults.includes(unreadable) &&
      partsOf(judged.definition).some(
        ([path, part]) => path.at(-1) === "items" && part !== null && typeof part !== "object",
      ),
  },
  {
    name: "rules of the same text",
    cause:
      "A create takes a list of rules that has one twice; a server-side apply, by which converge writes, cannot tell the two apart and refuses them, but for schemas below items and additionalProperties.",
    isSeen: ({ judged, server, offline }) =>
      judged.object === undefined &&
      isSame(server.faults, offline.faults) &&
      partsOf(judged.definition).some(
        ([path, part]) =>
          path.at(-1) === "x-kubernetes-validations" && !isBelowAtomic(path) && hasTwins(part),
      ),
  },
  {
    name: "a version without served or storage",
    cause:
      "The schema of definitions demands both fields; the API server reads a missing one as false. converge goes by the schema.",
    isSeen: ({ judged, server, offline }) =>
      judged.object === undefined &&
      isSame(server.faults, offline.faults) &&
      listField(objectField(judged.definition, "spec"), "versions").some(
        (version) =>
          typeof field(version, "served") !== "boolean" || typeof field(version, "storage") !== "boolean",
      ),
  },
];

/** The known difference that explains two answers. */
export function knownDifference(answers: Answers): KnownDifference | undefined {
  return knownDifferences.find(({ isSeen }) => isSeen(answers));
}

/**
 * Whether the path is below `items` or `additionalProperties`, where a server-side apply does not compare the
 * entries of lists.
 */
function isBelowAtomic(path: Path): boolean {
  return path.some(
    (step, index) =>
      (step === "items" || step === "additionalProperties") && path[index - 1] !== "properties",
  );
}

function hasTwins(rules: JsonValue): boolean {
  const texts = entries(rules).map((rule) => stringField(rule, "rule"));
  return new Set(texts).size < texts.length;
}

function distinct(faults: readonly string[]): readonly string[] {
  return [...new Set(faults)];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
