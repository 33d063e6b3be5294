/** Files that SOPS has encrypted in charts of kustomizations and in archived charts: rendered built in. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

import test, { type ExecutionContext } from "ava";

import { serveCharts } from "../fixtures/chart-server.ts";
import { encryptedFile } from "../fixtures/encrypted-file.ts";
import {
  chart,
  encrypted,
  folderWith,
  isRefused,
  map,
  render,
  textOf,
} from "../fixtures/encrypted-render.ts";
import { tarArchive } from "../fixtures/tar-archive.ts";

const inflating = {
  "root/kustomization.yaml":
    "helmCharts:\n- { name: db, releaseName: db, valuesFile: values.yaml, additionalValuesFiles: [more.yaml] }\n",
  "root/values.yaml": encryptedFile("values.yaml"),
  "root/more.yaml": encrypted("app.yaml"),
  "root/charts/db/Chart.yaml": chart["Chart.yaml"].replace("shop", "db"),
  "root/charts/db/config/app.yaml": encrypted("app.yaml"),
  "root/charts/db/config/unused.yaml": encryptedFile("post-quantum.yaml"),
  "root/charts/db/templates/a.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: db }
data:
  given: {{ .Values.database.password | quote }}
  more: {{ .Values.password | quote }}
  own: {{ (.Files.Get "config/app.yaml" | fromYaml).password }}
`,
};

test("encrypted values files and chart files of a kustomization are decrypted", async (t) => {
  const rendered = await render(join(folderWith(t, inflating), "root"));
  t.deepEqual(rendered.found, []);
  t.regex(
    textOf(rendered),
    /given: s3cr3t-values-password\n +more: yaml-file-s3cr3t\n +own: yaml-file-s3cr3t/,
  );
  const { values = [] } = rendered.sources[0]?.secrets ?? {};
  t.true(values.includes("s3cr3t-values-password") && values.includes("yaml-file-s3cr3t"));
});

/** A folder with the chart `shop`, whose files are encrypted, as an archive, and as one within another. */
async function archivedIn(t: ExecutionContext, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const files = { ...chart, "config/unused.yaml": encryptedFile("post-quantum.yaml"), ...more };
  const folder = folderWith(t, { "outer/Chart.yaml": chart["Chart.yaml"].replace("shop", "outer") });
  const archive = gzipSync(
    await tarArchive(Object.entries(files).map(([name, text]) => ({ name: `shop/${name}`, text }))),
  );
  mkdirSync(join(folder, "outer/charts"));
  for (const place of ["shop.tgz", "outer/charts/shop-1.0.0.tgz"]) {
    writeFileSync(join(folder, place), archive);
  }
  return folder;
}

test("encrypted files in an archived chart or archived subchart are decrypted", async (t) => {
  const folder = await archivedIn(t, { "templates/map.yaml": map });
  for (const path of ["shop.tgz", "outer"]) {
    const rendered = await render(join(folder, path));
    t.deepEqual(rendered.found, []);
    t.regex(textOf(rendered), /own: yaml-file-s3cr3t/);
    t.true(textOf(rendered).includes("correct horse battery staple"));
    t.true(rendered.sources.every(({ secrets }) => secrets?.values.includes("yaml-file-s3cr3t") === true));
  }
});

test("an archived chart with a tampered encrypted file is refused, and the file is named", async (t) => {
  const changed = encryptedFile("secret.yaml").replace("name: web", "name: evil");
  const folder = await archivedIn(t, { "templates/map.yaml": map, "templates/secret.yaml": changed });
  for (const path of ["shop.tgz", "outer"]) {
    const known = relative(".", folder);
    const { sources, found } = await render(join(known, path));
    t.deepEqual(sources, []);
    t.like(found, [{ code: "SopsInvalid" }]);
    const archive = path === "outer" ? "outer/charts/shop-1.0.0.tgz" : path;
    t.is(found[0]?.origin?.file, join(known, archive, "templates/secret.yaml"));
  }
});

test("encrypted files of a fetched chart are not decrypted", async (t) => {
  const files = { "Chart.yaml": chart["Chart.yaml"].replace("shop", "db"), "templates/map.yaml": "" };
  const archive = readFileSync(join(await archivedIn(t, files), "shop.tgz"));
  const { url } = await serveCharts(t, { archive });
  const remote = { repo: url, version: "1.0.0" };
  const { sources, found } = await render("db", { remote });
  t.deepEqual(sources, []);
  t.like(found.at(-1), { code: "SopsUnsupported" });
  t.regex(found.at(-1)?.message ?? "", /not decrypted before rendering, as in a fetched chart/);
});

test(
  "a kustomization whose chart names a tampered values file is refused",
  isRefused,
  { ...inflating, "root/values.yaml": encryptedFile("values.yaml").replace("port: ENC", "porto: ENC") },
  { path: "root", file: "root/values.yaml", says: /moved/ },
);
