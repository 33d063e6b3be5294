/** The built-in renderers print what helm and kustomize print. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";

import test, { type ExecutionContext } from "ava";

import {
  combinedWords,
  everyFeatureCases,
  writeEveryFeatureChart,
} from "../../fixtures/every-feature-chart.ts";
import { artefactFile, loadModule } from "../../lib/render/wasm/load-module.ts";
import { memoryLimit } from "../../lib/render/wasm/memory-limit.ts";
import type { RenderAnswer, RendererRequest } from "../../lib/render/wasm/render-order.ts";
import { RendererInstance } from "../../lib/render/wasm/renderer-instance.ts";
import { lineProgress } from "../control-plane/progress.ts";
import { buildPeers, peerPath } from "../peers/build-peers.ts";
import { helmWords, type Printed, printedBy, reasonIn, requestOf } from "./both-renderers.ts";

const artefact = artefactFile();
const clock = { now: () => performance.timeOrigin + performance.now(), passed: () => performance.now() };
const instance =
  artefact === undefined ? undefined : new RendererInstance(loadModule(artefact, memoryLimit(0)), clock);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-render-")));
test("the chart with every feature renders", (t) => {
  const chart = writeEveryFeatureChart(mkdtempSync(join(folder, "case-")));
  const answer = render(requestOf(chart, []), chart);
  t.is(answer.type, "rendered", answer.said);
});

test.before(async () => {
  await buildPeers(
    lineProgress(() => undefined),
    ["helm", "kustomize"],
  );
  writeFileSync(
    join(folder, "values.yaml"),
    "list: [x]\nnested: { a: null }\nglobal: { labels: { team: b } }\n",
  );
});
test.after.always(() => {
  rmSync(folder, { recursive: true, force: true });
});

function render(request: RendererRequest, root: string): RenderAnswer {
  const answer = instance?.render({
    request,
    root: realpathSync(root),
    confinesOptions: false,
    input: new Uint8Array(),
  });
  if (answer === undefined) {
    throw new Error("the renderers are not built: make renderers");
  }
  return answer;
}

function isSame(t: ExecutionContext, answer: RenderAnswer, expected: Printed): void {
  if (answer.type === "rendered") {
    t.is(Buffer.from(answer.output).toString(), expected.output, expected.said);
    t.is(answer.said, expected.said);
  } else {
    t.true(reasonIn(answer.said).startsWith(reasonIn(expected.said)), `${answer.said}\n${expected.said}`);
    t.is(expected.code, 1);
  }
}

async function isSameAsHelm(t: ExecutionContext, chart: string, words: readonly string[]): Promise<void> {
  const given = words.map((word) => word.replace("VALUES", join(folder, "values.yaml")));
  const answer = render(requestOf(chart, given), chart);
  const all = [...helmWords(chart), ...given];
  isSame(t, answer, await printedBy({ program: peerPath("helm"), words: all, home: folder }));
}

const charts = globSync("{fixtures,bench}/charts/*/Chart.yaml").map((file) => dirname(file));
for (const chart of charts.toSorted()) {
  const files = globSync(`${chart}/values-*.yaml`);
  for (const words of [[], ["--is-upgrade"], ...files.map((file) => ["--values", file])]) {
    test.serial(`a chart is rendered as by helm: ${[chart, ...words].join(" ")}`, async (t) => {
      await isSameAsHelm(t, chart, words);
    });
  }
}

for (const words of everyFeatureCases) {
  test.serial(`every feature is rendered as by helm: ${words.join(" ")}`, async (t) => {
    const place = mkdtempSync(join(folder, "case-"));
    await isSameAsHelm(t, writeEveryFeatureChart(place), words);
  });
}

test.serial("charts are rendered as by helm with every pair of options", async (t) => {
  const chart = writeEveryFeatureChart(mkdtempSync(join(folder, "pairs-")));
  for (const [index, first] of combinedWords.entries()) {
    for (const second of combinedWords.slice(index)) {
      await isSameAsHelm(t, chart, [...first, ...second]);
      await isSameAsHelm(t, chart, [...second, ...first]);
    }
  }
});

test("a chart with apiVersion v3 is rendered as one with apiVersion v2", (t) => {
  const chart = writeEveryFeatureChart(mkdtempSync(join(folder, "case-")));
  const file = join(chart, "Chart.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("apiVersion: v2", "apiVersion: v3"));
  const answer = render(requestOf(chart, []), chart);
  t.is(answer.type, "rendered", answer.said);
});

/** Kustomizations by name: files of the folders base and prod, of which prod is built. */
const kustomizations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a base with a prefix": { "prod/kustomization.yaml": "resources: [../base]\nnamePrefix: p-\n" },
  "images, replicas, labels and annotations": {
    "prod/kustomization.yaml": `resources: [../base]
images: [{ name: app, newName: other, newTag: v2 }]
replicas: [{ name: web, count: 5 }]
labels: [{ pairs: { team: a }, includeSelectors: true }]
commonAnnotations: { note: x }
namespace: shop
`,
  },
  "generators and their hashes": {
    "prod/kustomization.yaml": `resources: [../base]
configMapGenerator: [{ name: settings, files: [a.conf], literals: [b=2] }, { name: env, envs: [x.env] }]
secretGenerator: [{ name: key, literals: [k=v], type: Opaque }]
generatorOptions: { labels: { generated: "yes" } }
`,
    "prod/a.conf": "a\r\nb\n",
    "prod/x.env": "# comment\nA=1\nB=two words\n",
  },
  "patches of all forms": {
    "prod/kustomization.yaml": `resources: [../base]
patches:
  - path: patch.yaml
  - target: { kind: Service }
    patch: '[{"op": "replace", "path": "/spec/ports/0/port", "value": 81}]'
  - target: { kind: Deployment, labelSelector: "app=web" }
    patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: any }
      spec: { strategy: { $patch: replace, type: Recreate } }
`,
    "prod/patch.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { spec: { containers: [{ name: app, env: [{ name: A, value: "1" }] }] } } }
`,
  },
  "components and replacements": {
    "prod/kustomization.yaml": `resources: [../base]
components: [../component]
replacements:
  - source: { kind: Service, name: web, fieldPath: spec.ports.0.port }
    targets: [{ select: { kind: Deployment }, fieldPaths: ["spec.template.spec.containers.[name=app].args.0"] }]
`,
    "component/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches: [{ patch: '[{"op": "add", "path": "/metadata/annotations", "value": {"c": "1"}}]', target: { kind: Service } }]
`,
  },
  "a sort order": {
    "prod/kustomization.yaml": "resources: [../base]\nsortOptions: { order: fifo }\n",
  },
  "a missing file": { "prod/kustomization.yaml": "resources: [../base, nowhere.yaml]\n" },
  "an unknown field": { "prod/kustomization.yaml": "resourcez: [../base]\n" },
  "a file outside of its folder": {
    "prod/kustomization.yaml": "resources: [../base/web.yaml]\n",
  },
};

const base = {
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web } }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: app, image: "app:v1", args: [x] }] }
`,
};

for (const [name, files] of Object.entries(kustomizations)) {
  test.serial(`a kustomization is built as by kustomize: ${name}`, async (t) => {
    const place = mkdtempSync(join(folder, "kustomization-"));
    for (const [file, text] of Object.entries({ ...base, ...files })) {
      mkdirSync(dirname(join(place, file)), { recursive: true });
      writeFileSync(join(place, file), text);
    }
    const path = join(place, "prod");
    const answer = render({ ...requestOf(path, []), type: "kustomization" }, place);
    const words = ["build", path];
    isSame(t, answer, await printedBy({ program: peerPath("kustomize"), words, home: folder }));
  });
}
