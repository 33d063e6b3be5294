import type { Access } from "../../e2e/control-plane/kubeconfig.ts";

/** A small object of a workload: only its name differs. */
interface Settings {
  readonly apiVersion: "v1";
  readonly kind: "ConfigMap";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data: Readonly<Record<string, string>>;
}

/** ConfigMaps without dependencies, for one namespace. */
function settings(count: number, namespace: string): readonly Settings[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `settings-${String(index).padStart(6, "0")}`, namespace },
    data: { key: "value", other: `value-${index}` },
  }));
}

/** ConfigMaps as a multi-document YAML text. */
export function settingsText(count: number, namespace: string): string {
  return settings(count, namespace)
    .map(
      ({ metadata, data }) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${metadata.name}\n  namespace: ${namespace}\ndata:\n  key: ${data["key"]}\n  other: ${data["other"]}\n`,
    )
    .join("---\n");
}

/** Concurrent requests of the floor. */
const concurrency = 48;

/**
 * The input of the floor: the applies that converge sends for these ConfigMaps, with labels of the same
 * length.
 */
export function floorText(count: number, namespace: string, { server, ca, token }: Access): string {
  const labels = { "applyset.kubernetes.io/part-of": `applyset-${"x".repeat(43)}-v1` };
  const annotations = { "converge.dev/applied": "x".repeat(22) };
  const requests = settings(count, namespace).map((object) => ({
    path: `/api/v1/namespaces/${namespace}/configmaps/${object.metadata.name}?fieldManager=converge&fieldValidation=Strict`,
    body: JSON.stringify({ ...object, metadata: { ...object.metadata, labels, annotations } }),
  }));
  const headers = {
    authorization: `Bearer ${token ?? ""}`,
    accept: "application/json",
    "content-type": "application/apply-patch+yaml",
  };
  return JSON.stringify({ server, ca, headers, concurrency, requests });
}
