import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

import test, { type ExecutionContext } from "ava";

import { chartArchive, serveCharts, type ServedCharts } from "../../../fixtures/chart-server.ts";
import { fastClock } from "../../../fixtures/fast-clock.ts";
import { tarArchive } from "../../../fixtures/tar-archive.ts";
import { addDependencies, type CompletedChart } from "./add-dependencies.ts";
import { lockDigest } from "./chart-lock.ts";
import type { FetchSettings } from "./fetch-context.ts";

interface Place {
  readonly folder: string;
  readonly complete: (repository: string, settings?: FetchSettings) => Promise<CompletedChart>;
}

/** A chart that lists `db`, which it does not have. */
function place(t: ExecutionContext, version = "1.0.0"): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-dependencies-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  return {
    folder,
    complete: async (repository, settings = {}) => {
      const dependencies = [{ name: "db", version, repository }];
      const chart = { apiVersion: "v2", name: "shop", version: "1.0.0", dependencies };
      const digest = lockDigest({ listed: dependencies, locked: dependencies });
      write("root/shop/Chart.yaml", JSON.stringify(chart));
      write("root/shop/Chart.lock", JSON.stringify({ dependencies, digest }));
      const path = join(folder, "root/shop");
      return addDependencies({ type: "chart", path, name: "shop", realPath: path }, join(folder, "root"), {
        env: { XDG_CACHE_HOME: join(folder, "cache") },
        clock: fastClock(),
        signal: new AbortController().signal,
        settings,
      });
    },
  };
}

test("a locked dependency is fetched once, and cached", async (t) => {
  const archive = await chartArchive("db", "1.0.0");
  const { url, asked } = await serveCharts(t, { archive });
  const { complete } = place(t);
  const { completed, found } = await complete(url);
  t.deepEqual(found, []);
  t.deepEqual(completed.added, [{ path: "charts/db-1.0.0.tgz", content: archive }]);
  t.deepEqual((await complete(url)).completed.added, completed.added);
  t.deepEqual(asked, ["GET /charts/index.yaml", "GET /charts/db-1.0.0.tgz"]);
});

const refuses = test.macro(
  async (t, expected: RegExp, made: () => Promise<ServedCharts>, settings?: FetchSettings) => {
    const { url, host } = await serveCharts(t, await made());
    const { found } = await place(t).complete(url, settings);
    t.is(found.length, 1);
    const [first] = found;
    t.is(first?.code, "ChartUnavailable");
    t.is(first?.origin?.file, "shop/Chart.yaml");
    t.regex(first?.message.replaceAll(host, "HOST") ?? "", expected);
  },
);
const usual = (): Promise<Buffer> => chartArchive("db", "1.0.0");

test(
  "a dependency with a wrong digest is refused",
  refuses,
  /has the digest sha256:\w+ instead of sha256:0000/,
  async () => ({
    archive: await usual(),
    entry: { digest: "0".repeat(64) },
  }),
);
test("an archive of another chart is refused", refuses, /it is the chart "web 1.0.0" instead/, async () => ({
  archive: await chartArchive("web", "1.0.0"),
}));
test(
  "an archive of another version of the chart is refused",
  refuses,
  /it is the chart "db 2.0.0" instead/,
  async () => ({
    archive: await chartArchive("db", "2.0.0"),
  }),
);
test(
  "a downloaded file that is not an archive is refused",
  refuses,
  /it is not an archive of a chart/,
  async () => ({
    archive: Buffer.from("<html>"),
  }),
);
test(
  "a chart archive with a path outside of the chart is refused",
  refuses,
  /"db\/\.\.\/\.\.\/x" leads out/,
  async () => ({
    archive: await chartArchive("db", "1.0.0", [{ name: "db/../../x", text: "" }]),
  }),
);
test("a chart archive with an absolute path is refused", refuses, /"\/etc\/x" leads out/, async () => ({
  archive: await chartArchive("db", "1.0.0", [{ name: "/etc/x", text: "" }]),
}));
test("a decompression bomb is refused", refuses, /unpacks to more than 100 MB/, async () => ({
  archive: gzipSync(Buffer.concat([await tarArchive([]), Buffer.alloc(101 * 2 ** 20)]), { level: 1 }),
}));
test("an endless download is refused", refuses, /is longer than 33554432 bytes/, async () => ({
  archive: await usual(),
  answer: ({ url }, response) => {
    if (url?.endsWith(".tgz") !== true) {
      return false;
    }
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(2 ** 20))) {
        // Until the buffer is full.
      }
    };
    response.writeHead(200).on("drain", more);
    more();
    return true;
  },
}));
test(
  "an index with a URL on another host and no digest is refused",
  refuses,
  /leads to another host/,
  async () => ({
    archive: await usual(),
    entry: { digest: "", urls: ["http://localhost:1/db.tgz"] },
  }),
);
test("a redirect of the index to another host is refused", refuses, /leads to another host/, async () => ({
  archive: await usual(),
  answer: (_, response) => {
    response.writeHead(302, { location: "http://localhost:1/index.yaml" }).end();
    return true;
  },
}));
test("an endless redirect is refused", refuses, /redirects too many times/, async () => ({
  archive: await usual(),
  answer: (_, response) => {
    response.writeHead(302, { location: "index.yaml" }).end();
    return true;
  },
}));
test("a missing index is reported", refuses, /index\.yaml: not found/, async () => ({
  archive: await usual(),
  answer: (_, response) => {
    response.writeHead(404).end();
    return true;
  },
}));
const only = { allowedHosts: ["charts.example.com"] };
test(
  "a chart on a host that is not allowed is refused",
  refuses,
  /the host HOST is not allowed: add "http:\/\/HOST" to render.allowedHosts/,
  async () => ({ archive: await usual() }),
  only,
);

test("with a list of allowed hosts, the index may refer to those hosts only", async (t) => {
  const archive = await usual();
  const other = await serveCharts(t, { archive });
  const { url, host } = await serveCharts(t, {
    archive,
    entry: { urls: [`${other.url}/db-1.0.0.tgz`] },
  });
  const refused = await place(t).complete(url, { allowedHosts: [`http://${host}`] });
  t.true(refused.found[0]?.message.includes(`the host ${other.host} is not allowed`));
  t.deepEqual(other.asked, []);
  const both = [`http://${host}`, `http://${other.host}`];
  t.deepEqual((await place(t).complete(url, { allowedHosts: both })).found, []);
});

test("a file:// dependency is read from below the root only", async (t) => {
  const { complete, folder } = place(t);
  const write = (name: string): void => {
    mkdirSync(join(folder, name, "templates"), { recursive: true });
    writeFileSync(join(folder, name, "Chart.yaml"), "name: db");
    writeFileSync(join(folder, name, "templates/a.yaml"), "");
  };
  ["root/db", "db"].forEach(write);
  const { completed, found } = await complete("file://../db");
  t.deepEqual(found, []);
  t.deepEqual(
    completed.added?.map(({ path }) => path),
    ["charts/db/Chart.yaml", "charts/db/templates/a.yaml"],
  );
  t.regex((await complete("file://../../db")).found[0]?.message ?? "", /is outside of/);
  t.regex((await complete("file://../nowhere")).found[0]?.message ?? "", /there is no such folder/);
  symlinkSync("/etc/hosts", join(folder, "root/db/templates/b.yaml"));
  t.regex(
    (await complete("file://../db")).found[0]?.message ?? "",
    /templates\/b.yaml is not a regular file/,
  );
});

test("a Chart.lock of other dependencies is reported as stale", async (t) => {
  const { complete, folder } = place(t);
  await complete("file://../nowhere");
  const path = join(folder, "root/shop");
  writeFileSync(join(path, "Chart.lock"), "dependencies: []\ndigest: sha256:00\n");
  const chart = { type: "chart", path, name: "shop", realPath: path } as const;
  const { signal } = new AbortController();
  const { found } = await addDependencies(chart, folder, {
    env: {},
    clock: fastClock(),
    signal,
    settings: {},
  });
  t.is(found[0]?.code, "ChartLockStale");
  t.regex(found[0]?.message ?? "", /run `helm dependency update shop`/);
  t.deepEqual(found[0]?.origin?.file, "shop/Chart.lock");
  rmSync(join(path, "Chart.lock"));
  const without = await addDependencies(chart, folder, { env: {}, clock: fastClock(), signal, settings: {} });
  t.deepEqual(without, { completed: chart, found: [] });
});

test("a version range in Chart.lock and an unsupported repository scheme are refused", async (t) => {
  const range = await place(t, "^1.0").complete("https://charts.example.com");
  t.regex(range.found[0]?.message ?? "", /the lock pins no version but "\^1\.0"/);
  const alias = await place(t).complete("s3://charts");
  t.regex(alias.found[0]?.message ?? "", /"s3:\/\/charts" is not supported/);
});
