import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import { readSource } from "../../manifest/parse-source.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin, type Origin, type SourceText } from "../../object/diagnostic/source-text.ts";
import { field, isObject, type JsonValue, objectField, stringField } from "../../object/json.ts";
import type { RuleFormat, RuleReading } from "../rule-format.ts";
import { scriptFault, scriptRule } from "./health-script.ts";

const healthKey = "resource.customizations.health.";
const librariesKey = "resource.customizations.useOpenLibs.";
const oldKey = "resource.customizations";

/** Argo CD's form: health customizations in the ConfigMap `argocd-cm`. */
export const argoFormat: RuleFormat = {
  name: "Argo CD's `argocd-cm`",
  recognizes: (value) => stringField(value, "kind") === "ConfigMap" && customizations(value).length > 0,
  read: ({ document, tree }) => {
    const data = objectField(tree.value, "data");
    const readings = customizations(tree.value).map((key) => {
      const text = stringField(data, key) ?? "";
      const origin = locateField(document, ["data", key], "value");
      if (key === oldKey) {
        return readOldForm(text, document);
      }
      const kinds = key.slice(healthKey.length);
      const openLibraries = stringField(data, `${librariesKey}${kinds}`) === "true";
      // The text of a block begins in the line below its key.
      const firstLine = origin.line + (text.includes("\n") ? 1 : 0);
      return readScript({ text, kinds: kinds.split("_"), openLibraries, origin, firstLine });
    });
    return Promise.resolve(joined(readings));
  },
};

function customizations(value: JsonValue): readonly string[] {
  return Object.keys(objectField(value, "data")).filter((key) => key.startsWith(healthKey) || key === oldKey);
}

/** The form of Argo CD before 2.0: all customizations in one text of YAML. */
function readOldForm(text: string, document: SourceDocument): RuleReading {
  const origin = locateField(document, ["data", oldKey], "value");
  const { documents, diagnostics } = readSource({ name: document.source.name, text });
  const faults = [...diagnostics, ...documents.flatMap(({ tree }) => tree.faults)];
  const [fault] = faults;
  if (fault !== undefined) {
    const message = `${oldKey} cannot be read: line ${fault.origin?.line ?? 1}: ${fault.message}`;
    return { rules: [], diagnostics: [{ code: "HealthRuleInvalid", severity: "error", message, origin }] };
  }
  const [content] = documents;
  const entries = isObject(content?.tree.value) ? Object.entries(content.tree.value) : [];
  const readings = entries.flatMap(([kinds, customization]) => {
    const script = stringField(customization, "health.lua");
    if (content === undefined || script === undefined) {
      return [];
    }
    const inner = locateField(content.document, [kinds, "health.lua"], "value");
    const firstLine = origin.line + inner.line + 1;
    return readScript({
      text: script,
      kinds: kinds.split("/"),
      openLibraries: field(customization, "health.lua.useOpenLibs") === true,
      origin: { file: origin.file, line: firstLine - 1 },
      firstLine,
    });
  });
  return joined(readings);
}

/** A script of Argo CD, before it is checked. */
interface GivenScript {
  readonly text: string;
  /** The group and the kind, or the kind alone for the core group. */
  readonly kinds: readonly string[];
  readonly openLibraries: boolean;
  /** The place that names it. */
  readonly origin: Origin;
  /** The line of its first line. */
  readonly firstLine: number;
}

function readScript({ text, kinds, openLibraries, origin, firstLine }: GivenScript): RuleReading {
  const [group = "", kind = ""] = kinds.length === 1 ? ["", ...kinds] : kinds;
  if (kind === "" || kinds.length > 2) {
    const message = `a health script is for one group and kind: write ${healthKey}GROUP_KIND`;
    return { rules: [], diagnostics: [{ code: "HealthRuleInvalid", severity: "error", message, origin }] };
  }
  const fault = scriptFault(text);
  if (fault !== undefined) {
    const at = { file: origin.file, line: firstLine + (fault.line ?? 1) - 1 };
    const message = `this health script does not compile: ${fault.message}`;
    return { rules: [], diagnostics: [invalid(message, at)] };
  }
  const name = group === "" ? kind : `${group}/${kind}`;
  const { file, line } = origin;
  const rule = scriptRule({ text, name, origin: formatOrigin({ file, line }), openLibraries });
  return { rules: [{ group, kind, rule }], diagnostics: [] };
}

function invalid(message: string, origin: Origin): Diagnostic {
  return { code: "HealthRuleInvalid", severity: "error", message, origin };
}

const scriptPath = /(?:^|\/)(?<group>[^/]+)\/(?<kind>[^/]+)\/health\.lua$/;

/** Reports whether a file is a health script in a folder `GROUP/KIND`. */
export function isHealthScript(name: string): boolean {
  return scriptPath.test(name);
}

/**
 * Reads a script from a folder `GROUP/KIND` in the form of Argo CD's `resource_customizations`, where `_` in
 * a name is the wildcard. All libraries are open to it, as to those that Argo CD contains.
 */
export function readHealthScript({ name, text }: SourceText): RuleReading {
  const { group = "", kind = "" } = scriptPath.exec(name)?.groups ?? {};
  const origin = { file: name, line: 1 };
  const kinds = [group, kind].map((part) => part.replaceAll("_", "*"));
  return readScript({ text, kinds, openLibraries: true, origin, firstLine: 1 });
}

function joined(readings: readonly RuleReading[]): RuleReading {
  return {
    rules: readings.flatMap(({ rules }) => rules),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
}
