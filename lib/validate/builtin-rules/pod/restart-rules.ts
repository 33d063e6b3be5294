/**
 * Rules for restart policies of single containers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportForbidden, reportNotSupported, reportRequired, reportTooMany } from "../check/faults.ts";
import { countOf, fieldPart, has, isSet, listAt, type Part, textAt } from "../check/part.ts";

/** The minor version since which every container may have a restart policy of its own. */
const ownRestartPolicySince = 35;

/** Checks the restart policy of an init container. */
export function checkInitRestartPolicy(container: Part): void {
  const hasRules = countOf(fieldPart(container, "restartPolicyRules")) > 0;
  const isIncomplete = hasRules && !has(container, "restartPolicy");
  if (container.run.minor >= ownRestartPolicySince && isIncomplete) {
    reportMissingPolicy(container);
  } else if (container.run.minor >= ownRestartPolicySince) {
    checkOwnRestartPolicy(container);
  } else if (has(container, "restartPolicy") && textAt(container, "restartPolicy") !== "Always") {
    reportNotSupported(fieldPart(container, "restartPolicy"), ["Always"]);
  }
}

function reportMissingPolicy(container: Part): void {
  reportRequired(
    fieldPart(container, "restartPolicy"),
    "must specify restartPolicy when restart rules are used",
  );
}

/** Checks the restart policy of a container of its own. */
export function checkOwnRestartPolicy(container: Part): void {
  const policy = fieldPart(container, "restartPolicy");
  const rules = fieldPart(container, "restartPolicyRules");
  if (container.run.minor < ownRestartPolicySince) {
    if (isSet(policy)) {
      reportForbidden(policy, "may not be set for non-init containers");
    }
    return;
  }
  if (isSet(policy) && !["Always", "Never", "OnFailure"].includes(textAt(container, "restartPolicy"))) {
    reportNotSupported(policy, ["Always", "Never", "OnFailure"]);
  }
  if (!isSet(policy) && countOf(rules) > 0) {
    reportMissingPolicy(container);
  }
  if (countOf(rules) > 20) {
    reportTooMany(rules, 20);
  }
  for (const rule of listAt(container, "restartPolicyRules")) {
    checkRestartRule(rule);
  }
}

function checkRestartRule(rule: Part): void {
  const actions = rule.run.minor >= 36 ? ["Restart", "RestartAllContainers"] : ["Restart"];
  const codes = fieldPart(rule, "exitCodes");
  if (!actions.includes(textAt(rule, "action"))) {
    reportNotSupported(fieldPart(rule, "action"), actions);
  }
  if (!isSet(codes)) {
    reportRequired(codes, "must be specified");
    return;
  }
  if (!["In", "NotIn"].includes(textAt(codes, "operator"))) {
    reportNotSupported(fieldPart(codes, "operator"), ["In", "NotIn"]);
  }
  if (countOf(fieldPart(codes, "values")) > 255) {
    reportTooMany(fieldPart(codes, "values"), 255);
  }
}
