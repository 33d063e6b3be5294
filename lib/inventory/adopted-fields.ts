/** The fields that another tool has written, on objects that are taken over from it. */
import { isObject, type JsonObject, type JsonValue, type Path, stringField } from "../object/json.ts";

/** A tool whose objects a release can take over as a whole. `kubectl` is that of its ApplySets. */
export type AdoptedTool = "Helm" | "Argo CD" | "kapp" | "kubectl";

/** The fields of an adopted owner. */
export interface AdoptedFields {
  readonly tool: AdoptedTool;
  /** Labels and annotations by which the owner marks its objects, whoever has written them. */
  readonly marks: readonly Path[];
}

/**
 * The managers of each tool, by server-side apply or from the client. Those of Helm: Helm itself (nelm uses
 * its name too), older werf (`werf`), Flux (`helm-controller`) and Terraform
 * (`terraform-provider-helm_v2.9.0`). `argocd-server` is not among those of Argo CD: it writes what people do
 * in its pages, such as a restart.
 */
const managers: Readonly<Record<AdoptedTool, RegExp>> = {
  Helm: /^(?:helm|werf|nelm|terraform-provider-helm)/,
  "Argo CD": /^argocd-(?:application-)?controller$/,
  kapp: /^kapp(?:-(?:client|server)-side-.*)?$/,
  kubectl: /^kubectl(?:-client-side-apply)?$/,
};

/** Reports whether a manager writes for that tool. */
export function isManagerOf({ tool }: Pick<AdoptedFields, "tool">, manager: string): boolean {
  return managers[tool].test(manager);
}

/** Reports whether an entry of managedFields comes from that tool. Its writes of the status do not count. */
export function isWriterOf(adopted: Pick<AdoptedFields, "tool">, entry: JsonValue): entry is JsonObject {
  return (
    isObject(entry) &&
    isManagerOf(adopted, stringField(entry, "manager") ?? "") &&
    (stringField(entry, "subresource") ?? "") === ""
  );
}
