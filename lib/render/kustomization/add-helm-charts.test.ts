import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { addHelmCharts } from "./add-helm-charts.ts";

type Files = Readonly<Record<string, string>>;

/** Returns what is found in the kustomization `prod`, by file and line. */
async function foundIn(t: ExecutionContext, files: Files): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-kustomization-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const realPath = join(folder, "root/prod");
  const { found } = await addHelmCharts(
    { type: "kustomization", path: realPath, name: "overlays/prod", realPath },
    {
      root: join(folder, "root"),
      fetching: {
        env: {},
        clock: fastClock(),
        signal: new AbortController().signal,
        settings: { allowedHosts: [] },
      },
      decrypt: () => Promise.resolve("refused"),
    },
  );
  return found.map(({ code, message, origin }) => `${origin?.file}:${origin?.line}: ${code}: ${message}`);
}

const finds = test.macro(async (t, files: Files, ...expected: readonly RegExp[]) => {
  const found = await foundIn(t, files);
  t.is(found.length, expected.length, found.join("\n"));
  expected.forEach((each, index) => t.regex(found[index] ?? "", each));
});

function prod(text: string): Files {
  return { "root/prod/kustomization.yaml": text };
}

const chart = { "root/prod/charts/db/Chart.yaml": "{ apiVersion: v2, name: db, version: 1.0.0 }" };

test("a kustomization without charts has no findings", finds, prod("resources: [web.yaml]\n"));
test(
  "an unknown field of a chart is reported with a suggestion",
  finds,
  prod("helmCharts:\n- name: db\n  releasename: web\n"),
  /^overlays\/prod\/kustomization\.yaml:3: RenderFailed: a chart has no field "releasename"; did you mean "releaseName"\?/,
);
test(
  "chart fields of wrong types, and a missing name, are reported",
  finds,
  prod(
    "helmCharts:\n- valuesInline: text\n  apiVersions: v1\n  includeCRDs: 'yes'\n  valuesMerge: deep\n- db\n",
  ),
  /:2: .*valuesInline must be a mapping$/,
  /:3: .*apiVersions must be a list of strings$/,
  /:4: .*includeCRDs must be true or false$/,
  /the name of the chart is missing$/,
  /:5: .*valuesMerge must be one of merge, override, replace$/,
  /:6: .*a chart is a mapping/,
);
test(
  "a missing local chart is reported",
  finds,
  prod("helmCharts:\n- name: db\n"),
  /:2: RenderFailed: there is no chart in overlays\/prod\/charts\/db: put it there, or set repo and version/,
);
test(
  "a chart on a host that is not allowed is reported in a base",
  finds,
  {
    ...prod("resources: [../base]\n"),
    "root/base/kustomization.yml":
      "helmCharts:\n- { name: db, version: 1.0.0, repo: 'https://charts.example.com' }\n",
  },
  /^overlays\/base\/kustomization\.yml:2: ChartUnavailable: .*the host charts\.example\.com is not allowed/,
);
test(
  "a password in the URL of a chart repository is reported without showing it",
  finds,
  prod("helmCharts:\n- { name: db, repo: 'https://ada:hush@charts.example.com/a' }\n"),
  /:2: ChartUnavailable: https:\/\/charts\.example\.com\/a\/db cannot be fetched: the address https:\/\/charts\.example\.com\/a has credentials in it/,
);
test(
  "a chart outside of the repository is reported",
  finds,
  {
    ...prod("helmGlobals: { chartHome: ../../charts }\nhelmCharts:\n- name: db\n"),
    "charts/db/Chart.yaml": "",
  },
  /:3: RenderFailed: charts\/db is outside of the repository/,
);
test(
  "values files that are missing, outside, remote or encrypted for other keys are reported",
  finds,
  {
    ...prod(
      "helmCharts:\n- name: db\n  valuesFile: nowhere.yaml\n  additionalValuesFiles: [../../x.yaml, https://example.com/x.yaml, secret.yaml]\n",
    ),
    ...chart,
    "x.yaml": "",
    "root/prod/secret.yaml": "a: 1\nsops:\n  mac: ENC[AES256_GCM,data:x]\n",
  },
  /nowhere\.yaml cannot be read: there is no such file/,
  /x\.yaml cannot be read: it is outside of the repository/,
  /https:\/\/example\.com\/x\.yaml cannot be read: it is a URL/,
  /secret\.yaml cannot be read: it cannot be decrypted/,
);
test(
  "a chart generator in a file with other objects is reported",
  finds,
  {
    ...prod("generators:\n- a.yaml\n"),
    "root/prod/a.yaml": "{ apiVersion: builtin, kind: HelmChartInflationGenerator }\n---\n{ kind: Other }\n",
  },
  /kustomization\.yaml:2: .*a HelmChartInflationGenerator has to be in a file without other objects/,
);
test(
  "faults of a chart generator are reported with their positions",
  finds,
  {
    ...prod("generators: [a.yaml]\n"),
    "root/prod/a.yaml": "apiVersion: builtin\nkind: HelmChartInflationGenerator\nname: 1\n",
  },
  /^overlays\/prod\/a\.yaml:3: .*name must be a string/,
  /the name of the chart is missing/,
);
test(
  "a base with a chart in two namespaces is reported",
  finds,
  {
    ...prod("resources: [../a, ../b]\n"),
    "root/a/kustomization.yaml": "namespace: a\nresources: [../base]\n",
    "root/b/kustomization.yaml": "namespace: b\nresources: [../base]\n",
    "root/base/kustomization.yaml": "helmCharts:\n- name: db\n",
  },
  /^overlays\/base\/kustomization\.yaml:2: .*set different namespaces, and the chart db can be rendered for one only/,
);

const remote =
  /^overlays\/base\/kustomization\.yaml:\d+: RenderFailed: (\S+) is remote, and only charts are fetched while rendering: download it into the repository/;
test("remote resources of a kustomization are reported with their lines, in bases too", async (t) => {
  const found = await foundIn(t, {
    ...prod("resources: [../base]\n"),
    "root/base/kustomization.yaml": `resources:
- web.yaml
- https://user:pw@example.com/a.yaml
- https://github.com/org/repo//base?ref=v1
- github.com/org/repo//base?ref=v1
- git@example.com:org/repo.git
- ssh://git@example.com/org/repo
- github.com/local
- |-
  # https://example.com
components: ["https://example.com/c?ref=v1"]
patches: [{ path: "https://example.com/p.yaml" }, { patch: "https://example.com" }]
openapi: { path: "http://example.com/s.json" }
`,
    "root/base/github.com/local/kustomization.yaml": "",
  });
  t.deepEqual(
    found.map((each) => remote.exec(each)?.[1]),
    [
      "https://example.com/a.yaml",
      "https://github.com/org/repo//base?ref=v1",
      "github.com/org/repo//base?ref=v1",
      "git@example.com:org/repo.git",
      "ssh://example.com/org/repo",
      "https://example.com/c?ref=v1",
      "https://example.com/p.yaml",
      "http://example.com/s.json",
    ],
  );
  t.regex(found[0] ?? "", /:3: .* repository and name the file or folder$/);
  t.regex(found[1] ?? "", /:4: .* such as by `kubectl kustomize https:.*ref=v1 > base\.yaml`, and name/);
});

test("kustomizations that refer to each other are read once", async (t) => {
  const found = await foundIn(t, {
    ...prod("resources: [../base]\nnamespace: a\n"),
    "root/base/kustomization.yaml": "resources: [../prod, https://example.com/a.yaml]\n",
  });
  t.is(found.length, 1);
});

test("files of a kustomization outside of the root are not read", async (t) => {
  const outside = "apiVersion: builtin\nkind: HelmChartInflationGenerator\nsecret: 1\n";
  const found = await foundIn(t, {
    ...prod("resources: [../../base]\ngenerators: [../../outside.yaml]\n"),
    "outside.yaml": outside,
    "base/kustomization.yaml": "resources: [https://example.com]\n",
  });
  t.deepEqual(found, []);
});

test("a long chain of bases with many namespaces is read in bounded time", async (t) => {
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const overlays = numbers.map((each) => `../a${each}`).join(", ");
  const files: Record<string, string> = {};
  for (const each of numbers) {
    files[`root/a${each}/kustomization.yaml`] = `namespace: a${each}\nresources: [../b0]\n`;
    files[`root/b${each}/kustomization.yaml`] = `resources: [../b${each + 1}]\n`;
  }
  t.timeout(20_000);
  t.deepEqual(await foundIn(t, { ...prod(`resources: [${overlays}]\n`), ...files }), []);
});
