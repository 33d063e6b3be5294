import test from "ava";

import { readConfiguration } from "./read-configuration.ts";

const head = "apiVersion: converge.dev/v1\nkind: Sync\n";
const url = "https://example.com/shop.git";

/** The faults of a text after `apiVersion` and `kind`, one per line, without the source lines. */
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

/** A file of units with this address, each as written after its name. */
function fileOf(...written: readonly string[]): string {
  return `defaults: { source: { url: "${url}" } }\nunits:\n${written.map((unit) => `- { name: ${unit} }\n`).join("")}`;
}

test(refused, "units: []\n", "3:8 SettingInvalid units is empty: give at least one entry");
test(refused, "name: x\n", "1:1 SettingMissing the file has no units: add it");
test(
  refused,
  "units: [{ name: a }]\n",
  "3:9 SettingMissing units[0] has no source.url: set the address of its repository, here or in defaults",
);
test(
  refused,
  fileOf("A"),
  "5:11 SettingInvalid units[0].name is not a valid name of lower-case letters, digits and -: write it as shop",
);
test(
  refused,
  fileOf("a, targetNamespace: b"),
  '5:14 SettingUnknown unknown setting "targetNamespace" in units[0]; did you mean namespace?',
);
test(
  refused,
  fileOf("a, source: { branch: b }"),
  '5:24 SettingUnknown unknown setting "branch" in units[0].source; did you mean ref?',
);
test(
  refused,
  fileOf("a, intervall: 5s"),
  '5:14 SettingUnknown unknown setting "intervall" in units[0]; did you mean "interval"?',
);
test(
  refused,
  fileOf("a, interval: 5"),
  "5:24 SettingInvalid units[0].interval is not a valid duration above 0: write it as 15s, 1m or 1h30m",
);
test(
  refused,
  fileOf("a, interval: 0s"),
  "5:24 SettingInvalid units[0].interval is not a valid duration above 0: write it as 15s, 1m or 1h30m",
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
  "5:24 SettingInvalid units[0].maxPrune is not a valid share or number: write it as 25% or 10",
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
  '5:29 SettingInvalid units[0].source.ref: "a..b" is not a valid name in git: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { ref: --exec=x }"),
  '5:29 SettingInvalid units[0].source.ref: "--exec=x" is not a valid name in git: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { ref: 'semver:latest' }"),
  '5:29 SettingInvalid units[0].source.ref: "semver:latest" has no version range: write it as semver:>=1.2 <2',
);
test(
  refused,
  fileOf("a, source: { path: a/../../b }"),
  '5:30 SettingInvalid units[0].source.path: "a/../../b" leads out of the repository by "..": write it relative to the root of the repository, such as deploy/prod',
);
test(
  refused,
  fileOf("a, source: { path: /etc }"),
  '5:30 SettingInvalid units[0].source.path: "/etc" is an absolute path: write it relative to the root of the repository, such as deploy/prod',
);
test(
  refused,
  fileOf("a, source: { path: 'a\\b' }"),
  '5:30 SettingInvalid units[0].source.path: "a\\\\b" contains a backslash or a control character: write it with slashes, such as deploy/prod',
);
test(
  refused,
  fileOf("a, source: { verify: {} }"),
  "5:32 SettingInvalid units[0].source.verify: no key is trusted: set openpgpKeysFile, sshSignersFile or both",
);
test(
  refused,
  fileOf("a, source: { limits: { fetchSize: 0, fileSize: 1x } }"),
  "5:45 SettingInvalid units[0].source.limits.fetchSize is less than 1: raise it",
  "5:58 SettingInvalid units[0].source.limits.fileSize is not a valid size in bytes: write it as 10Mi or 1Gi",
);
test(
  refused,
  fileOf("a, serviceAccount: b"),
  "5:30 SettingInvalid units[0].serviceAccount: the namespace of the service account is unknown: write it as namespace/name",
);
test(
  refused,
  fileOf("a, serviceAccount: b/c/d, namespace: m"),
  "5:30 SettingInvalid units[0].serviceAccount is not a valid service account: write it as deployer or shop/deployer",
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
  '5:26 SettingInvalid units[0].dependsOn[0]: there is no unit "zzz": use one of this file',
);
test(
  refused,
  fileOf("a, dependsOn: [a]"),
  "5:25 SettingConflict unit a depends on itself: remove the dependency",
);
test(
  refused,
  fileOf("x, dependsOn: [b]", "a, dependsOn: [c]", "b, dependsOn: [z, a]", "c, dependsOn: [b]", "z"),
  "6:25 SettingConflict units depend on each other in a cycle: a → c → b → a; remove one of the dependencies",
);
test(
  refused,
  `${fileOf("a")}notifications: [{ type: webhook, url: "https://x.example.com", units: [b] }]\n`,
  '6:72 SettingInvalid notifications[0].units[0]: there is no unit "b": use one of this file',
);
test(
  refused,
  `${fileOf("a")}notifications: [{ type: mail }]\n`,
  '6:25 SettingInvalid notifications[0].type is "mail": write webhook or githubStatus',
);
test(
  refused,
  `defaults: { source: { url: "ext::sh -c x", ref: "-x" } }\nunits: [{ name: a }, { name: b }]\n`,
  '3:28 SettingInvalid defaults.source.url: "ext::sh -c x" is not the address of a repository: write https://host/path, ssh://git@host/path, git@host:path or file:///path',
  '3:49 SettingInvalid defaults.source.ref: "-x" is not a valid name in git: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2',
);
test(
  refused,
  'units: [{ name: a, source: { url: "http://example.com/a" } }]\n',
  '3:35 SettingInvalid units[0].source.url: "http://example.com/a" is not encrypted, so its content can be changed in transit: use https, or set allowHttp (--git-allow-http)',
);
test(
  refused,
  fileOf("a, source: { ref: refs/heads/a, verify: { signed: tag, sshSignersFile: /a } }"),
  "5:61 SettingInvalid units[0].source.verify.signed: only a tag can be signed as a tag: follow one, such as refs/tags/v1.2.0 or semver:>=1.2 <2, or require signed commits",
);

/** A file with these rings and units, each unit as written after its name. */
function ringsOf(rings: string, ...units: readonly string[]): string {
  return `rings: [${rings}]\n${fileOf(...units)}`;
}

test(
  refused,
  ringsOf("{ name: canary }, { name: all }", "a, ring: canry"),
  '6:20 SettingInvalid units[0].ring: there is no ring "canry"; did you mean "canary"?',
);
test(
  refused,
  fileOf("a, ring: all"),
  '5:20 SettingInvalid units[0].ring: there is no ring "all": add it to rings',
);
test(
  refused,
  ringsOf("{ name: all }, { name: all }", "a"),
  "3:32 SettingConflict two rings are named all: rename one",
);
test(
  refused,
  ringsOf("{ name: all, maxFailing: 101% }", "a"),
  "3:34 SettingInvalid rings[0].maxFailing is not a valid share or number: write it as 25% or 10",
);
test(
  refused,
  ringsOf("{ name: all, promoteAfter: -1s }", "a"),
  "3:36 SettingInvalid rings[0].promoteAfter is not a valid duration: write it as 30m",
);
test(
  refused,
  ringsOf('{ name: all, windows: [{ schedule: "0 25 * * *", duration: 1s, timeZone: Mars/Base }] }', "a"),
  '3:44 SettingInvalid rings[0].windows[0].schedule: "25" is not a valid hour: write numbers from 0 to 23, ranges such as 1-5, or steps such as */2',
  "3:68 SettingInvalid rings[0].windows[0].duration: write a duration from 1m0s to 744h0m0s",
  '3:82 SettingInvalid rings[0].windows[0].timeZone: there is no time zone "Mars/Base": write a name such as Europe/Lisbon',
);
test(
  refused,
  fileOf('a, windows: [{ schedule: "0 0 30 2 *", duration: 1h }]'),
  "5:36 SettingInvalid units[0].windows[0].schedule: there is no such date: the window never opens",
);
test(
  refused,
  fileOf(
    'a, windows: [{ schedule: "0 12 * * *", duration: 1h }, { kind: deny, schedule: "0 11 * * *", duration: 3h }]',
  ),
  "5:23 SettingInvalid units[0].windows: no revision is ever applied: the windows never allow it, or others deny it at these times",
);
test(
  refused,
  `defaults: { source: { url: "${url}" }, ring: none, windows: [{ schedule: x, duration: 1h }] }\nunits: [{ name: a }, { name: b }]\n`,
  '3:68 SettingInvalid defaults.ring: there is no ring "none": add it to rings',
  "3:96 SettingInvalid defaults.windows[0].schedule: a schedule has five fields: minute, hour, day of the month, month, day of the week",
);
