import { notObeyed, type AnnotationFinding, reportFindings } from "./annotation-fault.ts";
import { formatRef, type ObjectRef } from "../object/object-ref.ts";
import { truncateWord } from "../object/message-text.ts";
import { type Annotation, annotationPath, type Dialect, type Draft } from "./directives.ts";

/**
 * The dialect of Config Sync and cli-utils: `config.kubernetes.io/depends-on` names the objects that must be
 * reconciled first. Annotations that exclude an object from the plan are in `exclusion.ts`.
 */
export const configSync: Dialect = {
  name: "Config Sync",
  annotations: {
    "config.kubernetes.io/depends-on": readDependsOn,
    "config.kubernetes.io/apply-time-mutation": readMutation,
    "config.kubernetes.io/origin": null,
    "config.kubernetes.io/index": null,
    "config.kubernetes.io/path": null,
    "config.kubernetes.io/function": null,
    "config.kubernetes.io/merge-source": null,
  },
  patterns: [],
};

/**
 * Parses an object reference: three fields `group/Kind/name`, or five `group/namespaces/namespace/Kind/name`,
 * with an empty group for the core group (cli-utils, `pkg/object/dependson`). A string is the fault of the
 * reference.
 */
export function parseDependsOnRef(text: string): ObjectRef | string {
  const fields = text.split("/");
  if (fields.length !== 3 && fields.length !== 5) {
    return `expected 3 or 5 fields, found ${fields.length}: "${truncateWord(text)}"; write GROUP/namespaces/NAMESPACE/KIND/NAME or GROUP/KIND/NAME`;
  }
  if (fields.length === 5 && fields[1] !== "namespaces") {
    return `missing "namespaces" field: "${truncateWord(text)}"; write GROUP/namespaces/NAMESPACE/KIND/NAME`;
  }
  const names = fields.length === 3 ? ["group", "kind", "name"] : ["group", "", "namespace", "kind", "name"];
  const empty = names.find((name, index) => !["", "group"].includes(name) && fields[index] === "");
  const part = (name: string): string => fields[names.indexOf(name)] ?? "";
  return empty === undefined
    ? { group: part("group"), kind: part("kind"), namespace: part("namespace"), name: part("name") }
    : `the ${empty} is empty: "${truncateWord(text)}"`;
}

function readDependsOn(annotation: Annotation, draft: Draft): void {
  const path = annotationPath(annotation.key);
  const { manifest } = annotation;
  const seen = new Set<string>();
  const findings: AnnotationFinding[] = [];
  annotation.value.split(",").forEach((part, index) => {
    const ref = parseDependsOnRef(part.trim());
    const key = typeof ref === "string" ? "" : formatRef(ref);
    if (typeof ref === "string") {
      const message = `${manifest.key}: reference ${index + 1} of depends-on cannot be parsed: ${ref}`;
      findings.push({ code: "DependsOnSyntax", message });
    } else if (seen.has(key)) {
      const message = `${manifest.key} lists ${key} twice in depends-on: remove one`;
      findings.push({ code: "DependsOnDuplicate", severity: "warning", message });
    } else {
      seen.add(key);
      draft.dependsOn.push({ key, path });
    }
  });
  reportFindings(annotation, findings, draft);
}

function readMutation(annotation: Annotation, draft: Draft): void {
  notObeyed("Config Sync", "use config.kubernetes.io/depends-on for the order")(annotation, draft);
}
