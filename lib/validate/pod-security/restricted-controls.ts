import {
  field,
  isObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { checkProcMount } from "./baseline-controls.ts";
import {
  containersThat,
  distinct,
  isUserNamespaced,
  isWindows,
  namedContainers,
  nounFor,
  type PodControl,
  type PodView,
  type PodViolation,
  quoteNames,
  securityContext,
  settersOf,
} from "./pod-view.ts";
import { checkSeccomp } from "./profile-controls.ts";

function checkEscalation(pod: PodView): PodViolation | undefined {
  const names = containersThat(
    pod,
    (one) => field(securityContext(one), "allowPrivilegeEscalation") !== false,
  );
  const detail = `${namedContainers(names)} must set securityContext.allowPrivilegeEscalation=false`;
  return names.length === 0 || isWindows(pod)
    ? undefined
    : { reason: "allowPrivilegeEscalation != false", detail };
}

function forbiddenCapabilities(container: JsonValue): readonly string[] {
  const added = stringsField(objectField(securityContext(container), "capabilities"), "add");
  return added.filter((name) => name !== "NET_BIND_SERVICE");
}

function dropsAll(container: JsonValue): boolean {
  return stringsField(objectField(securityContext(container), "capabilities"), "drop").includes("ALL");
}

function checkCapabilities(pod: PodView): PodViolation | undefined {
  const keeping = containersThat(pod, (container) => !dropsAll(container));
  const adding = containersThat(pod, (container) => forbiddenCapabilities(container).length > 0);
  const added = quoteNames(distinct(pod.containers.flatMap(forbiddenCapabilities)));
  const details = [
    ...(keeping.length > 0
      ? [`${namedContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [`${namedContainers(adding)} must not include ${added} in securityContext.capabilities.add`]
      : []),
  ];
  return details.length === 0 || isWindows(pod)
    ? undefined
    : { reason: "unrestricted capabilities", detail: details.join("; ") };
}

const allowedVolumes: readonly string[] =
  "configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret".split(" ");

function volumeTypes(volume: JsonValue): readonly string[] {
  return isObject(volume)
    ? Object.keys(volume).filter((name) => name !== "name" && (volume[name] ?? null) !== null)
    : [];
}

function checkVolumes({ spec }: PodView): PodViolation | undefined {
  const bad = listField(spec, "volumes").filter((volume) => {
    const types = volumeTypes(volume);
    // A volume without a type is an emptyDir.
    return types.length > 0 && !types.some((type) => allowedVolumes.includes(type));
  });
  const names = bad.map((volume) => stringField(volume, "name") ?? "");
  const types = distinct(bad.flatMap((volume) => volumeTypes(volume).slice(0, 1)));
  const verb = names.length === 1 ? "uses" : "use";
  const detail = `${nounFor(names.length, "volume")} ${quoteNames(names)} ${verb} ${nounFor(types.length, "restricted volume type")} ${quoteNames(types)}`;
  return names.length === 0 ? undefined : { reason: "restricted volume types", detail };
}

function runsAsNonRoot(part: JsonValue): JsonValue | undefined {
  return field(securityContext(part), "runAsNonRoot");
}

function checkNonRoot(pod: PodView): PodViolation | undefined {
  if (isUserNamespaced(pod)) {
    return undefined;
  }
  const reason = "runAsNonRoot != true";
  const explicit = settersOf(
    runsAsNonRoot(pod.spec) === false,
    containersThat(pod, (one) => runsAsNonRoot(one) === false),
  );
  if (explicit !== "") {
    return { reason, detail: `${explicit} must not set securityContext.runAsNonRoot=false` };
  }
  const implicit = containersThat(pod, (one) => typeof runsAsNonRoot(one) !== "boolean");
  const detail = `pod or ${namedContainers(implicit)} must set securityContext.runAsNonRoot=true`;
  return runsAsNonRoot(pod.spec) === true || implicit.length === 0 ? undefined : { reason, detail };
}

function isRoot(part: JsonValue): boolean {
  return field(securityContext(part), "runAsUser") === 0;
}

function checkUser(pod: PodView): PodViolation | undefined {
  const setters = settersOf(isRoot(pod.spec), containersThat(pod, isRoot));
  return setters === "" || isUserNamespaced(pod)
    ? undefined
    : { reason: "runAsUser=0", detail: `${setters} must not set runAsUser=0` };
}

function hasSeccomp(part: JsonValue): boolean {
  return isObject(field(securityContext(part), "seccompProfile"));
}

function checkSeccompSet(pod: PodView): PodViolation | undefined {
  if (isWindows(pod)) {
    return undefined;
  }
  const found = checkSeccomp(pod);
  if (found !== undefined || hasSeccomp(pod.spec)) {
    return found;
  }
  const names = containersThat(pod, (one) => !hasSeccomp(one));
  const detail = `pod or ${namedContainers(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return names.length === 0 ? undefined : { reason: "seccompProfile", detail };
}

/** The controls that the level Restricted adds to Baseline, or has in place of some of its. */
export const restrictedControls: readonly PodControl[] = [
  { id: "allowPrivilegeEscalation", since: 8, check: checkEscalation },
  {
    id: "capabilities_restricted",
    since: 22,
    replaces: "capabilities_baseline",
    check: checkCapabilities,
  },
  { id: "procMount_restricted", since: 35, replaces: "procMount", check: checkProcMount },
  { id: "restrictedVolumes", replaces: "hostPathVolumes", check: checkVolumes },
  { id: "runAsNonRoot", check: checkNonRoot },
  { id: "runAsUser", since: 23, check: checkUser },
  {
    id: "seccompProfile_restricted",
    since: 19,
    replaces: "seccompProfile_baseline",
    check: checkSeccompSet,
  },
];
