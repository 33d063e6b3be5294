import type { SetComparison, TimeChange } from "../../compare/set-comparison.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { formatDuration } from "../../object/duration.ts";
import { documentOf, type OriginDocument, originDocument } from "../diagnostics/diagnostic-document.ts";
import { changeDocuments } from "../diff/diff-json.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { pathDocument } from "../plan/plan-json.ts";
import { comparisonHeadline } from "./headline.ts";
import type { SideNames } from "./side-names.ts";

/** Formats a comparison as one JSON document, `converge.dev/v1` `Comparison` (docs/compare.schema.json). */
export function comparisonJson(comparison: SetComparison, sides: SideNames): string {
  return formatJsonDocument("Comparison", { ...sides, ...comparisonDocument(comparison) });
}

/** Converts a comparison to plain data in the public format. */
export function comparisonDocument(comparison: SetComparison): Readonly<Record<string, unknown>> {
  const { release, namespace, unchanged, permissions } = comparison;
  const { objects, moves, waits, definitions, requests, findings, uncompared, time } = comparison;
  return {
    release,
    namespace,
    headline: comparisonHeadline(comparison),
    unchanged,
    objects: objects.map((object) => ({ ...placed(object), changes: changeDocuments(object.changes) })),
    moves: moves.map(placed),
    waits: waits.map(placed),
    definitions: definitions.map(placed),
    permissions,
    requests: requests.map((request) => ({
      ...request,
      objects: request.objects.map(({ key, before, after }) => ({ ref: key, before, after })),
    })),
    findings: findings.map(documentOf),
    uncompared,
    ...(time === undefined ? {} : { expected: timeDocument(time) }),
  };
}

function timeDocument({ before, after, path, unknown }: TimeChange): Readonly<Record<string, unknown>> {
  return {
    before: formatDuration(before),
    after: formatDuration(after),
    criticalPath: pathDocument(path),
    withoutHistory: unknown,
  };
}

/** Converts the reference and the place of a change to the public format. */
function placed<Change extends { readonly key: string; readonly origin: Origin }>({
  key,
  origin,
  ...change
}: Change): { readonly ref: string; readonly origin: OriginDocument } & Omit<Change, "key" | "origin"> {
  return { ref: key, ...change, origin: originDocument(origin) };
}
