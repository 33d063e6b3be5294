import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

/** The faults that the packages of Kubernetes 1.36.3 find in the field `v`. */
const facts: readonly (readonly [schema: JsonValue, value: JsonValue, faults: string])[] = [
  [{ type: "array", items: { type: "string" } }, [], ""],
  [
    { type: "array", items: { type: "string" } },
    ["a", 1, true, {}],
    "TypeInvalid v[1], TypeInvalid v[2], TypeInvalid v[3]",
  ],
  [{ type: "array", items: { type: "string" } }, "a", "TypeInvalid v"],
  [{ type: "array", items: { type: "string" } }, { "0": "a" }, "TypeInvalid v"],
  [{ type: "array", items: { type: "string" }, nullable: true }, null, ""],
  [{ type: "array", items: { type: "string", nullable: true } }, [null, "a"], ""],
  [{ type: "array", items: { type: "string", default: "x" } }, [null], ""],
  [{ type: "array", minItems: 1, items: { type: "string" } }, [], "Invalid v"],
  [{ type: "array", minItems: 1, items: { type: "string" } }, ["a"], ""],
  [{ type: "array", maxItems: 0, items: { type: "string" } }, [], ""],
  [{ type: "array", maxItems: 1, items: { type: "string" } }, ["a", "b"], "TooMany v"],
  [
    { type: "array", minItems: 3, maxItems: 1, items: { type: "string" } },
    ["a", "b"],
    "Invalid v, TooMany v",
  ],
  [
    { type: "array", maxItems: 1, items: { type: "string" } },
    [1, 2],
    "TooMany v, TypeInvalid v[0], TypeInvalid v[1]",
  ],
  [
    { type: "array", items: { type: "array", items: { type: "integer" } } },
    [[1], ["a"], [], 2],
    "TypeInvalid v[1][0], TypeInvalid v[3]",
  ],
  [
    { type: "array", items: { type: "array", maxItems: 1, items: { type: "integer" } } },
    [[1, 2], [3]],
    "TooMany v[0]",
  ],
  [
    { type: "array", items: { type: "object", required: ["a"], properties: { a: { type: "string" } } } },
    [{}, { a: "x" }, { b: 1 }],
    "Required v[0].a, Required v[2].a",
  ],
  [
    { type: "array", items: { type: "object", properties: { a: { type: "string", maxLength: 1 } } } },
    [{ a: "xy" }, { a: "z" }, { a: "uv" }],
    "TooLong v[0].a, TooLong v[2].a",
  ],
  [
    { type: "array", items: { "x-kubernetes-int-or-string": true } },
    [1, "a", true, 1.5],
    "TypeInvalid v[2], TypeInvalid v[3]",
  ],
  [{ type: "array", items: { type: "integer", minimum: 2 } }, [1, 2, 3, 0], "Invalid v[0], Invalid v[3]"],
  [
    { type: "array", items: { type: "string" }, anyOf: [{ minItems: 2 }, { maxItems: 0 }] },
    ["a"],
    "Invalid, Invalid v",
  ],
  [{ type: "array", items: { type: "string" }, anyOf: [{ minItems: 2 }, { maxItems: 0 }] }, [], ""],
  [
    {
      type: "array",
      items: { type: "string" },
      allOf: [{ items: { minLength: 1 } }, { items: { maxLength: 1 } }],
    },
    ["", "a", "ab"],
    "Invalid, Invalid v[0], TooLong v[2]",
  ],
  [{ type: "array", items: { type: "string" }, not: { minItems: 1 } }, ["a"], "Invalid"],
];

for (const [schema, value, faults] of facts) {
  test(`${JSON.stringify(value)} with the schema ${JSON.stringify(schema)} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(checkField(schema, value).faults, faults);
  });
}
