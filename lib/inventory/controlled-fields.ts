import { isArray, isObject, type JsonObject, type JsonValue, type Path, valueAt } from "../object/json.ts";
import { type GroupKind, groupKindKey } from "../object/object-ref.ts";

/**
 * A field whose value a controller or an injector sets in the cluster. Manifests leave it empty, or give a
 * value that is overwritten; if it were sent, each apply would revert it.
 */
interface ControlledField {
  /** `group/Kind`. */
  readonly kind: string;
  /** From the root of the object; `*` matches each entry of a list or map. */
  readonly path: readonly string[];
  /**
   * The manifest's value for which the field is left out. `anything`: the controller overwrites every value.
   * `nothing`: null, "", [], {} or, for a certificate, base64 of white space; other values are the user's
   * choice, and are sent.
   */
  readonly written: "anything" | "nothing";
  /** A field that the object must have. */
  readonly beside?: readonly string[];
}

const revision = ["metadata", "annotations", "deployment.kubernetes.io/revision"];
const serviceAccount = ["metadata", "annotations", "kubernetes.io/service-account.name"];
const trustedBundle = ["metadata", "labels", "config.openshift.io/inject-trusted-cabundle"];
const serviceBundle = ["metadata", "annotations", "service.beta.openshift.io/inject-cabundle"];
const webhookBundle = ["webhooks", "*", "clientConfig", "caBundle"];
const conversionBundle = ["spec", "conversion", "webhook", "clientConfig", "caBundle"];

const fields: readonly ControlledField[] = [
  // The clusterrole-aggregation controller.
  {
    kind: "rbac.authorization.k8s.io/ClusterRole",
    path: ["rules"],
    written: "anything",
    beside: ["aggregationRule"],
  },
  // Counted by the deployment controller; exported manifests contain the number of their own cluster.
  { kind: "apps/Deployment", path: revision, written: "anything" },
  // The injectors of cert-manager, OpenShift, Istio and of many operators.
  {
    kind: "admissionregistration.k8s.io/MutatingWebhookConfiguration",
    path: webhookBundle,
    written: "nothing",
  },
  {
    kind: "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
    path: webhookBundle,
    written: "nothing",
  },
  { kind: "apiextensions.k8s.io/CustomResourceDefinition", path: conversionBundle, written: "nothing" },
  { kind: "apiregistration.k8s.io/APIService", path: ["spec", "caBundle"], written: "nothing" },
  { kind: "/ConfigMap", path: ["data", "*"], written: "nothing", beside: trustedBundle },
  { kind: "/ConfigMap", path: ["data", "*"], written: "nothing", beside: serviceBundle },
  // The token controller.
  { kind: "/Secret", path: ["data", "*"], written: "nothing", beside: serviceAccount },
  // The persistent volume binder: the field is immutable once it is set.
  { kind: "/PersistentVolumeClaim", path: ["spec", "volumeName"], written: "nothing" },
  // The scheduler.
  { kind: "/Pod", path: ["spec", "nodeName"], written: "nothing" },
];

const fieldsByKind = Map.groupBy(fields, ({ kind }) => kind);

/**
 * The fields of a manifest that are not sent, since a controller sets them. One that was sent before is
 * removed by the next apply, unless the controller owns it.
 */
export function controlledFields(kind: GroupKind, manifest: JsonObject): readonly Path[] {
  const known = fieldsByKind.get(groupKindKey(kind)) ?? [];
  return known.flatMap(({ path, written, beside }) =>
    beside === undefined || valueAt(manifest, beside) !== undefined
      ? pathsTo(manifest, path).filter((found) => written === "anything" || isBlank(manifest, found))
      : [],
  );
}

/** The fields that a path with `*` matches, in the order of the manifest. */
function pathsTo(manifest: JsonObject, path: readonly string[]): readonly Path[] {
  let found: readonly Path[] = [[]];
  for (const step of path) {
    found = found.flatMap((before) => {
      const value = valueAt(manifest, before);
      const steps = step === "*" ? stepsInto(value) : [step];
      return steps.map((next) => [...before, next]).filter((next) => valueAt(manifest, next) !== undefined);
    });
  }
  return found;
}

function stepsInto(value: JsonValue | undefined): Path {
  if (isArray(value)) {
    return value.map((_, index) => index);
  }
  return isObject(value) ? Object.keys(value) : [];
}

function isBlank(manifest: JsonObject, path: Path): boolean {
  const value = valueAt(manifest, path);
  if (typeof value === "string") {
    const isCertificate = path.at(-1) === "caBundle";
    return (isCertificate ? Buffer.from(value, "base64").toString().trim() : value) === "";
  }
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
