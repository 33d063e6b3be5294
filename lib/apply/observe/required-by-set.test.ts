import test from "ava";

import { defines, object, planned } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { neededBySet } from "./required-by-set.ts";

const set = [
  object("ConfigMap/env", { namespace: "shop" }),
  object("ClusterRole/reader"),
  object("stable.example.com/v1/CronTab/nightly", { namespace: "shop" }),
];

function definitionOf(group: string, kind: string): JsonObject {
  return object("CustomResourceDefinition/crontabs.example.com", { body: defines(group, kind) });
}

/** Why a set in the release namespace `default` needs an object that it lacks. */
const needs = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    live: JsonObject,
    expected: string | undefined,
    objects: readonly JsonObject[] = set,
  ) {
    t.is(neededBySet(planned(objects).plan)(live), expected);
  },
});

const crontab = "stable.example.com/namespaces/shop/CronTab/nightly";

test(
  needs,
  "a namespace with objects of the set",
  object("Namespace/shop"),
  `${crontab} of the set is in it`,
);
test(
  needs,
  "the namespace of the release",
  object("Namespace/default"),
  "the record of the release is in it",
);
test(needs, "a namespace without any of its objects is not needed", object("Namespace/other"), undefined);
test(
  needs,
  "the definition of a kind of the set",
  definitionOf("stable.example.com", "CronTab"),
  `${crontab} of the set is of its kind`,
);
test(
  needs,
  "the definition of a kind of that name in another group is not needed",
  definitionOf("unstable.example.com", "CronTab"),
  undefined,
);
test(
  needs,
  "the definition of a kind that the set has no objects of is not needed",
  definitionOf("stable.example.com", "Widget"),
  undefined,
);
test(
  needs,
  "other objects are not needed, even in a namespace of the set",
  object("Secret/a", { namespace: "shop" }),
  undefined,
);
test(
  needs,
  "a Namespace of another group is no namespace",
  object("example.com/v1/Namespace/shop"),
  undefined,
);
test(
  needs,
  "a definition of another group defines no kind",
  { ...definitionOf("stable.example.com", "CronTab"), apiVersion: "example.com/v1" },
  undefined,
);
test(
  needs,
  "an empty set still needs the namespace of its record",
  object("Namespace/default"),
  "the record of the release is in it",
  [],
);
test(
  needs,
  "cluster-scoped objects are in no namespace",
  { apiVersion: "v1", kind: "Namespace", metadata: {} },
  undefined,
  [object("ConfigMap/env")],
);
