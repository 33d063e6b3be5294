import test from "ava";

import { readManifests, type ParseResult } from "../parse-manifests.ts";

function read(text: string): ParseResult {
  return readManifests({ name: "a.yaml", text });
}

function findings(text: string): string[] {
  return read(text).diagnostics.map(
    ({ code, severity, origin }) => `${severity} ${code} ${origin?.line}:${origin?.column}`,
  );
}

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: env\n";

const rbac = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: ";
const config = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ";

const names: readonly (readonly [string, string, readonly string[]])[] = [
  ["a template as name", `${config}"{{ .Release.Name }}-cfg"\n`, ["error NameInvalid 4:9"]],
  ["a template as name of a Role", `${rbac}"{{.x}}"\n`, ["error NameInvalid 4:9"]],
  ["a template as namespace", `${head}  namespace: "{{.x}}"\n`, ["error NamespaceInvalid 5:14"]],
  ["a template as kind", config.replace("ConfigMap", '"{{.Kind}}"') + "a\n", ["error KindMissing 2:7"]],
  [
    "a template as apiVersion",
    config.replace("v1", '"{{.Group}}/v1"') + "a\n",
    ["error ApiVersionInvalid 1:13"],
  ],
  ["an escape character in a name", `${config}"a\\eb"\n`, ["error NameInvalid 4:9"]],
  ["NUL in a name", `${config}"a\\0b"\n`, ["error NameInvalid 4:9"]],
  ["a line break in a name", `${config}"a\\nb"\n`, ["error NameInvalid 4:9"]],
  ["a space in a name", `${config}a b\n`, ["error NameInvalid 4:9"]],
  ["a line break in the name of a Role", `${rbac}"a\\nb"\n`, ["error NameInvalid 4:9"]],
  ["a space in a namespace", `${head}  namespace: a b\n`, ["error NamespaceInvalid 5:14"]],
  ["a name in capitals", `${config}Env\n`, ["warning NameInvalid 4:9"]],
  ["a name with an underscore", `${config}a_b\n`, ["warning NameInvalid 4:9"]],
  ["a name that ends in a hyphen", `${config}a-\n`, ["warning NameInvalid 4:9"]],
  ["a name with two dots", `${config}a..b\n`, ["warning NameInvalid 4:9"]],
  ["a name of 254 letters", `${config}${"a".repeat(254)}\n`, ["warning NameInvalid 4:9"]],
  ["a namespace with a dot", `${head}  namespace: a.b\n`, ["warning NamespaceInvalid 5:14"]],
  ["a namespace of 64 letters", `${head}  namespace: ${"a".repeat(64)}\n`, ["warning NamespaceInvalid 5:14"]],
  ["a DNS subdomain as name", `${config}a.b--c.0\n`, []],
  ["a name of 253 letters", `${config}${"a".repeat(253)}\n`, []],
  ["a Role with capitals, spaces, colons and underscores in its name", `${rbac}system:Node Reader_1\n`, []],
];

for (const [name, text, wanted] of names) {
  test(`names are validated as in the API server: ${name}`, (t) => {
    t.deepEqual(findings(text), wanted);
    t.is(read(text).objects.length, wanted.some((finding) => finding.startsWith("error")) ? 0 : 1);
  });
}

test("the message about a template in a name suggests helm template", (t) => {
  t.regex(read(`${config}"{{.x}}"\n`).diagnostics[0]?.message ?? "", /helm template/);
});
