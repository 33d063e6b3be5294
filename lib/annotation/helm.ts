import { isCrd } from "../manifest/crd.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { annotationFault, type AnnotationFinding, reportFindings } from "./annotation-fault.ts";
import { readWord, parseWeight } from "./parse-annotation-value.ts";
import { type Annotation, annotationPath, type Dialect, type Draft, hookEvents } from "./directives.ts";
import { crdInstall, hookWords, isHookEvent, isTestEvent, knownHookWords } from "./hook-events.ts";
import { addPolicies } from "./werf-policies.ts";

const deletePolicies = ["before-hook-creation", "hook-succeeded", "hook-failed"];

/** The dialect of Helm: hooks with their weights and delete policies (Helm's chart hooks). */
export const helm: Dialect = {
  name: "Helm",
  annotations: {
    "helm.sh/hook": readHook,
    "helm.sh/hook-weight": (annotation, draft) => {
      draft.hookWeight ??= parseWeight(annotation, draft);
    },
    "helm.sh/hook-delete-policy": readDeletePolicy,
    "helm.sh/hook-output-log-policy": null,
    "helm.sh/resource-policy": readResourcePolicy,
    "helm.sh/chart": null,
  },
  patterns: [],
};

function readHook(annotation: Annotation, draft: Draft): void {
  const named = hookWords(annotation.value);
  const unknown = named.length === 0 ? [""] : named.filter((word) => !knownHookWords.includes(word));
  reportFindings(
    annotation,
    unknown.map((word) => ({ code: "HookUnknown", message: unknownEvent(annotation, word) })),
    draft,
  );
  const events = [...new Set(named.filter(isHookEvent))];
  // As in Argo CD: beside its own hooks those of Helm are ignored, but not weights and delete policies.
  if (events.length > 0 && draft.argoHook === null) {
    draft.hook = { events, deletePolicy: [], path: annotationPath(annotation.key) };
  }
  draft.diagnostics.push(...partsWithoutEffect(annotation, named));
}

/**
 * Helm accepts `keep` in any case, with any blanks, and silently treats every other value as that: here it is
 * an error.
 */
function readResourcePolicy(annotation: Annotation, draft: Draft): void {
  const keep = readWord({ ...annotation, value: annotation.value.toLowerCase() }, ["keep"], draft);
  addPolicies(keep === undefined ? [] : [keep], draft);
}

function unknownEvent({ manifest }: Annotation, word: string): string {
  const fact = word === "" ? "helm.sh/hook is empty" : `unknown hook event "${truncateWord(word)}"`;
  return `${manifest.key}: ${fact}${didYouMean(word, knownHookWords)} (known events: ${hookEvents.join(", ")})`;
}

/** Reports hooks that Helm knows but that have no effect here. */
function partsWithoutEffect(annotation: Annotation, named: readonly string[]): readonly Diagnostic[] {
  const { manifest } = annotation;
  const findings: AnnotationFinding[] = [];
  if (named.some(isTestEvent)) {
    const message = `${manifest.key} is also a test hook, which converge never runs: it is planned for its other events only`;
    findings.push({ code: "HookLeftOut", severity: "note", message });
  }
  if (named.includes(crdInstall) && !isCrd(manifest)) {
    const message = `${manifest.key} is not a CustomResourceDefinition: ${crdInstall} has no effect`;
    findings.push({ code: "AnnotationIgnored", severity: "warning", message });
  }
  return findings.map((finding) => annotationFault(annotation, finding));
}

function readDeletePolicy(annotation: Annotation, draft: Draft): void {
  const named = hookWords(annotation.value);
  const unknown = named.filter((word) => !deletePolicies.includes(word));
  reportFindings(
    annotation,
    unknown.map((word) => ({
      code: "HookDeletePolicyUnknown",
      message: `${annotation.manifest.key}: unknown hook delete policy "${truncateWord(word)}"${didYouMean(word, deletePolicies)} (known policies: ${deletePolicies.join(", ")})`,
    })),
    draft,
  );
  draft.deletePolicy = named.length === 0 ? draft.deletePolicy : [...(draft.deletePolicy ?? []), ...named];
}
