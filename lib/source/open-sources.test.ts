import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { fastClock } from "../../fixtures/fast-clock.ts";
import { endlessHelm, pidOf, standInHelm, untilGone } from "../../fixtures/stand-in-helm.ts";
import type { RenderContext, ServedApis } from "../object/render-context.ts";
import { openSources, type Reading } from "./open-sources.ts";
import type { Sources } from "./read-sources.ts";
import { noChoices } from "../render/chart-options.ts";

/** A helm that renders its arguments. */
const wordy = `printf -- '---\\n# Source: shop/templates/words.yaml\\n'; for word; do printf '# %s\\n' "$word"; done`;

const unasked = { stdin: () => Promise.reject(new Error("nobody asks for it")) };

interface Place {
  readonly folder: string;
  readonly read: (paths: readonly string[], more?: Partial<Reading & RenderContext>) => Promise<Sources>;
}

/** A folder with these files, and these programs on the PATH before the system's own shell and `sleep`. */
function placeWith(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  programs: Readonly<Record<string, string>> = {},
): Place {
  const folder = mkdtempSync(join(tmpdir(), "converge open "));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, "bin"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  const env = {
    PATH: join(folder, "bin"),
    HOME: "/nowhere",
    AWS_SECRET_ACCESS_KEY: "secret",
    HELM_DEBUG: "true",
  };
  return {
    folder,
    read: async (paths, more = {}) => {
      const sources = await openSources(
        paths.map((path) => join(folder, path)),
        {
          ...unasked,
          choices: noChoices,
          tools: { env, clock: fastClock() },
          ...more,
        },
      );
      const rendering = { release: "web", namespace: "prod", action: "install", ...more } as const;
      const read = await sources.read({ ...rendering, signal: more.signal ?? new AbortController().signal });
      t.deepEqual(sources.latest(), read.sources);
      return read;
    },
  };
}

const chart = { "shop/Chart.yaml": "name: shop", "shop/templates/web.yaml": "{{ .Values.x }}" };

test("a folder with a Chart.yaml is rendered by helm, with its arguments unchanged", async (t) => {
  const { folder, read } = placeWith(t, chart, { helm: wordy });
  const { sources, found } = await read(["shop/"], {
    action: "upgrade",
    choices: { ...noChoices, set: ["a=$(id) 'b'"] },
    served: () => Promise.resolve({ kubernetesVersion: "v1.36.3", apiVersions: ["v1"] }),
  });
  t.deepEqual(found, []);
  t.deepEqual(
    sources.map(({ name }) => name),
    [`${folder}/shop/templates/words.yaml (rendered)`],
  );
  const words = `template|web|${folder}/shop/|--namespace|prod|--include-crds|--is-upgrade|--kube-version|v1.36.3|--api-versions|v1|--set=a=$(id) 'b'`;
  t.is(
    sources[0]?.text,
    `---\n# Source: shop/templates/words.yaml\n${words
      .split("|")
      .map((word) => `# ${word}\n`)
      .join("")}`,
  );
});

test("a .tgz archive is rendered as a chart", async (t) => {
  const { read } = placeWith(t, { "shop-1.0.0.tgz": "" }, { helm: wordy });
  const { sources } = await read(["shop-1.0.0.tgz"]);
  t.true(sources[0]?.name.endsWith("/shop-1.0.0.tgz/templates/words.yaml (rendered)"));
});

const builds = test.macro(
  async (t, file: string, programs: Readonly<Record<string, string>>, text: string) => {
    const { folder, read } = placeWith(t, { [`prod/${file}`]: "", "prod/patch.yaml": "not: read" }, programs);
    const { sources, found } = await read(["prod"]);
    t.deepEqual(found, []);
    t.deepEqual(sources, [
      { name: `${folder}/prod (rendered)`, text: text.replace("DIR", `${folder}/prod`) },
    ]);
  },
);
const both = { kustomize: 'echo "# kustomize $*"', kubectl: 'echo "# kubectl $*"' };
test("a kustomization is built by kustomize", builds, "kustomization.yaml", both, "# kustomize build DIR\n");
test(
  "a kustomization is built by kubectl if kustomize is missing",
  builds,
  "Kustomization",
  { kubectl: both.kubectl },
  "# kubectl kustomize DIR\n",
);

test("a missing renderer is an error for each path that needs one", async (t) => {
  const { read } = placeWith(t, { ...chart, "prod/kustomization.yml": "" });
  const { sources, found } = await read(["shop", "prod"]);
  t.deepEqual(sources, []);
  t.deepEqual(
    found.map(({ severity, code }) => `${severity} ${code}`),
    ["error RendererMissing", "error RendererMissing"],
  );
});

test("manifests and rendered charts are read together, and a path given twice is read once", async (t) => {
  const { folder, read } = placeWith(
    t,
    { ...chart, "m/a.yaml": "kind: A", "empty/note.txt": "" },
    { helm: wordy },
  );
  const { sources, found } = await read(["shop", "m", "empty", "shop/"]);
  t.deepEqual(
    sources.map(({ name }) => name.slice(folder.length + 1)),
    ["m/a.yaml", "shop/templates/words.yaml (rendered)"],
  );
  t.deepEqual(
    found.map(({ severity, code }) => `${severity} ${code}`),
    ["warning NothingToPlan"],
  );
});

test("a chart inside of a folder of manifests is reported, not rendered", async (t) => {
  const { folder, read } = placeWith(t, {
    "all/a.yaml": "",
    "all/shop/Chart.yaml": "",
    "all/shop/templates/w.yaml": "{{",
  });
  const { found } = await read(["all"]);
  t.deepEqual(
    found.map(({ message }) => message.replaceAll(`${folder}/`, "")),
    [
      "all/shop/Chart.yaml is not a manifest and was skipped: pass all/shop as a path of its own to render the chart",
      "all/shop/templates/ contains the templates of a Helm chart and was skipped: pass all/shop as a path of its own to render it",
    ],
  );
});

test("a renderer gets only the environment variables that it needs", async (t) => {
  const { folder, read } = placeWith(t, chart, { helm: "export -p" });
  const { sources } = await read(["shop"]);
  const text = sources[0]?.text ?? "";
  t.true(text.includes("/nowhere") && text.includes(folder));
  t.false(text.includes("AWS_SECRET") || text.includes("HELM_DEBUG"));
});

test("errors and warnings that helm prints are reported", async (t) => {
  const fails = placeWith(t, chart, { helm: "echo 'Error: boom' >&2; exit 1" });
  t.like((await fails.read(["shop"])).found, [{ code: "RenderFailed", severity: "error" }]);
  const warns = placeWith(t, chart, { helm: `${wordy}; echo 'WARNING: old chart' >&2` });
  const { sources, found } = await warns.read(["shop"]);
  t.is(sources.length, 1);
  t.like(found, [{ code: "RendererWarned", severity: "warning" }]);
});

test("a helm that may not be executed is reported", async (t) => {
  const { folder, read } = placeWith(t, chart, { helm: wordy });
  chmodSync(join(folder, "bin/helm"), 0o644);
  const { found } = await read(["shop"]);
  t.true(found[0]?.message.endsWith("cannot be rendered: helm cannot be executed by this user"));
});

test("an argument that cannot be passed to a program is reported", async (t) => {
  const { read } = placeWith(t, chart, { helm: wordy });
  const { found } = await read(["shop"], { choices: { ...noChoices, set: ["a=\0"] } });
  t.like(found, [{ code: "RenderFailed" }]);
});

test("aborting a run ends its helm process", async (t) => {
  const helm = standInHelm(t, endlessHelm);
  const end = new AbortController();
  const tools = { env: { PATH: helm.path }, clock: fastClock() };
  const { read } = await openSources([helm.chart], { ...unasked, choices: noChoices, tools });
  const reading = read({ release: "web", namespace: "prod", action: "install", signal: end.signal });
  const pid = await pidOf(helm);
  end.abort(new Error("interrupted"));
  await t.throwsAsync(reading, { message: "interrupted" });
  await t.notThrowsAsync(untilGone(pid));
});

test("a helm that takes longer than five minutes is ended", async (t) => {
  const helm = standInHelm(t, endlessHelm);
  const clock = fastClock();
  const tools = { env: { PATH: helm.path }, clock };
  const { read } = await openSources([helm.chart], { ...unasked, choices: noChoices, tools });
  const { signal } = new AbortController();
  const reading = read({ release: "web", namespace: "prod", action: "install", signal });
  const pid = await pidOf(helm);
  clock.pass(300_000);
  const { found } = await reading;
  t.is(found[0]?.message, `${helm.chart} cannot be rendered: helm took longer than 5 minutes`);
  await t.notThrowsAsync(untilGone(pid));
});

function served(): Promise<ServedApis> {
  return Promise.resolve({ kubernetesVersion: "v1.36.3", apiVersions: ["v1"] });
}

/**
 * Begins to render a chart, and reads it twice; returns for each reading whether the cluster was asked for
 * it.
 */
async function begunThenRead(
  t: ExecutionContext,
  more: Readonly<Record<string, string>>,
  { namespace = "prod", choices = noChoices }: { namespace?: string; choices?: typeof noChoices } = {},
): Promise<readonly string[]> {
  const { folder } = placeWith(t, { ...chart, ...more }, { helm: wordy });
  const tools = { env: { PATH: join(folder, "bin") }, clock: fastClock() };
  const sources = await openSources([join(folder, "shop")], { ...unasked, choices, tools });
  const { signal } = new AbortController();
  sources.begin({ release: "web", namespace, signal });
  const rendering = { release: "web", namespace: "prod", action: "upgrade", served, signal } as const;
  const texts: string[] = [];
  for (let reading = 0; reading < 2; reading += 1) {
    const read = await sources.read(rendering);
    texts.push(...read.sources.map(({ text }) => text));
  }
  return texts.map((text) => (text.includes("v1.36.3") ? "asked" : "early"));
}

test("a chart that does not depend on the cluster is rendered before it is read, once", async (t) => {
  t.deepEqual(await begunThenRead(t, {}), ["early", "asked"]);
});

test("a rendering begun for another namespace is not used", async (t) => {
  t.deepEqual(await begunThenRead(t, {}, { namespace: "other" }), ["asked", "asked"]);
});

for (const [what, files] of [
  ["uses the version of the cluster", { "shop/templates/x.tpl": "{{ .Capabilities.KubeVersion }}" }],
  ["uses the action", { "shop/templates/x.tpl": "{{ if .Release.IsUpgrade }}" }],
  ["requires a version of Kubernetes", { "shop/charts/db/Chart.yaml": "kubeVersion: '>=1.30'" }],
  ["has a subchart that cannot be read", { "shop/charts/db-1.0.0.tgz": "" }],
] as const) {
  test(`a chart that ${what} is not rendered before it is read`, async (t) => {
    t.deepEqual(await begunThenRead(t, files), ["asked", "asked"]);
  });
}

test("a chart whose values use the cluster's APIs is not rendered before it is read", async (t) => {
  const choices = { ...noChoices, set: ["x={{ .Capabilities.APIVersions }}"] };
  t.deepEqual(await begunThenRead(t, {}, { choices }), ["asked", "asked"]);
});
