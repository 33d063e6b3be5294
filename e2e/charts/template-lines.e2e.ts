/** Findings in rendered objects name the lines of templates. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

const helpers = `{{- define "shop.labels" -}}
app: shop
{{ toYaml .Values.labels }}
{{- end }}
`;

const web = `{{- /* a comment
  of two lines */ -}}
{{- if .Values.absent }}
kind: Nothing
{{- else }}
apiVersion: v1
kind: Service
metadata:
  name: web
  labels:
    {{- include "shop.labels" . | nindent 4 }}
    "a/b/c": d
  annotations:
    sum: {{ include (print $.Template.BasePath "/env.yaml") . | sha256sum }}
spec:
  {{- with .Values.absent }}
  none: {{ . }}
  {{- end }}
  ports:
    {{- range $index, $port := .Values.ports }}
    - port: {{ $port }}
      name: {{ printf "p%d" $index | quote }}
      nodeport: 1
    {{- end }}
  selectr: {a: b}
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: more
  labels: {{- include "shop.labels" . | nindent 4 }}
dta: {}
`;

const env = `apiVersion: v1
kind: ConfigMap
metadata: { name: env }
{{ toYaml .Values.extra }}
`;

const chart: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
  "values.yaml": "ports: [80, 443]\nlabels: { team: a, tier: b }\nextra: { data: { a: b }, dato: {} }\n",
  "templates/_helpers.tpl": helpers,
  "templates/web.yaml": web,
  "templates/env.yaml": env,
};

/** Writes the chart with these files besides. */
function writeChart(t: ExecutionContext, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-lines-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...chart, ...more })) {
    mkdirSync(dirname(join(folder, "shop", name)), { recursive: true });
    writeFileSync(join(folder, "shop", name), text);
  }
  return join(folder, "shop");
}

/** Returns the places of the findings, each with what is quoted of it. */
async function placesIn(folder: string): Promise<readonly string[]> {
  const { stdout } = await runRecorded(["validate", folder], {});
  const found = stdout.matchAll(/^(\S*?)([^/\s]+:\d+)(?::\d+)?: error: .*\n +\d+ \| +(.*)$/gm);
  return [...found].map(([, , place = "", line = ""]) => `${place} ${line}`);
}

test("findings name the template lines of conditionals, loops, included text and later documents", async (t) => {
  t.deepEqual(await placesIn(writeChart(t)), [
    "env.yaml:4 dato: {}",
    'web.yaml:12 "a/b/c": d',
    "web.yaml:23 nodeport: 1",
    "web.yaml:23 nodeport: 1",
    "web.yaml:25 selectr: {a: b}",
    "web.yaml:33 dta: {}",
  ]);
});

test("findings name the template lines of hooks and subcharts", async (t) => {
  const hook = `{{ if true }}apiVersion: v1
kind: Pod
metadata: { name: job, annotations: { helm.sh/hook: pre-install } }
spec: { containers: [{ name: a, image: b }], hostname2: c }
{{ end }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: last }
# The last document, with lines after it.
date: {}


`;
  const folder = writeChart(t, {
    "templates/env.yaml": "",
    "templates/web.yaml": "",
    "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 1.0.0\n",
    "charts/db/templates/hook.yaml": hook,
  });
  t.deepEqual(await placesIn(folder), [
    "hook.yaml:4 spec: { containers: [{ name: a, image: b }], hostname2: c }",
    "hook.yaml:11 date: {}",
  ]);
});

test("JSON output names template lines, or rendered lines for a template of random length", async (t) => {
  const lines = "{{- range $index := until (int (randInt 1 9999)) }}\n# {{ $index }}\n{{- end }}\n";
  const folder = writeChart(t, {
    "templates/env.yaml": "",
    "templates/web.yaml": `{{ "" }}\n\n${env.replace("{{ toYaml .Values.extra }}", "datum: {}")}`,
    "templates/random.yaml": `${lines}${env.replace("env", "b").replace("{{ toYaml .Values.extra }}", "datum: {}")}`,
  });
  const { stdout } = await runRecorded(["validate", folder, "-o", "json"], {});
  const places = [...stdout.matchAll(/"file": "([^"]*)",\s*"line": (\d+)/g)].map(
    ([, file = "", line]) => `${file.replace(`${folder}/templates/`, "")} ${line}`,
  );
  t.deepEqual(
    places.filter((place) => !place.startsWith("random.yaml")),
    ["web.yaml 6"],
  );
  t.true(
    places.some((place) => place.startsWith("random.yaml (rendered) ")),
    stdout,
  );
});
