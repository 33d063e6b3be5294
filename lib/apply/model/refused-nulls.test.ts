import test from "ava";
import * as fc from "fast-check";

import { ApiError } from "../../client/model/api-error.ts";
import { type JsonObject, valueAt } from "../../object/json.ts";
import { refusedNulls, refusesNulls } from "./classify-rejection.ts";

function refusal(...causes: readonly (readonly [field: string, message: string])[]): ApiError {
  const listed = causes.map(([field, message]) => ({ reason: "FieldValueTypeInvalid", field, message }));
  return new ApiError("invalid", { status: 422, causes: listed });
}

const sent = {
  spec: {
    cephfs: null,
    free: null,
    pools: [{ size: null }, { size: 1 }],
    map: { "a.b": null },
    list: [null],
  },
};
const cephfs = [
  "spec.cephfs",
  'Invalid value: "null": spec.cephfs in body must be of type object: "null"',
] as const;

test("only the nulls that are refused are found", (t) => {
  t.deepEqual(refusedNulls(refusal(cephfs), sent), [["spec", "cephfs"]]);
});

test("nulls in lists and below keys with dots are found by the field paths of the server", (t) => {
  const words = 'must be of type integer: "null"';
  t.deepEqual(refusedNulls(refusal(["spec.pools[0].size", words], ["spec.map.a.b", words]), sent), [
    ["spec", "pools", 0, "size"],
    ["spec", "map", "a.b"],
  ]);
});

test("an entry of a list is not left out", (t) => {
  t.deepEqual(refusedNulls(refusal(["spec.list[0]", 'must be of type string: "null"']), sent), []);
});

test("a refusal for another reason does not count as a refusal of nulls", (t) => {
  t.true(refusesNulls(refusal(cephfs)));
  t.false(refusesNulls(refusal(["spec.name", 'Invalid value: "null": must be longer'])));
  t.false(refusesNulls(refusal(["spec.size", 'Invalid value: "string": must be of type integer: "string"'])));
});

test("a refused field that is not null is not found", (t) => {
  const words = 'must be of type object: "null"';
  t.deepEqual(refusedNulls(refusal(["spec.pools[1].size", words], ["spec.none", words]), sent), []);
  t.deepEqual(refusedNulls(refusal(), sent), []);
});

const anyFields: fc.Arbitrary<JsonObject> = fc.letrec<{
  readonly value: JsonObject;
  readonly list: JsonObject[];
}>((tie) => ({
  value: fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, "x"), tie("value"), tie("list")),
  ),
  list: fc.array(tie("value"), { maxLength: 2 }),
})).value;

test("exactly the refused fields that are null are found, each once", (t) => {
  const law = fc.property(
    anyFields,
    fc.array(fc.constantFrom("a", "b", "a.b", "a[0].b", "c[1].a")),
    (object, fields) => {
      const causes = fields.map((field) => [field, 'must be of type object: "null"'] as const);
      const found = refusedNulls(refusal(...causes), object);
      const written = found.map((path) => path.join("."));
      return (
        found.every((path) => valueAt(object, path) === null) &&
        new Set(written).size === written.length &&
        fields.every((field) => {
          const path = field
            .replace("[", ".")
            .replace("]", "")
            .split(".")
            .map((step) => (/^\d$/.test(step) ? Number(step) : step));
          return (valueAt(object, path) === null) === written.includes(path.join("."));
        })
      );
    },
  );
  t.notThrows(() => fc.assert(law));
});
