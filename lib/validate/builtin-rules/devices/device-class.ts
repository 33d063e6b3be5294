/**
 * Rules for DeviceClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportInvalid } from "../check/faults.ts";
import { fieldPart, has, type Part, textAt } from "../check/part.ts";
import { isExtended } from "../pod/resources.ts";
import { checkConfiguration, checkSelectors } from "./device-configuration.ts";
import { checkEntries } from "./device-names.ts";

const mostConfigurations = 32;

/** The minor version since which pods may request devices of a class as an extended resource. */
const namedSince = 36;

/** Checks a DeviceClass. */
export function checkDeviceClass(object: Part): void {
  const spec = fieldPart(object, "spec");
  checkSelectors(fieldPart(spec, "selectors"));
  checkEntries(fieldPart(spec, "config"), mostConfigurations, { check: checkConfiguration });
  const isNamed = spec.run.minor >= namedSince && has(spec, "extendedResourceName");
  if (isNamed && !isExtended(textAt(spec, "extendedResourceName"))) {
    reportInvalid(fieldPart(spec, "extendedResourceName"), "must be a valid extended resource name");
  }
}
