import test from "ava";

import { object } from "../../../fixtures/planned.ts";
import { formatRef, parseRef } from "../../object/object-ref.ts";
import { refOf } from "../../object/metadata.ts";
import { keptVersions, parseVersionName } from "./versioned-object.ts";

test("a version name is parsed if its number has no leading zeros", (t) => {
  t.deepEqual(parseVersionName("env-ver-12"), { name: "env", number: 12 });
  t.deepEqual(parseVersionName("a-ver-1-ver-2"), { name: "a-ver-1", number: 2 });
  for (const name of ["env", "env-ver-", "env-ver-0", "env-ver-01", "-ver-1", "env-ver-1x"]) {
    t.is(parseVersionName(name), undefined);
  }
});

/** The numbers from 1 to 12 of the versions that are kept in addition to `env-ver-10`. */
function kept(annotations: Readonly<Record<string, string>>, name = "env"): readonly number[] {
  const value = object("ConfigMap/env-ver-10", { namespace: "shop", annotations });
  const isKept = keptVersions([{ ref: refOf(value), value }]);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter((number) =>
    isKept(parseRef(formatRef({ ...refOf(value), name: `${name}-ver-${number}` })) ?? refOf(value)),
  );
}

test("five older versions are kept, or the number in num-versions", (t) => {
  const versioned = { "kapp.k14s.io/versioned": "" };
  t.deepEqual(kept(versioned), [5, 6, 7, 8, 9]);
  t.deepEqual(kept({ ...versioned, "kapp.k14s.io/num-versions": "2" }), [8, 9]);
  t.deepEqual(kept({ ...versioned, "kapp.k14s.io/num-versions": "0" }), []);
  t.deepEqual(kept(versioned, "other"), []);
});

test("no versions of an unversioned object are kept", (t) => {
  t.deepEqual(kept({}), []);
});
