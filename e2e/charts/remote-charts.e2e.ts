/** Dependencies from a real registry are rendered by the built-in renderer. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { processHost } from "../../cmd/host/process-host.ts";
import { chartArchive } from "../../fixtures/chart-server.ts";
import { noChoices } from "../../lib/render/chart-options.ts";
import type { RemoteChart } from "../../lib/render/renderable.ts";
import { lockDigest } from "../../lib/render/remote/chart-lock.ts";
import { openSources, type OpenSources } from "../../lib/source/open-sources.ts";
import type { Sources } from "../../lib/source/read-sources.ts";
import { startRegistry, type TestRegistry } from "../registry/start-registry.ts";
import { pushChart } from "./push-chart.ts";
import { rendererPath } from "./renderers.ts";

test.before(async (t) => {
  t.timeout(600_000);
  await rendererPath();
});

function folderOf(t: ExecutionContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-remote-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function open(
  path: string,
  { ca, dockerCfg }: TestRegistry,
  home: string,
  remote: RemoteChart = {},
): Promise<OpenSources> {
  mkdirSync(join(home, ".docker"), { recursive: true });
  writeFileSync(join(home, ".docker/config.json"), Buffer.from(dockerCfg, "base64"));
  return openSources([path], {
    stdin: () => Promise.reject(new Error("not asked")),
    choices: { ...noChoices, renderer: "builtin", remote },
    tools: { env: { HOME: home }, clock: processHost().clock, fetching: { ca } },
  });
}

const context = {
  release: "shop",
  namespace: "prod",
  action: "install",
  signal: new AbortController().signal,
} as const;

async function read(...words: Parameters<typeof open>): Promise<Sources> {
  return (await open(...words)).read(context);
}

test("a dependency is pulled with credentials and rendered, and later taken from the cache", async (t) => {
  const registry = await startRegistry(t, { tls: true, htpasswd: true });
  const folder = folderOf(t);
  await pushChart(registry, "charts/db", { tag: "1.0.0_a", archive: await chartArchive("db", "1.0.0+a") });
  const dependencies = [{ name: "db", version: "1.0.0+a", repository: `oci://${registry.host}/charts` }];
  const chart = join(folder, "shop");
  mkdirSync(chart);
  const metadata = { apiVersion: "v2", name: "shop", version: "1.0.0", dependencies };
  const digest = lockDigest({ listed: dependencies, locked: dependencies });
  writeFileSync(join(chart, "Chart.yaml"), JSON.stringify(metadata));
  writeFileSync(join(chart, "Chart.lock"), JSON.stringify({ dependencies, digest }));
  const { sources, found } = await read(chart, registry, folder);
  t.deepEqual(found, []);
  t.is(sources.length, 1);
  t.regex(sources[0]?.name ?? "", /shop\/charts\/db\/templates\/config\.yaml/);
  t.regex(sources[0]?.text ?? "", /version: "1\.0\.0\+a"/);
  await registry.stop();
  t.deepEqual((await read(chart, registry, folder)).sources, sources);
  const elsewhere = await read(chart, { ...registry, dockerCfg: "" }, join(folder, "other"));
  t.is(elsewhere.found[0]?.code, "ChartUnavailable");
});

function fetched(path: string, version: string, digest: string): string {
  return `ChartFetched ${path} is the chart db ${version} with the digest ${digest} | ${path}/templates/config.yaml (rendered)`;
}

test("a path may be a chart in a registry: by version, by digest, or the latest release", async (t) => {
  const registry = await startRegistry(t, { tls: true });
  const folder = folderOf(t);
  const push = async (version: string, name = "db"): Promise<string> =>
    pushChart(registry, "charts/db", { tag: version, archive: await chartArchive(name, version) });
  const digest = await push("1.0.0");
  const latest = await push("1.10.0");
  await push("2.0.0-rc.1");
  await push("3.0.0-a", "web");
  const chart = `oci://${registry.host}/charts/db`;
  const messageOf = async (path: string, remote?: RemoteChart): Promise<string> => {
    const { found, sources } = await read(path, registry, folder, remote);
    return [
      ...found.map(({ code, message }) => `${code} ${message}`),
      ...sources.map(({ name }) => name),
    ].join(" | ");
  };
  const byVersion = `${chart}:1.0.0`;
  t.is(await messageOf(byVersion), fetched(byVersion, "1.0.0", digest));
  t.is(await messageOf(`${chart}@${digest}`), fetched(`${chart}@${digest}`, "1.0.0", digest));
  t.is(await messageOf(chart), fetched(chart, "1.10.0", latest));
  t.is(await messageOf(chart, { version: "<1.10" }), fetched(chart, "1.0.0", digest));
  const repo = `oci://${registry.host}/charts/`;
  t.is(await messageOf("db", { repo, version: "^1.0" }), fetched(chart, "1.10.0", latest));
  t.regex(await messageOf("db", { repo, version: ">4" }), /charts\/db:>4: none of its 4 versions fits/);
  const overlay = join(folder, "prod");
  mkdirSync(overlay);
  const helmCharts = [{ name: "db", repo, version: "1.10.0" }];
  writeFileSync(join(overlay, "kustomization.yaml"), JSON.stringify({ helmCharts, namePrefix: "x-" }));
  t.is(await messageOf(overlay), `${overlay} (rendered)`);
  t.regex((await read(overlay, registry, folder)).sources[0]?.text ?? "", /version: 1\.10\.0[^]*name: x-db/);
  t.regex(await messageOf(`${chart}:latest`), /"latest" is not a version such as 1\.2\.3/);
  t.regex(await messageOf(`${chart}:9.9.9`), /not found in the registry/);
  t.regex(await messageOf(`${chart}:3.0.0-a`), /it is the chart "web 3\.0\.0-a" instead/);
  t.regex(await messageOf(`oci://${registry.host}`), /is not the address of a chart/);
});

test("the notes of a chart in a registry are rendered", async (t) => {
  const registry = await startRegistry(t, { tls: true });
  const archive = await chartArchive("db", "1.0.0", [
    { name: "db/templates/NOTES.txt", text: "notes of {{ .Release.Name }}" },
  ]);
  await pushChart(registry, "charts/db", { tag: "1.0.0", archive });
  const chart = `oci://${registry.host}/charts/db`;
  const { read: readAll, notes } = await open(chart, registry, folderOf(t));
  t.is((await readAll(context)).sources.length, 1);
  t.deepEqual(await notes(), [{ chart, text: "notes of shop" }]);
});
