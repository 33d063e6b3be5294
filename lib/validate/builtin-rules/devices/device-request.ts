/**
 * Rules for requests of devices.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportInvalid, reportNotSupported, reportRequired, requiredText } from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import { countOf, fieldPart, isSet, listAt, numberAt, type Part, textAt, textOf } from "../check/part.ts";
import { checkSelectors } from "./device-configuration.ts";
import { checkEntries } from "./device-names.ts";
import { checkDeviceToleration } from "./device-taints.ts";

const mostAlternatives = 8;
const exactlyOne = "exactly one of `exactly` or `firstAvailable` is required";

/** Checks a request: for devices of one kind, or for the first of several that is available. */
export function checkDeviceRequest(request: Part): void {
  reportInvalid(fieldPart(request, "name"), dnsLabel(textAt(request, "name")));
  const [exactly, alternatives] = [fieldPart(request, "exactly"), fieldPart(request, "firstAvailable")];
  const hasAlternatives = countOf(alternatives) > 0;
  if (isSet(exactly) && hasAlternatives) {
    reportInvalid(request, `${exactlyOne}, but multiple fields are set`);
    if (request.run.minor >= declaredSince) {
      checkDeclared(alternatives);
    }
  } else if (hasAlternatives) {
    checkEntries(alternatives, mostAlternatives, {
      check: checkAlternative,
      key: (one) => textAt(one, "name"),
    });
  } else if (isSet(exactly)) {
    checkDevices(exactly);
  } else {
    reportRequired(request, exactlyOne);
  }
}

/** Since 1.37 some rules are declared at the types, and hold whatever else is wrong. */
const declaredSince = 37;

function checkDeclared(alternatives: Part): void {
  checkEntries(alternatives, Infinity, {
    check: (one) => requiredText(fieldPart(one, "deviceClassName")),
    key: (one) => textAt(one, "name"),
  });
}

function checkAlternative(request: Part): void {
  reportInvalid(fieldPart(request, "name"), dnsLabel(textAt(request, "name")));
  checkDevices(request);
}

function checkDevices(request: Part): void {
  const name = fieldPart(request, "deviceClassName");
  if (requiredText(name)) {
    reportInvalid(name, dnsSubdomain(textOf(name)));
  }
  checkSelectors(fieldPart(request, "selectors"));
  checkMode(request);
  for (const toleration of listAt(request, "tolerations")) {
    checkDeviceToleration(toleration);
  }
}

function checkMode(request: Part): void {
  const mode = fieldPart(request, "allocationMode");
  const amount = numberAt(request, "count") ?? 0;
  const part = fieldPart(request, "count");
  switch (textOf(mode) || "ExactCount") {
    case "All":
      reportInvalid(part, amount === 0 ? undefined : "must not be specified when allocationMode is 'All'");
      break;
    case "ExactCount":
      reportInvalid(part, amount < 0 ? "must be greater than zero" : undefined);
      break;
    default:
      reportNotSupported(mode, ["All", "ExactCount"]);
  }
}
