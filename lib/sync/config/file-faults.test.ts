import test from "ava";

import { readConfiguration } from "./read-configuration.ts";

const head = "apiVersion: converge.dev/v1\nkind: Sync\n";
const url = "https://example.com/shop.git";

/** The faults of that text behind `apiVersion` and `kind`, a line each, without the lines of the file. */
async function faultsOf(text: string): Promise<readonly string[]> {
  const reading = await readConfiguration({ name: "sync.yaml", text: head + text });
  return "configuration" in reading
    ? []
    : reading.diagnostics.map(
        ({ code, message, origin }) => `${origin?.line ?? 0}:${origin?.column ?? 0} ${code} ${message}`,
      );
}

const refused = test.macro<[text: string, ...faults: string[]]>({
  title: (_, text = "") => `refused: ${JSON.stringify(text)}`,
  exec: async (t, text, ...faults) => {
    t.deepEqual(await faultsOf(text), faults);
  },
});

/** Units with this address, each as it is written behind its name. */
function fileOf(...written: readonly string[]): string {
  return `defaults: { source: { url: "${url}" } }\nunits:\n${written.map((unit) => `- { name: ${unit} }\n`).join("")}`;
}

test(refused, "units: []\n", "3:8 SettingInvalid units is empty: give at least one entry");
test(refused, "name: x\n", "1:1 SettingMissing the file has no units: add it");
test(
  refused,
  "units: [{ name: a }]\n",
  "3:9 SettingMissing units[0] has no source.url: say where its repository is, here or in defaults",
);
test(
  refused,
  fileOf("A"),
  "5:11 SettingInvalid units[0].name is no name of lower-case letters, digits and -: write it as shop",
);
test(
  refused,
  fileOf("a, targetNamespace: b"),
  '5:14 SettingUnknown there is no setting "targetNamespace" in units[0]; did you mean namespace?',
);
test(
  refused,
  fileOf("a, source: { branch: b }"),
  '5:24 SettingUnknown there is no setting "branch" in units[0].source; did you mean ref?',
);
test(
  refused,
  fileOf("a, intervall: 5s"),
  '5:14 SettingUnknown there is no setting "intervall" in units[0]; did you mean "interval"?',
);
test(
  refused,
  fileOf("a, interval: 5"),
  "5:24 SettingInvalid units[0].interval is no duration above 0: write it as 15s, 1m or 1h30m",
);
test(
  refused,
  fileOf("a, interval: 0s"),
  "5:24 SettingInvalid units[0].interval is no duration above 0: write it as 15s, 1m or 1h30m",
);
test(
  refused,
  fileOf("a, interval: 900ms"),
  "5:24 SettingInvalid units[0].interval: 900ms is shorter than 1s: write 1s or more",
);
test(
  refused,
  fileOf("a, recheck: 1ms"),
  "5:23 SettingInvalid units[0].recheck: 1ms is shorter than 1s: write 1s or more",
);
test(
  refused,
  fileOf("a, maxPrune: 101%"),
  "5:24 SettingInvalid units[0].maxPrune is no share or number: write it as 25% or 10",
);
test(refused, fileOf("a, maxPrune: -1"), "5:24 SettingInvalid units[0].maxPrune is less than 0: raise it");
test(
  refused,
  fileOf("a, validation: strickt"),
  '5:26 SettingInvalid units[0].validation is "strickt": write strict, warn or ignore; did you mean "strict"?',
);
test(refused, fileOf("no"), "5:11 SettingInvalid units[0].name is a boolean: write it in quotes");
test(
  refused,
  fileOf("a, source: { ref: 1.20 }"),
  "5:29 SettingInvalid units[0].source.ref is a number: write it in quotes",
);
test(
  refused,
  fileOf("a, source: { ref: a..b }"),
  '5:29 SettingInvalid units[0].source.ref: "a..b" is no name that git takes: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { ref: --exec=x }"),
  '5:29 SettingInvalid units[0].source.ref: "--exec=x" is no name that git takes: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { ref: 'semver:latest' }"),
  '5:29 SettingInvalid units[0].source.ref: "semver:latest" has no range of versions: write it as semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { path: a/../../b }"),
  '5:30 SettingInvalid units[0].source.path: "a/../../b" leads out of the repository by "..": write it from the root of the repository, as in deploy/prod',
);
test(
  refused,
  fileOf("a, source: { path: /etc }"),
  '5:30 SettingInvalid units[0].source.path: "/etc" begins at the root of the machine: write it from the root of the repository, as in deploy/prod',
);
test(
  refused,
  fileOf("a, source: { path: 'a\\b' }"),
  '5:30 SettingInvalid units[0].source.path: "a\\\\b" holds a backslash or a control character: write it with slashes, as in deploy/prod',
);
test(
  refused,
  fileOf("a, source: { verify: {} }"),
  "5:32 SettingInvalid units[0].source.verify: nobody is trusted: name openpgpKeysFile, sshSignersFile or both",
);
test(
  refused,
  fileOf("a, source: { limits: { fetchSize: 0, fileSize: 1x } }"),
  "5:45 SettingInvalid units[0].source.limits.fetchSize is less than 1: raise it",
  "5:58 SettingInvalid units[0].source.limits.fileSize is no size in bytes: write it as 10Mi or 1Gi",
);
test(
  refused,
  fileOf("a, serviceAccount: b"),
  "5:30 SettingInvalid units[0].serviceAccount: the unit has no namespace that the service account could be in: write it as namespace/name",
);
test(
  refused,
  fileOf("a, serviceAccount: b/c/d, namespace: m"),
  "5:30 SettingInvalid units[0].serviceAccount is no service account: write it as deployer or shop/deployer",
);
test(refused, fileOf("a", "b", "a"), "7:11 SettingConflict two units are named a: rename one");
test(
  refused,
  fileOf("a, release: r", "b, release: r, namespace: m", "c, release: r"),
  "7:23 SettingConflict units a and c have the same release, r, and would delete each other's objects: give one another release",
);
test(
  refused,
  fileOf("a, namespace: m", "b, release: a, namespace: m"),
  "6:23 SettingConflict units a and b have the same release, a in namespace m, and would delete each other's objects: give one another release",
);
test(
  refused,
  fileOf("platform", "b, dependsOn: [plattform]"),
  '6:26 SettingInvalid units[1].dependsOn[0]: there is no unit "plattform"; did you mean "platform"?',
);
test(
  refused,
  fileOf("a, dependsOn: [zzz]"),
  '5:26 SettingInvalid units[0].dependsOn[0]: there is no unit "zzz": name one of this file',
);
test(refused, fileOf("a, dependsOn: [a]"), "5:25 SettingConflict unit a depends on itself: remove that");
test(
  refused,
  fileOf("x, dependsOn: [b]", "a, dependsOn: [c]", "b, dependsOn: [z, a]", "c, dependsOn: [b]", "z"),
  "6:25 SettingConflict units wait for each other in a circle: a → c → b → a; remove one of these",
);
test(
  refused,
  `${fileOf("a")}notifications: [{ type: webhook, url: "https://x.example.com", units: [b] }]\n`,
  '6:72 SettingInvalid notifications[0].units[0]: there is no unit "b": name one of this file',
);
test(
  refused,
  `${fileOf("a")}notifications: [{ type: mail }]\n`,
  '6:25 SettingInvalid notifications[0].type is "mail": write webhook or githubStatus',
);
test(
  refused,
  `defaults: { source: { url: "ext::sh -c x", ref: "-x" } }\nunits: [{ name: a }, { name: b }]\n`,
  '3:28 SettingInvalid defaults.source.url: "ext::sh -c x" is no address of a repository: give https://host/path, ssh://git@host/path, git@host:path or file:///path',
  '3:49 SettingInvalid defaults.source.ref: "-x" is no name that git takes: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  'units: [{ name: a, source: { url: "http://example.com/a" } }]\n',
  '3:35 SettingInvalid units[0].source.url: "http://example.com/a" is not encrypted, so others may choose what it holds: use https, or allow http for it',
);
test(
  refused,
  fileOf("a, source: { ref: refs/heads/a, verify: { signed: tag, sshSignersFile: /a } }"),
  "5:61 SettingInvalid units[0].source.verify.signed: no tag is followed that could be signed: follow one, as in refs/tags/v1.2.0 or semver:>=1.2 <2, or ask for signed commits",
);
