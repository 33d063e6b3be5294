import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

const established = live("apiextensions.k8s.io/v1/CustomResourceDefinition", {
  status: { conditions: [condition("NamesAccepted=True"), condition("Established=True")] },
});
test(
  reports,
  "a CRD that is established and served is ready",
  established,
  "Current Established: established",
  { served: true },
);
test(
  reports,
  "a CRD that discovery does not serve yet is not ready",
  established,
  "InProgress NotServed: established, but the API server does not serve it yet",
  { served: false },
);
test(
  reports,
  "a CRD whose names are taken has failed",
  live("apiextensions.k8s.io/v1/CustomResourceDefinition", {
    status: { conditions: [condition("NamesAccepted=False", "ListKindConflict", "taken")] },
  }),
  "Failed ListKindConflict: taken",
);
