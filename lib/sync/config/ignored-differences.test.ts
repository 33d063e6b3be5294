import test from "ava";

import { readIgnoredDifferences } from "./ignored-differences.ts";

async function read(text: string): ReturnType<typeof readIgnoredDifferences> {
  return readIgnoredDifferences({ name: "rules.yaml", text });
}

test("rules name kinds, objects, fields by JSON pointers, and managers", async (t) => {
  const text = `ignoreDifferences:
- group: apps
  kind: Deployment
  name: web
  namespace: shop
  jsonPointers: [/spec/replicas]
- kind: Secret
  managedFieldsManagers: [injector]
`;
  t.deepEqual(await read(text), {
    rules: [
      {
        group: "apps",
        kind: "Deployment",
        name: "web",
        namespace: "shop",
        jsonPointers: ["/spec/replicas"],
        managedFieldsManagers: [],
      },
      { group: "", kind: "Secret", jsonPointers: [], managedFieldsManagers: ["injector"] },
    ],
  });
});

/** The faults of a file, as `line: code message`. */
const refuses = test.macro(async (t, text: string, fault: RegExp) => {
  const found = await read(text);
  const faults = "diagnostics" in found ? found.diagnostics : [];
  t.is(faults.length, 1);
  t.regex(`${faults[0]?.origin?.line}: ${faults[0]?.code} ${faults[0]?.message}`, fault);
});

test(
  "a rule without a field is an error at the rule",
  refuses,
  "ignoreDifferences:\n- kind: A\n  jsonPointers: [/a]\n- kind: B\n",
  /^4: SettingMissing .*ignoreDifferences\[1\] names no field: add jsonPointers or managedFieldsManagers/,
);
test(
  "a rule with empty lists names no field",
  refuses,
  "ignoreDifferences:\n- kind: A\n  jsonPointers: []\n",
  /^2: SettingMissing /,
);
test("a file without rules is an error", refuses, "{}\n", /ignoreDifferences/);
test("an unknown setting is an error", refuses, "ignoreDifferences: []\nrules: []\n", /^2: .*rules/);
test(
  "a misspelled setting of a rule is an error",
  refuses,
  "ignoreDifferences:\n- kind: A\n  jsonPointer: [/a]\n  jsonPointers: [/a]\n",
  /^3: .*jsonPointer/,
);

test("no rules at all are allowed", async (t) => {
  t.deepEqual(await read("ignoreDifferences: []\n"), { rules: [] });
});
