import type { RuleCase } from "../../rule-definition.ts";
import { currentWhen, failedWhen, waitingWhen } from "./rule-shape.ts";

/**
 * Cases for a route or a policy of the Gateway API, which reports conditions for each parent or ancestor
 * (https://gateway-api.sigs.k8s.io/reference/spec/#routeparentstatus): ready if all accept it.
 */
export function attachedCases(name: "parents" | "ancestors"): readonly RuleCase[] {
  const all = `status.${name}`;
  const isFalse = "c.type != 'Programmed' && c.status == 'False'";
  const refused = `${all}.filter(p, p.conditions.exists(c, ${isFalse}))[0].conditions.filter(c, ${isFalse})[0]`;
  return [
    waitingWhen(
      `${all}.exists(p, p.conditions.exists(c, c.?observedGeneration.orValue(generation) < generation))`,
    ),
    failedWhen(`${all}.exists(p, p.conditions.exists(c, ${isFalse}))`, `${refused}.message`),
    waitingWhen(`${all}.exists(p, p.conditions.exists(c, c.status != 'True'))`),
    currentWhen(`size(${all}) > 0 && ${all}.all(p, size(p.conditions) > 0)`),
    waitingWhen(),
  ];
}
