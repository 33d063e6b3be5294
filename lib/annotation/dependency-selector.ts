import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { reportFindings } from "./annotation-fault.ts";
import { type Annotation, annotationPath, type DependencySelector, type Draft } from "./directives.ts";

const targetProperties = ["name", "namespace", "kind", "group", "version"] as const;
const properties: readonly string[] = ["state", ...targetProperties, "external"];

/**
 * Parses `state=ready|present,name=…,namespace=…,kind=…,group=…,version=…` (werf.io/deploy-dependency-<id>;
 * with `state=absent` werf.io/delete-dependency-<id>). The state and at least one property of the target are
 * mandatory. Returns null and reports all faults if it cannot be parsed.
 */
export function parseDependencySelector(annotation: Annotation, draft: Draft): DependencySelector | null {
  const values = new Map<string, string>();
  const faults: string[] = [];
  for (const part of annotation.value.split(",")) {
    const [property = "", value] = part.split("=", 2).map((text) => text.trim());
    const fault = propertyFault(property, value);
    if (fault !== undefined) {
      faults.push(fault);
    }
    values.set(property, value ?? "");
  }
  const allowed = annotation.key.startsWith("werf.io/delete-dependency-") ? ["absent"] : ["ready", "present"];
  faults.push(...stateFaults(values.get("state"), allowed), ...targetFaults(values));
  if (faults.length > 0) {
    reportFindings(
      annotation,
      faults.map((fault) => ({
        code: "DependencySyntax",
        message: `${annotation.manifest.key}: ${annotation.key}: ${fault}`,
      })),
      draft,
    );
    return null;
  }
  return selectorOf(values, annotation);
}

function propertyFault(property: string, value: string | undefined): string | undefined {
  if (!properties.includes(property)) {
    return `unknown property "${truncateWord(property)}"${didYouMean(property, properties)} (known properties: ${properties.join(", ")})`;
  }
  return value === undefined || value === ""
    ? `property "${property}" has no value: write ${property}=…`
    : undefined;
}

function stateFaults(state: string | undefined, allowed: readonly string[]): readonly string[] {
  if (state === undefined) {
    return [`"state" must be set: add ${allowed.map((word) => `state=${word}`).join(" or ")}`];
  }
  // An empty state is reported as an empty property.
  return state === "" || allowed.includes(state)
    ? []
    : [
        `unknown state "${truncateWord(state)}"${didYouMean(state, allowed)} (write ${allowed.map((word) => `state=${word}`).join(" or ")})`,
      ];
}

function targetFaults(values: ReadonlyMap<string, string>): readonly string[] {
  if (!targetProperties.some((property) => values.has(property))) {
    return [`no target: add at least one of ${targetProperties.join(", ")}`];
  }
  const external = values.get("external");
  if (external !== undefined && !["true", "false", "auto"].includes(external)) {
    return [`external takes true, false or auto, found "${truncateWord(external)}"`];
  }
  if (external === "true" && !(values.has("name") && values.has("kind"))) {
    return [`an external target needs kind and name`];
  }
  return [];
}

function selectorOf(values: ReadonlyMap<string, string>, annotation: Annotation): DependencySelector {
  const state = values.get("state");
  const target: Partial<Record<(typeof targetProperties)[number], string>> = {};
  for (const property of targetProperties) {
    const value = values.get(property);
    if (value !== undefined) {
      target[property] = value;
    }
  }
  return {
    until: state === "present" || state === "absent" ? state : "ready",
    ...target,
    external: values.get("external") === "true",
    path: annotationPath(annotation.key),
  };
}
