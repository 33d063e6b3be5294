import type { Diagnostic } from "../../../object/diagnostic/diagnostic.ts";
import { field, indexedList, type JsonObject, objectField, valueAt } from "../../../object/json.ts";
import type { SourceText } from "../../../object/diagnostic/source-text.ts";
import { formatSettingPath } from "../../../settings/setting-fault.ts";
import type { Settings } from "../../../settings/read-settings.ts";
import { boundText } from "../resource/update-rules.ts";
import { isMinorVersion } from "./definition-form.ts";

/** Returns warnings for bounds of update rules that YAML reads as numbers: `1.70` becomes 1.7. */
export function numberWarnings({ value, diagnose }: Settings, source: SourceText): readonly Diagnostic[] {
  const lines = source.text.split(/\r\n|\r|\n/);
  return unquoted(value).map((path) => {
    const number = boundText(valueAt(value, path));
    const { origin, ...found } = diagnose({ code: "SettingInvalid", message: "", path, part: "value" });
    const written = writtenText(lines, origin) ?? number;
    const read = written === number ? "a number to YAML, which would read 1.70 as 1.7" : `${number} to YAML`;
    const message = `${formatSettingPath(path)} is ${read}: write it in quotes, as in "${written}"`;
    return { ...found, severity: "warning", message, ...(origin === undefined ? {} : { origin }) };
  });
}

type BoundPath = readonly ["update", "versions", number, "from" | "to"];

function unquoted(file: JsonObject): readonly BoundPath[] {
  return indexedList(objectField(file, "update"), "versions").flatMap(([index, rule]) =>
    (["from", "to"] as const)
      .filter((name) => typeof field(rule, name) === "number" && isMinorVersion(boundText(field(rule, name))))
      .map((name) => ["update", "versions", index, name] as const),
  );
}

/** Returns the number as it is in the file. */
function writtenText(lines: readonly string[], origin: Diagnostic["origin"]): string | undefined {
  const { line = 0, column = 1, length = 0 } = origin ?? {};
  const text = lines[line - 1]?.slice(column - 1, column - 1 + length) ?? "";
  return /^[0-9]+\.[0-9]+$/.test(text) ? text : undefined;
}
