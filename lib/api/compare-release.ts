import { RefusedError } from "../apply/model/refused-error.ts";
import type { DiffSetRequest } from "../engine.ts";
import { type DiagnosticDocument, documentOf } from "../report/diagnostics/diagnostic-document.ts";
import { type DiffDocument, diffDocument } from "../report/diff/diff-json.ts";
import { checkOptions, requireOption } from "./options/check-options.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { convergeErrorOf } from "./converge-error-of.ts";
import { runContextOf } from "./open-handles.ts";
import { openSet } from "./open-set.ts";
import { readFields } from "./read-fields.ts";
import type { DiffOptions } from "./options/run-options.ts";
import { diffOptionTable } from "./options/run-tables.ts";
import { setRequestOf, writeChoicesOf } from "./set-request.ts";
import { signalOf } from "./options/signal-of.ts";

/** The result of `diff`. Values of Secrets are hidden. */
export interface DiffResult extends DiffDocument {
  /** Whether `apply` would refuse the set; then no objects are compared. */
  readonly refused: boolean;
  /** The reason of a refusal. */
  readonly message?: string;
  /** The findings about the manifests, errors first. */
  readonly diagnostics: readonly DiagnosticDocument[];
  /** Whether any object would change. */
  readonly changed: boolean;
}

/**
 * Returns what `apply` would change, field by field, without changing it. Throws a ConvergeError if the
 * cluster cannot be used, a TypeError for wrong options, and the reason of the signal if that aborts.
 */
export async function compareRelease(cluster: ConnectedCluster, options: DiffOptions): Promise<DiffResult> {
  checkOptions("diff", options, diffOptionTable);
  requireOption("diff", options, "release");
  const fields = await readFields("diff", options.fields);
  const sources = await openSet("diff", options);
  const signal = signalOf(options);
  const context = { ...(await runContextOf("diff", cluster, signal)), emit: () => {} };
  const { diff } = await import("../engine.ts");
  let diagnostics: readonly DiagnosticDocument[] = [];
  const onPlan: DiffSetRequest["onPlan"] = async ({ plan }) => {
    diagnostics = plan.diagnostics.map(documentOf);
    return Promise.resolve();
  };
  const request = { ...requestOf(options), ...fields, ...setRequestOf(options, sources), onPlan };
  try {
    const { objects, ...facts } = await diff(request, context);
    const changed = objects.some(({ verb }) => verb !== "unchanged");
    return { refused: false, diagnostics, changed, ...diffDocument(objects, facts) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RefusedError)) {
      throw convergeErrorOf(error);
    }
    const { release, namespace = cluster.namespace } = options;
    const nothing = diffDocument([], { release, namespace, faults: [] });
    return { refused: true, message: error.message, diagnostics, changed: false, ...nothing };
  }
}

/** Returns the request of the options that only `diff` has. */
function requestOf(
  options: DiffOptions,
): Omit<DiffSetRequest, "onPlan" | keyof ReturnType<typeof setRequestOf>> {
  const { namespace, concurrency = 32, deleteContents = false, hooks = true } = options;
  return {
    namespace,
    concurrency,
    deleteContents,
    hooks,
    readiness: "converge",
    choices: { ...writeChoicesOf(options), dryRun: "server", propagation: "Background", wait: false },
  };
}
