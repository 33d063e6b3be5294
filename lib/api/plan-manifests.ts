import type { DiagnosticDocument } from "../report/diagnostics/diagnostic-document.ts";
import { type PlanDocument, planDocument } from "../report/plan/plan-json.ts";
import { checkOptions, millisecondsOf } from "./options/check-options.ts";
import type { PlanOptions } from "./options/offline-options.ts";
import { planOptionTable } from "./options/offline-tables.ts";
import { readOffline } from "./read-offline.ts";

/** The result of `plan`. */
export interface PlanOutput {
  /** Whether errors among the diagnostics refuse the set: then the plan has no groups. */
  readonly refused: boolean;
  /** All findings, errors first. */
  readonly diagnostics: readonly DiagnosticDocument[];
  /** The plan in the format that `converge plan -o json` prints. */
  readonly plan: PlanDocument;
}

const fiveMinutes = 300_000;

/**
 * Plans manifests without a cluster: in which groups they are applied, and what each object waits for. Throws
 * a TypeError for wrong options, and the reason of the signal if that aborts.
 */
export async function planManifests(options: PlanOptions): Promise<PlanOutput> {
  checkOptions("plan", options, planOptionTable);
  const { action = "install", validate: level = "warn", invalid = "fail", externalDeps = "error" } = options;
  const { texts, definitions, minor, ...place } = await readOffline("plan", options, action);
  const { planChecked } = await import("../offline.ts");
  const planned = await planChecked({
    ...texts,
    ...place,
    fields: { level, minor, definitions },
    action,
    invalid,
    externalDeps,
    ...(options.compat === undefined ? {} : { compat: options.compat }),
    timeout: millisecondsOf(options.reconcileTimeout, fiveMinutes),
  });
  const document = planDocument(planned.plan);
  return { refused: planned.refused, diagnostics: document.diagnostics, plan: document };
}
