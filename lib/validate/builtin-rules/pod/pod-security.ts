/**
 * Rules for the security context of a pod and its operating system.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  requiredText,
} from "../check/faults.ts";
import { systemId } from "../check/numbers.ts";
import { fieldPart, countOf, isSet, isTrueAt, listAt, type Part, textAt } from "../check/part.ts";
import { checkAppArmor, checkSeccompProfile, checkWindowsOptions } from "./container-security.ts";
import { allContainers, securityOf } from "./pod-context.ts";

/** Checks the security context of a pod. */
export function checkPodSecurityContext(spec: Part): void {
  const security = securityOf(spec);
  if (isTrueAt(spec, "shareProcessNamespace") && isTrueAt(spec, "hostPID")) {
    reportInvalid(
      fieldPart(security, "shareProcessNamespace"),
      "ShareProcessNamespace and HostPID cannot both be enabled",
    );
  }
  if (isSet(security)) {
    checkSecurity(spec, security);
  }
}

function checkSecurity(spec: Part, security: Part): void {
  for (const name of ["fsGroup", "runAsUser", "runAsGroup"]) {
    systemId(fieldPart(security, name));
  }
  for (const group of listAt(security, "supplementalGroups")) {
    systemId(group);
  }
  checkSysctls(spec, security);
  checkOneOf(fieldPart(security, "fsGroupChangePolicy"), ["Always", "OnRootMismatch"]);
  if (spec.run.minor >= 33) {
    checkOneOf(fieldPart(security, "supplementalGroupsPolicy"), ["Merge", "Strict"]);
    checkOneOf(fieldPart(security, "seLinuxChangePolicy"), ["MountOption", "Recursive"]);
  }
  checkSeccompProfile(fieldPart(security, "seccompProfile"));
  checkWindowsOptions(fieldPart(security, "windowsOptions"));
  checkAppArmor(fieldPart(security, "appArmorProfile"));
}

const sysctl = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:[./][a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/;

function checkSysctls(spec: Part, security: Part): void {
  const names = new Set<string>();
  for (const entry of listAt(security, "sysctls")) {
    const [place, name] = [fieldPart(entry, "name"), textAt(entry, "name")];
    if (requiredText(place)) {
      if (name.length > 253 || !sysctl.test(name)) {
        reportInvalid(place, `must have at most 253 characters and match regex ${sysctl.source}`);
      } else if (names.has(name)) {
        reportDuplicate(place, name);
      }
    }
    names.add(name);
    reportInvalid(place, hostSysctlFault(name.replaceAll("/", "."), spec));
  }
}

const ipcSysctls = /^(?:kernel\.sem$|kernel\.shm|kernel\.msg|fs\.mqueue\.)/;

function hostSysctlFault(name: string, spec: Part): string | undefined {
  if (isTrueAt(spec, "hostNetwork") && name.startsWith("net.")) {
    return "may not be specified when 'hostNetwork' is true";
  }
  return isTrueAt(spec, "hostIPC") && ipcSysctls.test(name)
    ? "may not be specified when 'hostIPC' is true"
    : undefined;
}

/** Checks what a pod with a user namespace of its own may not have. */
export function checkHostUsers(spec: Part): void {
  if (fieldPart(spec, "hostUsers").value !== false || spec.run.minor < 33) {
    return;
  }
  if (isTrueAt(spec, "hostNetwork")) {
    reportForbidden(fieldPart(spec, "hostNetwork"), "when `hostUsers` is false");
  }
  for (const [name, reported] of [
    ["hostPID", "HostPID"],
    ["hostIPC", "HostIPC"],
  ] as const) {
    if (isTrueAt(spec, name)) {
      reportForbidden(fieldPart(spec, reported), "when `hostUsers` is false");
    }
  }
  for (const container of spec.run.minor >= 36 ? allContainers(spec) : []) {
    if (countOf(fieldPart(container, "volumeDevices")) > 0) {
      reportForbidden(fieldPart(container, "volumeDevices"), "when `hostUsers` is false");
    }
  }
}

/** Checks what a pod may have on its operating system. */
export function checkOperatingSystem(spec: Part): void {
  const system = fieldPart(spec, "os");
  if (!isSet(system) || !requiredText(fieldPart(system, "name"))) {
    return;
  }
  const name = textAt(system, "name");
  if (name === "linux") {
    forbidAll(spec, { pod: [], security: ["windowsOptions"], container: ["windowsOptions"] });
  } else if (name === "windows") {
    forbidAll(spec, onWindows);
  } else {
    reportNotSupported(system, ["linux", "windows"]);
  }
}

interface ForbiddenFields {
  readonly pod: readonly string[];
  readonly security: readonly string[];
  readonly container: readonly string[];
}

const onWindows: ForbiddenFields = {
  pod: ["hostUsers", "hostPID", "hostIPC", "shareProcessNamespace"],
  security: [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "fsGroup",
    "fsGroupChangePolicy",
    "sysctls",
    "runAsUser",
    "runAsGroup",
    "supplementalGroups",
    "supplementalGroupsPolicy",
  ],
  container: [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
  ],
};

function forbidAll(spec: Part, { pod, security, container }: ForbiddenFields): void {
  const found = [
    ...pod.map((name) => fieldPart(spec, name)).filter((part) => part.value !== false || isUserFlag(part)),
    ...security.map((name) => fieldPart(securityOf(spec), name)),
    ...allContainers(spec).flatMap((one) => container.map((name) => fieldPart(securityOf(one), name))),
  ];
  for (const part of found) {
    if (isSet(part) && !(Array.isArray(part.value) && countOf(part) === 0)) {
      reportForbidden(part, "cannot be set for such a pod");
    }
  }
}

/** Flags that count as set even if they are false. */
function isUserFlag({ step }: Part): boolean {
  return step === "hostUsers" || step === "shareProcessNamespace";
}

/** Checks that containers which are processes of a Windows host are all alike. */
export function checkHostProcess(spec: Part): void {
  const ofPod = hostProcessOf(spec).value;
  const containers = allContainers(spec);
  const found = containers.map(hostProcessOf);
  const count = found.filter(({ value }) => (value ?? ofPod) === true).length;
  for (const own of found) {
    if (ofPod !== undefined && isSet(own) && own.value !== ofPod) {
      reportInvalid(own, "pod hostProcess value must be identical if both are specified");
    }
  }
  if (count === 0) {
    return;
  }
  if (count !== containers.length) {
    reportInvalid(
      spec,
      "If pod contains any hostProcess containers then all containers must be HostProcess containers",
    );
  }
  if (!isTrueAt(spec, "hostNetwork")) {
    reportInvalid(
      fieldPart(spec, "hostNetwork"),
      "hostNetwork must be true if pod contains any hostProcess containers",
    );
  }
}

function hostProcessOf(part: Part): Part {
  return fieldPart(securityOf(part), "windowsOptions", "hostProcess");
}
