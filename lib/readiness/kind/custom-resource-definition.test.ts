import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

const established = live("apiextensions.k8s.io/v1/CustomResourceDefinition", {
  status: { conditions: [condition("NamesAccepted=True"), condition("Established=True")] },
});
test(
  says,
  "a definition that is established and served is ready",
  established,
  "Current Established: established",
  { served: true },
);
test(
  says,
  "a definition that discovery does not serve yet is not ready",
  established,
  "InProgress NotServed: established, but the API server does not serve it yet",
  { served: false },
);
test(
  says,
  "a definition whose names are taken has failed",
  live("apiextensions.k8s.io/v1/CustomResourceDefinition", {
    status: { conditions: [condition("NamesAccepted=False", "ListKindConflict", "taken")] },
  }),
  "Failed ListKindConflict: taken",
);
