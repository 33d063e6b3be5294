import test from "ava";
import { assert, property, shuffledSubarray } from "fast-check";

import { joinNeeds } from "./merge-permissions.ts";
import type { Permission } from "./permission.ts";

const someNeeds: readonly Permission[] = ["", "a", "b"].flatMap((namespace) =>
  ["pods", "secrets"].flatMap((resource) =>
    [undefined, "x", "y"].flatMap((name) => [
      {
        namespace,
        group: "",
        resource,
        verbs: ["get", "list"],
        reason: "pods",
        ...(name && { name }),
      } as const,
      { namespace, group: "", resource, verbs: ["watch"], reason: "record", ...(name && { name }) } as const,
    ]),
  ),
);

test("the order of permissions does not affect the merged rules", (t) => {
  assert(
    property(shuffledSubarray([...someNeeds]), (needs) => {
      t.deepEqual(joinNeeds(needs), joinNeeds(needs.toReversed()));
    }),
  );
});

test("every permission is covered by exactly one rule", (t) => {
  assert(
    property(shuffledSubarray([...someNeeds]), (needs) => {
      const grants = joinNeeds(needs);
      for (const { namespace, resource, verbs, name } of needs) {
        const rules = grants.find((grant) => grant.namespace === namespace)?.rules ?? [];
        for (const verb of verbs) {
          const covering = rules.filter(
            (rule) =>
              rule.resources.includes(resource) &&
              rule.verbs.includes(verb) &&
              (rule.names.length === 0 || rule.names.includes(name ?? "")),
          );
          t.is(covering.length, 1, `${verb} ${resource} ${name ?? ""}`);
        }
      }
    }),
  );
});
