import { Command } from "commander";
import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";
import { readConfiguration } from "../../lib/sync/config/read-configuration.ts";
import type { SyncConfiguration } from "../../lib/sync/unit/unit.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { addUnitFlags, settingOfFlag, type SyncUnitFlags } from "../flags/sync-unit-flags.ts";
import { configFromFlags } from "../flags/unit-from-flags.ts";

/** The configuration given by the flags. */
async function configOf(words: readonly string[]): Promise<SyncConfiguration> {
  const command = new Command();
  addUnitFlags(command);
  addClusterFlags(command);
  command.parse(words, { from: "user" });
  return configFromFlags(command.opts<SyncUnitFlags>());
}

/** The configuration given by a file with this unit. */
async function readUnit(unit: object): Promise<SyncConfiguration | undefined> {
  const file = { apiVersion: "converge.dev/v1", kind: "Sync", name: "shop", units: [unit] };
  const reading = await readConfiguration({ name: "sync.json", text: JSON.stringify(file) });
  return "configuration" in reading ? reading.configuration : undefined;
}

const url = "https://example.com/shop.git";

const same = test.macro<[words: string, unit: object]>({
  title: (_, words = "") =>
    `sync flags and a file configure the same unit: ${words === "" ? "only the required flags" : words}`,
  exec: async (t, words, unit) => {
    const flags = ["--repo", url, "--release", "shop", ...words.split(" ").filter((word) => word !== "")];
    t.deepEqual(await configOf(flags), await readUnit({ name: "shop", ...unit }));
  },
});

const source = { url };
test(same, "", { source });
test(same, "--ref main --path ./deploy/ --submodules", {
  source: { url, ref: "main", path: "deploy", submodules: true },
});
test(same, "-n shop --interval 15s --recheck 2h --create-namespace", {
  source,
  namespace: "shop",
  interval: "15s",
  recheck: "2h",
  createNamespace: true,
});
test(
  same,
  "--git-secret-dir /s --git-username me --git-password-file /p --ssh-key-file /k --known-hosts-file /h --git-ca-file /c --git-proxy http://proxy:1 --git-allow-http",
  {
    source: {
      url,
      auth: {
        secretFolder: "/s",
        username: "me",
        passwordFile: "/p",
        sshKeyFile: "/k",
        knownHostsFile: "/h",
        caFile: "/c",
        proxy: "http://proxy:1",
        allowHttp: true,
      },
    },
  },
);
test(same, "--verify-openpgp-keys /o", { source: { url, verify: { openpgpKeysFile: "/o" } } });
test(same, "--ref v1.2.0 --verify-ssh-signers /a --verify-signed tag", {
  source: { url, ref: "v1.2.0", verify: { sshSignersFile: "/a", signed: "tag" } },
});
test(same, "--prune=false --max-prune 7 --allow-prune crds,pvcs,crds --inventory-policy strict", {
  source,
  prune: false,
  maxPrune: 7,
  allowPrune: ["crds", "pvcs"],
  inventoryPolicy: "strict",
  fields: [],
});
test(same, "--timeout 30m --reconcile-timeout 1m --prune-timeout 2m --external-timeout 3m", {
  source,
  timeouts: { run: "30m", reconcile: "1m", prune: "2m", external: "3m" },
});
test(same, "--validate warn --external-deps wait --force-conflicts=false --recreate", {
  source,
  validation: "warn",
  externalDeps: "wait",
  forceConflicts: false,
  recreate: true,
});
test(same, "--service-account deployer -n shop", { source, namespace: "shop", serviceAccount: "deployer" });
test(same, "--service-account ops/deployer", { source, serviceAccount: "ops/deployer" });
test(
  same,
  "--values a --values b --set c=1,2 --set-string d=1 --set-file e=f --set-json g=1 --set-literal h=1 --kube-version 1.36 --api-versions v1 --renderer path --sequencing=false --readiness-timeout 90s",
  {
    source,
    render: {
      values: ["a", "b"],
      set: ["c=1,2"],
      setString: ["d=1"],
      setFile: ["e=f"],
      setJson: ["g=1"],
      setLiteral: ["h=1"],
      kubeVersion: "1.36",
      apiVersions: ["v1"],
      renderer: "path",
      sequencing: false,
      readinessTimeout: "90s",
    },
  },
);

test("every sync flag of a unit has a setting in the configuration file", (t) => {
  const command = new Command();
  addUnitFlags(command);
  t.deepEqual(
    command.options.map((option) => option.name()).filter((name) => !settingOfFlag.has(name)),
    [],
  );
  t.is(settingOfFlag.size, command.options.length);
});

const refused = test.macro<[words: string, message: string, env?: Readonly<Record<string, string>>]>({
  title: (_, words = "", message = "", env = {}) =>
    `converge sync ${words}${Object.keys(env).join(" ")} is rejected: ${message}`,
  exec: async (t, words, message, env = {}) => {
    const recorded = await runRecorded(["sync", ...words.split(" ").filter((word) => word !== "")], { env });
    t.deepEqual(
      { ...recorded, stderr: recorded.stderr.split("\n")[0] },
      { code: 2, stdout: "", stderr: `error: ${message}` },
    );
  },
});

test(refused, "", "--repo or --config is required: name a git repository, or a file that defines units");
test(refused, "--repo https://example.com/a", "--release is required (or set CONVERGE_RELEASE)");
test(
  refused,
  "--config a.yaml --ref main",
  "--ref cannot be combined with --config: set source.ref of a unit, or of the defaults, in the file",
);
test(
  refused,
  "--config a.yaml",
  "--repo cannot be combined with --config: set source.url of a unit, or of the defaults, in the file",
  { CONVERGE_REPO: "https://example.com/a" },
);
test(
  refused,
  "--release a",
  '--repo: "ext::sh" is not the address of a repository: write https://host/path, ssh://git@host/path, git@host:path or file:///path',
  { CONVERGE_REPO: "ext::sh" },
);
test(
  refused,
  "--release a --repo https://me:hunter2@example.com/a",
  '--repo: "https://example.com/a" contains a password: put it into a file, and set passwordFile',
);
test(
  refused,
  "--release a --repo https://example.com/a --ref semver:latest",
  '--ref: "semver:latest" has no version range: write it as semver:>=1.2 <2',
);
test(
  refused,
  "--release a --repo https://example.com/a --path ../a",
  '--path: "../a" leads out of the repository by "..": write it relative to the root of the repository, such as deploy/prod',
);
test(refused, "--interval 10ms", 'invalid value "10ms" for --interval: must be at least 1s');
test(
  refused,
  "--release a --repo https://example.com/a --service-account b",
  "--service-account has no namespace: write it as namespace/name, or add -n",
);
test(
  refused,
  "--release a --repo https://example.com/a --service-account b/c/d",
  "--service-account is not a valid name: write it as deployer or shop/deployer",
);
test(
  refused,
  "--release a --repo https://example.com/a --verify-signed commit",
  "--verify-signed requires trusted keys: add --verify-openpgp-keys, --verify-ssh-signers or both",
);
test(
  refused,
  "--release a --repo https://example.com/a --verify-signed tag",
  "--verify-signed: only a tag can be signed as a tag: follow one, such as refs/tags/v1.2.0 or semver:>=1.2 <2, or require signed commits",
);
test(
  refused,
  "--config a --webhook :1",
  "--webhook requires --webhook-secret-file: without a secret, anyone could send push events",
);
test(
  refused,
  "--config a --webhook-secret-file b",
  "--webhook-secret-file requires --webhook: add the address for push events",
);
for (const address of ["page", "a:b", ":65536", "http://a:1", "a b:1"].filter(
  (word) => !word.includes(" "),
)) {
  test(
    refused,
    `--page ${address}`,
    `invalid value "${address}" for --page: write an address such as 127.0.0.1:8080, or :8080 for all interfaces`,
  );
}
test(refused, "--config missing.yaml", "missing.yaml does not exist: check the path [SourceNotFound]");
