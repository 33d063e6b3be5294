/**
 * Rules for CSIDrivers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go
 */
import { immutable } from "../check/changes.ts";
import { checkOneOf, reportDuplicate, reportInvalid, reportNotSupported } from "../check/faults.ts";
import {
  countOf,
  fieldPart,
  has,
  listAt,
  numberAt,
  numberIn,
  type Part,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";

/** Checks a CSIDriver. */
export function checkCsiDriver(driver: Part, old: Part | undefined): void {
  const spec = fieldPart(driver, "spec");
  checkOneOf(fieldPart(spec, "fsGroupPolicy"), ["File", "None", "ReadWriteOnceWithFSType"]);
  checkTokenRequests(spec);
  const modes = fieldPart(spec, "volumeLifecycleModes");
  for (const mode of listAt(spec, "volumeLifecycleModes")) {
    if (!["Ephemeral", "Persistent"].includes(textOf(mode))) {
      reportNotSupported({ ...modes, value: textOf(mode) }, ["Ephemeral", "Persistent"]);
    }
  }
  const period = fieldPart(spec, "nodeAllocatableUpdatePeriodSeconds");
  if (spec.run.minor >= 35 && (numberIn(period) ?? 10) < 10) {
    reportInvalid(period, "must be greater than or equal to 10 seconds");
  }
  const isUnused =
    has(spec, "serviceAccountTokenInSecrets") && countOf(fieldPart(spec, "tokenRequests")) === 0;
  if (spec.run.minor >= 35 && isUnused) {
    reportInvalid(
      fieldPart(spec, "serviceAccountTokenInSecrets"),
      "serviceAccountTokenInSecrets is set but no tokenRequests are specified",
    );
  }
  if (old !== undefined) {
    checkUpdate(spec, fieldPart(old, "spec"));
  }
}

function checkTokenRequests(spec: Part): void {
  const audiences = new Set<string>();
  for (const request of listAt(spec, "tokenRequests")) {
    const [audience, seconds] = [textAt(request, "audience"), numberAt(request, "expirationSeconds")];
    if (audiences.has(audience)) {
      reportDuplicate(fieldPart(request, "audience"), audience);
      continue;
    }
    audiences.add(audience);
    const place = fieldPart(request, "expirationSeconds");
    if (seconds !== undefined && seconds < 600) {
      reportInvalid(place, "may not specify a duration less than 10 minutes");
    } else if (seconds !== undefined && seconds > 2 ** 32) {
      reportInvalid(place, "may not specify a duration larger than 2^32 seconds");
    }
  }
}

function modesOf(spec: Part): Part {
  const modes = fieldPart(spec, "volumeLifecycleModes");
  return countOf(modes) === 0 ? { ...modes, value: ["Persistent"] } : modes;
}

function checkUpdate(spec: Part, old: Part): void {
  const [required, wasRequired] = [spec, old].map((one) => {
    const part = fieldPart(one, "attachRequired");
    return { ...part, value: part.value !== false };
  });
  if (required !== undefined && wasRequired !== undefined && required.value !== wasRequired.value) {
    reportInvalid(reportedAt(required, spec, "attachedRequired"), "field is immutable");
  }
  immutable(modesOf(spec), modesOf(old));
}
