import test from "ava";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { compareObjects } from "../compare/compare-objects.ts";
import { diffText } from "../report/diff/diff-text.ts";

const key = "/namespaces/shop/Thing/web";

function thing(spec: JsonValue, annotations: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Thing", metadata: { name: "web", annotations }, spec };
}

const sensitiveDiff = test.macro({
  exec(t, annotations: Readonly<Record<string, string>>, [left, right]: readonly JsonObject[], text: string) {
    // The change may add or remove the annotation.
    for (const [oldAnnotations, newAnnotations] of [
      [annotations, annotations],
      [annotations, {}],
      [{}, annotations],
    ] as const) {
      const before = thing(left ?? {}, { note: "n", ...oldAnnotations });
      const after = thing(right ?? {}, { note: "n", ...newAnnotations });
      const { changes } = compareObjects({ key, before, after });
      const ofSpec = changes.filter(({ path }) => path[0] === "spec");
      const reported = diffText([{ key, verb: "change", changes: ofSpec }], {
        color: false,
        width: undefined,
      });
      t.is(reported.split("\n").slice(1, -3).join("\n"), text);
    }
  },
  title: (title = "") => title,
});

test(
  "no value of a sensitive object is shown, not even the names of list entries",
  sensitiveDiff,
  { "werf.io/sensitive": "true" },
  [
    { list: [{ name: "lute", a: 1 }], b: "c", d: "same" },
    { list: [{ name: "lute", a: 2 }, { name: "harp" }], b: null, d: "same" },
  ],
  `  ~ spec.b: (hidden, changed)
  ~ spec.list[name=(hidden, 4 bytes)].a: (hidden, changed)
  + spec.list[name=(hidden, 4 bytes)]:
      name: (hidden, 4 bytes)`,
);
test(
  "only the fact that a sensitive path changes is shown",
  sensitiveDiff,
  { "werf.io/sensitive-paths": "$.spec.env[*].value" },
  [
    {
      env: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
    },
    {
      env: [
        { name: "A", value: "3" },
        { name: "C", value: "4" },
      ],
    },
  ],
  `  ~ spec.env[name=A].value: (hidden, changed)
  - spec.env[name=B]:
      name: B
      value: (hidden, 1 byte)
  + spec.env[name=C]:
      name: C
      value: (hidden, 1 byte)`,
);

test("only field names and sizes of a new sensitive object are shown", (t) => {
  const after = thing({ pin: "1234", port: 80 }, { "werf.io/sensitive": "true" });
  const { changes } = compareObjects({ key, before: undefined, after });
  const spec = changes.find(({ path }) => path[0] === "spec");
  t.deepEqual(spec?.after, { pin: "(hidden, 4 bytes)", port: "(hidden)" });
});
