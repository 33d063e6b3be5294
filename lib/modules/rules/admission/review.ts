import { field, type JsonObject, type JsonValue, objectField, stringField } from "../../../object/json.ts";
import { nameOf, namespaceOf } from "../../../object/metadata.ts";
import { readSettingsDocument } from "../../../settings/settings-document.ts";
import { unmetByDeckhouse, unmetByKubernetes } from "../requirement/check-platform.ts";
import type { PlatformState } from "../requirement/platform-state.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { deckhouseReleaseOf } from "../resource/deckhouse-release.ts";
import { withStatus } from "../resource/metadata.ts";

/** Returns the reason to deny an admission request; undefined if it is allowed. */
type Review = (request: JsonObject, platform: PlatformState) => string | undefined;

const platformAnswers: readonly Review[] = [deniesKubernetes, deniesDeckhouse];

/**
 * Answers an AdmissionReview (admission.k8s.io/v1): denies a Kubernetes version in the cluster configuration,
 * or the deployment of a platform version, that an enabled module does not support. Undefined if the value is
 * not a review.
 */
export function answerReview(review: JsonValue, platform: PlatformState): JsonObject | undefined {
  const request = objectField(review, "request");
  const uid = stringField(request, "uid");
  if (stringField(review, "kind") !== "AdmissionReview" || uid === undefined) {
    return undefined;
  }
  const reason = platformAnswers
    .map((answer) => answer(request, platform))
    .find((text) => text !== undefined);
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: {
      uid,
      allowed: reason === undefined,
      ...(reason === undefined ? {} : { status: { code: 403, message: reason, reason: "Forbidden" } }),
    },
  };
}

/**
 * Denies a cluster configuration that changes Kubernetes to a version that an enabled module does not
 * support, or that has become unreadable.
 */
function deniesKubernetes(request: JsonObject, platform: PlatformState): string | undefined {
  const object = objectField(request, "object");
  const isMeant =
    stringField(objectField(request, "kind"), "kind") === "Secret" &&
    namespaceOf(object) === "kube-system" &&
    nameOf(object) === "d8-cluster-configuration";
  if (!isMeant) {
    return undefined;
  }
  const wanted = configurationIn(object);
  const before = configurationIn(objectField(request, "oldObject"));
  if (wanted.fault !== undefined) {
    return before.fault === undefined
      ? `the cluster configuration cannot be read: ${wanted.fault}`
      : undefined;
  }
  const { kubernetes } = wanted;
  return kubernetes === undefined || kubernetes === before.kubernetes
    ? undefined
    : unmetByKubernetes(kubernetes, platform);
}

const writtenNumber = /^kubernetesVersion:[ \t]*([0-9.]+)/m;

interface ClusterConfiguration {
  /**
   * Undefined if none is specified, or if it is `Automatic`, the platform's default: that one is checked with
   * the platform's releases.
   */
  readonly kubernetes?: string;
  /** The reason it cannot be read; undefined if it can. */
  readonly fault?: string;
}

function configurationIn(secret: JsonObject): ClusterConfiguration {
  const encoded = stringField(objectField(secret, "data"), "cluster-configuration.yaml") ?? "";
  const text = Buffer.from(encoded, "base64").toString("utf8");
  if (text.trim() === "") {
    return {};
  }
  const document = readSettingsDocument({ name: "cluster-configuration.yaml", text });
  if (!("value" in document)) {
    return { fault: document.diagnostics[0]?.message ?? "it is not YAML" };
  }
  const kubernetes = versionIn(document.value, text);
  return kubernetes === undefined || kubernetes === "Automatic" ? {} : { kubernetes };
}

function versionIn(configuration: JsonValue, text: string): string | undefined {
  const version = field(configuration, "kubernetesVersion");
  // Without quotes `1.30` is the number 1.3 in YAML: the text in the file is used instead.
  const named = typeof version === "number" ? (writtenNumber.exec(text)?.[1] ?? String(version)) : version;
  return typeof named === "string" ? named : undefined;
}

/** Denies the deployment of a platform release that an enabled module does not support. */
function deniesDeckhouse(request: JsonObject, platform: PlatformState): string | undefined {
  const object = objectField(request, "object");
  const isMeant =
    stringField(objectField(request, "kind"), "kind") === "DeckhouseRelease" &&
    phaseOf(object) === "Deployed" &&
    phaseOf(objectField(request, "oldObject")) !== "Deployed";
  return isMeant ? unmetByPlatformRelease(object, platform) : undefined;
}

function phaseOf(object: JsonObject): string | undefined {
  return stringField(objectField(object, "status"), "phase");
}

/**
 * Returns the requirement of an enabled module that a DeckhouseRelease does not meet, by its version or by
 * the Kubernetes version that is its default; undefined if all are met.
 */
function unmetByPlatformRelease(release: JsonObject, platform: PlatformState): string | undefined {
  const spec = objectField(release, "spec");
  const version = stringField(spec, "version") ?? "";
  const kubernetes = stringField(objectField(spec, "requirements"), "autoK8sVersion");
  return (
    unmetByDeckhouse(version, platform) ??
    (kubernetes === undefined ? undefined : unmetByKubernetes(kubernetes, platform))
  );
}

/** Prefix of the messages written here; any others belong to the platform's own controller. */
const ours = "requirements of ";

/**
 * Writes into pending releases of the platform which enabled module does not support them, and removes
 * messages that no longer apply.
 */
export function judgePlatformReleases(objects: ModuleObjects, platform: PlatformState): void {
  for (const object of objects.all("DeckhouseRelease")) {
    const before = stringField(objectField(object, "status"), "message") ?? "";
    const { phase } = deckhouseReleaseOf(object);
    const reason = phase === "Pending" ? unmetByPlatformRelease(object, platform) : undefined;
    if (reason !== undefined) {
      objects.put(withStatus(object, { message: reason }));
    } else if (before.startsWith(ours)) {
      objects.put(withStatus(object, { message: undefined }));
    }
  }
}
