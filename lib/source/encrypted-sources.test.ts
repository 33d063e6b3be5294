import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { encryptedFile, testKeyFile } from "../../fixtures/encrypted-file.ts";
import { fastClock } from "../../fixtures/fast-clock.ts";
import { standInHelm } from "../../fixtures/stand-in-helm.ts";
import { noChoices } from "../render/chart-options.ts";
import { openSources } from "./open-sources.ts";
import type { Sources } from "./read-sources.ts";

/** A helm that saves its arguments and standard input, and renders the input. */
const keeping = `echo "$@" >"$PLACE/words"; cat >"$PLACE/input"; printf -- '---\\n# Source: shop/templates/a.yaml\\nvalues: '; cat "$PLACE/input"; echo "bad s3cr3t-values-password" >&2; exit "\${FAILS:-0}"`;

interface Reads {
  readonly values: readonly string[];
  readonly stdin?: string;
  readonly paths?: readonly string[];
}

async function readWith(
  t: ExecutionContext,
  script: string,
  { values, stdin = "", paths = [] }: Reads,
): Promise<Sources & { readonly place: string }> {
  const { chart, path, place } = standInHelm(t, script);
  const { read } = await openSources([chart, ...paths], {
    stdin: () => Promise.resolve(new TextEncoder().encode(stdin)),
    choices: { ...noChoices, values },
    ageKeys: { paths: [testKeyFile] },
    tools: { env: { PATH: path }, clock: fastClock() },
  });
  const { signal } = new AbortController();
  return { ...(await read({ release: "web", namespace: "prod", action: "install", signal })), place };
}

function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-encrypted-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const secretValues = "fixtures/sops/encrypted/values.yaml";

test("encrypted values are passed to helm on standard input, merged with the others in order", async (t) => {
  const folder = folderWith(t, {
    "before.yaml": "replicas: 9\nzone: a\n",
    "after.yaml": "database: {port: 1}\n",
  });
  const values = [join(folder, "before.yaml"), secretValues, join(folder, "after.yaml")];
  const { place } = await readWith(t, keeping, { values });
  t.deepEqual(JSON.parse(readFileSync(join(place, "input"), "utf8")), {
    replicas: 2,
    zone: "a",
    image: { repository: "registry.example.com/shop", tag: "1.10" },
    database: { password: "s3cr3t-values-password", port: 1 },
  });
  const words = readFileSync(join(place, "words"), "utf8");
  t.true(words.includes("--values=-"));
  t.false(words.includes("password"));
});

test("encrypted values may come from standard input", async (t) => {
  const { sources } = await readWith(t, keeping, { values: ["-"], stdin: encryptedFile("values.yaml") });
  t.true(sources[0]?.text.includes("s3cr3t-values-password"));
});

test("sources rendered with encrypted values are marked, and messages do not contain the values", async (t) => {
  const { sources, found } = await readWith(t, `FAILS=0; ${keeping}`, { values: [secretValues] });
  t.true(sources[0]?.secrets?.values.includes("s3cr3t-values-password"));
  const failed = await readWith(t, `FAILS=1; ${keeping}`, { values: [secretValues] });
  t.is(failed.found[0]?.code, "RenderFailed");
  t.regex(failed.found[0]?.message ?? "", /bad \(hidden\)/);
  t.false(JSON.stringify([found, failed.found]).includes("s3cr3t"));
});

test("nothing is rendered with values that cannot be decrypted", async (t) => {
  const folder = folderWith(t, {
    "values.yaml": encryptedFile("values.yaml").replace("port: ENC", "porto: ENC"),
  });
  const { sources, found } = await readWith(t, keeping, { values: [join(folder, "values.yaml")] });
  t.deepEqual(sources, []);
  t.like(found, [{ code: "SopsInvalid" }]);
});

test("values files without encryption are passed to helm by name", async (t) => {
  const folder = folderWith(t, { "plain.yaml": "a: b" });
  const { place, sources } = await readWith(t, keeping, { values: [join(folder, "plain.yaml")] });
  t.true(readFileSync(join(place, "words"), "utf8").includes("plain.yaml"));
  t.is(sources[0]?.secrets, undefined);
});

test("an encrypted manifest in the output of a chart is refused", async (t) => {
  const script = `printf -- '---\\n# Source: shop/templates/a.yaml\\n'; cat "${join(process.cwd(), "fixtures/sops/encrypted/secret.yaml")}"`;
  const { sources, found } = await readWith(t, script, { values: [] });
  t.deepEqual(sources, []);
  t.like(found, [{ code: "SopsUnsupported" }]);
  t.regex(found[0]?.origin?.file ?? "", /shop\/templates\/a.yaml \(rendered\)$/);
});

test("encrypted manifests are decrypted along with a chart", async (t) => {
  const paths = ["fixtures/sops/encrypted/secret.yaml"];
  const { sources, found } = await readWith(t, keeping, { values: [], paths });
  t.deepEqual(
    found.filter(({ severity }) => severity === "error"),
    [],
  );
  t.true(sources[0]?.text.includes("correct horse battery staple"));
});
