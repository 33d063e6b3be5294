import { type Path, stringField } from "../object/json.ts";
import { annotationsOf } from "../object/metadata.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import type { Severity } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { annotationPath } from "./directives.ts";
import { parseArgoHook, unknownArgoHook } from "./argo-cd.ts";
import { hookWords, isHookEvent, isTestEvent } from "./hook-events.ts";

/** The reason an object is read but not planned. */
export interface Exclusion {
  readonly code: DiagnosticCode;
  /** The annotation that causes it. */
  readonly path: Path;
  /** The rest of a sentence that begins with the object: `is left out by …`. */
  readonly reason: string;
  readonly severity: Severity;
}

const hook = "helm.sh/hook";
const argoHook = "argocd.argoproj.io/hook";

/**
 * Annotations that prevent an object from being written, regardless of its other annotations, with the values
 * that do.
 */
const refusals: readonly (readonly [key: string, keepsOut: (value: string) => boolean])[] = [
  ["config.kubernetes.io/local-config", (value) => value !== "false"],
  ["configmanagement.gke.io/managed", (value) => value === "disabled"],
  // kluctl would delete it.
  ["kluctl.io/delete", (value) => value === "true"],
];

/**
 * Returns the annotation that excludes an object from the plan: `local-config` with any value but "false",
 * `managed: disabled` (Config Sync), `delete` (kluctl), or being a hook that no action runs (Helm's
 * tests; `Skip` of Argo CD). Null for almost every object.
 */
export function exclusionOf(manifest: Manifest): Exclusion | null {
  const annotations = annotationsOf(manifest.value);
  for (const [key, keepsOut] of refusals) {
    const value = stringField(annotations, key);
    if (value !== undefined && keepsOut(value)) {
      const reason = key.startsWith("config.")
        ? key
        : `${key}${value === "" ? "" : `: ${truncateWord(value)}`}`;
      return leftOut(key, `is excluded by ${reason}`);
    }
  }
  return hookLeftOut(stringField(annotations, hook), stringField(annotations, argoHook));
}

function leftOut(key: string, reason: string): Exclusion {
  return { code: "LocalConfig", path: annotationPath(key), reason, severity: "note" };
}

function hookLeftOut(ofHelm: string | undefined, ofArgo: string | undefined): Exclusion | null {
  const words = hookWords(ofHelm ?? "");
  const argo = ofArgo === undefined ? undefined : argoLeftOut(ofArgo, words.some(isHookEvent));
  if (argo !== undefined) {
    return argo;
  }
  return words.length > 0 && words.every(isTestEvent)
    ? {
        code: "HookLeftOut",
        path: annotationPath(hook),
        reason: "is a test hook, which converge never runs: it is not planned",
        severity: "note",
      }
    : null;
}

/**
 * Argo CD never applies an object that is marked as its hook without a value that it knows; Helm's hooks on
 * the object are read in that case.
 */
function argoLeftOut(value: string, isHookOfHelm: boolean): Exclusion | null | undefined {
  const { running, skips, unknown } = parseArgoHook(value);
  if (running.length > 0) {
    return null;
  }
  if (skips) {
    return leftOut(argoHook, `is excluded by ${argoHook}: Skip`);
  }
  if (isHookOfHelm) {
    return undefined;
  }
  return {
    code: "HookUnknown",
    path: annotationPath(argoHook),
    reason: `is not planned: ${unknownArgoHook(unknown[0] ?? "Skip")}`,
    severity: "warning",
  };
}
