import test from "ava";

import { type Recorded, runRecorded } from "../../../fixtures/recording-shell.ts";
import { samplePolicy, sampleRelease } from "../../../fixtures/modules/releases/sample-release.ts";

const cases = new URL("../../../fixtures/modules/releases/", import.meta.url).pathname;
const manual = { labels: { "modules.deckhouse.io/update-policy": "manual" } };

/** Runs `modules plan` with objects on standard input. */
async function planned(words: readonly string[], objects: readonly unknown[]): Promise<Recorded> {
  const stdin = objects.map((object) => JSON.stringify(object)).join("\n---\n");
  return runRecorded(["modules", "plan", "-", ...words], { stdin });
}

const demo = [
  sampleRelease("1.67.5", { phase: "Deployed" }),
  sampleRelease("1.68.4"),
  sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } }),
];

test("modules plan shows the next phase of each release, and the next deployment of each module", async (t) => {
  const ant = sampleRelease("1.0.0", { module: "ant", phase: "", ...manual });
  const { code, stdout, stderr } = await planned([], [...demo, ant, samplePolicy("manual", "Manual")]);
  t.is(stderr, "");
  t.is(code, 0);
  t.is(
    stdout,
    `MODULE  RELEASE       VERSION  PHASE                  WHY
ant     ant-v1.0.0    v1.0.0   new → Pending          Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation
demo    demo-v1.67.5  v1.67.5  Deployed → Superseded  another release was deployed after it
        demo-v1.68.4  v1.68.4  Pending → Skipped      a higher release was deployed past it
        demo-v1.75.2  v1.75.2  Pending → Deployed     its from-to rule allows the update from v1.67.5, without those between

ant: v1.0.0 waits: Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation
demo: v1.75.2 is deployed next: its from-to rule allows the update from v1.67.5, without those between
`,
  );
});

test("modules plan on a narrow terminal prints a list instead of a table", async (t) => {
  const stdin = JSON.stringify(sampleRelease("1.0.0", { phase: "Deployed" }));
  const { stdout } = await runRecorded(["modules", "plan", "-", "--color", "never"], { stdin, terminal: 40 });
  t.is(
    stdout,
    `demo
  demo-v1.0.0 v1.0.0 Deployed
    it is the running version

demo: nothing left to deploy
`,
  );
});

test("modules plan without a release prints that there are none", async (t) => {
  const { code, stdout } = await planned([], [samplePolicy("p", "Auto")]);
  t.is(stdout, "no releases\n");
  t.is(code, 0);
});

test("modules plan -o json prints one versioned document", async (t) => {
  const { stdout } = await planned(["-o", "json"], demo.slice(0, 1));
  t.deepEqual(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "ModulesPlan",
    modules: [
      {
        module: "demo",
        off: null,
        next: null,
        releases: [
          {
            name: "demo-v1.67.5",
            version: "v1.67.5",
            before: "Deployed",
            after: "Deployed",
            message: "",
            why: "it is the running version",
          },
        ],
      },
    ],
    platform: [],
  });
});

test("modules plan -o yaml prints the resulting objects, and is idempotent", async (t) => {
  const first = await runRecorded(["modules", "plan", `${cases}jump-approved/input.yaml`, "-o", "yaml"]);
  const again = await runRecorded(["modules", "plan", "-", "-o", "yaml"], { stdin: first.stdout });
  t.is(again.stdout, first.stdout);
  t.deepEqual(
    [...first.stdout.matchAll(/^ {2}name: p-o-test-v(.*)$/gm)].map(([, version]) => version),
    ["0.4.1", "0.5.27", "0.6.11", "0.7.25"],
  );
});

test("modules plan -o yaml hides the credentials of a registry", async (t) => {
  const source = {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleSource",
    metadata: { name: "s" },
    spec: { registry: { repo: "example.com/modules", dockerCfg: "c2VjcmV0" } },
  };
  const { stdout } = await planned(["-o", "yaml"], [source]);
  t.false(stdout.includes("c2VjcmV0"));
  t.true(stdout.includes('dockerCfg: "(hidden, 6 bytes)"'));
});

test("modules plan --now sets the time at which update windows are evaluated", async (t) => {
  const policy = {
    ...samplePolicy("nightly", "Auto"),
    spec: { update: { mode: "Auto", windows: [{ from: "01:00", to: "03:00" }] } },
  };
  const release = sampleRelease("1.0.0", { labels: { "modules.deckhouse.io/update-policy": "nightly" } });
  const at = async (now: string): Promise<string> =>
    (await planned(["--now", now], [policy, release])).stdout;
  t.regex(await at("2026-11-21T12:00:00Z"), /waiting for the update window until 22 Nov 2026 01:00 UTC/);
  t.regex(await at("2026-11-21T02:00:00+01:00"), /Pending → Deployed/);
});

test("modules plan --deckhouse and --kubernetes set the versions that requirements are checked against", async (t) => {
  const release = sampleRelease("1.0.0", {
    spec: { requirements: { deckhouse: ">= 1.61", kubernetes: ">= 1.28" } },
  });
  const given = async (...words: readonly string[]): Promise<string> =>
    (await planned(words, [release])).stdout;
  t.regex(
    await given("--deckhouse", "1.60.1"),
    /current deckhouse version is not suitable: 1\.60\.1 is less than 1\.61/,
  );
  t.regex(
    await given("--kubernetes", "1.27.3"),
    /current kubernetes version is not suitable: 1\.27\.3 is less than 1\.28/,
  );
  t.regex(await given("--deckhouse", "dev"), /Pending → Deployed/);
});

const misspelt = `apiVersion: deckhouse.io/v1alpha2
kind: ModuleUpdatePolicy
metadata: { name: nightly }
spec:
  releaseChannel: Stabel
  update:
    mode: Manuel
    windows: [{ from: "25:00", to: "03:00" }]
---
apiVersion: deckhouse.io/v1alpha1
kind: ModuleRelease
metadata: { name: demo-v1.0.0 }
spec: { moduleName: demo, version: 1.0.0 }
status: { phase: Deployedd }
---
apiVersion: deckhouse.io/v1alpha1
kind: ModuleConfig
metadata: { name: demo }
spec: { enabled: "yes", newer: true }
`;

test("modules plan reports every invalid value with its location, and plans nothing", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["modules", "plan", "-"], { stdin: misspelt });
  t.is(code, 2);
  t.is(stdout, "");
  const places = [...stderr.matchAll(/^<stdin>:(\d+:\d+): (\w+): \S+ ([\w.[\]]+): /gm)];
  t.deepEqual(
    places.map(([, place, severity, field]) => `${place} ${severity} ${field}`),
    [
      "5:19 error spec.releaseChannel",
      "7:11 error spec.update.mode",
      "8:23 error spec.update.windows[0].from",
      "14:18 error status.phase",
      "19:18 error spec.enabled",
    ],
  );
  t.regex(stderr, /^<stdin>:19:25: warning: .*unknown field spec\.newer/m);
  t.regex(stderr, /did you mean "Manual"/);
});

test("modules plan accepts objects exported from a cluster, and objects of unknown API versions", async (t) => {
  const metadata = {
    name: "demo",
    uid: "7111cee7-50cd-4ecf-ba20-d691b13b0f59",
    resourceVersion: "1",
    generation: 3,
    creationTimestamp: "2024-11-18T15:34:15Z",
    managedFields: [{ manager: "converge", operation: "Apply", apiVersion: "deckhouse.io/v1alpha1" }],
  };
  const { code, stderr } = await planned(
    [],
    [
      { apiVersion: "deckhouse.io/v1alpha1", kind: "ModuleConfig", metadata, spec: { enabled: true } },
      { apiVersion: "deckhouse.io/v9", kind: "ModuleConfig", metadata: { name: "x" }, spec: { enabled: 1 } },
      ...demo,
    ],
  );
  t.is(stderr, "");
  t.is(code, 0);
});

const platform = (version: string, phase: string): unknown => ({
  apiVersion: "deckhouse.io/v1alpha1",
  kind: "DeckhouseRelease",
  metadata: { name: version },
  spec: { version },
  status: { phase },
});
const picky = sampleRelease("1.0.0", { phase: "Deployed", spec: { requirements: { deckhouse: "< 1.74" } } });

test("modules plan shows waiting platform releases, and the effect of a simulated platform version", async (t) => {
  const given = [picky, platform("v1.73.3", "Deployed"), platform("v1.74.0", "Pending")];
  const refusal = "v1.74.0 deckhouse version is not suitable: v1.74.0 is greater than or equal to 1.74";
  const { stdout } = await planned([], given);
  t.true(stdout.endsWith(`\nplatform: v1.74.0 waits: requirements of demo are not satisfied: ${refusal}\n`));
  const off = /^demo: off: current deckhouse version is not suitable: 1\.74\.0 is greater/m;
  t.regex((await planned(["--deckhouse", "v1.74.0"], given)).stdout, off);
  const env = { TEST_EXTENDER_DECKHOUSE_VERSION: "v1.74.0" };
  const stdin = given.map((object) => JSON.stringify(object)).join("\n---\n");
  t.regex((await runRecorded(["modules", "plan", "-"], { stdin, env })).stdout, off);
  const json = JSON.parse((await planned(["-o", "json"], given)).stdout);
  t.deepEqual(json.platform[1], {
    name: "v1.74.0",
    version: "v1.74.0",
    phase: "Pending",
    message: `requirements of demo are not satisfied: ${refusal}`,
  });
});

test("modules plan has flags for update mode, release channel, edition and embedded modules", async (t) => {
  const next = [sampleRelease("1.67.0", { phase: "Deployed" }), sampleRelease("1.68.0")];
  const stdout = async (words: readonly string[], given: readonly unknown[] = next): Promise<string> =>
    (await planned(words, given)).stdout;
  t.regex(await stdout(["--update-mode", "Manual"]), /v1\.68\.0 waits: Release is waiting for the/);
  const far = [next[0], sampleRelease("1.70.0")];
  t.regex(await stdout([], far), /v1\.70\.0 waits: minor version is greater/);
  t.regex(await stdout(["--release-channel", "LTS"], far), /v1\.70\.0 is deployed next/);
  const accessibility = {
    editions: { ee: { available: true, enabledInBundles: ["Default"] }, ce: { available: false } },
  };
  t.regex(
    await stdout(["--edition", "ce"], [sampleRelease("1.0.0", { spec: { accessibility } })]),
    /not available in the edition 'ce'/,
  );
  const needy = sampleRelease("1.0.0", { spec: { requirements: { modules: { dns: ">= 1.70" } } } });
  t.regex(await stdout([], [needy]), /could not get the 'dns' module version|'dns'/);
  t.regex(await stdout(["--embedded", "dns", "--deckhouse", "1.71"], [needy]), /Pending → Deployed/);
});

test("modules plan reports invalid YAML with its location, and plans nothing", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["modules", "plan", "-"], { stdin: "kind: [\n" });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /<stdin>:\d+:\d+/);
  t.regex(stderr, /nothing was planned: fix the errors/);
});

const refused = test.macro<[readonly string[], RegExp]>({
  async exec(t, words, expected) {
    const { code, stderr } = await runRecorded(["modules", "plan", ...words]);
    t.is(code, 2);
    t.regex(stderr, expected);
  },
  title: (_, words) => `modules plan ${words.join(" ")} is rejected`,
});

test(refused, [], /no manifests given/);
test(refused, ["-", "--now", "tomorrow"], /2026-11-21T08:00:00Z/);
test(refused, ["-", "--deckhouse", "new"], /1\.29\.6/);
test(refused, ["-", "--bundle", "Nothing"], /Default, Minimal or Managed/);
test(refused, ["-", "--release-channel", "Stabel"], /did you mean "Stable"/);
test(refused, ["-", "-o", "html"], /table, json or yaml/);
