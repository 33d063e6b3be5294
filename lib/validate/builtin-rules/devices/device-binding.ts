/**
 * Rules for the conditions under which a device is bound to a pod.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { reportInvalid } from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import { countOf, fieldPart, listAt, type Part, textOf, textsAt } from "../check/part.ts";
import { checkEntries } from "./device-names.ts";

const mostConditions = 4;
const fields = ["bindingConditions", "bindingFailureConditions"] as const;

/** Checks the conditions for success and failure: a device has both or none. */
export function checkBinding(device: Part): void {
  for (const name of fields) {
    checkEntries(fieldPart(device, name), mostConditions, {
      check: (condition) => {
        reportInvalid(condition, qualifiedLabel(textOf(condition)));
      },
      key: textOf,
    });
  }
  const successes = textsAt(device, "bindingConditions");
  for (const failure of listAt(device, "bindingFailureConditions")) {
    const isBoth = successes.includes(textOf(failure));
    reportInvalid(
      failure,
      isBoth ? "bindingFailureConditions must not overlap with bindingConditions" : undefined,
    );
  }
  const [first, second] = fields.map((name) => countOf(fieldPart(device, name)) > 0);
  if (first !== second) {
    const [present, absent] = first === true ? fields : fields.toReversed();
    reportInvalid(fieldPart(device, absent), `${absent} are required to use ${present}`);
  }
}
