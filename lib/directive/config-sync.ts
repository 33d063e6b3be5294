import { formatRef, type ObjectRef } from "../object/object-ref.ts";
import { annotationFault } from "./annotation-fault.ts";
import { type Annotation, annotationPath, type Dialect, type Draft } from "./directives.ts";

/**
 * The dialect of Config Sync and cli-utils: `config.kubernetes.io/depends-on` names the objects that must be
 * reconciled first; `local-config` and `managed: disabled` keep an object from being applied.
 */
export const configSync: Dialect = {
  name: "Config Sync",
  annotations: {
    "config.kubernetes.io/depends-on": readDependsOn,
    "config.kubernetes.io/local-config": readLocalConfig,
    "configmanagement.gke.io/managed": readManaged,
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
 * Parses the written form of an object reference: three fields `group/Kind/name`, five
 * `group/namespaces/namespace/Kind/name`, an empty group for the core group (cli-utils, `pkg/object/dependson`).
 * A string is what is wrong with it.
 */
export function parseRef(text: string): ObjectRef | string {
  const fields = text.split("/");
  if (fields.length !== 3 && fields.length !== 5) {
    return `expected 3 or 5 fields, found ${fields.length}: "${text}"; write GROUP/namespaces/NAMESPACE/KIND/NAME or GROUP/KIND/NAME`;
  }
  if (fields.length === 5 && fields[1] !== "namespaces") {
    return `missing "namespaces" field: "${text}"; write GROUP/namespaces/NAMESPACE/KIND/NAME`;
  }
  const names = fields.length === 3 ? ["group", "kind", "name"] : ["group", "", "namespace", "kind", "name"];
  const empty = names.find((name, index) => !["", "group"].includes(name) && fields[index] === "");
  const part = (name: string): string => fields[names.indexOf(name)] ?? "";
  return empty === undefined
    ? { group: part("group"), kind: part("kind"), namespace: part("namespace"), name: part("name") }
    : `the ${empty} is empty: "${text}"`;
}

function readDependsOn(annotation: Annotation, draft: Draft): void {
  const path = annotationPath(annotation.key);
  const seen = new Set<string>();
  annotation.value.split(",").forEach((part, index) => {
    const ref = parseRef(part.trim());
    if (typeof ref === "string") {
      draft.diagnostics.push(
        annotationFault(annotation, {
          code: "DependsOnSyntax",
          message: `${annotation.manifest.key}: reference ${index + 1} of depends-on cannot be read: ${ref}`,
        }),
      );
      return;
    }
    const key = formatRef(ref);
    if (seen.has(key)) {
      draft.diagnostics.push(
        annotationFault(annotation, {
          code: "DependsOnDuplicate",
          severity: "warning",
          message: `${annotation.manifest.key} names ${key} twice in depends-on: remove one`,
        }),
      );
      return;
    }
    seen.add(key);
    draft.dependsOn.push({ key, path });
  });
}

function readLocalConfig(annotation: Annotation, draft: Draft): void {
  if (annotation.value !== "false") {
    draft.leftOut = { path: annotationPath(annotation.key), said: annotation.key };
  }
}

function readManaged(annotation: Annotation, draft: Draft): void {
  if (annotation.value === "disabled") {
    draft.leftOut = { path: annotationPath(annotation.key), said: `${annotation.key}: disabled` };
  }
}

function readMutation(annotation: Annotation, draft: Draft): void {
  draft.notObeyed.push({
    annotation,
    tool: "Config Sync",
    instead: "config.kubernetes.io/depends-on for the order",
  });
}
