import test from "ava";
import { assert, asyncProperty, subarray } from "fast-check";

import { type JsonObject, objectField } from "../../object/json.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import { withDefaults } from "../../settings/schema-defaults.ts";
import type { SyncConfiguration, Unit } from "../unit/unit.ts";
import { noChoices } from "../../render/chart-options.ts";
import { readConfiguration } from "./read-configuration.ts";
import { withoutDots } from "./source-errors.ts";
import { syncSchema, unitSchema } from "./sync-schema.ts";

const head = "apiVersion: converge.dev/v1\nkind: Sync\n";

async function read(text: string): Promise<SyncConfiguration | undefined> {
  const reading = await readConfiguration({ name: "sync.yaml", text });
  return "configuration" in reading ? reading.configuration : undefined;
}

/** The only unit of a file with these settings. */
async function unitOf(settings: JsonObject, defaults: JsonObject = {}): Promise<Unit | undefined> {
  const all = [{ name: "shop", ...settings }];
  const text = JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", defaults, units: all });
  const reading = await readConfiguration({ name: "sync.json", text });
  return "configuration" in reading ? reading.configuration.units[0] : undefined;
}

const url = "https://example.com/shop.git";

test("a unit needs only a name and an address, everything else has defaults", async (t) => {
  t.deepEqual(await read(`${head}units: [{ name: shop, source: { url: "${url}" } }]`), {
    name: "converge",
    clusters: [],
    notifications: [],
    units: [
      {
        name: "shop",
        source: {
          url,
          ref: "",
          path: "",
          submodules: false,
          access: { allowHttp: false },
          limits: usualGitLimits,
        },
        release: "shop",
        namespace: undefined,
        dependsOn: [],
        interval: 60_000,
        recheck: 3_600_000,
        prune: true,
        maxPrune: { percent: 25 },
        allowPrune: [],
        suspend: false,
        timeouts: { run: undefined, reconcile: 300_000, prune: 300_000, external: 300_000 },
        validation: "strict",
        externalDeps: "error",
        forceConflicts: true,
        recreate: false,
        inventoryPolicy: "adopt",
        fields: [],
        health: [],
        createNamespace: false,
        ageKeyPaths: [],
        keyPlugins: [],
        render: { ...noChoices, allowedHosts: [], chartSecretFolders: [], renderer: "builtin" },
        onRemove: "orphan",
      },
    ],
  });
});

test("all settings of a unit are read", async (t) => {
  const unit = await unitOf({
    source: {
      url: "git@example.com:shop.git",
      ref: "semver:>=1.2 <2",
      path: "./deploy//prod/",
      submodules: true,
      auth: {
        secretFolder: "/s",
        username: "me",
        passwordFile: "/p",
        sshKeyFile: "/k",
        knownHostsFile: "/h",
        caFile: "/c",
        proxy: "socks5://proxy:1080",
        allowHttp: true,
      },
      verify: { signed: "tag", openpgpKeysFile: "/o", sshSignersFile: "/a" },
      limits: { fetchSize: "1Gi", totalSize: 1000, fileSize: "1.5k", files: 7, depth: 3, timeout: "10s" },
    },
    release: "web",
    namespace: "front",
    interval: "1s",
    recheck: "24h",
    prune: false,
    maxPrune: 7,
    allowPrune: ["crds", "pvcs"],
    suspend: true,
    timeouts: { run: "30m", reconcile: "1m", prune: "2m", external: "3m" },
    validation: "warn",
    externalDeps: "wait",
    forceConflicts: false,
    recreate: true,
    inventoryPolicy: "strict",
    fields: [],
    health: ["rules"],
    createNamespace: true,
    decryption: { secretFolder: "/etc/age", ageKeyFile: "/etc/keys.txt", plugins: ["pgp=/usr/bin/plug"] },
    render: {
      values: ["a"],
      set: ["b=1"],
      setString: ["c=2"],
      setFile: ["d=e"],
      setJson: ["f=1"],
      setLiteral: ["g=1,2"],
      kubeVersion: "1.36",
      apiVersions: ["v1"],
      allowedHosts: ["registry.example.com"],
      chartSecretFolders: ["https://a.example=/s"],
      renderer: "path",
      sequencing: false,
      readinessTimeout: "90s",
    },
    onRemove: "delete",
    serviceAccount: "other/deployer",
  });
  t.deepEqual(unit, {
    name: "shop",
    source: {
      url: "git@example.com:shop.git",
      ref: "semver:>=1.2 <2",
      path: "deploy/prod",
      submodules: true,
      access: {
        secretFolder: "/s",
        username: "me",
        passwordFile: "/p",
        sshKeyFile: "/k",
        knownHostsFile: "/h",
        caFile: "/c",
        proxy: "socks5://proxy:1080",
        allowHttp: true,
      },
      verify: { signed: "tag", openpgpKeysFile: "/o", sshSignersFile: "/a" },
      limits: { fetched: 2 ** 30, laidOut: 1000, file: 1500, files: 7, depth: 3, time: 10_000 },
    },
    release: "web",
    namespace: "front",
    dependsOn: [],
    interval: 1000,
    recheck: 86_400_000,
    prune: false,
    maxPrune: { count: 7 },
    allowPrune: ["crds", "pvcs"],
    suspend: true,
    timeouts: { run: 1_800_000, reconcile: 60_000, prune: 120_000, external: 180_000 },
    validation: "warn",
    externalDeps: "wait",
    forceConflicts: false,
    recreate: true,
    inventoryPolicy: "strict",
    fields: [],
    health: ["rules"],
    createNamespace: true,
    ageKeyPaths: ["/etc/age", "/etc/keys.txt"],
    keyPlugins: ["pgp=/usr/bin/plug"],
    render: {
      values: ["a"],
      set: ["b=1"],
      setString: ["c=2"],
      setFile: ["d=e"],
      setJson: ["f=1"],
      setLiteral: ["g=1,2"],
      kubeVersion: "1.36",
      apiVersions: ["v1"],
      allowedHosts: ["registry.example.com"],
      chartSecretFolders: ["https://a.example=/s"],
      renderer: "path",
      ordering: { isIgnored: true, timeout: 90_000 },
    },
    onRemove: "delete",
    serviceAccount: { namespace: "other", name: "deployer" },
  });
});

test("notifications are read with their units and defaults", async (t) => {
  const file = `units: [{ name: a, source: { url: "${url}" } }]
notifications:
  - { type: webhook, url: "https://chat.example.com/x", secretFile: /k, units: [a] }
  - { type: githubStatus, tokenFile: /t }
  - { type: githubStatus, tokenFile: /t, api: "https://github.example.com/api/v3", repository: a/b }
`;
  const configuration = await read(head + file);
  t.deepEqual(configuration?.notifications, [
    { type: "webhook", url: "https://chat.example.com/x", secretFile: "/k", units: ["a"] },
    { type: "githubStatus", api: "https://api.github.com", tokenFile: "/t", units: [] },
    {
      type: "githubStatus",
      api: "https://github.example.com/api/v3",
      repository: "a/b",
      tokenFile: "/t",
      units: [],
    },
  ]);
});

test("an http address is accepted if allowHttp is set", async (t) => {
  const unit = await unitOf({ source: { url: "http://example.com/a", auth: { allowHttp: true } } });
  t.is(unit?.source.url, "http://example.com/a");
});

test("a path can begin with ./ and end with /", (t) => {
  for (const [written, plain] of [
    ["", ""],
    [".", ""],
    ["./", ""],
    ["./a/", "a"],
    ["a/./b//c", "a/b/c"],
    ["a", "a"],
    ["a/", "a"],
  ] as const) {
    t.is(withoutDots(written), plain);
  }
});

/** All settings of a unit that have a default value, written out. */
const writtenOut = Object.entries(
  objectField({ unit: withDefaults(syncSchema, unitSchema, { source: { url } }) }, "unit"),
);

test("explicit default values, in the unit or in `defaults`, change nothing", async (t) => {
  const usual = await unitOf({ source: { url } });
  t.not(usual, undefined);
  await assert(
    asyncProperty(subarray(writtenOut), subarray(writtenOut), async (own, common) => {
      const unit = await unitOf({ source: { url }, ...Object.fromEntries(own) }, Object.fromEntries(common));
      t.deepEqual(unit, usual);
    }),
    { numRuns: 50 },
  );
});

test("a unit overrides defaults: mappings are merged, lists and scalars are replaced", async (t) => {
  const unit = await unitOf(
    { source: { path: "a", auth: { username: "me" } }, interval: "2s", allowPrune: ["crds"] },
    {
      source: { url, path: "b", auth: { username: "you", passwordFile: "/p" } },
      interval: "3s",
      recheck: "4s",
      allowPrune: ["pvcs"],
    },
  );
  t.like(unit, { interval: 2000, recheck: 4000, allowPrune: ["crds"] });
  t.like(unit?.source, { url, path: "a", access: { username: "me", passwordFile: "/p", allowHttp: false } });
});

test("a service account is in the namespace of the unit, or in the one it names", async (t) => {
  const own = await unitOf({ source: { url }, namespace: "shop", serviceAccount: "deployer" });
  t.deepEqual(own?.serviceAccount, { namespace: "shop", name: "deployer" });
  const other = await unitOf({ source: { url }, serviceAccount: "ops/deployer" });
  t.deepEqual(other?.serviceAccount, { namespace: "ops", name: "deployer" });
});
