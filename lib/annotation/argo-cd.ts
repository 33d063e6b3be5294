import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { stringField } from "../object/json.ts";
import { annotationsOf } from "../object/metadata.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { annotationFault, reportFindings, notNeeded, notObeyed } from "./annotation-fault.ts";
import { commaList } from "./parse-annotation-value.ts";
import { type Annotation, annotationPath, type Dialect, type Draft, type HookEvent } from "./directives.ts";

/** The events of Argo CD's hooks: a sync is an installation, an upgrade or a rollback. */
const eventsByWord: ReadonlyMap<string, readonly HookEvent[]> = new Map([
  ["PreSync", ["pre-install", "pre-upgrade", "pre-rollback"]],
  ["PostSync", ["post-install", "post-upgrade", "post-rollback"]],
  ["PreDelete", ["pre-delete"]],
  ["PostDelete", ["post-delete"]],
  ["SyncFail", ["sync-fail"]],
]);

/** The hooks of Argo CD that some action runs. `Sync` runs in the main stage. */
const hooksThatRun: readonly string[] = [...eventsByWord.keys(), "Sync"];

/** Every valid value of `argocd.argoproj.io/hook`. */
const knownHooks: readonly string[] = [...hooksThatRun, "Skip"];

/** The delete policies of Argo CD, with those of Helm. */
const policies: ReadonlyMap<string, string> = new Map([
  ["BeforeHookCreation", "before-hook-creation"],
  ["HookSucceeded", "hook-succeeded"],
  ["HookFailed", "hook-failed"],
]);

/** Options that are obeyed (`lib/inventory`), that always apply, or that belong to an Application. */
const heededOptions: ReadonlySet<string> = new Set([
  "Prune",
  "Delete",
  "Replace",
  "Force",
  "PruneLast",
  "SkipDryRunOnMissingResource",
  "ApplyOutOfSyncOnly",
  "ServerSideApply=true",
  "Validate",
  "ClientSideApplyMigration=true",
  "FailOnSharedResource=false",
]);

/** Options that change nothing, with the reason. */
const optionsWithoutNeed: ReadonlyMap<string, string> = new Map([
  ["ServerSideApply=false", "server-side apply is always used"],
  ["ClientSideApplyMigration=false", "fields of client-side apply are always taken over"],
]);

const hookKey = "argocd.argoproj.io/hook";

/** The events of Helm's hooks that Argo CD runs, at each sync, with its own word for them. */
const wordsOfHelm: ReadonlyMap<HookEvent, string> = new Map([
  ["pre-install", "PreSync"],
  ["pre-upgrade", "PreSync"],
  ["post-install", "PostSync"],
  ["post-upgrade", "PostSync"],
]);

/**
 * Returns the events at which a hook of Helm runs in Argo CD (gitops-engine, `hook/helm/type.go`): whether an
 * installation or an upgrade is named, each sync. Those of a deletion stay, those of a rollback are ignored.
 */
export function eventsInArgo(events: readonly HookEvent[]): readonly HookEvent[] {
  const words = events.flatMap((event) => wordsOfHelm.get(event) ?? []);
  const ofSync = [...new Set(words)].flatMap((word) => eventsByWord.get(word) ?? []);
  return [...ofSync, ...events.filter((event) => event === "pre-delete" || event === "post-delete")];
}

/** The dialect of Argo CD: hooks with their delete policies, and waves ("Sync Phases and Waves"). */
export const argoCd: Dialect = {
  name: "Argo CD",
  annotations: {
    [hookKey]: readHook,
    "argocd.argoproj.io/hook-delete-policy": readDeletePolicy,
    "argocd.argoproj.io/sync-wave": readWave,
    "argocd.argoproj.io/sync-options": readSyncOptions,
    "argocd.argoproj.io/ignore-healthcheck": (annotation, draft) => {
      if (annotation.value === "true") {
        draft.treatment = { ...draft.treatment, isNonBlocking: true };
      }
    },
    // Read when readiness is computed.
    "argocd.argoproj.io/ignore-restart-policy": null,
    "argocd.argoproj.io/tracking-id": null,
  },
  patterns: [],
};

/** The values of `argocd.argoproj.io/hook`, as Argo CD parses them: spaces are ignored, case is not. */
export interface ArgoHook {
  readonly key: string;
  /** Hooks that some action runs. */
  readonly running: readonly string[];
  readonly skips: boolean;
  /** Values that Argo CD does not know either, and ignores. */
  readonly unknown: readonly string[];
}

/** Parses the value of `argocd.argoproj.io/hook`. */
export function parseArgoHook(value: string): ArgoHook {
  const words = [...new Set(commaList(value))];
  return {
    key: hookKey,
    running: words.filter((word) => hooksThatRun.includes(word)),
    skips: words.length === 1 && words[0] === "Skip",
    unknown: words.length === 0 ? [""] : words.filter((word) => !knownHooks.includes(word)),
  };
}

/** Returns the message about an unknown hook. */
export function unknownArgoHook(word: string): string {
  return word === ""
    ? `${hookKey} is empty`
    : `Argo CD has no hook "${truncateWord(word)}"${didYouMean(word, knownHooks)} (known hooks: ${knownHooks.join(", ")})`;
}

function readHook(annotation: Annotation, draft: Draft): void {
  const { running, unknown } = parseArgoHook(annotation.value);
  reportFindings(
    annotation,
    unknown.map((word) => ({
      code: "HookUnknown",
      severity: "warning",
      message: `${annotation.manifest.key}: ${unknownArgoHook(word)}`,
    })),
    draft,
  );
  if (running.length === 0) {
    return;
  }
  const path = annotationPath(annotation.key);
  const events = running.flatMap((word) => eventsByWord.get(word) ?? []);
  draft.argoHook = running.includes("Sync") ? "main" : "around";
  if (draft.argoHook === "around") {
    draft.hook = { events, deletePolicy: [], path };
  } else {
    draft.deployOn = { main: ["install", "upgrade", "rollback"], events, path };
    draft.treatment = { ...draft.treatment, ownership: "anyone" };
  }
}

function readDeletePolicy(annotation: Annotation, draft: Draft): void {
  const named = commaList(annotation.value);
  const known = [...policies.keys()];
  const unknown = named.filter((word) => !policies.has(word));
  reportFindings(
    annotation,
    unknown.map((word) => ({
      code: "HookDeletePolicyUnknown",
      severity: "warning",
      message: `${annotation.manifest.key}: Argo CD has no hook delete policy "${truncateWord(word)}"${didYouMean(word, known)} (known policies: ${known.join(", ")})`,
    })),
    draft,
  );
  const read = named.flatMap((word) => policies.get(word) ?? []);
  if (draft.argoHook === null && !isHookOfHelm(annotation.manifest)) {
    const message = `${annotation.manifest.key} is not a hook, so ${annotation.key} has no effect: add ${hookKey}`;
    draft.diagnostics.push(
      annotationFault(annotation, { code: "AnnotationIgnored", severity: "warning", part: "key", message }),
    );
  } else if (read.length > 0) {
    draft.deletePolicy = [...(draft.deletePolicy ?? []), ...read];
  }
}

function isHookOfHelm({ value }: Manifest): boolean {
  return stringField(annotationsOf(value), "helm.sh/hook") !== undefined;
}

/**
 * Reads the wave of any object as Argo CD does, with `strconv.Atoi`: no spaces, nothing but a sign and
 * digits.
 */
function readWave(annotation: Annotation, draft: Draft): void {
  const value = /^[+-]?\d+$/.test(annotation.value) ? Number(annotation.value) : Number.NaN;
  if (Number.isSafeInteger(value)) {
    draft.wave = { value: value + 0, path: annotationPath(annotation.key), isWave: true };
    return;
  }
  draft.wave = undefined;
  const message = `${annotation.manifest.key}: ${annotation.key} takes a whole number, found "${truncateWord(annotation.value)}": the wave is that of helm.sh/hook-weight, or 0`;
  draft.diagnostics.push(
    annotationFault(annotation, { code: "AnnotationIgnored", severity: "warning", message }),
  );
}

function readSyncOptions(annotation: Annotation, draft: Draft): void {
  for (const option of new Set(commaList(annotation.value))) {
    const [name = ""] = option.split("=");
    if (!heededOptions.has(name) && !heededOptions.has(option)) {
      const part = `: ${truncateWord(option)}`;
      const reason = optionsWithoutNeed.get(option);
      const reader =
        reason === undefined
          ? notObeyed("Argo CD", "it has no effect", part)
          : notNeeded("Argo CD", reason, part);
      reader(annotation, draft);
    }
  }
}
