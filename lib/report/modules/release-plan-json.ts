import type { ModulesPlan } from "../../modules/rules/plan/plan-modules.ts";
import { formatJsonDocument } from "../document/json-document.ts";

/** Formats the plan of releases as one JSON document, `converge.dev/v1` `ModulesPlan`. */
export function releasePlanJson({ modules, platform }: ModulesPlan): string {
  return formatJsonDocument("ModulesPlan", {
    modules: modules.map(({ module, off, releases, next }) => ({
      module,
      off: off ?? null,
      next: next ?? null,
      releases: releases.map(({ name, version, before, after, message, why }) => ({
        name,
        version,
        before,
        after,
        message,
        why,
      })),
    })),
    platform: platform.map(({ name, version, phase, message }) => ({ name, version, phase, message })),
  });
}
