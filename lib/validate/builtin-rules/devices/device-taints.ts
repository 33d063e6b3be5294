/**
 * Rules for taints of devices and tolerations of them.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportInvalid, reportNotSupported, requiredText } from "../check/faults.ts";
import { labelValue, qualifiedLabel } from "../check/names.ts";
import { fieldPart, type Part, textAt, textOf } from "../check/part.ts";

const effects = ["NoExecute", "NoSchedule", "None"];

/** Checks a taint of a device. */
export function checkDeviceTaint(taint: Part): void {
  reportInvalid(fieldPart(taint, "key"), qualifiedLabel(textAt(taint, "key")));
  reportInvalid(fieldPart(taint, "value"), labelValue(textAt(taint, "value")));
  if (requiredText(fieldPart(taint, "effect"))) {
    checkEffect(taint);
  }
}

/** Checks a toleration of taints of devices. */
export function checkDeviceToleration(toleration: Part): void {
  const [key, operator] = [textAt(toleration, "key"), fieldPart(toleration, "operator")];
  const value = fieldPart(toleration, "value");
  reportInvalid(fieldPart(toleration, "key"), key === "" ? undefined : qualifiedLabel(key));
  switch (textOf(operator) || "Equal") {
    case "Exists":
      reportInvalid(value, textOf(value) === "" ? undefined : "must be empty for operator `Exists`");
      break;
    case "Equal":
      reportInvalid(value, labelValue(textOf(value)));
      break;
    default:
      reportNotSupported(operator, ["Equal", "Exists"]);
  }
  checkEffect(toleration);
}

function checkEffect(part: Part): void {
  const effect = fieldPart(part, "effect");
  if (textOf(effect) !== "" && !effects.includes(textOf(effect))) {
    reportNotSupported(effect, effects);
  }
}
