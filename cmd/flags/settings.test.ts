import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test, { type ExecutionContext } from "ava";

const program = fileURLToPath(new URL("../converge.mjs", import.meta.url));

/** Runs converge in a new folder with this converge.yaml and a ConfigMap without a namespace. */
function run(
  t: ExecutionContext,
  settings: string,
  {
    words = ["plan", "."],
    env = {},
  }: { readonly words?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-settings-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, "converge.yaml"), settings);
  writeFileSync(join(folder, "env.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: env }\n");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return `${status}: ${stdout}${stderr}`;
}

test("converge.yaml sets flags", (t) => {
  t.regex(run(t, "namespace: shop\nrelease: web\n"), /namespace shop: 1 object/);
});

test("the environment and the command line take precedence over converge.yaml", (t) => {
  const env = { CONVERGE_NAMESPACE: "blog" };
  t.regex(run(t, "namespace: shop\n", { env }), /namespace blog: /);
  t.regex(run(t, "namespace: shop\n", { env, words: ["plan", ".", "-n", "wiki"] }), /namespace wiki: /);
});

test("converge.yaml may set a flag of another command", (t) => {
  t.regex(run(t, "max-prune: 50%\n"), /^0: /);
});

test("a value that only another command supports is ignored in favour of the default", (t) => {
  const table = /^0: GROUP/;
  t.regex(run(t, "output: sarif\n"), table);
  t.regex(run(t, "", { env: { CONVERGE_OUTPUT: "sarif" } }), table);
  t.regex(run(t, "", { env: { CONVERGE_OUTPUT: "json" } }), /^0: \{/);
  t.regex(
    run(t, "", { env: { CONVERGE_OUTPUT: "srif" } }),
    /^2: error: invalid value "srif" for CONVERGE_OUTPUT: choose table/,
  );
});

const refused = test.macro({
  title: (_, settings: string) => `converge.yaml with ${JSON.stringify(settings)} is rejected`,
  exec: (t, settings: string, message: string) => {
    t.is(run(t, settings), `2: error: ${message}\n`);
  },
});

test(refused, "namspace: shop\n", 'converge.yaml: unknown flag --namspace; did you mean "namespace"?');
test(refused, "- a\n", "converge.yaml: not a map of flags: write flags as keys, such as `release: shop`");
test(
  refused,
  "invalid: perhaps\n",
  'invalid value "perhaps" for invalid in converge.yaml: choose fail or skip',
);
test(
  refused,
  "namespace: { a: b }\n",
  "converge.yaml: namespace must be a string, a number, a boolean or a list of these",
);

for (const [flag, value] of [
  ["sops-plugin", "/bin/true"],
  ["chart-secret-dir", "https://charts.example.com=/home/ada"],
]) {
  test(`converge.yaml must not set ${flag}, since the repository may be untrusted`, (t) => {
    t.regex(
      run(t, `${flag}: ${value}\n`),
      new RegExp(
        `^2: error: converge.yaml: ${flag} must not be set by a file, .* give the flag or CONVERGE_`,
      ),
    );
  });
}
