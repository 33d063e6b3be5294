import test from "ava";

import { object, planned } from "../../fixtures/planned.ts";
import { parseChangeGroup, parseChangeRule } from "./change-rule.ts";
import type { JsonObject } from "../object/json.ts";
import type { Manifest } from "../manifest/manifest.ts";

function manifestOf(value: JsonObject): Manifest {
  const [first] = planned([value]).plan.groups.flatMap(({ objects }) => objects);
  if (first === undefined) {
    throw new Error("not planned");
  }
  return first.manifest;
}

const web = manifestOf(object("Deployment/web"));
const definition = manifestOf({
  ...object("CustomResourceDefinition/crontabs.example.com"),
  spec: { group: "example.com", names: { kind: "CronTab", plural: "crontabs" }, versions: [] },
});

for (const action of ["upsert", "delete"] as const) {
  for (const order of ["before", "after"] as const) {
    for (const target of ["upserting", "deleting"] as const) {
      test(`the change rule "${action} ${order} ${target} GROUP" is valid`, (t) => {
        t.deepEqual(parseChangeRule(`${action} ${order} ${target} example.com/db`, web), {
          action,
          order,
          target,
          group: "example.com/db",
        });
      });
    }
  }
}

const refused = test.macro({
  title: (_, text: string) => `"${text}" is not a valid change rule`,
  exec(t, text: string, expected: RegExp) {
    const rule = parseChangeRule(text, web);
    t.regex("fault" in rule ? rule.fault : "", expected);
  },
});

test(refused, "", /four words, found 1/);
test(refused, "upsert after upserting", /four words, found 3/);
test(refused, "upsert  after upserting db", /four words, found 5/);
test(refused, "upsert after upserting db cache", /four words, found 5/);
test(refused, "insert after upserting db", /expected upsert or delete, found "insert"/);
test(refused, "upsert behind upserting db", /expected before or after, found "behind"/);
test(refused, "upsert after inserting db", /expected upserting or deleting, found "inserting"/);
test(refused, "upsert after upserting -db", /"-db" is not a valid change group name/);

const accepted = test.macro({
  title: (_, name: string) => `"${name.slice(0, 40)}" is a valid change group`,
  exec(t, name: string) {
    t.is(parseChangeGroup(name, web), name);
  },
});

test(accepted, "db");
test(accepted, "apps.example.com/db_1.2-3");
test(accepted, `apps.example.com/${"x".repeat(200)}`);

const unnamed = test.macro({
  title: (_, name: string) => `"${name}" is not a valid change group`,
  exec(t, name: string) {
    const read = parseChangeGroup(name, web);
    t.regex(typeof read === "string" ? "" : read.fault, /is not a valid change group name/);
  },
});

for (const name of [
  "",
  "/db",
  "db/",
  "a/b/c",
  "Apps.example.com/db",
  "a..b/db",
  "-a/db",
  "d b",
  "db-",
  "ü",
]) {
  test(unnamed, name);
}

test("placeholders in a change group are replaced by properties of the object", (t) => {
  t.is(
    parseChangeGroup("example.com/{api-group}-{kind}-{namespace}-{name}", web),
    "example.com/apps-Deployment-default-web",
  );
  t.is(parseChangeGroup("crds-{crd-group}-{crd-kind}", definition), "crds-example.com-CronTab");
});

function fault(name: string): string {
  const read = parseChangeGroup(name, web);
  return typeof read === "string" ? read : read.fault;
}

test("an unknown or empty placeholder in a change group is an error that names it", (t) => {
  t.regex(fault("a-{nothing}"), /unknown placeholder "\{nothing\}" \(known: \{api-group\}/);
  t.is(fault("a-{crd-kind}"), "{crd-kind} is empty for this object");
  t.regex(fault("a-{name"), /is not a valid change group name/);
});

test("a change group with 200,000 unclosed braces is refused", (t) => {
  t.not(typeof parseChangeGroup("{".repeat(200_000), web), "string");
});
