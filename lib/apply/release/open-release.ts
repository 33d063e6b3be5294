import type { RuleName } from "../../order/model/edge.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { type HelmRelease, openHelmRelease, recordWith } from "../store/helm-release.ts";
import { hasErrors } from "../../object/diagnostic/diagnostic.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { loadParent, type ReleaseLocation } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { ApplyRequest, PlanTarget } from "../model/release-request.ts";
import { isSentWell } from "./release-record.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import type { RunContext } from "../model/run-context.ts";

/** A release with its record and the plan for it, before its objects are observed. */
export interface ReleaseSession {
  readonly place: ReleaseLocation;
  readonly record: ParentRecord;
  readonly plan: Plan;
  /**
   * Whether nothing of the set was left out for its faults: only then may what it lacks be pruned, and may it
   * be rolled back to.
   */
  readonly isWhole: boolean;
  /** The Helm release that it adopts; undefined for none. */
  readonly helm: HelmRelease | undefined;
  /** To be closed by whoever opened it. */
  readonly session: Session;
}

/** The parts of a request that planning a release needs. */
export type OpenRequest = Pick<
  ApplyRequest,
  "release" | "namespace" | "plan" | "onPlan" | "choices" | "readiness" | "createNamespace"
> &
  Partial<Pick<ApplyRequest, "rollback" | "adoptHelmRelease" | "hooksOnce" | "onWritten">>;

/** Reads the record of a release and plans its set. Throws a RefusedError if the set has faults. */
export async function openRelease(request: OpenRequest, context: RunContext): Promise<ReleaseSession> {
  const { cluster, signal } = context;
  const { release, namespace = cluster.namespace } = request;
  const adopted = request.adoptHelmRelease;
  const [catalog, stored, helm] = await Promise.all([
    cluster.discover({ signal }),
    loadParent({ context, release, namespace }),
    adopted === undefined ? undefined : openHelmRelease({ namespace, ...adopted }, context),
  ]);
  const record = recordWith(stored, helm);
  const kinds = new RestMapper(cluster, catalog);
  const place: ReleaseLocation = { context, kinds, release, namespace };
  const plan = await planFor(record, { kinds, signal }, request);
  const isWhole = !hasErrors(plan.diagnostics);
  if (!isWhole) {
    const message = "objects are left out for their faults: nothing is pruned, and no revision is kept";
    context.emit({ type: "notice", at: context.clock.now(), level: "warning", message });
  }
  const objects = [...manifestsOf(plan), ...(request.createNamespace ? [namespaceObject(namespace)] : [])];
  return {
    place,
    record,
    plan,
    isWhole,
    helm,
    session: openSession({ kinds, id: record.id, objects, deprecated: deprecatedIn(plan) }, request, context),
  };
}

async function planFor(
  record: ParentRecord,
  { kinds, signal }: { readonly kinds: RestMapper; readonly signal: AbortSignal },
  request: OpenRequest,
): Promise<Plan> {
  const target: PlanTarget = {
    action: request.rollback === undefined ? nextTurn(record) : "rollback",
    namespace: record.namespace,
    isNamespaced: (kind) => kinds.find(kind)?.namespaced,
    signal,
  };
  const first = await request.plan(target);
  const isRepeat = request.hooksOnce === true && hasHooks(first.plan) && isSentWell(record, first.plan);
  const planned = isRepeat ? await request.plan({ ...target, withoutHooks: true }) : first;
  await request.onPlan(planned);
  if (planned.refused) {
    throw new RefusedError("correct the errors");
  }
  return planned.plan;
}

function hasHooks({ groups }: Plan): boolean {
  return groups.some(({ objects }) => objects.some(({ hook }) => hook !== null));
}

function deprecatedIn({ diagnostics }: Plan): ReadonlySet<string> {
  return new Set(diagnostics.flatMap(({ code, ref }) => (code === "VersionDeprecated" ? (ref ?? []) : [])));
}

function nextTurn({ installed }: ParentRecord): "install" | "upgrade" {
  return installed ? "upgrade" : "install";
}

function manifestsOf(plan: Plan): SessionOptions["objects"] {
  return plan.groups.flatMap((group) =>
    group.objects.map(({ manifest: { ref, value }, waitsFor }) => ({
      ref,
      value,
      comesAfter: waitsFor.some(({ rule, until }) => until === "ready" && writtenRules.has(rule)),
    })),
  );
}

/** Rules whose edges are explicitly declared. */
const writtenRules: ReadonlySet<RuleName> = new Set([
  "depends-on",
  "deploy-dependency",
  "external-dependency",
]);

/** The namespace that `createNamespace` requests counts as part of the set: objects in it may wait for it. */
function namespaceObject(name: string): SessionOptions["objects"][number] {
  return {
    ref: { group: "", kind: "Namespace", namespace: "", name },
    value: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    comesAfter: false,
  };
}
