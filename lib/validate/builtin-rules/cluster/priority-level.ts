/**
 * Rules for PriorityLevelConfigurations.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/flowcontrol/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { inRange, nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, has, isSet, numberAt, type Part, textAt, textOf } from "../check/part.ts";

/** Checks a PriorityLevelConfiguration. */
export function checkPriorityLevel(level: Part): void {
  const spec = fieldPart(level, "spec");
  const [place, type] = [fieldPart(spec, "type"), textAt(spec, "type")];
  if ((textAt(fieldPart(level, "metadata"), "name") === "exempt") !== (type === "Exempt")) {
    reportInvalid(place, "must be 'Exempt' if and only if `name` is 'exempt'");
  }
  if (type === "Limited") {
    checkLimited(spec);
    return;
  }
  if (type !== "Exempt") {
    reportUnknown(place, ["Exempt", "Limited"]);
  }
  if (type === "Exempt" || isTypeBinding(spec)) {
    checkUnlimited(spec, type);
  }
}

/** Since 1.37 fields of another type are refused also where the type itself is wrong. */
function isTypeBinding({ run }: Part): boolean {
  return run.minor >= 37;
}

/** Since 1.36 a missing type is a required one. */
function reportUnknown(type: Part, known: readonly string[]): void {
  if (textOf(type) === "" && type.run.minor >= 36) {
    reportRequired(type);
  } else {
    reportNotSupported(type, known);
  }
}

function checkUnlimited(spec: Part, type: string): void {
  const [limited, exempt] = [fieldPart(spec, "limited"), fieldPart(spec, "exempt")];
  if (isSet(limited)) {
    reportForbidden(limited, "must be nil if the type is not Limited");
  }
  if (isSet(limited) && isTypeBinding(spec)) {
    const response = fieldPart(limited, "limitResponse");
    requiredText(fieldPart(response, "type"));
    checkQueuingFits(response);
  }
  if (type === "Exempt") {
    checkShares(exempt);
  } else if (isSet(exempt)) {
    reportForbidden(exempt, "must be nil if the type is not Exempt");
  }
}

function checkShares(level: Part): void {
  nonNegativeAt(level, "nominalConcurrencyShares");
  inRange(fieldPart(level, "lendablePercent"), 0, 100);
}

function checkLimited(spec: Part): void {
  const limited = fieldPart(spec, "limited");
  if (has(spec, "exempt")) {
    reportForbidden(fieldPart(spec, "exempt"), "must be nil if the type is Limited");
  }
  if (!isSet(limited)) {
    reportRequired(limited, "must not be empty when type is Limited");
    return;
  }
  checkShares(limited);
  nonNegativeAt(limited, "borrowingLimitPercent");
  checkResponse(fieldPart(limited, "limitResponse"));
}

function checkResponse(response: Part): void {
  const type = textAt(response, "type");
  const isKnown = type === "Reject" || type === "Queue";
  if (!isKnown) {
    reportUnknown(fieldPart(response, "type"), ["Queue", "Reject"]);
  }
  if (isKnown || isTypeBinding(response)) {
    checkQueuingFits(response);
  }
  if (type === "Queue" && has(response, "queuing")) {
    checkQueuing(fieldPart(response, "queuing"));
  }
}

/** Checks that there are queues if and only if the type is `Queue`. */
function checkQueuingFits(response: Part): void {
  const [type, queuing] = [textAt(response, "type"), fieldPart(response, "queuing")];
  if (type === "Queue" && !isSet(queuing)) {
    reportRequired(queuing, "must not be empty if limited.limitResponse.type is Limited");
  } else if (type !== "Queue" && isSet(queuing)) {
    reportForbidden(queuing, "must be nil if limited.limitResponse.type is not Limited");
  }
}

const mostQueues = 10_000_000;
const hashBits = 60;

/** Checks queues with their defaults, which also replace 0. */
function checkQueuing(queuing: Part): void {
  const numberOr = (name: string, usual: number): number => (numberAt(queuing, name) ?? 0) || usual;
  const [length, queues, hand] = [
    numberOr("queueLengthLimit", 50),
    numberOr("queues", 64),
    numberOr("handSize", 8),
  ];
  const handSize = fieldPart(queuing, "handSize");
  reportInvalid(fieldPart(queuing, "queueLengthLimit"), length < 0 ? "must be positive" : undefined);
  if (queues < 0 || queues > mostQueues) {
    reportInvalid(
      fieldPart(queuing, "queues"),
      queues < 0 ? "must be positive" : `must not be greater than ${mostQueues}`,
    );
  }
  if (hand < 0) {
    reportInvalid(handSize, "must be positive");
  } else if (hand > queues) {
    reportInvalid(handSize, `should not be greater than queues (${queues})`);
  } else if (Math.ceil(Math.log2(queues) * hand) > hashBits) {
    reportInvalid(
      handSize,
      `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${hashBits}`,
    );
  }
}
