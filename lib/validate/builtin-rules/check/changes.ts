/**
 * Comparison of a manifest with the old object. A field that only one of them has counts as unchanged if the
 * API server fills it in.
 */
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from "../../../object/json.ts";
import { compareQuantities, parseQuantity } from "../../../object/quantity/quantity.ts";
import { reportInvalid } from "./faults.ts";
import { fieldPart, type Part } from "./part.ts";

/** Reports a change of a part that may not change. */
export function immutable(part: Part, old: Part): void {
  if (isChanged(part, old)) {
    reportInvalid(part, "field is immutable");
  }
}

/** Reports changes of fields that may not change. */
export function immutableAt(part: Part, old: Part, ...names: readonly string[]): void {
  for (const name of names) {
    immutable(fieldPart(part, name), fieldPart(old, name));
  }
}

/** Reports whether two parts differ once both have their defaults. */
export function isChanged(part: Part, old: Part): boolean {
  const name = typeof part.step === "string" ? part.step : "";
  const isDropped = (field: string): boolean =>
    dropped.has(field) || (part.run.minor < projectedSince && projected.has(field));
  return !same(part.value, old.value, { name, isDropped });
}

/** The field that is compared. */
interface ComparedField {
  readonly name: string;
  /** Whether the API server drops a field, by its name or by that of its parent and its own. */
  readonly isDropped: (field: string) => boolean;
}

/** Compares two values of a field. */
function same(left: JsonValue | undefined, right: JsonValue | undefined, compared: ComparedField): boolean {
  if (left === undefined || right === undefined || isNothing(left) || isNothing(right)) {
    return isNothing(left) === isNothing(right);
  }
  if (isArray(left)) {
    return isArray(right) && sameEntries(left, right, compared);
  }
  return isObject(left) && isObject(right)
    ? sameFields(left, right, compared)
    : sameQuantity(textOfScalar(left), textOfScalar(right));
}

function sameEntries(left: JsonArray, right: JsonArray, compared: ComparedField): boolean {
  return left.length === right.length && left.every((entry, index) => same(entry, right[index], compared));
}

/** Go does not distinguish an empty list or map from an absent one. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === "" || (isArray(value) && value.length === 0);
}

function sameFields(
  left: JsonObject,
  right: JsonObject,
  { name: parent, isDropped }: ComparedField,
): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const isPodSpec = names.has("containers");
  return [...names].every((name) => {
    const [one, other] = [own(left, name), own(right, name)];
    if (isDropped(name) || isDropped(`${parent}.${name}`)) {
      return true;
    }
    if (name === "hostPort" && isOneSided(one, other)) {
      return (one ?? other) === own(left, "containerPort");
    }
    return isOneSided(one, other)
      ? isFilledIn(name, isNothing(one) ? other : one) && !isPointer(name, isPodSpec)
      : same(one, other, { name, isDropped });
  });
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}

/** Fields that the API server drops: their feature gates are off in all versions. */
const dropped: ReadonlySet<string> = new Set([
  "bindMountOptions",
  "defaultUser",
  "derivedAttributes",
  "evictionResponders",
  "stopSignal",
  "clusterTrustBundle.user",
  "emptyDir.mode",
  "grpc.mode",
  "httpGet.protocol",
  "items.user",
  "podCertificate.user",
  "serviceAccountToken.user",
]);

/** The minor version since which these sources of projected volumes are not dropped. */
const projectedSince = 37;
const projected: ReadonlySet<string> = new Set(["sources.clusterTrustBundle", "sources.podCertificate"]);

function isOneSided(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return isNothing(left) !== isNothing(right);
}

/** Defaults of the API server by the name of the field; a function where they depend on the value. */
const defaults: ReadonlyMap<string, (value: JsonValue | undefined) => boolean> = new Map([
  ...Object.entries({
    restartPolicy: ["Always"],
    dnsPolicy: ["ClusterFirst"],
    schedulerName: ["default-scheduler"],
    terminationGracePeriodSeconds: [30],
    terminationMessagePath: ["/dev/termination-log"],
    terminationMessagePolicy: ["File"],
    imagePullPolicy: ["Always", "IfNotPresent"],
    pullPolicy: ["Always", "IfNotPresent"],
    protocol: ["TCP"],
    scheme: ["HTTP"],
    path: ["/"],
    timeoutSeconds: [1],
    periodSeconds: [10],
    successThreshold: [1],
    failureThreshold: [3],
    defaultMode: [420],
    expirationSeconds: [3600],
    enableServiceLinks: [true],
    apiVersion: ["v1"],
    kind: ["PersistentVolumeClaim"],
    type: [""],
    volumeMode: ["Filesystem"],
    podManagementPolicy: ["OrderedReady"],
    revisionHistoryLimit: [10],
    completionMode: ["NonIndexed"],
    completions: [1],
    parallelism: [1],
    backoffLimit: [6],
    suspend: [false],
    divisor: ["0", 0],
    allocationMode: ["ExactCount"],
    count: [1],
    operator: ["Equal"],
    status: [],
  }).map(([name, values]) => [name, among(values)] as const),
  ["creationTimestamp", () => true],
  ["status", () => true],
]);

function among(values: readonly JsonValue[]): (value: JsonValue | undefined) => boolean {
  return (value) => value !== undefined && values.includes(value);
}

/** Reports whether the API server sets a field to that value if it is absent, or drops it. */
function isFilledIn(name: string, value: JsonValue | undefined): boolean {
  if (value === false) {
    return defaults.get(name)?.(value) ?? true;
  }
  if (value === 0 || (isObject(value) && onlyFilledIn(value))) {
    return true;
  }
  return defaults.get(name)?.(value) === true || name === "serviceAccount";
}

/** Fields of pods that are pointers in Go: an empty object or false differs from nothing. */
const pointers: ReadonlySet<string> = new Set([
  "affinity",
  "allowPrivilegeEscalation",
  "automountServiceAccountToken",
  "capabilities",
  "configMap",
  "csi",
  "dnsConfig",
  "hostPath",
  "hostUsers",
  "lifecycle",
  "livenessProbe",
  "optional",
  "os",
  "portworxVolume",
  "privileged",
  "projected",
  "readOnlyRootFilesystem",
  "readinessProbe",
  "runAsNonRoot",
  "seLinuxOptions",
  "secret",
  "setHostnameAsFQDN",
  "shareProcessNamespace",
  "startupProbe",
  "storageos",
]);

function isPointer(name: string, isPodSpec: boolean): boolean {
  return (
    pointers.has(name) || (name === "resources" && isPodSpec) || (name === "securityContext" && !isPodSpec)
  );
}

function onlyFilledIn(value: JsonObject): boolean {
  return Object.entries(value).every(([name, part]) => isNothing(part) || isFilledIn(name, part));
}

/** The text of a scalar; undefined of anything else. */
function textOfScalar(value: JsonValue): string | undefined {
  return typeof value === "object" ? undefined : String(value);
}

function sameQuantity(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) {
    return left !== undefined && left === right;
  }
  const [one, other] = [parseQuantity(left), parseQuantity(right)];
  return !("fault" in one) && !("fault" in other) && compareQuantities(one, other) === 0;
}
