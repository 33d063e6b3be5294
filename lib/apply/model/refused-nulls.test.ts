import test from "ava";

import { ApiError } from "../../client/model/api-error.ts";
import { refusedNulls, refusesNulls } from "./refused-nulls.ts";

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

test("nulls in lists and below keys with dots are found as the server names them", (t) => {
  const words = 'must be of type integer: "null"';
  t.deepEqual(refusedNulls(refusal(["spec.pools[0].size", words], ["spec.map.a.b", words]), sent), [
    ["spec", "pools", 0, "size"],
    ["spec", "map", "a.b"],
  ]);
});

test("an entry of a list is not left out", (t) => {
  t.deepEqual(refusedNulls(refusal(["spec.list[0]", 'must be of type string: "null"']), sent), []);
});

test("a refusal for another reason is no matter of nulls", (t) => {
  t.true(refusesNulls(refusal(cephfs)));
  t.false(refusesNulls(refusal(["spec.name", 'Invalid value: "null": must be longer'])));
  t.false(refusesNulls(refusal(["spec.size", 'Invalid value: "string": must be of type integer: "string"'])));
});
