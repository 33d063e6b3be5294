import { field, type JsonValue, type Path, indexedList } from "../../object/json.ts";
import { isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { backendsOf, matchWebhook } from "../admission/webhook-matching.ts";
import type { Edge, RuleContext } from "../model/edge.ts";
import { serviceReference } from "../reference/reference.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

const configurationKinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/**
 * A webhook configuration waits for the workloads behind its Services, so that it never refuses for lack of a
 * server, and the objects that its rules match wait for the configuration, so that none bypasses it. Not held
 * are the backends of the configuration's own webhooks (their workloads and all that these need), and the
 * CRDs and Namespaces of the set: the server behind the webhook may need the former to become ready, and the
 * manifests do not say which. Rules that a controller fills in at run time match nothing.
 */
export function admissionWebhookRule({ set, edges }: RuleContext): void {
  const configurations = configurationKinds.flatMap((kind) =>
    set.ofKind("admissionregistration.k8s.io", kind),
  );
  if (configurations.length === 0) {
    return;
  }
  const needs = Map.groupBy(edges, (edge) => edge.from);
  for (const configuration of configurations) {
    const by = set.manifest(configuration);
    const { behind, held } = relations(set, needs, by.value);
    for (const [to, path] of behind) {
      edges.push({ from: configuration, to, until: "ready", rule: "admission-webhook", by, path });
    }
    for (const [from, path] of held) {
      edges.push({ from, to: configuration, until: "ready", rule: "admission-webhook", by, path });
    }
  }
}

interface Relations {
  /** Workloads that serve the configuration's webhooks, with the path of the field that names them. */
  readonly behind: ReadonlyMap<number, Path>;
  /** Objects that its rules match. */
  readonly held: ReadonlyMap<number, Path>;
}

function relations(
  set: ManifestIndex,
  needs: ReadonlyMap<number, readonly Edge[]>,
  configuration: JsonValue,
): Relations {
  const behind = new Map<number, Path>();
  const held = new Map<number, Path>();
  const own = new Set<number>();
  const webhooks = indexedList(configuration, "webhooks");
  for (const [index, webhook] of webhooks) {
    const service = serviceReference(field(webhook, "clientConfig"));
    const workloads = service === undefined ? [] : set.backing(service);
    for (const workload of workloads) {
      behind.set(workload, ["webhooks", index, "clientConfig", "service"]);
    }
    for (const member of backendsOf(set, needs, { service, workloads })) {
      own.add(member);
    }
  }
  for (const [index, webhook] of webhooks) {
    for (const matched of matchWebhook(set, webhook)) {
      if (!own.has(matched) && !held.has(matched) && mayBeHeld(set.manifest(matched))) {
        held.set(matched, ["webhooks", index, "rules"]);
      }
    }
  }
  return { behind, held };
}

function mayBeHeld(manifest: Manifest): boolean {
  const isNamespace = manifest.ref.group === "" && manifest.ref.kind === "Namespace";
  return !isNamespace && !isCrd(manifest);
}
