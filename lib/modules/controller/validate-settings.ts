import { isObject, type JsonObject } from "../../object/json.ts";
import { formatFieldPath } from "../../validate/model/field-fault.ts";
import { newestMinor } from "../../validate/builtin/supported-versions.ts";
import { readSchema } from "../../validate/model/schema.ts";
import { compileChecker } from "../../validate/value/check-value.ts";
import { pruneValue } from "../../validate/value/prune.ts";
import { readSettingsDocument } from "../../settings/settings-document.ts";

/** Returns the faults in a module's settings; undefined if there are none. */
export interface SettingsCheck {
  readonly faultOf: (settings: JsonObject) => string | undefined;
}

const everythingGoes: SettingsCheck = { faultOf: () => undefined };

/**
 * Compiles the schema that a module brings for its settings (`openapi/config-values.yaml`), a schema as in a
 * CRD. Without one, any settings are valid.
 */
export function settingsCheck(text: string | undefined): SettingsCheck | { readonly fault: string } {
  if (text === undefined) {
    return everythingGoes;
  }
  const document = readSettingsDocument({ name: "config-values.yaml", text });
  if (!("value" in document)) {
    return { fault: document.diagnostics[0]?.message ?? "it cannot be read" };
  }
  if (!isObject(document.value)) {
    return { fault: "it is not a schema" };
  }
  const schema = readSchema(document.value);
  return {
    faultOf: (settings) => {
      const faults = compileChecker(schema, newestMinor)
        .check(settings)
        .map(({ path, message }) => `${pathText(path)}: ${message}`);
      const unknown = pruneValue(settings, schema, { isResourceRoot: false }).unknown.map(
        (path) => `${pathText(path)}: unknown field`,
      );
      const all = [...faults, ...unknown];
      return all.length === 0 ? undefined : all.join("; ");
    },
  };
}

function pathText(path: Parameters<typeof formatFieldPath>[0]): string {
  return path.length === 0 ? "settings" : formatFieldPath(["settings", ...path]);
}
