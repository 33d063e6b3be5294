import schema from "../../docs/saved-plan.schema.json" with { type: "json" };

import { hasErrors, type Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { field, type JsonObject, stringField } from "../object/json.ts";
import { parseRef } from "../object/object-ref.ts";
import { checkSettings, type Settings, type SettingsForm } from "../settings/read-settings.ts";
import { readSettingsDocument } from "../settings/settings-document.ts";
import { digestOfObjects } from "./saved-digest.ts";
import { savedFormat, type SavedPlan } from "./saved-plan.ts";

const form: SettingsForm = { schema: schema satisfies JsonObject, formats: new Map() };

/** Bytes: larger than any release, of which a record holds less. */
export const largestPlan: number = 2 ** 28;

/** A saved plan, or everything that is wrong with its file. */
export type SavedPlanReading =
  | { readonly plan: SavedPlan }
  | { readonly fault: string }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Reads the text of a saved plan, which may come from anyone. Faults are located in the file. */
export async function readSavedPlan(name: string, text: string): Promise<SavedPlanReading> {
  if (!text.trimStart().startsWith("{")) {
    return { fault: `${name} is not a saved plan: expected JSON that \`converge plan --save\` wrote` };
  }
  const document = readSettingsDocument({ name, text });
  if ("diagnostics" in document) {
    return hasErrors(document.diagnostics) ? { diagnostics: document.diagnostics } : notAPlan(name);
  }
  const { value } = document;
  if (stringField(value, "kind") !== "SavedPlan") {
    return notAPlan(name);
  }
  const format = field(value, "format");
  if (typeof format === "number" && format > savedFormat) {
    const known = `format ${format}, this one knows ${savedFormat}`;
    return { fault: `${name} was saved by a newer converge (${known}): upgrade converge` };
  }
  const reading = await checkSettings(document, form);
  return "diagnostics" in reading ? { diagnostics: reading.diagnostics } : consistent(reading.settings);
}

function notAPlan(name: string): SavedPlanReading {
  return { fault: `${name} is not a saved plan: its kind is not SavedPlan` };
}

/** Checks what a schema cannot say: references, and the digest of the objects. */
function consistent({ value, diagnose }: Settings): SavedPlanReading {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema describes this type
  const plan = value as unknown as SavedPlan;
  const known = new Set(plan.objects.map(({ ref }) => ref));
  const unknown = plan.groups.flatMap(({ objects }, group) =>
    objects.flatMap(({ ref }, index) =>
      known.has(ref) && parseRef(ref) !== undefined
        ? []
        : [
            diagnose({
              code: "SettingInvalid",
              message: `groups[${group}].objects[${index}].ref names no object of the plan: save the plan again`,
              path: ["groups", group, "objects", index, "ref"],
              part: "value",
            }),
          ],
    ),
  );
  if (unknown.length > 0) {
    return { diagnostics: unknown };
  }
  const isIntact = digestOfObjects(plan.objects) === plan.digest;
  return isIntact
    ? { plan }
    : {
        diagnostics: [
          diagnose({
            code: "SettingInvalid",
            message: "digest is not that of the objects: the file was changed, save the plan again",
            path: ["digest"],
            part: "value",
          }),
        ],
      };
}
