import test from "ava";

import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { samplePolicy, sampleRelease } from "../../fixtures/modules/releases/sample-release.ts";

const cases = new URL("../../fixtures/modules/releases/", import.meta.url).pathname;
const manual = { labels: { "modules.deckhouse.io/update-policy": "manual" } };

/** Runs `modules plan` on objects that come by standard input. */
async function planned(words: readonly string[], objects: readonly unknown[]): Promise<Recorded> {
  const stdin = objects.map((object) => JSON.stringify(object)).join("\n---\n");
  return runRecorded(["modules", "plan", "-", ...words], { stdin });
}

const demo = [
  sampleRelease("1.67.5", { phase: "Deployed" }),
  sampleRelease("1.68.4"),
  sampleRelease("1.75.2", { spec: { update: { versions: [{ from: "1.67", to: "1.75" }] } } }),
];

test("modules plan shows what becomes of each release, and what goes next", async (t) => {
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
        demo-v1.75.2  v1.75.2  Pending → Deployed     its from-to rule leads here from v1.67.5, past those between

ant: v1.0.0 waits: Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation
demo: v1.75.2 is deployed next: its from-to rule leads here from v1.67.5, past those between
`,
  );
});

test("modules plan in a narrow terminal has no columns", async (t) => {
  const stdin = JSON.stringify(sampleRelease("1.0.0", { phase: "Deployed" }));
  const { stdout } = await runRecorded(["modules", "plan", "-", "--color", "never"], { stdin, terminal: 40 });
  t.is(
    stdout,
    `demo
  demo-v1.0.0 v1.0.0 Deployed
    it is the version that runs

demo: nothing is left to go
`,
  );
});

test("modules plan without a release says so", async (t) => {
  const { code, stdout } = await planned([], [samplePolicy("p", "Auto")]);
  t.is(stdout, "no releases\n");
  t.is(code, 0);
});

test("modules plan -o json is one document with its version", async (t) => {
  const { stdout } = await planned(["-o", "json"], demo.slice(0, 1));
  t.deepEqual(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "ModulesPlan",
    modules: [
      {
        module: "demo",
        next: null,
        releases: [
          {
            name: "demo-v1.67.5",
            version: "v1.67.5",
            before: "Deployed",
            after: "Deployed",
            message: "",
            why: "it is the version that runs",
          },
        ],
      },
    ],
  });
});

test("modules plan -o yaml gives the objects as they end, which end so again", async (t) => {
  const first = await runRecorded(["modules", "plan", `${cases}jump-approved/input.yaml`, "-o", "yaml"]);
  const again = await runRecorded(["modules", "plan", "-", "-o", "yaml"], { stdin: first.stdout });
  t.is(again.stdout, first.stdout);
  t.deepEqual(
    [...first.stdout.matchAll(/^ {2}name: p-o-test-v(.*)$/gm)].map(([, version]) => version),
    ["0.4.1", "0.5.27", "0.6.11", "0.7.25"],
  );
});

test("modules plan -o yaml keeps the credentials of a registry", async (t) => {
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

test("modules plan --now decides whether a window is open", async (t) => {
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

test("modules plan --deckhouse and --kubernetes decide what is satisfied", async (t) => {
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

test("modules plan tells of what it cannot use, with its place, and plans nothing of broken YAML", async (t) => {
  const { code, stdout, stderr } = await runRecorded(["modules", "plan", "-"], { stdin: "kind: [\n" });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /<stdin>:\d+:\d+/);
  t.regex(stderr, /nothing is planned: correct the errors/);
});

const refused = test.macro<[readonly string[], RegExp]>({
  async exec(t, words, expected) {
    const { code, stderr } = await runRecorded(["modules", "plan", ...words]);
    t.is(code, 2);
    t.regex(stderr, expected);
  },
  title: (_, words) => `modules plan ${words.join(" ")} is refused`,
});

test(refused, [], /no manifests given/);
test(refused, ["-", "--now", "tomorrow"], /2026-11-21T08:00:00Z/);
test(refused, ["-", "--deckhouse", "new"], /1\.29\.6/);
test(refused, ["-", "-o", "html"], /table, json or yaml/);
