import { writeFileSync } from "node:fs";

import test from "ava";

import { openFolder } from "../../fixtures/cron-tab.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";

const file = "fixtures/saved-plan.json";

test("show-plan prints the saved plan as a table, as one line or as JSON", async (t) => {
  const table = await runRecorded(["show-plan", file]);
  t.is(table.code, 0, table.stderr);
  t.regex(table.stdout, /ConfigMap\/env +update/);
  t.is(
    (await runRecorded(["show-plan", file, "-q"])).stdout,
    "namespace web: 1 create, 1 update, 1 unchanged, 1 prune\n",
  );
  const json = await runRecorded(["show-plan", file, "-o", "json"]);
  t.like(JSON.parse(json.stdout), { kind: "SavedPlan", release: "shop" });
});

const refuses = test.macro({
  title: (_, line: string) => `converge ${line} is rejected`,
  exec: async (t, line: string, message: RegExp) => {
    const { code, stdout, stderr } = await runRecorded(line.split(" "));
    t.is(code, 2, stdout);
    t.regex(stderr, message);
    t.is(stdout, "");
  },
});
test(
  refuses,
  "show-plan absent.json",
  /error: the plan absent\.json cannot be read: no such file or directory/,
);
test(refuses, "show-plan fixtures", /fixtures is not a file: name the file of a saved plan/);
test(refuses, "show-plan package.json", /package\.json is not a saved plan: its kind is not SavedPlan/);
test(refuses, "show-plan docs/images/plan.png", /plan\.png is not a saved plan/);
test(refuses, `apply --plan ${file}`, /the plan lacks values of Secrets: name the same paths/);
test(refuses, `apply --plan ${file} --prune=false`, /--prune cannot be combined with --plan/);
test(refuses, `apply --plan ${file} --release other`, /the plan is for release shop, not other/);
test(refuses, `apply --plan ${file} -n other`, /the plan is for namespace web, not other/);
test(refuses, "apply fixtures/wordpress --if-changed replan", /--if-changed requires --plan/);
test(refuses, "plan fixtures/wordpress --prune=false", /--prune requires --save/);
test(refuses, "plan fixtures/wordpress --save plan.json", /--release is required/);
test(
  refuses,
  "plan fixtures/wordpress --release a --save plan.json --why web",
  /--why cannot be combined with --save/,
);
test(
  refuses,
  "plan fixtures/wordpress --release a --save plan.json -o dot",
  /printed as table or json: remove -o dot/,
);
test(
  refuses,
  "plan fixtures/wordpress --release a --save plan.json --invalid skip",
  /only a whole set is saved/,
);
test(refuses, "plan fixtures/wordpress --save plan.json --encrypt-to age1x", /write a recipient of age/);

test("--fields and CONVERGE_FIELDS are rejected with --save", async (t) => {
  const words = ["plan", "fixtures/wordpress", "--release", "a", "--save", "plan.json"];
  const message = /--fields cannot be combined with --save.*: put the rules among the manifests/;
  const given = await runRecorded([...words, "--fields", "rules.yaml"]);
  t.is(given.code, 2);
  t.regex(given.stderr, message);
  const around = await runRecorded(words, { env: { CONVERGE_FIELDS: "rules.yaml" } });
  t.is(around.code, 2);
  t.regex(around.stderr, message);
});

test("faults of a saved plan are reported with their locations", async (t) => {
  const { write } = openFolder(t);
  const path = write("plan.json", '{\n  "kind": "SavedPlan",\n  "format": "one"\n}\n');
  const { code, stderr } = await runRecorded(["show-plan", path]);
  t.is(code, 2);
  t.regex(stderr, /plan\.json:3:13: error: format is "one": write 1 \[SettingInvalid\]/);
});

test("a saved plan that is not UTF-8 text is rejected", async (t) => {
  const { write } = openFolder(t);
  const path = write("plan.json", "");
  writeFileSync(path, new Uint8Array([0x7b, 0xff, 0xfe]));
  t.regex((await runRecorded(["show-plan", path])).stderr, /it is not text in UTF-8/);
});

test("an invalid recipient of --encrypt-to is rejected before any file is read", async (t) => {
  const recipient = `age1${"q".repeat(58)}`;
  const words = ["plan", "absent", "--release", "a", "--save", "plan.json", "--encrypt-to", recipient];
  const { code, stderr } = await runRecorded(words);
  t.is(code, 2);
  t.regex(stderr, /invalid recipient age1q+ of --encrypt-to: write a recipient of age/);
});
