import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { imageOf } from "../../lib/oci/open-repository.ts";
import { buildImage } from "../../lib/modules/registry/push/build-image.ts";
import { pushImage } from "../../lib/modules/registry/push/push-image.ts";
import { testFolder } from "../git/test-folder.ts";
import { writeModule } from "./module-folder.ts";
import { openTestRegistry } from "./open-test-registry.ts";
import { type RegistrySetup, startRegistry, type TestRegistry } from "./start-registry.ts";

interface RegistrySite {
  readonly running: TestRegistry;
  readonly repo: string;
  /** Runs `converge modules …` with the flags for this registry. */
  readonly run: (...words: readonly string[]) => Promise<Recorded>;
  /** Publishes a module of that name. */
  readonly publish: (module: string, version: string, ...words: readonly string[]) => Promise<Recorded>;
}

async function openRegistrySite(t: ExecutionContext, setup: RegistrySetup = {}): Promise<RegistrySite> {
  const running = await startRegistry(t, setup);
  const repo = `${running.host}/modules-source`;
  const folder = testFolder(t);
  writeFileSync(join(folder, "ca.pem"), running.ca);
  writeFileSync(join(folder, "config.json"), Buffer.from(running.dockerCfg, "base64"));
  const entry = setup.tls === true ? ["--ca-file", join(folder, "ca.pem")] : ["--insecure-http"];
  const env = { DOCKER_CONFIG: setup.htpasswd === true ? folder : testFolder(t) };
  const run: RegistrySite["run"] = (...words) => runRecorded(["modules", ...words, ...entry], { env });
  const publish: RegistrySite["publish"] = (module, version, ...words) => {
    const place = writeModule(t, {
      "module.yaml": `name: ${module}\n`,
      "templates/a.yaml": `# ${version}\n`,
    });
    return run("publish", place, "--to", repo, `--version=${version}`, ...words);
  };
  return { running, repo, run, publish };
}

/** The example in the documentation: two modules, each in two versions, with two channels. */
async function openExample(t: ExecutionContext, setup: RegistrySetup = {}): Promise<RegistrySite> {
  const site = await openRegistrySite(t, setup);
  for (const [module, version, ...channels] of [
    ["module-1", "v1.23.1", "beta"],
    ["module-1", "v1.23.2", "alpha"],
    ["module-2", "v0.30.147", "alpha,beta"],
    ["module-2", "v0.31.1"],
  ] as const) {
    const { code, stderr } = await site.publish(
      module,
      version,
      ...channels.flatMap((names) => ["--channel", names]),
    );
    t.is(code, 0, stderr);
  }
  return site;
}

test("the modules of a registry and their images are listed as crane does", async (t) => {
  const { run, repo } = await openExample(t);
  t.is((await run("list", repo, "-o", "name")).stdout, "module-1\nmodule-2\n");
  t.is((await run("list", repo, "module-1", "-o", "name")).stdout, "v1.23.1\nv1.23.2\n");
});

test("modules are shown with the versions of their channels", async (t) => {
  const { run, repo } = await openExample(t, { tls: true, htpasswd: true });
  const listed = await run("list", repo);
  t.is(listed.code, 0, listed.stderr);
  t.is(
    listed.stdout,
    ["MODULE    ALPHA      BETA", "module-1  v1.23.2    v1.23.1", "module-2  v0.30.147  v0.30.147", ""].join(
      "\n",
    ),
  );
  t.is(
    (await run("list", repo, "module-1")).stdout,
    ["VERSION  CHANNELS", "v1.23.1  beta", "v1.23.2  alpha", ""].join("\n"),
  );
  const { stdout } = await run("list", repo, "module-2", "-o", "json");
  t.deepEqual(JSON.parse(stdout), {
    apiVersion: "converge.dev/v1",
    kind: "RegistryModule",
    repo,
    module: "module-2",
    versions: ["v0.30.147", "v0.31.1"],
    channels: [
      { channel: "alpha", version: "v0.30.147" },
      { channel: "beta", version: "v0.30.147" },
    ],
  });
});

test("a channel that cannot be read is reported, and hides no other", async (t) => {
  const { run, repo, publish, running } = await openRegistrySite(t);
  await publish("echo", "v1.0.0", "--channel", "alpha");
  const { repository } = openTestRegistry(running, { repo });
  const { signal } = new AbortController();
  const beta = imageOf(repository, "/echo/release", { tag: "beta", signal });
  await pushImage(await buildImage([]), beta, repository.client);
  const listed = await run("list", repo);
  t.is(listed.code, 1);
  t.is(
    listed.stderr,
    `error: ${repo}/echo/release:beta: it has no version.json, so it is not a module release\n`,
  );
  t.is(listed.stdout, "MODULE  ALPHA\necho    v1.0.0\n");
});

test("pushed images are listed in order, and existing ones are marked", async (t) => {
  const { publish, repo } = await openRegistrySite(t);
  const first = await publish("echo", "v1.0.0", "--channel", "alpha");
  t.deepEqual(
    first.stdout.split("\n").map((line) => line.replace(/ +sha256:[0-9a-f]{64}$/, " …")),
    [
      `pushed  ${repo}/echo:v1.0.0 …`,
      `pushed  ${repo}/echo/release:v1.0.0 …`,
      `pushed  ${repo}/echo/release:alpha …`,
      `pushed  ${repo}:echo …`,
      "",
    ],
  );
  const second = await publish("echo", "v1.0.0", "-o", "json");
  t.deepEqual(
    JSON.parse(second.stdout).images.map(({ change }: { readonly change: string }) => change),
    ["unchanged", "unchanged", "unchanged"],
  );
});

test("publishing an existing version with other content is refused, and overwrites it only with a flag", async (t) => {
  const { publish, run, repo } = await openRegistrySite(t);
  await publish("echo", "v1.0.0");
  const changed = writeModule(t, { "module.yaml": "name: echo\n", other: "" });
  const words = ["publish", changed, "--to", repo, "--version=v1.0.0"];
  const refused = await run(...words);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /^error: .*echo:v1\.0\.0 already exists as another image/);
  t.is((await run(...words, "--overwrite")).code, 0);
});

test("the version is read from version.json if no flag gives it", async (t) => {
  const { run, repo } = await openRegistrySite(t);
  const folder = writeModule(t, {
    "module.yaml": "name: echo\n",
    "version.json": '{"version":"v2.0.0-rc.1"}',
  });
  t.is((await run("publish", folder, "--to", repo)).code, 0);
  t.is((await run("list", repo, "echo", "-o", "name")).stdout, "v2.0.0-rc.1\n");
  const channel = await run("publish", folder, "--to", repo, "--channel", "alpha");
  t.is(channel.code, 2);
  t.regex(channel.stderr, /v2\.0\.0-rc\.1 is a pre-release, which cannot be published to a channel/);
});

const mistaken = test.macro(async (t, words: readonly string[], expected: RegExp) => {
  const folder = writeModule(t, { "module.yaml": "name: echo\n" });
  const recorded = await runRecorded(["modules", ...words.map((word) => (word === "DIR" ? folder : word))]);
  t.is(recorded.code, 2);
  t.is(recorded.stdout, "");
  t.regex(recorded.stderr, expected);
});

const to = ["--to", "registry.example.com/modules"];
test("publish requires --version", mistaken, ["publish", "DIR", ...to], /--version is required/);
test(
  "publish refuses a version without the prefix v",
  mistaken,
  ["publish", "DIR", ...to, "--version=1.0.0"],
  /write a version such as v1\.2\.3/,
);
test(
  "publish refuses a version with two numbers",
  mistaken,
  ["publish", "DIR", ...to, "--version=v1.0"],
  /write a version such as v1\.2\.3/,
);
test(
  "publish refuses a version with build metadata",
  mistaken,
  ["publish", "DIR", ...to, "--version=v1.0.0+a"],
  /write a version such as v1\.2\.3/,
);
test(
  "publish refuses an unknown channel, and suggests a similar one",
  mistaken,
  ["publish", "DIR", ...to, "--version=v1.0.0", "--channel", "alhpa"],
  /did you mean "alpha"/,
);
test(
  "list refuses a repository with a scheme",
  mistaken,
  ["list", "https://registry.example.com/a"],
  /has a scheme/,
);
test(
  "list refuses a missing --ca-file",
  mistaken,
  ["list", "a.example/b", "--ca-file", "/nowhere.pem"],
  /--ca-file: \/nowhere\.pem cannot be read/,
);
test(
  "publish refuses a folder without module.yaml",
  mistaken,
  ["publish", "/nowhere", ...to, "--version=v1.0.0"],
  /module\.yaml/,
);

test("a module.yaml with faults is not published", async (t) => {
  const { run, repo } = await openRegistrySite(t);
  const folder = writeModule(t, { "module.yaml": "name: echo\nrequirements: { deckhouse: 'no version' }\n" });
  const refused = await run("publish", folder, "--to", repo, "--version=v1.0.0");
  t.is(refused.code, 2);
  t.regex(refused.stderr, /module\.yaml:2/);
  t.is((await run("list", repo)).code, 1);
});

test("a registry that denies access or is unreachable ends with exit code 4", async (t) => {
  const { running, repo } = await openRegistrySite(t, { tls: true, htpasswd: true });
  const folder = testFolder(t);
  mkdirSync(join(folder, ".docker"));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, running.ca);
  const env = { DOCKER_CONFIG: folder };
  const denied = await runRecorded(["modules", "list", repo, "--ca-file", ca], { env });
  t.is(denied.code, 4);
  t.regex(denied.stderr, /requires credentials.*--docker-config/);
  const untrusted = await runRecorded(["modules", "list", repo], { env });
  t.is(untrusted.code, 4);
  t.regex(untrusted.stderr, /set the CA that signed its certificate: with --ca-file$/m);
});
