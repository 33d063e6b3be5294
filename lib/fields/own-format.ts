import schema from "../../docs/field-rules.schema.json" with { type: "json" };

import { isFieldRules } from "../manifest/field-rules-document.ts";
import { locateField } from "../manifest/locate-field.ts";
import { placeAt } from "../object/field-rule.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { type JsonObject, listField } from "../object/json.ts";
import { checkSettings, type SettingsForm } from "../settings/read-settings.ts";
import { settingsIn } from "../settings/settings-document.ts";
import type { FieldRuleFormat } from "./field-rule-format.ts";
import { namesNothing, remedyForEmpty, fieldRuleFormats, fieldRuleOf } from "./rule-settings.ts";

const form: SettingsForm = { schema: schema satisfies JsonObject, formats: fieldRuleFormats };

/** converge's own form: a document of kind `FieldRules`, described by `docs/field-rules.schema.json`. */
export const ownFieldFormat: FieldRuleFormat = {
  name: "converge's `kind: FieldRules`",
  isOfSets: true,
  recognizes: isFieldRules,
  read: async (read) => {
    const reading = await checkSettings(settingsIn(read), form);
    if ("diagnostics" in reading) {
      return { rules: [], diagnostics: reading.diagnostics };
    }
    const entries = listField(reading.settings.value, "rules");
    const rules = entries.map((entry, index) =>
      fieldRuleOf(entry, placeAt(locateField(read.document, ["rules", index], "value"))),
    );
    const empty = rules.filter((rule) => namesNothing(rule));
    const diagnostics = empty.map(({ origin }): Diagnostic => {
      const message = `this field rule names no field: ${remedyForEmpty}`;
      return { code: "FieldRuleInvalid", severity: "error", message, ...(origin && { origin }) };
    });
    return { rules, diagnostics };
  },
};
