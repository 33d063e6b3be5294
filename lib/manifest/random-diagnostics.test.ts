import test from "ava";

import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { Severity } from "../object/diagnostic/diagnostic.ts";
import type { Path } from "../object/json.ts";
import { randomDiagnostics, type RandomFate, type RandomObject } from "./random-fields.ts";

const [secret] = manifestsOf([
  object("Secret/s", { body: { data: { "tls.crt": "hunter2", password: "hunter3" } } }),
]);

/** An object whose values at these paths differ between two renderings. */
function random(...paths: readonly Path[]): readonly RandomObject[] {
  return secret === undefined
    ? []
    : [{ object: secret, fields: paths.map((path) => ({ path, first: "hunter2", second: "hunter4" })) }];
}

const reportsOutcome = test.macro((t, fate: RandomFate, severity: Severity, words: RegExp) => {
  const [found, ...others] = randomDiagnostics(random(["data", "password"]), () => fate);
  t.deepEqual(others, []);
  t.is(found?.code, "ValueRandom");
  t.is(found?.severity, severity);
  t.regex(
    found?.message ?? "",
    /^Secret\/s: data\.password differ between two renderings of the same input: /,
  );
  t.regex(found?.message ?? "", words);
});
test(
  "without a cluster, a random value is a warning, since it is unknown whether it is kept",
  reportsOutcome,
  "unknown",
  "warning",
  /apply keeps the values in the cluster/,
);
test(
  "a random value that is kept in the cluster is a note",
  reportsOutcome,
  "kept",
  "note",
  /the values in the cluster are kept$/,
);
test(
  "a random value that a run generates is a warning",
  reportsOutcome,
  "new",
  "warning",
  /this run generates them/,
);
test(
  "a random value that each run replaces is a warning",
  reportsOutcome,
  "replaced",
  "warning",
  /each run changes them in the cluster/,
);

test("random fields with the same outcome are reported together, at the position of the first", (t) => {
  const paths = [
    ["data", "tls.crt"],
    ["data", "password"],
    ["spec", "webhooks", 0, "caBundle"],
  ];
  const found = randomDiagnostics(random(...paths), (_, { path }) =>
    path[1] === "password" ? "new" : "kept",
  );
  t.deepEqual(
    found.map(({ message }) => message.replace(/ differ .*/, "")),
    ["Secret/s: data[tls.crt], spec.webhooks[0].caBundle", "Secret/s: data.password"],
  );
  t.true((found[0]?.origin?.column ?? Infinity) < (found[1]?.origin?.column ?? 0));
});

test("messages about random fields contain no values", (t) => {
  t.false(JSON.stringify(randomDiagnostics(random(["data", "password"]), () => "new")).includes("hunter"));
});

test("without random objects there are no findings", (t) => {
  t.deepEqual(
    randomDiagnostics([], () => "new"),
    [],
  );
});
