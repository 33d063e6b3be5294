import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { encryptedFile, testKeyFile } from "../../../fixtures/encrypted-file.ts";
import { decrypting, encryptedFor, keyPlugin } from "../../../fixtures/key-plugin.ts";
import { chartArchive, serveCharts } from "../../../fixtures/chart-server.ts";
import { fastClock } from "../../../fixtures/fast-clock.ts";
import { noChoices } from "../../render/chart-options.ts";
import { lockDigest } from "../../render/remote/chart-lock.ts";
import { manualClock } from "../../../fixtures/manual-clock.ts";
import type { Clock } from "../../async/clock.ts";
import type { UnitTexts } from "../apply-engine.ts";
import type { Unit } from "./unit.ts";
import { unitTexts } from "./read-unit-sources.ts";

const unit = {
  source: { path: "" },
  render: { values: [], setFile: [] },
} as unknown as Unit;

const marks = test.macro(async (t, facts: { readonly isModule?: true }, expected: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-unit-texts-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const part of ["crds", "manifests"]) {
    mkdirSync(join(folder, part));
    writeFileSync(join(folder, part, "a.yaml"), "");
  }
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve(), ...facts };
  const { signal } = new AbortController();
  const { read } = unitTexts(unit, checkout, { env: {}, clock: manualClock(0) as unknown as Clock, signal });
  const { sources } = await read({ signal } as never);
  t.deepEqual(
    sources.filter(({ isChartCrds }) => isChartCrds === true).map(({ name }) => name),
    expected,
  );
});

test("the crds folder of a module is treated like that of a chart", marks, { isModule: true }, [
  "crds/a.yaml",
]);
test("a folder named crds in a repository is not special", marks, {}, []);

test("a unit decrypts with its own keys, and not with those of the environment", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-unit-texts-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, "web.yaml"), encryptedFile("secret.yaml"));
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve() };
  const { signal } = new AbortController();
  const env = { SOPS_AGE_KEY_FILE: testKeyFile };
  const surroundings = { env, clock: manualClock(0) as unknown as Clock, signal };
  const read = async (ageKeyPaths: readonly string[]): Promise<UnitTexts> =>
    unitTexts({ ...unit, ageKeyPaths }, checkout, surroundings).read({ signal } as never);
  const refused = await read([]);
  t.deepEqual(refused.sources, []);
  t.like(refused.found, [{ code: "SopsKeyMissing", origin: { file: "web.yaml" } }]);
  const { sources, found } = await read([testKeyFile]);
  t.deepEqual(found, []);
  t.like(sources, [{ name: "web.yaml", shown: encryptedFile("secret.yaml") }]);
  t.true(sources[0]?.text.includes("correct horse battery staple"));
});

test("a unit decrypts with its own plugins", async (t) => {
  const folder = temporary(t);
  const services = { pgp: [{ fp: "85D77543B3D6" }] };
  writeFileSync(join(folder, "web.yaml"), await encryptedFor(encryptedFile("secret.yaml"), services));
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve() };
  const { signal } = new AbortController();
  const surroundings = { env: {}, clock: fastClock(), signal };
  const read = async (keyPlugins: readonly string[]): Promise<UnitTexts> =>
    unitTexts({ ...unit, ageKeyPaths: [], keyPlugins }, checkout, surroundings).read({ signal } as never);
  t.like((await read([])).found, [{ code: "SopsKeyMissing", origin: { file: "web.yaml" } }]);
  const { sources, found } = await read([`pgp=${keyPlugin(t, decrypting).program}`]);
  t.deepEqual(found, []);
  t.true(sources[0]?.text.includes("correct horse battery staple"));
});

/** Returns the messages of reading a unit in a folder that allows these hosts. */
async function messagesWith(
  folder: string,
  hosts: readonly string[],
  chartSecretFolders: readonly string[] = [],
): Promise<string> {
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve() };
  const { signal } = new AbortController();
  const render = { ...noChoices, renderer: "builtin", allowedHosts: hosts, chartSecretFolders } as const;
  const surroundings = { env: {}, clock: fastClock(), signal };
  const { read } = unitTexts({ ...unit, ageKeyPaths: [], render }, checkout, surroundings);
  const { found } = await read({ signal, release: "shop", namespace: "shop", action: "install" } as never);
  return found.map(({ code, origin, message }) => `${origin?.file} ${code} ${message}`).join("\n");
}

function temporary(t: ExecutionContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-unit-texts-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test("charts of a kustomization are fetched only from hosts that the unit allows", async (t) => {
  const folder = temporary(t);
  const archive = await chartArchive("db", "1.0.0");
  const { url, host, asked } = await serveCharts(t, { archive, entry: { digest: "0".repeat(64) } });
  const helmCharts = [{ name: "db", version: "1.0.0", repo: url }];
  writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify({ helmCharts }));
  t.regex(await messagesWith(folder, []), /^kustomization.yaml ChartUnavailable .*render\.allowedHosts/);
  t.deepEqual(asked, []);
  t.regex(await messagesWith(folder, [`http://${host}`]), /ChartUnavailable .*has the digest/);
  t.is(asked.length, 2);
});

test("dependencies of a chart are fetched only from hosts that the unit allows", async (t) => {
  const folder = temporary(t);
  const archive = await chartArchive("db", "1.0.0");
  const { url, host, asked } = await serveCharts(t, { archive, entry: { digest: "0".repeat(64) } });
  const dependencies = [{ name: "db", version: "1.0.0", repository: url }];
  const digest = lockDigest({ listed: dependencies, locked: dependencies });
  writeFileSync(join(folder, "Chart.yaml"), JSON.stringify({ apiVersion: "v2", name: "shop", dependencies }));
  writeFileSync(join(folder, "Chart.lock"), JSON.stringify({ dependencies, digest }));
  t.regex(await messagesWith(folder, []), /^Chart.yaml ChartUnavailable .*render\.allowedHosts/);
  t.regex(await messagesWith(folder, [host]), /^Chart.yaml ChartUnavailable .*render\.allowedHosts/);
  t.deepEqual(asked, []);
  t.regex(await messagesWith(folder, [`http://${host}`]), /^Chart.yaml ChartUnavailable .*has the digest/);
  t.is(asked.length, 2);
});

test("charts are fetched with the credentials of the unit", async (t) => {
  const folder = temporary(t);
  const secret = temporary(t);
  writeFileSync(join(secret, "bearerToken"), "hush");
  const sent: unknown[] = [];
  const { url, host } = await serveCharts(t, {
    archive: await chartArchive("db", "1.0.0"),
    entry: { digest: "0".repeat(64) },
    answer: ({ headers }) => {
      sent.push(headers.authorization);
      return false;
    },
  });
  const helmCharts = [{ name: "db", version: "1.0.0", repo: url }];
  writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify({ helmCharts }));
  t.regex(await messagesWith(folder, [`http://${host}`], [`${url}=${secret}`]), /has the digest/);
  t.deepEqual(sent, ["Bearer hush", "Bearer hush"]);
});

test("a unit can set values only from files of its repository, however the key is written", async (t) => {
  const folder = temporary(t);
  mkdirSync(join(folder, "templates"));
  writeFileSync(
    join(folder, "Chart.yaml"),
    JSON.stringify({ apiVersion: "v2", name: "a", version: "1.0.0" }),
  );
  writeFileSync(join(folder, "templates/a.yaml"), "{{ toJson .Values }}\n");
  writeFileSync(join(folder, "motd.txt"), "hello");
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve() };
  const { signal } = new AbortController();
  const textsWith = async (word: string): Promise<UnitTexts> => {
    const render = { ...noChoices, renderer: "builtin", setFile: [word], allowedHosts: [] } as const;
    const surroundings = { env: {}, clock: fastClock(), signal };
    const opened = unitTexts(
      { ...unit, ageKeyPaths: [], render: { ...render, chartSecretFolders: [] } },
      checkout,
      surroundings,
    );
    return opened.read({ signal, release: "shop", namespace: "shop", action: "install" } as never);
  };
  const { sources } = await textsWith("a\\=b=motd.txt,c=motd.txt");
  t.true(sources.some(({ text }) => text.includes('{"a=b":"hello","c":"hello"}')));
  const outside = await textsWith("a\\=b=/proc/self/environ");
  t.deepEqual(outside.sources, []);
  t.is(outside.found.length, 1);
});
