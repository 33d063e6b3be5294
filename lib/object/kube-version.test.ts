import test from "ava";
import * as fc from "fast-check";

import { compareKubeVersions } from "./kube-version.ts";

const order =
  "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 V1 foo1 foo10 v v1beta v1gamma1 v9223372036854775808";

test("API versions are ordered by stability, then by number, and other names alphabetically", (t) => {
  const versions = order.split(" ");
  t.deepEqual(versions.toReversed().toSorted(compareKubeVersions), versions);
});

test("the comparison of API versions is antisymmetric", (t) => {
  const version = fc.oneof(
    fc.constantFrom(...order.split(" ")),
    fc.stringMatching(/^v\d{1,3}(?:(?:alpha|beta)\d{1,2})?$/),
    fc.string(),
  );
  fc.assert(
    fc.property(version, version, (left, right) => {
      const both = compareKubeVersions(left, right) + compareKubeVersions(right, left);
      return both === 0;
    }),
  );
  t.pass();
});
