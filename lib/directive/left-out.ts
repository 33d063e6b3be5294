import { field, objectField, type Path, stringField } from "../object/json.ts";
import type { DiagnosticCode } from "../object/diagnostic-code.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { annotationPath } from "./directives.ts";
import { hookWords, isTestEvent } from "./hook-events.ts";

/** Why an object is read and not planned. */
export interface LeftOut {
  readonly code: DiagnosticCode;
  /** The annotation that says so. */
  readonly path: Path;
  /** The end of a sentence that begins with the object: `is left out by …`. */
  readonly reason: string;
}

const localConfig = "config.kubernetes.io/local-config";
const managed = "configmanagement.gke.io/managed";
const hook = "helm.sh/hook";

/**
 * What keeps an object from being planned at all: `local-config` with any value but "false", `managed: disabled`
 * (Config Sync), or being a hook of tests alone (Helm). Null for almost every object.
 */
export function leftOutBy(manifest: Manifest): LeftOut | null {
  const annotations = objectField(field(manifest.value, "metadata"), "annotations");
  const words = hookWords(stringField(annotations, hook) ?? "");
  if ((stringField(annotations, localConfig) ?? "false") !== "false") {
    return {
      code: "LocalConfig",
      path: annotationPath(localConfig),
      reason: `is left out by ${localConfig}`,
    };
  }
  if (stringField(annotations, managed) === "disabled") {
    return {
      code: "LocalConfig",
      path: annotationPath(managed),
      reason: `is left out by ${managed}: disabled`,
    };
  }
  return words.length > 0 && words.every(isTestEvent)
    ? {
        code: "HookLeftOut",
        path: annotationPath(hook),
        reason: "is a test hook, which no action runs: it is not planned",
      }
    : null;
}
