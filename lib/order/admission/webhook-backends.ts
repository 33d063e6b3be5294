import type { Edge } from "../model/edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

/** A Service of the set and the workloads behind it. */
export interface WebhookBackend {
  readonly service: { readonly namespace: string; readonly name: string } | undefined;
  readonly workloads: readonly number[];
}

/**
 * Returns everything that a webhook's own pods need to run: the workloads behind its Service, the Service,
 * and all that they wait for. `needs` holds the edges by their dependent. Complexity: linear in the edges
 * walked.
 */
export function backendsOf(
  set: ManifestIndex,
  needs: ReadonlyMap<number, readonly Edge[]>,
  backing: WebhookBackend,
): ReadonlySet<number> {
  const found = new Set<number>(backing.workloads);
  const service = backing.service && set.lookUp("", "Service", backing.service);
  if (service !== undefined) {
    found.add(service);
  }
  for (const index of found) {
    // The iteration of a Set reaches elements added meanwhile, so this walks the closure.
    for (const edge of needs.get(index) ?? []) {
      found.add(edge.to);
    }
  }
  return found;
}
