import test from "ava";

import { object } from "../../../fixtures/planned.ts";
import { formatRef, parseRef } from "../../object/object-ref.ts";
import { refOf } from "../../object/metadata.ts";
import { keptVersions, parseVersionName } from "./versioned-object.ts";

test("the name of a version has a number without leading zeros", (t) => {
  t.deepEqual(parseVersionName("env-ver-12"), { name: "env", number: 12 });
  t.deepEqual(parseVersionName("a-ver-1-ver-2"), { name: "a-ver-1", number: 2 });
  for (const name of ["env", "env-ver-", "env-ver-0", "env-ver-01", "-ver-1", "env-ver-1x"]) {
    t.is(parseVersionName(name), undefined);
  }
});

/** The numbers from 1 to 12 of versions that stay beside `env-ver-10`. */
function kept(annotations: Readonly<Record<string, string>>, name = "env"): readonly number[] {
  const value = object("ConfigMap/env-ver-10", { namespace: "shop", annotations });
  const stays = keptVersions([{ ref: refOf(value), value }]);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter((number) =>
    stays(parseRef(formatRef({ ...refOf(value), name: `${name}-ver-${number}` })) ?? refOf(value)),
  );
}

test("five older versions stay, or as many as num-versions says", (t) => {
  const versioned = { "kapp.k14s.io/versioned": "" };
  t.deepEqual(kept(versioned), [5, 6, 7, 8, 9]);
  t.deepEqual(kept({ ...versioned, "kapp.k14s.io/num-versions": "2" }), [8, 9]);
  t.deepEqual(kept({ ...versioned, "kapp.k14s.io/num-versions": "0" }), []);
  t.deepEqual(kept(versioned, "other"), []);
});

test("of an object that is not versioned nothing stays", (t) => {
  t.deepEqual(kept({}), []);
});
