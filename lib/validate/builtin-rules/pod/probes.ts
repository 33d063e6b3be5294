/**
 * Rules for probes and lifecycle hooks.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportForbidden, reportInvalid, checkOneOfOrDefault, reportRequired } from "../check/faults.ts";
import { headerName } from "../check/names.ts";
import { nonNegativeAt, portNumber, portNumberOrName } from "../check/numbers.ts";
import { fieldPart, countOf, has, isSet, listAt, numberAt, type Part, textAt } from "../check/part.ts";
import type { PodContext } from "./pod-context.ts";

/** Checks the probes of a container. */
export function checkProbes(container: Part, pod: PodContext): void {
  for (const name of ["livenessProbe", "readinessProbe", "startupProbe"]) {
    const probe = fieldPart(container, name);
    if (isSet(probe)) {
      checkProbe(probe, pod);
      if (name === "readinessProbe") {
        checkReadiness(probe);
      } else if ((numberAt(probe, "successThreshold") || 1) !== 1) {
        reportInvalid(fieldPart(probe, "successThreshold"), "must be 1");
      }
    }
  }
}

function checkReadiness(probe: Part): void {
  if (has(probe, "terminationGracePeriodSeconds")) {
    reportInvalid(fieldPart(probe, "terminationGracePeriodSeconds"), "must not be set for readinessProbes");
  }
}

function checkProbe(probe: Part, pod: PodContext): void {
  checkHandler(probe, ["exec", "httpGet", "tcpSocket", "grpc"], pod);
  nonNegativeAt(
    probe,
    "initialDelaySeconds",
    "timeoutSeconds",
    "periodSeconds",
    "successThreshold",
    "failureThreshold",
  );
  if ((numberAt(probe, "terminationGracePeriodSeconds") ?? 1) <= 0) {
    reportInvalid(fieldPart(probe, "terminationGracePeriodSeconds"), "must be greater than 0");
  }
}

/** Checks the hooks of a container. */
export function checkLifecycle(lifecycle: Part, pod: PodContext): void {
  for (const name of ["postStart", "preStop"]) {
    const hook = fieldPart(lifecycle, name);
    if (isSet(hook)) {
      checkHandler(hook, ["exec", "httpGet", "tcpSocket", "sleep"], pod);
    }
  }
}

const handlers: Readonly<Record<string, (handler: Part, pod: PodContext) => void>> = {
  exec: checkExec,
  httpGet: checkHttpGet,
  tcpSocket: (handler) => portNumberOrName(fieldPart(handler, "port")),
  grpc: (handler) => portNumber(fieldPart(handler, "port")),
  sleep: checkSleep,
};

function checkHandler(part: Part, names: readonly string[], pod: PodContext): void {
  const [first, ...others] = names.filter((name) => has(part, name));
  if (first === undefined) {
    reportRequired(part, "must specify a handler type");
  } else {
    handlers[first]?.(fieldPart(part, first), pod);
  }
  for (const other of others) {
    reportForbidden(fieldPart(part, other), "may not specify more than 1 handler type");
  }
}

function checkExec(handler: Part): void {
  if (countOf(fieldPart(handler, "command")) === 0) {
    reportRequired(fieldPart(handler, "command"));
  }
}

function checkHttpGet(handler: Part): void {
  portNumberOrName(fieldPart(handler, "port"));
  checkOneOfOrDefault(fieldPart(handler, "scheme"), ["HTTP", "HTTPS"]);
  for (const header of listAt(handler, "httpHeaders")) {
    reportInvalid(fieldPart(handler, "httpHeaders"), headerName(textAt(header, "name")));
  }
}

function checkSleep(handler: Part, { gracePeriod }: PodContext): void {
  const seconds = numberAt(handler, "seconds") ?? 0;
  const least = handler.run.minor >= 33 ? 0 : 1;
  if (seconds < least || seconds > gracePeriod) {
    reportInvalid(
      handler,
      `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`,
    );
  }
}
