/**
 * Rules for selectors and configurations of devices.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { isObject } from "../../../object/json.ts";
import { reportInvalid, reportRequired, reportTooLong } from "../check/faults.ts";
import { fieldPart, isSet, type Part, textAt } from "../check/part.ts";
import { checkDriverName } from "../storage/volume-sources.ts";
import { checkEntries } from "./device-names.ts";
import { selectorFault } from "./selector-expression.ts";

const mostSelectors = 32;
const longestText = 10 * 1024;

/** Checks selectors and compiles their expressions, without an estimate of their cost. */
export function checkSelectors(selectors: Part): void {
  checkEntries(selectors, mostSelectors, { check: checkDeviceSelector });
}

function checkDeviceSelector(selector: Part): void {
  const cel = fieldPart(selector, "cel");
  const text = textAt(cel, "expression");
  if (!isSet(cel)) {
    reportRequired(cel);
  } else if (Buffer.byteLength(text) > longestText) {
    reportTooLong(fieldPart(cel, "expression"), longestText);
  } else {
    reportInvalid(fieldPart(cel, "expression"), selectorFault(text, cel.run.minor));
  }
}

/** Checks the configuration of devices by a driver. */
export function checkConfiguration(config: Part): void {
  const opaque = fieldPart(config, "opaque");
  if (!isSet(opaque)) {
    reportRequired(opaque);
    return;
  }
  checkDriverName(fieldPart(opaque, "driver"));
  const parameters = fieldPart(opaque, "parameters");
  if (!isSet(parameters)) {
    reportRequired(parameters);
  } else if (!isObject(parameters.value)) {
    reportInvalid(parameters, "must be a valid JSON object");
  }
}
