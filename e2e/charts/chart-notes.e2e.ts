/** NOTES.txt and the revision of charts that are rendered built in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import { openSite, type Site } from "../apply/site.ts";

const notes = `{{- define "notes" }}{{ .Release.Name }} is revision {{ .Release.Revision }}{{ end }}
{{ include "notes" . }}.
{{ "The password is hunter-2-hunter." }}{{ "\\u001b[31m" }}
`;

const chart: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
  "values.yaml": "greeting: hello\n",
  "templates/NOTES.txt": notes,
  "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 1.0.0\n",
  "charts/db/templates/NOTES.txt": "of the subchart\n",
  "templates/web.yaml": `apiVersion: v1
kind: Secret
metadata: { name: web }
stringData: { password: hunter-2-hunter }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data:
  greeting: {{ .Values.greeting }}
  revision: {{ .Release.Revision | quote }}
`,
};

interface Shop extends Site {
  readonly converge: (verb: string, ...words: readonly string[]) => Promise<Recorded>;
}

async function openShop(t: ExecutionContext): Promise<Shop> {
  const site = await openSite(t);
  const folder = mkdtempSync(join(tmpdir(), "converge-notes-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, text] of Object.entries(chart)) {
    mkdirSync(dirname(join(folder, "shop", name)), { recursive: true });
    writeFileSync(join(folder, "shop", name), text);
  }
  const home = ["--release", site.release, "-n", site.namespace];
  return {
    ...site,
    converge: (verb, ...words) => site.run([verb, join(folder, "shop"), ...words, ...home]),
  };
}

test("notes are printed after the summary, without values of Secrets and control characters", async (t) => {
  const { converge, release } = await openShop(t);
  const { code, stdout, stderr } = await converge("apply");
  t.is(code, 0, stdout + stderr);
  const [, shown] = stdout.split(/\nNOTES of .*shop:\n/);
  t.is(shown, `${release} is revision 1.\nThe password is (hidden).\\x1b[31m\n`, stdout);
});

for (const flag of ["--quiet", "--dry-run=server", "--output=json", "--renderer=path"]) {
  test(`notes are not printed with ${flag}`, async (t) => {
    const { converge } = await openShop(t);
    const { stdout } = await converge("apply", flag);
    t.notRegex(stdout, /NOTES|is revision/);
  });
}

test(".Release.Revision is the next revision of the release", async (t) => {
  const { converge, get } = await openShop(t);
  t.is((await converge("apply")).code, 0);
  t.like((await get("configmaps/web"))?.data, { revision: "1" });
  const compared = await converge("diff");
  t.true(compared.stdout.includes('data.revision: "1" → "2"'), compared.stdout + compared.stderr);
  const upgraded = await converge("apply", "--set", "greeting=bye");
  t.is(upgraded.code, 0, upgraded.stderr);
  t.like((await get("configmaps/web"))?.data, { revision: "2" });
  t.true(upgraded.stdout.includes("is revision 2."), upgraded.stdout);
});
