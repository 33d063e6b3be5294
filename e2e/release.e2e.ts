/** The files of a release, built twice: without the image, which has a test of its own. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import test from "ava";

import lockFile from "../package-lock.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "converge-release-e2e-"));
const script = join(import.meta.dirname, "../deploy/release/build.ts");
const time = 1_767_225_600;

/** Builds a release in folders of its own, with its own permissions of new files. */
async function build(name: string, umask: string): Promise<string> {
  const temporary = join(folder, `${name}-temporary`);
  mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time), TMPDIR: temporary };
  const command = `umask ${umask}; exec "$0" "$@"`;
  const release = join(folder, name);
  const words = ["-c", command, process.execPath, script, release, "--without-image"];
  await execute("sh", words, { env });
  return release;
}

interface Part {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo: string;
  readonly licenseDeclared: string;
  readonly checksums?: readonly { readonly algorithm: string; readonly checksumValue: string }[];
  readonly externalRefs: readonly { readonly referenceLocator: string }[];
}

interface Sbom {
  readonly documentNamespace: string;
  readonly packages: readonly Part[];
  readonly relationships: readonly {
    readonly spdxElementId: string;
    readonly relationshipType: string;
    readonly relatedSpdxElement: string;
  }[];
}

let first = "";
let sbom: Sbom = { documentNamespace: "", packages: [], relationships: [] };

test.before(async (t) => {
  t.timeout(300_000, "two builds on a busy machine");
  first = await build("first", "022");
  sbom = JSON.parse(readFileSync(join(first, `converge-${manifest.version}.spdx.json`), "utf8"));
});

test.after.always(() => {
  rmSync(folder, { recursive: true });
});

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

test("a second build in another folder gives the same bytes", async (t) => {
  t.timeout(300_000, "a build on a busy machine");
  const second = await build("second/deeper", "077");
  const names = readdirSync(first).toSorted();
  t.deepEqual(names, [
    "SHA256SUMS",
    `converge-${manifest.version}.spdx.json`,
    `converge-${manifest.version}.tgz`,
  ]);
  for (const name of names) {
    t.is(hashOf(join(second, name)), hashOf(join(first, name)), name);
  }
});

test("sha256sum accepts the checksums", async (t) => {
  const { stdout } = await execute("sha256sum", ["--check", "SHA256SUMS"], { cwd: first });
  t.is(stdout, `converge-${manifest.version}.spdx.json: OK\nconverge-${manifest.version}.tgz: OK\n`);
});

test("the package has the program and the library, and neither tests nor paths of this machine", async (t) => {
  const tarball = join(first, `converge-${manifest.version}.tgz`);
  const { stdout } = await execute("tar", ["-tzf", tarball]);
  const files = stdout.trim().split("\n");
  const schemas = [
    "compare",
    "event",
    "field-rules",
    "health-rules",
    "module",
    "plan",
    "saved-plan",
    "sync",
  ].map((name) => `docs/${name}.schema.json`);
  const data = ["dist/man/converge.1", "docs/reference/diagnostics.md", ...schemas];
  for (const file of [
    "LICENSE",
    "README.md",
    "package.json",
    "cmd/converge.mjs",
    "dist/cmd/main.js",
    ...data,
  ]) {
    t.true(files.includes(`package/${file}`), file);
  }
  const others = files.filter(
    (file) =>
      !/^package\/(?:dist\/(?:cmd|lib)\/|cmd\/|[^/]+$)/.test(file) &&
      !data.includes(file.slice("package/".length)),
  );
  t.deepEqual([...others, ...files.filter((file) => file.includes(".test."))], []);
  const { stdout: text } = await execute("tar", ["-xzOf", tarball], { maxBuffer: 2 ** 28 });
  t.false(text.includes(folder));
  t.notRegex(text, /"(?:\.\.\/)+[^"]*node_modules\//);
});

test("the SBOM has the fields that SPDX 2.3 requires of documents and packages", (t) => {
  t.like(sbom, {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: `converge-${manifest.version}`,
    creationInfo: {
      created: "2026-01-01T00:00:00Z",
      creators: [`Tool: converge-release-${manifest.version}`],
    },
  });
  t.regex(
    sbom.documentNamespace,
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  for (const part of sbom.packages) {
    t.regex(part.SPDXID, /^SPDXRef-[A-Za-z\d.-]+$/);
    t.regex(part.versionInfo, /^v?\d+\.\d+\.\d+/);
    t.regex(part.licenseDeclared, /^\(?[A-Za-z\d.-]+(?: (?:OR|AND) [A-Za-z\d.-]+)*\)?$/);
    t.like(part, { downloadLocation: "NOASSERTION", filesAnalyzed: false, copyrightText: "NOASSERTION" });
    for (const { algorithm, checksumValue } of part.checksums ?? []) {
      t.regex(
        `${algorithm} ${checksumValue}`,
        /^(?:SHA1 [\da-f]{40}|SHA256 [\da-f]{64}|SHA512 [\da-f]{128})$/,
      );
    }
  }
});

test("every identifier of the SBOM is unique, and every relationship is between packages of it", (t) => {
  const ids = sbom.packages.map(({ SPDXID }) => SPDXID);
  t.is(new Set(ids).size, ids.length);
  const known = new Set(["SPDXRef-DOCUMENT", ...ids]);
  const dangling = sbom.relationships.filter(
    ({ spdxElementId, relatedSpdxElement }) => !known.has(spdxElementId) || !known.has(relatedSpdxElement),
  );
  t.deepEqual(dangling, []);
  const reached = new Set(sbom.relationships.map(({ relatedSpdxElement }) => relatedSpdxElement));
  t.deepEqual(
    ids.filter((id) => !reached.has(id)),
    [],
    "packages without a relationship",
  );
});

/** The names of packages that the released one is related to in this way. */
function namesBy(relationship: string): readonly string[] {
  const related = sbom.relationships
    .filter(
      ({ spdxElementId, relationshipType }) =>
        spdxElementId === "SPDXRef-RootPackage" && relationshipType === relationship,
    )
    .map(({ relatedSpdxElement }) => relatedSpdxElement);
  const ids = new Set(related);
  return sbom.packages.filter(({ SPDXID }) => ids.has(SPDXID)).map(({ name }) => name);
}

test("the SBOM names all dependencies, their dependencies, and bundled packages", (t) => {
  t.deepEqual(namesBy("DEPENDS_ON").toSorted(), Object.keys(manifest.dependencies).toSorted());
  const names = new Set(sbom.packages.map(({ name }) => name));
  t.true(names.has("ip-address"), "socks depends on it");
  const bundled = new Set(namesBy("CONTAINS"));
  t.true(bundled.has("ajv") && bundled.has("commander"));
  t.false(names.has("ava"), "only tests need it");
});

test("the SBOM has the versions, licenses and hashes of the lock file", (t) => {
  const yaml = lockFile.packages["node_modules/yaml"];
  const part = sbom.packages.find(({ name }) => name === "yaml");
  t.like(part, { versionInfo: yaml.version, licenseDeclared: yaml.license });
  const hash = Buffer.from(yaml.integrity.replace("sha512-", ""), "base64").toString("hex");
  t.deepEqual(part?.checksums, [{ algorithm: "SHA512", checksumValue: hash }]);
});

test("the SBOM names the Go modules in the renderers, but no folder that replaces one", (t) => {
  const contained = namesBy("CONTAINS");
  const [, version] = /helm\.sh\/helm\/v4 (\S+)/.exec(readFileSync("renderers/go.mod", "utf8")) ?? [];
  const part = sbom.packages.find(({ name }) => name === "helm.sh/helm/v4");
  t.is(part?.versionInfo, version);
  t.is(part?.externalRefs[0]?.referenceLocator, `pkg:golang/helm.sh/helm/v4@${version ?? ""}`);
  t.true(contained.includes("helm.sh/helm/v4") && contained.includes("github.com/Masterminds/sprig/v3"));
  t.false(contained.includes("k8s.io/client-go"));
});

test("the SBOM has the hash of the package", (t) => {
  const checksumValue = hashOf(join(first, `converge-${manifest.version}.tgz`));
  t.deepEqual(sbom.packages[0]?.checksums, [{ algorithm: "SHA256", checksumValue }]);
});
