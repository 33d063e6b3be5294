import { annotationFault, notObeyed } from "./annotation-fault.ts";
import { type ChangeFault, parseChangeGroup, parseChangeRule } from "./change-rule.ts";
import { type Annotation, annotationPath, type Dialect, type Draft } from "./directives.ts";

/** The dialect of kapp (https://carvel.dev/kapp/docs/latest/config/): change groups and rules, strategies. */
export const kapp: Dialect = {
  name: "kapp",
  annotations: {
    "kapp.k14s.io/delete-strategy": null,
    "kapp.k14s.io/disable-wait": waitForNothing,
    "kapp.k14s.io/disable-associated-resources-wait": notObeyed(
      "kapp",
      "readiness includes pods; use werf.io/track-termination-mode",
    ),
    "kapp.k14s.io/create-strategy": notObeyed("kapp", "server-side apply is always used"),
    "kapp.k14s.io/update-strategy": notObeyed(
      "kapp",
      "use converge.dev/recreate, or werf.io/resource-policy",
    ),
    "kapp.k14s.io/nonce": notObeyed("kapp", "put what changes into the pod template"),
    "kapp.k14s.io/versioned": notObeyed(
      "kapp",
      "the object is updated in place; give each version its own name",
    ),
    "kapp.k14s.io/versioned-keep-original": notObeyed("kapp", "versioned objects are not supported"),
    "kapp.k14s.io/num-versions": notObeyed("kapp", "versioned objects are not supported"),
  },
  patterns: [
    { pattern: /^kapp\.k14s\.io\/change-group(?:\..+)?$/, read: readChangeGroup },
    { pattern: /^kapp\.k14s\.io\/change-rule(?:\..+)?$/, read: readChangeRule },
    {
      pattern: /^kapp\.k14s\.io\/versioned-explicit-ref(?:\..+)?$/,
      read: notObeyed("kapp", "references are applied as they are written"),
    },
  ],
};

/** kapp checks only that the annotation exists. */
function waitForNothing(_annotation: Annotation, draft: Draft): void {
  draft.treatment = { ...draft.treatment, isNonBlocking: true };
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
