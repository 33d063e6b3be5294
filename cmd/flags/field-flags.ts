import { Option } from "commander";

import type { FieldRule } from "../../lib/object/field-rule.ts";
import { formatOrigin } from "../../lib/object/diagnostic/source-text.ts";
import { UsageError } from "../host/exit-code.ts";
import { collectList } from "./option-parsers.ts";

/** The flag of every verb that writes objects. */
export interface FieldFlags {
  readonly fields?: readonly string[];
}

/** Returns `--fields`. */
export function fieldsOption(): Option {
  const description =
    "rules about fields that are left to the cluster: files or directories (repeatable or comma-separated)";
  return new Option("--fields <path>", description).argParser(collectList);
}

/** Reads the rules of `--fields`. Throws a UsageError with all faults. */
export async function readFieldFlags({ fields = [] }: FieldFlags): Promise<readonly FieldRule[]> {
  if (fields.length === 0) {
    return [];
  }
  if (fields.includes("-")) {
    throw new UsageError("--fields cannot read standard input: name files or directories");
  }
  const { readRuleFiles } = await import("../../lib/source/read-sources.ts");
  const { readFieldRules } = await import("../../lib/fields/read-field-rules.ts");
  const { files, found } = await readRuleFiles(fields);
  const { rules, diagnostics } = await readFieldRules(files);
  const faults = [...found, ...diagnostics].filter(({ severity }) => severity === "error");
  const [first, ...others] = faults.map(({ message, origin }) =>
    origin === undefined ? `--fields: ${message}` : `--fields: ${formatOrigin(origin)}: ${message}`,
  );
  if (first !== undefined) {
    throw new UsageError(first, { others });
  }
  return rules;
}
