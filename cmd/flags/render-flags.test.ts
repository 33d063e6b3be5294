import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";
import { standInHelm } from "../../fixtures/stand-in-helm.ts";

/** A helm that records its arguments, and renders an object without a kind. */
const recordsArgs = `printf '%s\\n' "$@" > "$PLACE/words"
printf -- '---\\n# Source: shop/templates/web.yaml\\napiVersion: v1\\nmetadata: { name: web }\\n'`;

test("chart flags, environment variables and plan settings are passed to helm, and faults name the template", async (t) => {
  const { chart, path, place } = standInHelm(t, recordsArgs);
  const words = ["plan", chart, "--release", "web", "-n", "prod", "--action", "upgrade"];
  const flags = ["--values", "a b.yaml", "--values", "b.yaml", "--set", "x=1,y=2", "--kube-version", "1.30"];
  const { code, stderr } = await runRecorded([...words, ...flags], {
    env: { CONVERGE_RENDERER: "path", PATH: path, CONVERGE_SET_STRING: "z=1" },
  });
  t.is(code, 2);
  const flagged = "--values=a b.yaml|--values=b.yaml|--set=x=1,y=2|--set-string=z=1";
  const reported = `template|web|${chart}|--namespace|prod|--include-crds|--is-upgrade|--kube-version|1.30|${flagged}`;
  t.deepEqual(readFileSync(join(place, "words"), "utf8").trimEnd().split("\n"), reported.split("|"));
  t.true(stderr.startsWith(`${chart}/templates/web.yaml (rendered):3:1: error:`), stderr);
  t.true(stderr.includes("    3 | apiVersion: v1"), stderr);
});

for (const [flags, kube, checked] of [
  [[], "1.37", "1.37"],
  [["--kubernetes-version", "1.31"], "1.31", "1.31"],
  [["--kube-version", "v1.31.4"], "v1.31.4", "1.31"],
  [["--kube-version", "1.29.0"], "1.29.0", "1.37"],
] as const) {
  test(`a chart is rendered for the Kubernetes version that its objects are checked for: ${flags.join(" ")}`, async (t) => {
    const { chart, path, place } = standInHelm(t, recordsArgs);
    const { stdout } = await runRecorded(["validate", chart, ...flags], {
      env: { CONVERGE_RENDERER: "path", PATH: path },
    });
    t.true(readFileSync(join(place, "words"), "utf8").includes(`--kube-version\n${kube}\n`));
    t.regex(stdout, new RegExp(`for Kubernetes ${checked}`));
  });
}

/** The CRD of a kind, as printed by `helm template` for the given file. */
function definitionIn(file: string, kind: string): string {
  return `---
# Source: shop/${file}
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }
  versions: [{ name: v1, served: true, storage: true }]
`;
}

test("CRDs in the crds/ folder of a chart are in the crds stage, CRDs in its templates are not", async (t) => {
  const rendered =
    definitionIn("crds/a.yaml", "Shelf") +
    definitionIn("charts/books/crds/b.yaml", "Book") +
    definitionIn("templates/crds/c.yaml", "Reader");
  const { chart, path } = standInHelm(t, `cat <<E\n${rendered}E`);
  const { stdout } = await runRecorded(["plan", chart, "-o", "json"], {
    env: { CONVERGE_RENDERER: "path", PATH: path },
  });
  const { groups } = JSON.parse(stdout) as { groups: { stage: string; objects: { ref: string }[] }[] };
  t.deepEqual(
    groups.map(
      ({ stage, objects }) => `${stage} ${objects.map(({ ref }) => ref.split("/").at(-1)).join(" ")}`,
    ),
    ["crds books.example.com shelfs.example.com", "main readers.example.com"],
  );
});

for (const [helm, logged] of [
  ["3", 'manifest_sorter.go:209: info: skipping unknown hook: "pre-instal"'],
  ["4", 'level=INFO msg="skipping unknown hooks" hookTypes=pre-instal'],
] as const) {
  test(`a hook event unknown to Helm ${helm} is reported at its location, with the effect on the object`, async (t) => {
    const { chart, path } = standInHelm(t, `echo '${logged}' >&2\n${recordsArgs}`);
    mkdirSync(join(chart, "templates"));
    const template = 'kind: Job\nmetadata:\n  annotations:\n    "helm.sh/hook": pre-instal\n';
    writeFileSync(join(chart, "templates/migrate.yaml"), template);
    const { stderr } = await runRecorded(["plan", chart], { env: { CONVERGE_RENDERER: "path", PATH: path } });
    t.true(
      stderr.includes(
        `${chart}/templates/migrate.yaml:4:6: warning: ${chart}: helm drops an object with the unknown hook event "pre-instal", so it is not applied; did you mean "pre-install"? [RendererWarned]`,
      ),
      stderr,
    );
  });
}

test("-f with a values file is rejected with a hint to --values", async (t) => {
  const { chart, path } = standInHelm(t, recordsArgs);
  const { code, stderr } = await runRecorded(["plan", chart, "-f", "prod/values-eu.yaml"], {
    env: { CONVERGE_RENDERER: "path", PATH: path },
  });
  t.is(code, 2);
  t.is(
    stderr,
    "error: -f names manifests, as in kubectl; for the values of a chart use --values prod/values-eu.yaml\n",
  );
});

test("a chart that cannot be rendered rejects the whole set, even with --invalid skip", async (t) => {
  const fails = "echo 'Error: execution error at (shop/templates/web.yaml:3:4): no host' >&2; exit 1";
  const { chart, path } = standInHelm(t, fails);
  const words = ["plan", chart, "fixtures/wordpress", "--invalid", "skip"];
  const { code, stdout, stderr } = await runRecorded(words, {
    env: { CONVERGE_RENDERER: "path", PATH: path },
  });
  t.is(code, 2);
  t.is(stdout, "");
  t.true(stderr.startsWith(`${chart}/templates/web.yaml:3:4: error: ${chart} cannot be rendered:`), stderr);
  t.true(stderr.endsWith("nothing was planned: fix the errors\n"), stderr);
});

test("a kustomization is planned with -k", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "-k", "fixtures/wordpress"]);
  t.is(stderr, "");
  t.is(code, 0);
});

const rejectsUnusedValues = test.macro({
  title: (_, flags: readonly string[]) => `chart values without a chart are rejected: ${flags.join(" ")}`,
  exec: async (t, flags: readonly string[], flag: string) => {
    const { code, stdout, stderr } = await runRecorded(["plan", "fixtures/wordpress", ...flags]);
    t.is(
      stderr,
      `error: ${flag} is only for Helm charts, but no path is a chart (fixtures/wordpress): name the directory of Chart.yaml, or remove ${flag}\n`,
    );
    t.is(stdout, "");
    t.is(code, 2);
  },
});
test(rejectsUnusedValues, ["--values", "prod.yaml"], "--values");
test(rejectsUnusedValues, ["--set", "a=b"], "--set");
test(rejectsUnusedValues, ["--set-string", "a=b"], "--set-string");

test("chart values of the environment are ignored for a set without a chart", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "fixtures/wordpress"], {
    env: { CONVERGE_SET: "a=b" },
  });
  t.is(stderr, "");
  t.is(code, 0);
});

/** A helm that renders one ConfigMap named by its standard input. */
const rendersInput = `printf -- '---\n# Source: shop/templates/web.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: %s }\n' "$(cat)"`;

const readsValues = test.macro({
  title: (_, flag: string) => `standard input is passed to helm as values: ${flag}`,
  exec: async (t, flag: string) => {
    const { chart, path } = standInHelm(t, rendersInput);
    const around = { env: { CONVERGE_RENDERER: "path", PATH: path }, stdin: "from-stdin" };
    const { code, stdout, stderr } = await runRecorded(["plan", chart, flag], around);
    t.is(stderr, "");
    t.is(code, 0);
    t.true(stdout.includes("ConfigMap/from-stdin"), stdout);
  },
});
test(readsValues, "--values=-");
test(readsValues, "--set-file=a=b.txt,motd=-");

test("standard input is not read by helm without a flag that refers to it", async (t) => {
  const { chart, path } = standInHelm(t, rendersInput.replace("$(cat)", "x$(cat)"));
  const around = { env: { CONVERGE_RENDERER: "path", PATH: path }, stdin: "from-stdin" };
  const { stdout } = await runRecorded(["plan", chart, "--set=a=-"], around);
  t.regex(stdout, /ConfigMap\/x\s/);
});

const readsTwice = test.macro({
  title: (_, words: readonly string[]) =>
    `standard input given for two purposes is rejected: ${words.join(" ")}`,
  exec: async (t, words: readonly string[], message: string) => {
    const { chart, path } = standInHelm(t, rendersInput);
    const { code, stdout, stderr } = await runRecorded(["plan", chart, ...words], {
      env: { CONVERGE_RENDERER: "path", PATH: path },
    });
    t.is(code, 2);
    t.is(stdout, "");
    t.true(stderr.startsWith(`error: ${message}`), stderr);
  },
});
test(readsTwice, ["-", "--values", "-"], "standard input can be read only once, but it is named as a path");
test(
  readsTwice,
  ["--values", "-", "--values", "-"],
  "standard input can be read only once, but --values and --set-file name it",
);
test(
  readsTwice,
  ["--values", "-", "--set-file", "a=-"],
  "standard input can be read only once, but --values and --set-file name it",
);

/** A helm that renders a Secret whose password is the process ID, so it differs each time. */
const rendersRandom = `printf -- '---\n# Source: shop/templates/db.yaml\napiVersion: v1\nkind: Secret\nmetadata: { name: db }\nstringData: { user: shop, password: "pw-%s" }\n' $$; echo >> "$PLACE/calls"`;

test("values that differ between two renderings are reported by object and field without their values", async (t) => {
  const { chart, path, place } = standInHelm(t, rendersRandom);
  writeTemplate(chart, "db.yaml", "{{ randAlphaNum 9 }}");
  const { code, stderr } = await runRecorded(["plan", chart], {
    env: { CONVERGE_RENDERER: "path", PATH: path },
  });
  t.is(code, 0);
  t.true(
    stderr.includes(
      "db.yaml (rendered):6:27: warning: Secret/db: stringData.password differ between two renderings",
    ),
    stderr,
  );
  t.true(stderr.includes("[ValueRandom]"), stderr);
  t.false(stderr.includes("pw-"), stderr);
  t.is(readFileSync(join(place, "calls"), "utf8"), "\n\n");
});

test("a chart without functions for time or random values is rendered once", async (t) => {
  const { chart, path, place } = standInHelm(t, rendersRandom);
  writeTemplate(chart, "db.yaml", "{{- /* randAlphaNum */ -}}{{ .Values.now }}");
  const { stderr } = await runRecorded(["plan", chart], { env: { CONVERGE_RENDERER: "path", PATH: path } });
  t.is(stderr, "");
  t.is(readFileSync(join(place, "calls"), "utf8"), "\n");
});

test("a chart that calls lookup is reported with the locations of all calls", async (t) => {
  const { chart, path } = standInHelm(t, rendersRandom);
  writeTemplate(chart, "db.yaml", '{{ if lookup "v1" "Secret" "" "" }}\n{{ end }}');
  writeTemplate(chart, "web.yaml", 'a: 1\nb: {{ (lookup "v1" "Secret" "" "").data }}');
  const { code, stderr } = await runRecorded(["plan", chart], {
    env: { CONVERGE_RENDERER: "path", PATH: path },
  });
  t.is(code, 0);
  t.true(stderr.startsWith(`${chart}/templates/db.yaml:1:7: warning: ${chart} calls lookup`), stderr);
  t.true(stderr.includes(`\n  ${chart}/templates/web.yaml:2:8: lookup is called here too`), stderr);
});

function writeTemplate(chart: string, name: string, text: string): void {
  mkdirSync(join(chart, "templates"), { recursive: true });
  writeFileSync(join(chart, "templates", name), text);
}

test("a fault in a rendered object has a GitHub annotation at its template", async (t) => {
  const { chart, path } = standInHelm(t, recordsArgs);
  writeTemplate(chart, "web.yaml", "");
  const env = {
    CONVERGE_RENDERER: "path",
    PATH: path,
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: dirname(chart),
  };
  const { stderr } = await runRecorded(["plan", chart], { env });
  t.true(stderr.includes("::error file=shop/templates/web.yaml,title=KindMissing::"), stderr);
});

test("a fault in an object of a kustomization has a GitHub annotation at its kustomization file", async (t) => {
  const { chart, path } = standInHelm(t, "exit 1");
  const folder = join(dirname(chart), "prod.eu");
  mkdirSync(folder);
  writeFileSync(join(folder, "kustomization.yml"), "");
  writeFileSync(join(dirname(chart), "bin/kustomize"), "#!/bin/sh\necho 'apiVersion: v1'\n", { mode: 0o755 });
  const env = {
    CONVERGE_RENDERER: "path",
    PATH: path,
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: dirname(chart),
  };
  const { stderr } = await runRecorded(["plan", folder], { env });
  t.true(stderr.includes("::error file=prod.eu/kustomization.yml,title=KindMissing::"), stderr);
});

test("a missing chart is reported instead of its unused values", async (t) => {
  const { code, stderr } = await runRecorded(["plan", "no-such-chart", "--values", "prod.yaml"]);
  t.is(code, 2);
  t.regex(stderr, /no-such-chart does not exist/);
});
