import { annotationFault, notNeeded } from "./annotation-fault.ts";
import { type ChangeFault, parseChangeGroup, parseChangeRule } from "./change-rule.ts";
import { readCount, readNames, readWord } from "./parse-annotation-value.ts";
import { type Annotation, annotationPath, type Dialect, type Draft } from "./directives.ts";

/** The dialect of kapp (https://carvel.dev/kapp/docs/latest/config/): change groups and rules, strategies. */
export const kapp: Dialect = {
  name: "kapp",
  annotations: {
    "kapp.k14s.io/exists": waitForOnly,
    "kapp.k14s.io/noop": leaveAlone,
    "kapp.k14s.io/disable-wait": waitForNothing,
    "kapp.k14s.io/create-strategy": readCreateStrategy,
    // Read when the object is written.
    "kapp.k14s.io/update-strategy": readUpdateStrategy,
    "kapp.k14s.io/deploy-logs-container-names": readLogContainers,
    "kapp.k14s.io/disable-default-change-group-and-rules": null,
    "kapp.k14s.io/disable-default-ownership-label-rules": null,
    "kapp.k14s.io/disable-default-label-scoping-rules": null,
    "kapp.k14s.io/disable-label-scoping": null,
    "kapp.k14s.io/disable-original": null,
    "kapp.k14s.io/identity": null,
    "kapp.k14s.io/original": null,
    "kapp.k14s.io/original-diff-md5": null,
    // Read before the object gets the name of its version.
    "kapp.k14s.io/versioned-keep-original": null,
    "kapp.k14s.io/num-versions": (annotation, draft) => {
      readCount(annotation, draft);
    },
  },
  patterns: [
    { pattern: /^kapp\.k14s\.io\/change-group(?:\..+)?$/, read: readChangeGroup },
    { pattern: /^kapp\.k14s\.io\/change-rule(?:\..+)?$/, read: readChangeRule },
    { pattern: /^kapp\.k14s\.io\/versioned-explicit-ref(?:\..+)?$/, read: null },
  ],
};

/** kapp checks only that the annotation exists. */
function waitForNothing(_annotation: Annotation, draft: Draft): void {
  draft.treatment = { ...draft.treatment, isNonBlocking: true };
}

/** It is the object of someone else: kapp checks only that the annotation exists. */
function waitForOnly(_annotation: Annotation, draft: Draft): void {
  draft.treatment = { ...draft.treatment, isExternal: true, ownership: "anyone" };
}

/** No action applies it, and it is not pruned. */
function leaveAlone(annotation: Annotation, draft: Draft): void {
  draft.deployOn = { main: [], events: [], path: annotationPath(annotation.key) };
}

function readCreateStrategy(annotation: Annotation, draft: Draft): void {
  if (readStrategy(annotation, ["fallback-on-update", "fallback-on-update-or-noop"], draft)) {
    notNeeded("kapp", "an object that exists is always updated")(annotation, draft);
  }
}

function readUpdateStrategy(annotation: Annotation, draft: Draft): void {
  readStrategy(annotation, ["fallback-on-replace", "always-replace", "skip"], draft);
}

/** Reads a strategy, and returns whether it is one of the words; empty is the default of kapp. */
function readStrategy(annotation: Annotation, words: readonly string[], draft: Draft): boolean {
  return annotation.value !== "" && readWord(annotation, words, draft) !== undefined;
}

function readLogContainers(annotation: Annotation, draft: Draft): void {
  const onlyContainers = readNames(annotation, draft);
  if (onlyContainers !== undefined) {
    draft.treatment = { ...draft.treatment, logs: { ...draft.treatment.logs, onlyContainers } };
  }
}

function readChangeGroup(annotation: Annotation, draft: Draft): void {
  const name = parseChangeGroup(annotation.value, annotation.manifest);
  if (typeof name === "string") {
    draft.changeGroups.push({ name, path: annotationPath(annotation.key) });
  } else {
    refuse(annotation, name, draft);
  }
}

function readChangeRule(annotation: Annotation, draft: Draft): void {
  const rule = parseChangeRule(annotation.value, annotation.manifest);
  if ("fault" in rule) {
    refuse(annotation, rule, draft);
  } else {
    draft.changeRules.push({ ...rule, path: annotationPath(annotation.key) });
  }
}

function refuse(annotation: Annotation, { fault }: ChangeFault, draft: Draft): void {
  const message = `${annotation.manifest.key}: ${annotation.key}: ${fault}`;
  draft.diagnostics.push(annotationFault(annotation, { code: "ChangeRuleInvalid", message }));
}
