/**
 * Rules for NetworkPolicies.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/networking/validation/validation.go
 */
import { checkRange, addressRange, strictlyContains } from "../check/addresses.ts";
import { reportForbidden, reportInvalid, checkOneOf, reportRequired, requiredText } from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { inRange, portNumberOrName } from "../check/numbers.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  listAt,
  numberIn,
  type Part,
  textAt,
  textOf,
  textsAt,
} from "../check/part.ts";

const directions = [
  ["ingress", "from"],
  ["egress", "to"],
] as const;

/** Checks a NetworkPolicy. */
export function checkNetworkPolicy(policy: Part, old: Part | undefined): void {
  const spec = fieldPart(policy, "spec");
  const kept = old === undefined ? [] : rangesIn(fieldPart(old, "spec"));
  checkSelector(fieldPart(spec, "podSelector"));
  for (const [direction, peers] of directions) {
    for (const rule of listAt(spec, direction)) {
      for (const port of listAt(rule, "ports")) {
        checkPort(port);
      }
      for (const peer of listAt(rule, peers)) {
        checkPeer(peer, kept);
      }
    }
  }
  const types = fieldPart(spec, "policyTypes");
  if (countOf(types) > 2) {
    reportInvalid(types, "may not specify more than two policyTypes");
    return;
  }
  for (const type of listAt(spec, "policyTypes")) {
    checkOneOf(type, ["Ingress", "Egress"]);
  }
}

function rangesIn(spec: Part): readonly string[] {
  return directions.flatMap(([direction, peers]) =>
    listAt(spec, direction).flatMap((rule) =>
      listAt(rule, peers).flatMap((peer) => {
        const block = fieldPart(peer, "ipBlock");
        return [textAt(block, "cidr"), ...textsAt(block, "except")];
      }),
    ),
  );
}

function checkPort(part: Part): void {
  const [port, end] = [fieldPart(part, "port"), fieldPart(part, "endPort")];
  const [first, last] = [numberIn(port), numberIn(end)];
  if (has(part, "protocol")) {
    checkOneOf(fieldPart(part, "protocol"), ["TCP", "UDP", "SCTP"]);
  }
  if (isSet(port)) {
    portNumberOrName(port);
  }
  if (last === undefined) {
    return;
  }
  if (first === undefined) {
    const reason = isSet(port) ? "non-numeric" : "not specified";
    reportInvalid(end, `may not be specified when \`port\` is ${reason}`);
    return;
  }
  reportInvalid(end, last < first ? "must be greater than or equal to `port`" : undefined);
  inRange(end, 1, 65_535);
}

function checkPeer(peer: Part, kept: readonly string[]): void {
  const block = fieldPart(peer, "ipBlock");
  const selectors = ["podSelector", "namespaceSelector"].filter((name) => has(peer, name));
  for (const name of selectors) {
    checkSelector(fieldPart(peer, name));
  }
  if (isSet(block)) {
    checkBlock(block, kept);
    if (selectors.length > 0) {
      reportForbidden(peer, "may not specify both ipBlock and another peer");
    }
  } else if (selectors.length === 0) {
    reportRequired(peer, "must specify a peer");
  }
}

function checkBlock(block: Part, kept: readonly string[]): void {
  const cidr = fieldPart(block, "cidr");
  if (!requiredText(cidr)) {
    return;
  }
  checkRange(cidr, kept);
  const outer = addressRange(textOf(cidr));
  for (const except of outer === undefined ? [] : listAt(block, "except")) {
    checkRange(except, kept);
    const inner = addressRange(textOf(except));
    if (outer !== undefined && inner !== undefined && !strictlyContains(outer, inner)) {
      reportInvalid(except, "must be a strict subset of `cidr`");
    }
  }
}
