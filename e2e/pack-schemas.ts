/**
 * Packs the built-in schemas of several versions of Kubernetes into `lib/validate/builtin/data/`.
 * `lib/validate/builtin/packed-schema-reader.ts` describes the format. The same versions give the same bytes.
 *
 * Sources, all of the Go module `k8s.io/kubernetes`: `api/openapi-spec/v3/` for the definitions,
 * `api/discovery/` for the served kinds, and `pkg/generated/openapi/zz_generated.openapi.go` for the
 * enumerations, which the published files leave out.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { compareText } from "../lib/object/object-ref.ts";
import { type EnumOf, type PublishedDefinition, packDefinition, shortName } from "./pack-definition.ts";

/** The newest patch of each minor, oldest first. */
const versions = ["1.30.14", "1.31.14", "1.32.13", "1.33.13", "1.34.4", "1.35.4", "1.36.3", "1.37.2"];
const tags = versions.map((version) => `v${version}`);
const target = join(import.meta.dirname, "../lib/validate/builtin/data/packed-schemas.ts");

interface Published {
  readonly components?: { readonly schemas?: Readonly<Record<string, PublishedDefinition>> };
}

interface Discovery {
  readonly groupVersion?: string;
  readonly resources?: readonly { readonly name: string; readonly kind: string }[];
}

function moduleFolder(version: string): string {
  const answer = execFileSync("go", ["mod", "download", "-json", `k8s.io/kubernetes@v${version}`], {
    encoding: "utf8",
  });
  const { Dir }: { readonly Dir: string } = JSON.parse(answer);
  return Dir;
}

/** All definitions of a version by their short names. */
function readDefinitions(folder: string): ReadonlyMap<string, PublishedDefinition> {
  const definitions = new Map<string, PublishedDefinition>();
  const names = new Map<string, string>();
  for (const file of globSync("api/openapi-spec/v3/*.json", { cwd: folder }).toSorted(compareText)) {
    const { components }: Published = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [name, definition] of Object.entries(components?.schemas ?? {})) {
      const known = names.get(shortName(name)) ?? name;
      if (known !== name) {
        throw new Error(`${known} and ${name} have the same short name`);
      }
      names.set(shortName(name), name);
      definitions.set(shortName(name), definition);
    }
  }
  return definitions;
}

/** `apps/v1 Deployment` for each top-level resource. Resources with a slash are subresources. */
function readServed(folder: string): ReadonlySet<string> {
  const files = globSync("api/discovery/*__*.json", { cwd: folder });
  return new Set(
    files.flatMap((file) => {
      const { groupVersion, resources = [] }: Discovery = JSON.parse(
        readFileSync(join(folder, file), "utf8"),
      );
      const whole = resources.filter(({ name }) => !name.includes("/"));
      return whole.map(({ kind }) => `${groupVersion ?? basename(file)} ${kind}`);
    }),
  );
}

/**
 * Reads the enumerations out of the Go source, by the function of the definition and the last field before
 * them.
 */
function readEnums(folder: string): EnumOf {
  const text = readFileSync(join(folder, "pkg/generated/openapi/zz_generated.openapi.go"), "utf8");
  const enums = new Map<string, readonly string[]>();
  let definition = "";
  let field = "";
  const marks = /^func schema_(\w+)\(|^\t{5}"([^"]+)": \{$|^\t+Enum: +\[\]interface\{\}\{(.*)\},$/gm;
  for (const [, opened, named, values] of text.matchAll(marks)) {
    definition = opened ?? definition;
    field = named ?? field;
    if (values !== undefined) {
      const listed: readonly string[] = JSON.parse(`[${values}]`);
      enums.set(`${definition} ${field}`, listed);
    }
  }
  return (name, property) => enums.get(`k8sio_api_${name.replaceAll(".", "_")} ${property}`);
}

/** The served kinds and their definitions, one line each. */
function packVersion(version: string): ReadonlyMap<string, string> {
  const folder = moduleFolder(version);
  const definitions = readDefinitions(folder);
  const served = readServed(folder);
  const enumOf = readEnums(folder);
  const lines = new Map<string, string>();
  const wanted = [...definitions].filter(([, one]) => kindsOf(one, served).length > 0).map(([name]) => name);
  for (const name of wanted) {
    const definition = definitions.get(name);
    if (definition === undefined || lines.has(name)) {
      continue;
    }
    const packed = packDefinition(name, definition, { enumOf, definitions });
    lines.set(name, [name, kindsOf(definition, served).join(","), ...packed.fields].join("\t"));
    wanted.push(...packed.refs);
  }
  return lines;
}

function kindsOf(definition: PublishedDefinition, served: ReadonlySet<string>): readonly string[] {
  const names = (definition["x-kubernetes-group-version-kind"] ?? []).map(
    ({ group, version, kind }) => `${group === "" ? "" : `${group}/`}${version} ${kind}`,
  );
  const own = names.filter((name) => served.has(name)).map((name) => name.replace(" ", "/"));
  return own.toSorted(compareText);
}

/**
 * Each distinct line once, prefixed with the versions that have it: bit 0 of the hexadecimal number is the
 * oldest.
 */
function bind(packs: readonly ReadonlyMap<string, string>[]): string {
  const bits = new Map<string, number>();
  for (const [index, pack] of packs.entries()) {
    for (const line of pack.values()) {
      bits.set(line, (bits.get(line) ?? 0) + 2 ** index);
    }
  }
  const lines = [...bits].toSorted(([left], [right]) => compareText(left, right));
  return lines.map(([line, number]) => `${number.toString(16)}\t${line}`).join("\n");
}

const packedText = bind(versions.map(packVersion));
const packed = brotliCompressSync(packedText, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(packedText),
  },
});
writeFileSync(
  target,
  `// Made by \`make schemas\` from the Go modules k8s.io/kubernetes ${tags.slice(0, 4).join(", ")},
// ${tags.slice(4).join(", ")}; not to be edited.

/**
 * The packed schemas of built-in kinds (\`packed-schema-reader.ts\` describes the format): base64 of brotli.
 */
export const packedSchemas: string =
  "${packed.toString("base64")}";
`,
);
process.stdout.write(
  `${packedText.split("\n").length} lines, ${packedText.length} bytes, packed ${packed.length}\n`,
);
