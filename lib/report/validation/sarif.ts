import type { Diagnostic, Related, Severity } from "../../object/diagnostic/diagnostic.ts";
import { compareText } from "../../object/object-ref.ts";
import { isRendered, type Origin, templateOf } from "../../object/diagnostic/source-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import type { Validation } from "./validation.ts";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "note" };

/** Options of the SARIF format. */
export interface SarifStyle {
  /** The version of this program. */
  readonly version: string;
  /** The file of findings without a place: readers of the format require a location for each. */
  readonly fallback: string;
}

/**
 * Formats a validation as SARIF 2.1.0 (OASIS): one run with one result per finding. Files are named by their
 * paths relative to the working directory, as URI references.
 */
export function formatSarif({ diagnostics }: Validation, style: SarifStyle): string {
  const rules = [...new Set(diagnostics.map(({ code }) => code))].toSorted(compareText);
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "converge",
            semanticVersion: style.version,
            rules: rules.map((id) => ({ id, shortDescription: { text: words(id) } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic) =>
          resultOf(diagnostic, { ruleIndex: rules.indexOf(diagnostic.code), ...style }),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Converts a code to words: `DuplicateKey` to `Duplicate key`. */
function words(code: string): string {
  const [first = "", ...rest] = code.split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

function resultOf(
  { code, severity, message, ref, origin, related = [] }: Diagnostic,
  { ruleIndex, fallback }: SarifStyle & { readonly ruleIndex: number },
): object {
  const place = locationOf(shownPlace(origin ?? { file: fallback, line: 1 }, ref));
  const logical = ref === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: escapeControl(ref) }] };
  const others = related.flatMap((one, index) => relatedLocation(one, index));
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: escapeControl(message) },
    locations: [{ ...place, ...logical }],
    ...(others.length === 0 ? {} : { relatedLocations: others }),
  };
}

/** Drops the length of a place in a Secret, because it reveals the length of the value. */
function shownPlace({ length, ...place }: Origin, ref: string | undefined): Origin {
  const isSecret = ref !== undefined && /\/secret\//i.test(ref);
  return isSecret || length === undefined ? place : { ...place, length };
}

function relatedLocation({ message, origin }: Related, id: number): readonly object[] {
  return origin === undefined
    ? []
    : [{ id, ...locationOf(origin), message: { text: escapeControl(message) } }];
}

function locationOf({ file, line, column, length }: Origin): object {
  if (isRendered(file)) {
    // The line number refers to the rendered text, not to the template.
    return { physicalLocation: { artifactLocation: { uri: uriOf(templateOf(file)) } } };
  }
  const region = {
    startLine: Math.max(line, 1),
    ...(column === undefined ? {} : { startColumn: column }),
    ...(column === undefined || length === undefined ? {} : { endColumn: column + length }),
  };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } };
}

/** Escapes a file name such as `<stdin>`, or one with spaces, as a URI reference. */
function uriOf(file: string): string {
  const path = file
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
  return file.startsWith("/") ? `file://${path}` : path;
}
