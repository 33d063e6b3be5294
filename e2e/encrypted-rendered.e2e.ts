/** Files that SOPS has encrypted inside of charts and kustomizations: rendered built in, and applied. */
import { chmodSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { encryptedFile, sopsFolder, testKeyFile } from "../fixtures/encrypted-file.ts";
import {
  chart,
  encrypted,
  folderWith,
  isRefused,
  map,
  render,
  secret,
  textOf,
} from "../fixtures/encrypted-render.ts";
import { runRecorded } from "../fixtures/recording-shell.ts";
import { openSite } from "./apply/site.ts";
import { objectWritesOf } from "./apply/server-order.ts";
import { line } from "./sync/sidecar.ts";
import { openSyncSite, readyAt } from "./sync/sync-site.ts";

const withKey = `--sops-age-key-file=${testKeyFile}`;

const generators = `secretGenerator:
  - name: app
    envs: [app.env]
    files: [app.yaml, keystore.p12, nginx.conf]
    options: { disableNameSuffixHash: true }
`;

const overlay = {
  "prod/kustomization.yaml": `resources: [../base]\n${generators}patches: [{ path: patch.yaml }]\n`,
  "prod/patch.yaml": encryptedFile("config-map.yaml"),
  "base/kustomization.yaml": "resources: [secret.yaml, map.yaml]\n",
  "base/secret.yaml": encryptedFile("secret.yaml"),
  "base/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n",
  ...Object.fromEntries(
    ["app.env", "app.yaml", "keystore.p12", "nginx.conf"].map((name) => [`prod/${name}`, encrypted(name)]),
  ),
};

function base64(text: string): string {
  return Buffer.from(text, "latin1").toString("base64");
}

test("encrypted resources, patches, variables and files of a kustomization are decrypted", async (t) => {
  const rendered = await render(join(folderWith(t, overlay), "prod"));
  t.deepEqual(rendered.found, []);
  const text = textOf(rendered);
  t.true(text.includes("correct horse battery staple"));
  t.true(text.includes(`DB_PASSWORD: ${base64("dotenv-s3cr3t=with equals")}`), text);
  t.true(text.includes(`keystore.p12: ${base64("\u0000\u0001\u00ff\u00febinary keystore")}`));
  t.true(text.includes(base64('password: "yaml-file-s3cr3t"\n').slice(0, 36)));
  t.false(/ENC\[|sops|AGE ENCRYPTED/.test(text));
  t.true(rendered.sources[0]?.secrets?.values.includes("dotenv-s3cr3t=with equals"));
});

test("encrypted templates of a chart, and files that templates read, are decrypted", async (t) => {
  const folder = folderWith(t, chart);
  const rendered = await render(folder, { values: [join(folder, "secrets/values.yaml")] });
  t.deepEqual(rendered.found, []);
  const text = textOf(rendered);
  t.regex(text, /own: yaml-file-s3cr3t\n +given: "s3cr3t-values-password"/);
  t.true(text.includes("correct horse battery staple"));
  t.true(rendered.sources.every(({ secrets }) => secrets?.values.includes("yaml-file-s3cr3t") === true));
});

test("a kustomization with charts is decrypted with a key, and refused without", async (t) => {
  const folder = folderWith(t, {
    "kustomization.yaml": `${generators.replace(/ {4}files.*\n/, "")}helmCharts: [{ name: db, releaseName: db }]\n`,
    "app.env": encrypted("app.env"),
    "charts/db/Chart.yaml": chart["Chart.yaml"].replace("shop", "db"),
    "charts/db/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: db }\n",
  });
  const rendered = await render(folder);
  t.deepEqual(rendered.found, []);
  t.true(textOf(rendered).includes("name: db"));
  t.true(rendered.sources[0]?.secrets?.values.includes("dotenv-s3cr3t=with equals"));
  const refused = await render(folder, {}, []);
  t.deepEqual(refused.sources, []);
  t.like(refused.found, [{ code: "SopsKeyMissing" }]);
});

test("an encrypted file that no template reads needs no key", async (t) => {
  const folder = folderWith(t, {
    ...chart,
    "templates/map.yaml": chart["templates/map.yaml"].replace(/ {2}(?:own|given|encoded).*\n/g, ""),
    "templates/secret.yaml": "",
  });
  t.deepEqual((await render(folder, {}, [])).found, []);
});

test("an encrypted file that --set-file names is decrypted", async (t) => {
  const folder = folderWith(t, {
    "chart/Chart.yaml": chart["Chart.yaml"],
    "chart/templates/a.yaml": "text: {{ .Values.text | quote }}\n",
    "nginx.conf": encrypted("nginx.conf"),
  });
  const setFile = [`text=${join(folder, "nginx.conf")}`];
  t.regex(textOf(await render(join(folder, "chart"), { setFile })), /binary-text-s3cr3t/);
  t.like((await render(join(folder, "chart"), { setFile }, [])).found, [{ code: "SopsKeyMissing" }]);
});

const tamperedEnv = encrypted("app.env").replace("DB_HOST_unencrypted=db", "DB_HOST_unencrypted=evil");
test(
  "a kustomization whose encrypted variables have a wrong MAC, or no key, is refused",
  isRefused,
  { "kustomization.yaml": "secretGenerator: [{ name: a, envs: [app.env] }]\n", "app.env": tamperedEnv },
  { path: "", file: "app.env", says: /MAC/ },
);
test(
  "a kustomization with a tampered encrypted resource in its base is refused",
  isRefused,
  { ...overlay, "base/secret.yaml": overlay["base/secret.yaml"].replace("name: web", "name: evil") },
  { path: "prod", file: "base/secret.yaml", says: /MAC/ },
);
test(
  "a chart whose template reads a tampered encrypted file is refused",
  isRefused,
  {
    "Chart.yaml": chart["Chart.yaml"],
    "templates/map.yaml": '{{ range $path, $_ := .Files.Glob "config/*.yaml" }}{{ end }}',
    "config/app.yaml": encrypted("app.yaml").replace("password:", "passwords:"),
  },
  { path: "", file: "config/app.yaml", says: /moved/ },
);

test("output of a renderer on the PATH with the content of an encrypted file is refused", async (t) => {
  const folder = folderWith(t, {
    "k/kustomization.yaml": "resources: []\n",
    "bin/kustomize": `#!/bin/sh\nprintf 'kind: Secret\\ndata:\\n  app: |\\n    '; base64 "${process.cwd()}/${sopsFolder}/files/encrypted/app.env" | sed '2,$s/^/    /'`,
  });
  chmodSync(join(folder, "bin/kustomize"), 0o755);
  const path = { env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` } };
  const refused = await runRecorded(["plan", join(folder, "k"), "--renderer=path", withKey], path);
  t.is(refused.code, 2);
  t.regex(refused.stderr, /built-in renderer.*\[SopsUnsupported\]/);
});

for (const output of ["table", "yaml", "json", "html"]) {
  test(`plan -o ${output} hides values that were decrypted for a renderer`, async (t) => {
    const folder = folderWith(t, { ...prefixed("chart", chart), ...overlay });
    const values = `--values=${join(folder, "chart/secrets/values.yaml")}`;
    const paths = [join(folder, "chart"), join(folder, "prod")];
    const { code, stdout, stderr } = await runRecorded(["plan", ...paths, values, withKey, "-o", output]);
    t.is(code, 0, stderr);
    t.notRegex(stdout + stderr, secret);
    t.false(stdout.includes(base64("yaml-file-s3cr3t").slice(0, 16)));
  });
}

function prefixed(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

test("a chart with encrypted files is applied, and no output shows them", async (t) => {
  const site = await openSite(t);
  const notes = 'password {{ (.Files.Get "config/app.yaml" | fromYaml).password }}\n';
  const files = {
    ...chart,
    "templates/secret.yaml": "",
    "templates/map.yaml": map,
    "templates/NOTES.txt": notes,
  };
  const folder = folderWith(t, files);
  const home = ["--release", site.release, "-n", site.namespace];
  const applied = await site.run(["apply", folder, ...home, withKey]);
  t.is(applied.code, 0, applied.stdout + applied.stderr);
  const found = await site.get("configmaps/web");
  t.is(found?.data?.["own"], "yaml-file-s3cr3t");
  t.regex(found?.metadata.annotations?.["werf.io/sensitive-paths"] ?? "", /\$\.data\.own/);
  await site.patch("configmaps/web?fieldManager=kubectl-edit", { data: { own: "changed by hand" } });
  const compared = await site.run(["diff", folder, ...home, withKey]);
  const stored = await site.run(["get", "manifests", site.release, "-n", site.namespace]);
  for (const { stdout, stderr } of [applied, compared, stored]) {
    t.notRegex(stdout + stderr, secret);
  }

  const mark = await site.cluster.auditMark();
  const refused = await site.run(["apply", folder, ...home]);
  t.is(refused.code, 2);
  t.regex(refused.stderr, /config\/app.yaml:\d+:1: error: .*\[SopsKeyMissing\]/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("a unit with a key renders encrypted files, and is refused if a file was tampered with", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync([withKey]);
  const files = prefixed("deploy", { ...chart, "templates/secret.yaml": "", "templates/map.yaml": map });
  await readyAt(sidecar, await repository.commit(files));
  t.is((await get("configmaps/web"))?.data?.["own"], "yaml-file-s3cr3t");
  const changed = encrypted("app.yaml").replace("password:", "passwords:");
  await repository.commit({ ...files, "deploy/config/app.yaml": changed });
  const refused = await sidecar.received(line("state", { unit: "shop", phase: "Stalled" }), 0);
  t.regex(JSON.stringify(refused), /deploy\/config\/app.yaml/);
  t.notRegex(JSON.stringify(refused), secret);
});
