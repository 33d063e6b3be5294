import type {
  AddedPermission,
  ComparedObject,
  GroupPlace,
  SetComparison,
  WaitChange,
} from "../../compare/set-comparison.ts";
import type { UncomparedPath } from "../../compare/uncompared-paths.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { nameSet, type ObjectNames } from "../../object/object-name.ts";
import { pathWords, unknownWords } from "../run/critical-path.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { resourceNames } from "./headline.ts";
import { shortId } from "./side-names.ts";

/** Lines about one aspect of a comparison, as plain text. */
export interface ComparisonSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Names the objects of a comparison. */
export function namesOf(comparison: SetComparison): ObjectNames {
  const { objects, moves, waits, definitions, requests, time } = comparison;
  return nameSet([
    ...(time?.path ?? []).map(({ key }) => key),
    ...[...objects, ...moves, ...definitions].map(({ key }) => key),
    ...waits.flatMap(({ key, on }) => [key, on]),
    ...definitions.flatMap(({ object }) => (object === undefined ? [] : [object])),
    ...requests.flatMap((request) => request.objects.map(({ key }) => key)),
  ]);
}

/** Returns all aspects besides the fields of objects, without empty ones, the most important first. */
export function comparisonSections(
  comparison: SetComparison,
  names: ObjectNames,
): readonly ComparisonSection[] {
  const { objects } = comparison;
  const spared = objects.filter(({ effect }) => effect === "kept" || effect === "left");
  const sections = [
    { title: "Not compared", lines: comparison.uncompared.map(uncomparedLine) },
    { title: "Removed but not deleted", lines: spared.map((object) => sparedLine(object, names)) },
    { title: "Breaking CRD changes", lines: definitionLines(comparison, names) },
    {
      title: "Order",
      lines: [...moveLines(comparison, names), ...comparison.waits.map((wait) => waitLine(wait, names))],
    },
    { title: "New permissions", lines: comparison.permissions.map(permissionLine) },
    { title: "Requests", lines: requestLines(comparison, names) },
    { title: "Expected time", lines: timeLines(comparison, names) },
    { title: "New findings", lines: findingLines(comparison) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Formats on which sides a path is not read, and why. */
export function uncomparedLine({ path, reason, before, after }: UncomparedPath): string {
  if (before === undefined || after === undefined) {
    return `${path}: not read in the ${before === undefined ? "head" : "base"}, because ${reason}`;
  }
  return `${path}: not read, because ${reason}: ${shortId(before)} → ${shortId(after)}`;
}

function sparedLine({ key, effect, reason }: ComparedObject, names: ObjectNames): string {
  const why = effect === "left" ? "the release does not own it" : (reason ?? "");
  return `${names.nameOf(key)}: ${why}`;
}

function definitionLines({ definitions }: SetComparison, names: ObjectNames): readonly string[] {
  return definitions.map(({ key, version, object, message }) => {
    const definition = names.nameOf(key).replace(/^CustomResourceDefinition\//, "");
    const place = version === undefined ? definition : `${definition} ${version}`;
    return object === undefined ? `${place}: ${message}` : `${place}: ${names.nameOf(object)}: ${message}`;
  });
}

function moveLines({ moves }: SetComparison, names: ObjectNames): readonly string[] {
  return moves.map(
    ({ key, before, after }) => `${names.nameOf(key)}: ${placeText(before)} → ${placeText(after)}`,
  );
}

function placeText({ index, stage, weight }: GroupPlace): string {
  const slot =
    stage === "main" && (weight ?? 0) === 0 ? "" : ` (${stage}${weight === null ? "" : ` ${weight}`})`;
  return `group ${index}${slot}`;
}

function waitLine(
  { kind, key, on, until, rule, external, cause, origin }: WaitChange,
  names: ObjectNames,
): string {
  const verb = kind === "new" ? "now waits for" : "no longer waits for";
  const why = cause.endsWith(rule) ? cause : `${rule}: ${cause}`;
  const outside = external ? " (external)" : "";
  return `${names.nameOf(key)} ${verb} ${names.nameOf(on)}${outside} until ${until} (${why}, ${formatOrigin(origin)})`;
}

function permissionLine({ namespace, group, resource, names, verbs }: AddedPermission): string {
  const scope = namespace === "" ? "cluster" : `namespace ${namespace}`;
  const objects = names.length === 0 ? "" : ` named ${names.join(", ")}`;
  return `${scope}: ${verbs.join(", ")} ${resource}${group === "" ? "" : `.${group}`}${objects}`;
}

function requestLines({ requests }: SetComparison, names: ObjectNames): readonly string[] {
  return requests.flatMap(({ resource, before, after, objects }) => [
    `${resourceNames[resource]}: ${before} → ${after}`,
    ...objects.map((one) => `  ${names.nameOf(one.key)}: ${one.before} → ${one.after}`),
  ]);
}

function timeLines({ time }: SetComparison, names: ObjectNames): readonly string[] {
  if (time === undefined) {
    return [];
  }
  const { before, after, path, unknown } = time;
  const nameOf = (key: string): string => names.nameOf(key);
  return [
    `${formatElapsed(before)} → ${formatElapsed(after)}${unknownWords(unknown)}`,
    ...(path.length === 0 ? [] : [`critical path: ${pathWords(path, nameOf)}`]),
  ];
}

function findingLines({ findings }: SetComparison): readonly string[] {
  return findings.map(({ severity, code, message, origin }) => {
    const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
    return `${place}${severity}: ${message} [${code}]`;
  });
}
