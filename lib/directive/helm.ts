import { didYouMean } from "../object/suggestion.ts";
import { annotationFault } from "./annotation-fault.ts";
import {
  type Annotation,
  annotationPath,
  type Dialect,
  type Draft,
  hookEvents,
  type HookEvent,
} from "./directives.ts";
import { parseWeight } from "./weight.ts";

const deletePolicies = ["before-hook-creation", "hook-succeeded", "hook-failed"];

/** Events that order nothing: tests run on demand, and `crd-install` is an ordinary CustomResourceDefinition since Helm 3. */
const testEvents = ["test", "test-success", "test-failure"];
const crdInstall = "crd-install";

/** The dialect of Helm: hooks with their weights and delete policies (Helm's chart hooks). */
export const helm: Dialect = {
  name: "Helm",
  annotations: {
    "helm.sh/hook": readHook,
    "helm.sh/hook-weight": (annotation, draft) => {
      draft.hookWeight = parseWeight(annotation, draft);
    },
    "helm.sh/hook-delete-policy": readDeletePolicy,
    "helm.sh/hook-output-log-policy": null,
    "helm.sh/resource-policy": null,
    "helm.sh/chart": null,
  },
  patterns: [],
};

function words(value: string): readonly string[] {
  return value
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== "");
}

function isHookEvent(word: string): word is HookEvent {
  return hookEvents.some((event) => event === word);
}

function readHook(annotation: Annotation, draft: Draft): void {
  const named = words(annotation.value);
  const known: readonly string[] = [...hookEvents, ...testEvents, crdInstall];
  const unknown = named.filter((word) => !known.includes(word));
  for (const word of named.length === 0 ? [""] : unknown) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "HookUnknown",
        message: `${annotation.manifest.key}: ${word === "" ? "helm.sh/hook is empty" : `no hook event "${word}"`}${didYouMean(word, known)} (the events are ${hookEvents.join(", ")})`,
      }),
    );
  }
  const events = [...new Set(named.filter(isHookEvent))];
  if (events.length > 0 || named.some((word) => testEvents.includes(word))) {
    draft.hook = { events, deletePolicy: [], path: annotationPath(annotation.key) };
  }
}

function readDeletePolicy(annotation: Annotation, draft: Draft): void {
  const named = words(annotation.value);
  for (const word of named.filter((candidate) => !deletePolicies.includes(candidate))) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "HookDeletePolicyUnknown",
        message: `${annotation.manifest.key}: no hook delete policy "${word}"${didYouMean(word, deletePolicies)} (the policies are ${deletePolicies.join(", ")})`,
      }),
    );
  }
  draft.deletePolicy = named;
}
