import test from "ava";

import fileSchema from "../../../docs/field-rules.schema.json" with { type: "json" };
import { readConfiguration } from "./read-configuration.ts";
import { syncSchema } from "./sync-schema.ts";

function configuration(fields: string): string {
  return `apiVersion: converge.dev/v1
kind: Sync
units:
- name: shop
  source: { url: "https://git.example.com/shop", ref: main, path: deploy }
  fields: ${fields}
`;
}

async function read(fields: string): ReturnType<typeof readConfiguration> {
  return readConfiguration({ name: "sync.yaml", text: configuration(fields) });
}

test("field rules of a unit are read like a file of rules, with their place in the unit", async (t) => {
  const found = await read(
    "[{ kinds: [Deployment], labels: app=web, meaning: not-drift, pointers: [/spec/replicas] }]",
  );
  const [unit] = "configuration" in found ? found.configuration.units : [];
  t.like(unit?.fields[0], {
    targets: { groups: [], kinds: ["Deployment"], names: [], namespaces: [] },
    meaning: "not-drift",
    pointers: ["/spec/replicas"],
    jq: [],
    managers: [],
    place: "fields[0] of unit shop",
  });
});

/** The faults of rules, as `line: code message`. */
const refuses = test.macro(async (t, fields: string, fault: RegExp) => {
  const found = await read(fields);
  const faults = "diagnostics" in found ? found.diagnostics : [];
  t.is(faults.length, 1);
  t.regex(`${faults[0]?.origin?.line}: ${faults[0]?.code} ${faults[0]?.message}`, fault);
});
test(
  "a rule that names no field is an error",
  refuses,
  "[{ kinds: [A], meaning: set-once }]",
  /^6: SettingMissing units\[0\]\.fields\[0\] names no field: add pointers, jq or managers/,
);
test("a rule without a meaning is an error", refuses, "[{ pointers: [/a] }]", /^6: SettingMissing .*meaning/);
test(
  "the Argo CD setting jsonPointers is unknown and suggests pointers",
  refuses,
  "[{ meaning: set-once, pointers: [/a], jsonPointers: [/a] }]",
  /^6: SettingUnknown .*pointers/,
);
test(
  "an invalid label selector is an error",
  refuses,
  '[{ labels: "a>1", meaning: set-once, pointers: [/a] }]',
  /^6: SettingInvalid .*labels/,
);

test("a rule has the same schema in a unit and in a file", (t) => {
  t.deepEqual(syncSchema["$defs"], {
    ...Object(syncSchema["$defs"]),
    fields: { type: "array", items: fileSchema.$defs.fieldRule },
  });
});
