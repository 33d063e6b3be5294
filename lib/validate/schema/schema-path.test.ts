import test from "ava";

import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { followPath } from "./schema-path.ts";

const string = { type: "string" };
const schema = readSchema({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: { a: string, "b.c": string, "d'e": string, "f\\g": string, "h i": string },
    },
    map: { type: "object", additionalProperties: { type: "object", properties: { k: string } } },
    any: { type: "object", additionalProperties: true },
    list: { type: "array", items: string },
    empty: { type: "object", properties: {} },
  },
});

/** The place in the notation of field paths, or the fault with a leading `!`. */
function follow(path: string, brackets: boolean): string {
  const found = followPath(path, schema, { brackets });
  return "fault" in found ? `! ${found.fault}` : formatFieldPath(found.steps);
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-path
const followed: readonly (readonly [path: string, place: string])[] = [
  ["", ""],
  [".spec", "spec"],
  [".spec.a", "spec.a"],
  [".spec['a']", "spec.a"],
  ["['spec']['a']", "spec.a"],
  [".spec['b.c']", "spec.b.c"],
  [String.raw`.spec['d\'e']`, "spec.d'e"],
  [String.raw`.spec['f\\g']`, String.raw`spec.f\g`],
  [".spec['h i']", "spec.h i"],
  [".spec.h i", "spec.h i"],
  [".map.key", "map[key]"],
  [".map['a.b'].k", "map[a.b].k"],
  [".any.x", "any[x]"],
  [".map.key.nope", "! does not refer to a valid field"],
  [".any.x.y", "! does not refer to a valid field"],
  [".nope", "! does not refer to a valid field"],
  [".spec.nope", "! does not refer to a valid field"],
  [".spec.a.b", "! does not refer to a valid field"],
  [".spec.b.c", "! does not refer to a valid field"],
  [".list.x", "! does not refer to a valid field"],
  [".empty.x", "! does not refer to a valid field"],
  ["spec", "! expected [ or . but got spec"],
  ["'spec'", "! expected [ or . but got 'spec'"],
  ["]", "! expected [ or . but got ]"],
  [".", "! unexpected end of JSON path"],
  [".spec.", "! unexpected end of JSON path"],
  [".spec[", "! unexpected end of JSON path"],
  [".spec[a]", "! expected single quoted string but got a"],
  [".list[0]", "! expected single quoted string but got 0"],
  ['.spec["a"]', '! expected single quoted string but got "a"'],
  [".spec['a", "! expected single quoted string but got 'a"],
  [".spec[']", "! expected single quoted string but got ']"],
  [String.raw`.spec['\x61']`, String.raw`! expected single quoted string but got '\x61'`],
  [".spec['a'", "! expected ] but got the end"],
  [".spec['a'.b", "! expected ] but got ."],
];
for (const [path, place] of followed) {
  test(`the field path ${JSON.stringify(path)} resolves to ${JSON.stringify(place)}`, (t) => {
    t.is(follow(path, true), place);
  });
}

test("brackets in a path are refused where they are not allowed", (t) => {
  t.is(follow(".spec.a", false), "spec.a");
  t.is(follow(".spec['a']", false), "! array notation is not allowed");
});

test("a resolved path has the schema of its field", (t) => {
  const found = followPath(".map.x.k", schema, { brackets: true });
  t.is("fault" in found ? undefined : found.schema?.raw["type"], "string");
  const free = followPath(".any.x", schema, { brackets: true });
  t.is("fault" in free ? "a fault" : free.schema, undefined);
});
