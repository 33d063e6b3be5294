import type { ModulesPlan } from "../../module/plan-modules.ts";
import { formatJsonDocument } from "../apply/json-document.ts";

/** The plan of releases for programs: one JSON document, `converge.dev/v1` `ModulesPlan`. */
export function releasePlanJson({ modules }: ModulesPlan): string {
  return formatJsonDocument("ModulesPlan", {
    modules: modules.map(({ module, releases, next }) => ({
      module,
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
  });
}
