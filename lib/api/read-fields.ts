import { formatOrigin } from "../object/diagnostic/source-text.ts";
import type { FieldRule } from "../object/field-rule.ts";
import type { FieldRuleOptions } from "./options/run-options.ts";

/**
 * Reads rules about fields that are left to the cluster: those given as objects, then those in files and
 * folders. Throws a TypeError with all faults.
 */
export async function readFields(
  name: string,
  given: readonly (FieldRuleOptions | string)[] = [],
): Promise<{ readonly fieldRules?: readonly FieldRule[] }> {
  if (given.length === 0) {
    return {};
  }
  const { readRuleFiles } = await import("../source/read-sources.ts");
  const { readFieldRules } = await import("../fields/read-field-rules.ts");
  const rules = given.filter((one) => typeof one !== "string");
  const document = { apiVersion: "converge.dev/v1alpha1", kind: "FieldRules", rules };
  const written = { name: "fields", text: JSON.stringify(document, undefined, 1), isNamed: true };
  const { files, found } = await readRuleFiles(given.filter((one) => typeof one === "string"));
  const reading = await readFieldRules([...(rules.length === 0 ? [] : [written]), ...files]);
  const faults = [...found, ...reading.diagnostics].filter(({ severity }) => severity === "error");
  if (faults.length > 0) {
    const lines = faults.map(({ origin, message }) =>
      origin === undefined ? message : `${formatOrigin(origin)}: ${message}`,
    );
    throw new TypeError(`${name}: fields: ${lines.join("; ")}`);
  }
  return { fieldRules: reading.rules };
}
