import type { JudgedRequirement } from "../../modules/rules/definition/judge-requirements.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { documentOf } from "../diagnostics/diagnostic-document.ts";
import type { CheckedModule } from "./check-text.ts";

/** The result of a check: a module with its requirements, or undefined if its file could not be read. */
export interface ModuleCheckResult {
  readonly module: CheckedModule | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports whether all requirements that were evaluated are met, and the file was readable. */
export function isSatisfied({ module }: ModuleCheckResult): boolean {
  return module !== undefined && module.requirements.every(({ verdict }) => verdict !== "unmet");
}

/**
 * Formats the check as JSON of the public format `converge.dev/v1`; `converge modules check --help` lists its
 * fields.
 */
export function checkJson(result: ModuleCheckResult): string {
  const { module, diagnostics } = result;
  return formatJsonDocument("ModuleCheck", {
    ...(module === undefined ? {} : { module: module.name }),
    satisfied: isSatisfied(result),
    ...(module?.message === undefined ? {} : { message: module.message }),
    requirements: (module?.requirements ?? []).map(requirementDocument),
    diagnostics: diagnostics.map(documentOf),
  });
}

function requirementDocument({ module, isOptional, ...requirement }: JudgedRequirement): object {
  const { on, constraint, verdict, reason } = requirement;
  return {
    on,
    ...(module === undefined ? {} : { module }),
    constraint,
    optional: isOptional,
    verdict,
    reason,
  };
}
