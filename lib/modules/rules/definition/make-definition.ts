import {
  field,
  isObject,
  type JsonObject,
  objectField,
  stringField,
  stringsField,
} from "../../../object/json.ts";
import { requirementsOf } from "../requirement/requirements.ts";
import {
  type Accessibility,
  type DefinitionRequirements,
  type DisableOptions,
  type LocalTexts,
  type ModuleDefinition,
  type ModuleStage,
  usualWeight,
} from "./module-definition.ts";
import { updateRulesOf } from "../resource/update-policy.ts";

const stages: readonly ModuleStage[] = ["Experimental", "Preview", "General Availability", "Deprecated"];

/** Returns the definition in a file without faults. A requirement of the module on itself is dropped. */
export function makeDefinition(file: JsonObject): ModuleDefinition {
  const name = stringField(file, "name") ?? "";
  const weight = field(file, "weight");
  const stage = stringField(file, "stage");
  const descriptions = textsOf(objectField(file, "descriptions"));
  return {
    name,
    weight: typeof weight === "number" && weight > 0 ? weight : usualWeight,
    stage: stages.find((known) => known === stage),
    exclusiveGroup: stringField(file, "exclusiveGroup"),
    critical: field(file, "critical") === true,
    namespace: stringField(file, "namespace"),
    tags: stringsField(file, "tags"),
    subsystems: stringsField(file, "subsystems"),
    descriptions: { ...descriptions, en: descriptions.en ?? stringField(file, "description") },
    requirements: requirementsOfDefinition(objectField(file, "requirements"), name),
    accessibility: accessibilityOf(field(file, "accessibility")),
    update: { versions: updateRulesOf(file) },
    disable: disableOf(objectField(file, "disable")),
  };
}

function textsOf(texts: JsonObject): LocalTexts {
  return { en: stringField(texts, "en"), ru: stringField(texts, "ru") };
}

function requirementsOfDefinition(written: JsonObject, self: string): DefinitionRequirements {
  const { deckhouse, kubernetes, modules } = requirementsOf(written);
  const bootstrapped = field(written, "bootstrapped");
  return {
    deckhouse,
    kubernetes,
    modules: modules.filter(({ module }) => module !== self),
    bootstrapped: bootstrapped === undefined ? undefined : bootstrapped === true || bootstrapped === "true",
  };
}

function accessibilityOf(written: JsonObject[string] | undefined): Accessibility | undefined {
  if (!isObject(written)) {
    return undefined;
  }
  const editions = Object.entries(objectField(written, "editions")).map(
    ([edition, access]) =>
      [
        edition,
        {
          available: field(access, "available") === true,
          enabledInBundles: stringsField(access, "enabledInBundles"),
        },
      ] as const,
  );
  return { editions: new Map(editions) };
}

function disableOf(written: JsonObject): DisableOptions {
  const messages = textsOf(objectField(written, "messages"));
  return {
    confirmation: field(written, "confirmation") === true,
    message: messages.en ?? stringField(written, "message"),
    messages,
  };
}
