import type { UnitsComparison } from "../../compare/unit-comparison.ts";
import { originDocument } from "../diagnostics/diagnostic-document.ts";
import { changeDocuments } from "../diff/diff-json.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { comparisonDocument } from "./comparison-json.ts";
import type { SideNames } from "./side-names.ts";
import { unitsHeadline } from "./units-headline.ts";

/** Formats a comparison of units as one JSON document, `UnitsComparison` (docs/compare.schema.json). */
export function unitsJson(compared: UnitsComparison, sides: SideNames): string {
  return formatJsonDocument("UnitsComparison", {
    ...sides,
    headline: unitsHeadline(compared),
    requests: compared.requests,
    units: compared.units.map(({ comparison, settings, ...unit }) => ({
      ...unit,
      settings: changeDocuments(settings),
      ...(comparison === undefined ? {} : { comparison: comparisonDocument(comparison) }),
    })),
    moved: compared.moved.map(({ key, changes, origin, ...one }) => ({
      ref: key,
      ...one,
      changes: changeDocuments(changes),
      origin: originDocument(origin),
    })),
  });
}
