/** Charts in kustomizations are rendered as by `kustomize build --enable-helm`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { processHost } from "../../cmd/host/process-host.ts";
import { chartArchive, serveCharts } from "../../fixtures/chart-server.ts";
import { noChoices } from "../../lib/render/chart-options.ts";
import { openSources } from "../../lib/source/open-sources.ts";
import type { Sources } from "../../lib/source/read-sources.ts";
import { lineProgress } from "../control-plane/progress.ts";
import { buildPeers, peerPath } from "../peers/build-peers.ts";
import { type Printed, printedBy } from "./both-renderers.ts";

test.before(async (t) => {
  t.timeout(600_000);
  await buildPeers(
    lineProgress(() => undefined),
    ["helm", "kustomize"],
  );
});

type Files = Readonly<Record<string, string>>;

/** A chart that shows what it is rendered with. */
const shop: Files = {
  "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
  "values.yaml": `# defaults
replicas: 1
big: 12345678
list: [{ name: a, value: 1 }, { name: b, value: 2 }]
nested: { kept: yes, gone: 1, deep: { a: 1 } }
`,
  "crds/thing.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec: { group: example.com, scope: Namespaced, names: { kind: Thing, plural: things }, versions: [] }
`,
  "templates/all.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-values
  namespace: {{ .Release.Namespace }}
data:
  values: {{ toJson .Values | quote }}
  release: "{{ .Release.IsInstall }} {{ .Release.Revision }} {{ .Release.Service }}"
  kube: {{ .Capabilities.KubeVersion.Version }}
  has: {{ .Capabilities.APIVersions.Has "example.com/v1" | quote }}
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      containers: [{ name: shop, image: "shop:v1", envFrom: [{ configMapRef: { name: own } }] }]
---
apiVersion: v1
kind: ServiceAccountList
items: [{ apiVersion: v1, kind: ServiceAccount, metadata: { name: "{{ .Release.Name }}-listed" } }]
`,
  "templates/hook.yaml": `apiVersion: v1
kind: Pod
metadata: { name: hook, annotations: { helm.sh/hook: post-install } }
---
apiVersion: v1
kind: Pod
metadata: { name: test, annotations: { helm.sh/hook: test } }
`,
  "templates/NOTES.txt": "notes of {{ .Release.Name }}\n",
};

function within(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

interface Place {
  readonly folder: string;
  readonly path: string;
}

function place(t: ExecutionContext, files: Files): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-helm-charts-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries({ ".git/HEAD": "", ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, path: join(folder, "prod") };
}

async function ours({ folder, path }: Place): Promise<Sources> {
  const { read } = await openSources([path], {
    stdin: () => Promise.reject(new Error("not asked")),
    choices: { ...noChoices, renderer: "builtin" },
    tools: { env: { HOME: folder }, clock: processHost().clock },
  });
  const { signal } = new AbortController();
  return read({ release: "other", namespace: "other", action: "install", signal });
}

function messages({ found }: Sources): string {
  return found.map(({ message, origin }) => `${origin?.file}:${origin?.line}: ${message}`).join("\n");
}

async function theirs({ folder, path }: Place): Promise<Printed> {
  const words = ["build", "--enable-helm", "--helm-command", peerPath("helm"), path];
  return printedBy({ program: peerPath("kustomize"), words, home: folder });
}

const isSame = test.macro(async (t, files: Files) => {
  const built = place(t, { ...within("prod/charts/shop", shop), ...files });
  const { sources, found } = await ours(built);
  const expected = await theirs(built);
  t.is(expected.code, 0, expected.said);
  t.deepEqual(
    found.filter(({ severity }) => severity === "error"),
    [],
  );
  t.is(sources.map(({ text }) => text).join(""), expected.output);
});

const values: Files = {
  "prod/more.yaml": "replicas: 3\nlist: [{ name: c }]\n",
  "prod/own.yaml": "replicas: 7\nnested: { gone: 2 }\n",
};
const inline =
  "valuesInline: { replicas: 2, big: 98765432, list: [{ name: b, value: 3 }], nested: { gone: null, deep: { b: 1.5 } }, more: { x: '1' } }";
const single: Files = {
  "a release name and a namespace": "helmCharts: [{ name: shop, releaseName: web, namespace: prod }]\n",
  "no release name": "helmCharts: [{ name: shop }]\n",
  "a name template": "helmCharts: [{ name: shop, nameTemplate: 'x-{{ upper \"a\" | lower }}' }]\n",
  "CRDs and skipped hooks": "helmCharts: [{ name: shop, includeCRDs: true, skipHooks: true }]\n",
  "an empty list of components": "components:\nhelmCharts: [{ name: shop }]\n",
  "skipped tests": "helmCharts: [{ name: shop, skipTests: true }]\n",
  "a values file": "helmCharts: [{ name: shop, valuesFile: own.yaml }]\n",
  "additional values files": "helmCharts: [{ name: shop, additionalValuesFiles: [own.yaml, more.yaml] }]\n",
  "values of all sources": `helmCharts: [{ name: shop, valuesFile: own.yaml, additionalValuesFiles: [more.yaml], ${inline} }]\n`,
  "overriding inline values": `helmCharts: [{ name: shop, ${inline} }]\n`,
  "merged inline values": `helmCharts: [{ name: shop, valuesMerge: merge, ${inline} }]\n`,
  "replacing inline values": `helmCharts: [{ name: shop, valuesMerge: replace, ${inline} }]\n`,
  capabilities: "helmCharts: [{ name: shop, kubeVersion: '1.29', apiVersions: [example.com/v1] }]\n",
  "two releases, prefixed and patched":
    `helmCharts: [{ name: shop, releaseName: a, skipHooks: true }, { name: shop, releaseName: b, namespace: x, skipHooks: true }]
namePrefix: p-
namespace: other
labels: [{ pairs: { team: a }, includeSelectors: true }]
images: [{ name: shop, newTag: v2 }]
configMapGenerator: [{ name: own, literals: [a=b] }]
patches: [{ target: { kind: Deployment, name: a }, patch: '[{"op": "replace", "path": "/spec/replicas", "value": 9}]' }]
sortOptions: { order: fifo }
`.replace(
      "releaseName: b, namespace: x, skipHooks: true",
      "releaseName: b, namespace: x, skipHooks: true, nameTemplate: ''",
    ),
  "the older field helmChartInflationGenerator": `helmChartInflationGenerator: [{ chartName: shop, releaseName: old, values: own.yaml, valuesLocal: { replicas: 4 }, chartHome: charts }]\n`,
};
for (const [name, text] of Object.entries(single)) {
  test.serial(`helmCharts are rendered as by kustomize: ${name}`, isSame, {
    ...values,
    "prod/kustomization.yaml": text,
  });
}
test.serial("a HelmChartInflationGenerator in a file is rendered as by kustomize", isSame, {
  "prod/kustomization.yaml": "generators: [generator.yaml]\nresources: [own.yaml]\n",
  "prod/own.yaml": "{ apiVersion: v1, kind: ConfigMap, metadata: { name: z } }\n",
  "prod/generator.yaml": `apiVersion: builtin
kind: HelmChartInflationGenerator
metadata: { name: any }
name: shop
chartHome: charts
releaseName: web
valuesInline: { replicas: 5 }
`,
});
test.serial("an inline HelmChartInflationGenerator is rendered as by kustomize", isSame, {
  "prod/kustomization.yaml": `generators:
  - |-
    apiVersion: builtin
    kind: HelmChartInflationGenerator
    metadata: { name: any }
    name: shop
    releaseName: web
`,
});
test.serial(
  "charts of bases and components with their own chart homes are rendered as by kustomize",
  isSame,
  {
    ...within("base/vendor/shop", shop),
    "prod/kustomization.yaml": `resources: [../base]
components: [../component]
nameSuffix: -s
namespace: prod
helmCharts: [{ name: shop, releaseName: outer, skipHooks: true }]
sortOptions: { order: fifo }
`,
    "base/kustomization.yaml": `helmGlobals: { chartHome: vendor }
helmCharts: [{ name: shop, releaseName: inner, skipTests: true }]
`,
    ...within("component/charts/shop", shop),
    "component/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
helmCharts: [{ name: shop, releaseName: part, skipHooks: true }]
patches: [{ target: { kind: ConfigMap }, patch: '[{"op": "add", "path": "/data/c", "value": "1"}]' }]
`,
  },
);

test.serial("faults of templates are located in the chart, and random values are detected", async (t) => {
  const random: Files = {
    "Chart.yaml": shop["Chart.yaml"] ?? "",
    "templates/secret.yaml": `apiVersion: v1
kind: Secret
metadata: { name: s }
stringData: { a: {{ randAlphaNum 20 }}, b: {{ (lookup "v1" "Secret" "" "s").data | default "c" }} }
`,
  };
  const list = { "prod/kustomization.yaml": "helmCharts: [{ name: shop }]\n" };
  const generated = await ours(place(t, { ...list, ...within("prod/charts/shop", random) }));
  t.regex(
    messages(generated),
    /shop\/templates\/secret\.yaml:4: .*lookup, which returns nothing.*set them with valuesInline/,
  );
  t.is(generated.again?.length, 1);
  t.not(generated.again?.[0]?.text, generated.sources[0]?.text);
  const broken = { ...random, "templates/secret.yaml": "{{ fail .Release.Name }}" };
  const failed = await ours(place(t, { ...list, ...within("prod/charts/shop", broken) }));
  t.deepEqual(failed.sources, []);
  t.regex(
    messages(failed),
    /prod\/charts\/shop\/templates\/secret\.yaml:1: .*cannot be rendered: .*release-name/,
  );
});

test.serial("a chart is fetched from a repository in the given version", async (t) => {
  const { url, asked } = await serveCharts(t, { archive: await chartArchive("db", "1.0.0") });
  const chart = (version: string): Files => ({
    "prod/kustomization.yaml": `helmCharts: [{ name: db, repo: "${url}", version: ${version}, releaseName: db, valuesFile: v.yaml }]\n`,
    "prod/v.yaml": "a: 1\n",
  });
  const exact = place(t, chart("1.0.0"));
  const { sources, found } = await ours(exact);
  t.deepEqual(found, []);
  const count = asked.length;
  t.deepEqual((await ours(exact)).sources, sources);
  t.is(asked.length, count);
  const { output, said } = await theirs(exact);
  t.is(sources[0]?.text, output, said);
  // What kustomize has stored is used, as it does.
  t.is((await ours(exact)).sources[0]?.text, output);
  const open = await ours(place(t, chart("^1.0")));
  t.is(open.sources[0]?.text, output);
  t.regex(messages(open), /kustomization\.yaml:1:.*\/charts\/db is the chart db 1\.0\.0 with the digest/);
});
