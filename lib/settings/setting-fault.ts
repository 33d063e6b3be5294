import type { FieldPart } from "../manifest/locate-field.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import type { Path } from "../object/json.ts";

/** A fault of a configuration, with its place. */
export interface SettingFault {
  readonly code: Extract<
    DiagnosticCode,
    "SettingInvalid" | "SettingUnknown" | "SettingMissing" | "SettingConflict"
  >;
  /** Begins with the place in words: `units[0].interval is no duration: …`. */
  readonly message: string;
  /** From the root of the file. */
  readonly path: Path;
  readonly part: FieldPart;
  /** Related places. */
  readonly related?: readonly { readonly message: string; readonly path: Path }[];
}

/** A plain name follows a dot, any other is in brackets. */
const plainName = /^[A-Za-z_][\w-]*$/;

/** Formats a place in words: `units[0].source.url`; `the file` for its root. */
export function formatSettingPath(path: Path): string {
  const words = path.map((step) =>
    typeof step === "string" && plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return path.length === 0 ? "the file" : words.join("").replace(/^\./, "");
}
