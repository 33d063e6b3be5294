/**
 * Rules for containers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotFound,
  checkOneOfOrDefault,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { dnsLabel, portName } from "../check/names.ts";
import { portNumber } from "../check/numbers.ts";
import { fieldPart, has, listAt, numberAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { checkContainerSecurity } from "./container-security.ts";
import { checkEnv, checkEnvFrom } from "./env.ts";
import { checkDevices, checkMounts } from "./mounts.ts";
import { type PodContext, securityOf } from "./pod-context.ts";
import { checkLifecycle, checkProbes } from "./probes.ts";
import { checkResources } from "./resources.ts";
import { checkInitRestartPolicy, checkOwnRestartPolicy } from "./restart-rules.ts";

/** Checks the containers and init containers of a pod. */
export function checkContainers(pod: PodContext): void {
  const list = fieldPart(pod.spec, "containers");
  const containers = listAt(pod.spec, "containers");
  if (containers.length === 0) {
    reportRequired(list);
  }
  const names = new Set<string>();
  for (const container of containers) {
    checkCommon(container, pod);
    checkUnique(container, names);
    checkLifecycle(fieldPart(container, "lifecycle"), pod);
    checkProbes(container, pod);
    checkOwnRestartPolicy(container);
  }
  checkHostPorts(containers, containers);
  checkInitContainers(pod, names);
}

function checkUnique(container: Part, names: Set<string>): void {
  const name = textAt(container, "name");
  if (names.has(name)) {
    reportDuplicate(fieldPart(container, "name"), name);
  }
  names.add(name);
}

function checkInitContainers(pod: PodContext, regular: ReadonlySet<string>): void {
  const list = fieldPart(pod.spec, "initContainers");
  const names = new Set(regular);
  for (const container of listAt(pod.spec, "initContainers")) {
    checkCommon(container, pod);
    checkUnique(container, names);
    if (textAt(container, "name") === "" && !regular.has("")) {
      names.delete("");
    }
    checkHostPorts([container], [reportedAt(container, list, 0)]);
    checkInitRestartPolicy(container);
    if (textAt(container, "restartPolicy") === "Always") {
      checkLifecycle(fieldPart(container, "lifecycle"), pod);
      checkProbes(container, pod);
    } else {
      checkPlainInit(container);
    }
  }
}

function checkPlainInit(container: Part): void {
  for (const name of ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"]) {
    if (has(container, name)) {
      reportForbidden(
        fieldPart(container, name),
        "may not be set for init containers without restartPolicy=Always",
      );
    }
  }
  for (const policy of container.run.minor >= 36 ? listAt(container, "resizePolicy") : []) {
    if (textAt(policy, "restartPolicy") === "RestartContainer") {
      reportInvalid(
        fieldPart(policy, "restartPolicy"),
        "must not be set to 'RestartContainer' for non-sidecar initContainers",
      );
    }
  }
}

function checkCommon(container: Part, pod: PodContext): void {
  const name = fieldPart(container, "name");
  if (requiredText(name)) {
    reportInvalid(name, dnsLabel(textAt(container, "name")));
  }
  requiredText(fieldPart(container, "image"));
  checkOneOfOrDefault(fieldPart(container, "terminationMessagePolicy"), ["File", "FallbackToLogsOnError"]);
  checkOneOfOrDefault(fieldPart(container, "imagePullPolicy"), ["Always", "IfNotPresent", "Never"]);
  checkPorts(container);
  checkEnv(fieldPart(container, "env"));
  checkEnvFrom(fieldPart(container, "envFrom"));
  checkMounts(container, pod);
  checkDevices(container, pod);
  checkResources(fieldPart(container, "resources"), pod.claims);
  checkResizePolicy(container, pod);
  checkContainerSecurity(securityOf(container), pod.hostUsers);
}

function checkPorts(container: Part): void {
  const names = new Set<string>();
  for (const port of listAt(container, "ports")) {
    checkPortName(port, names);
    if ((numberAt(port, "containerPort") ?? 0) === 0) {
      reportRequired(fieldPart(port, "containerPort"));
    } else {
      portNumber(fieldPart(port, "containerPort"));
    }
    if ((numberAt(port, "hostPort") ?? 0) !== 0) {
      portNumber(fieldPart(port, "hostPort"));
    }
    checkOneOfOrDefault(fieldPart(port, "protocol"), ["SCTP", "TCP", "UDP"]);
  }
}

function checkPortName(port: Part, names: Set<string>): void {
  const name = textAt(port, "name");
  const fault = name === "" ? undefined : portName(name);
  reportInvalid(fieldPart(port, "name"), fault);
  if (name !== "" && fault === undefined) {
    if (names.has(name)) {
      reportDuplicate(fieldPart(port, "name"), name);
    }
    names.add(name);
  }
}

/** Checks that no two containers take the same port of the node. `places` are the containers as reported. */
function checkHostPorts(containers: readonly Part[], places: readonly Part[]): void {
  const taken = new Set<string>();
  for (const [index, container] of containers.entries()) {
    for (const [number, port] of listAt(container, "ports").entries()) {
      const host = numberAt(port, "hostPort") ?? 0;
      const key = `${textAt(port, "protocol") || "TCP"}/${textAt(port, "hostIP")}/${host}`;
      const place = places[index] ?? container;
      if (host !== 0 && taken.has(key)) {
        reportDuplicate(
          reportedAt(fieldPart(port, "hostPort"), fieldPart(place, "ports"), number, "hostPort"),
          key,
        );
      }
      taken.add(key);
    }
  }
}

function checkResizePolicy(container: Part, { restartPolicy }: PodContext): void {
  const list = fieldPart(container, "resizePolicy");
  const seen = new Set<string>();
  for (const policy of container.run.minor >= 33 ? listAt(container, "resizePolicy") : []) {
    const [resource, restart] = [textAt(policy, "resourceName"), textAt(policy, "restartPolicy")];
    if (seen.has(resource)) {
      reportDuplicate(policy, resource);
    }
    seen.add(resource);
    checkResizeChoice(reportedAt(fieldPart(policy, "resourceName"), list), ["cpu", "memory"]);
    checkResizeChoice(reportedAt(fieldPart(policy, "restartPolicy"), list), [
      "NotRequired",
      "RestartContainer",
    ]);
    if (restartPolicy === "Never" && restart !== "NotRequired") {
      reportInvalid(list, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  }
}

function checkResizeChoice(part: Part, choices: readonly string[]): void {
  if (requiredText(part)) {
    checkOneOfOrDefault(part, choices);
  }
}

/** Checks ephemeral containers; only a pod that runs may have them. */
export function checkEphemeralContainers(pod: PodContext): void {
  if (!has(pod.spec, "ephemeralContainers")) {
    return;
  }
  const others = new Set(
    ["containers", "initContainers"].flatMap((name) =>
      listAt(pod.spec, name).map((container) => textAt(container, "name")),
    ),
  );
  const names = new Set(others);
  for (const container of listAt(pod.spec, "ephemeralContainers")) {
    checkCommon(container, pod);
    checkUnique(container, names);
    const target = textAt(container, "targetContainerName");
    if (target !== "" && !others.has(target)) {
      reportNotFound(fieldPart(container, "targetContainerName"), target);
    }
    for (const field of ["ports", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle"]) {
      if (has(container, field)) {
        reportForbidden(fieldPart(container, field), "cannot be set for an Ephemeral Container");
      }
    }
  }
}
