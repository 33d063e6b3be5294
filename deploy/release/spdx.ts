/** A software bill of materials (SBOM) as SPDX 2.3 JSON: https://spdx.github.io/spdx-spec/v2.3/. */
import { createHash } from "node:crypto";

import type { GoModule } from "./go-modules.ts";
import type { LockedPackage, LockedPackages } from "./lock-file.ts";

/** The subject of an SBOM: the package of the project. */
export interface ReleasedPackage extends LockedPackages {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  /** The name of the tarball, and its SHA-256 in hexadecimal. */
  readonly file: string;
  readonly sha256: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** The modules that the renderers in the package are built from. */
  readonly goModules: readonly GoModule[];
}

interface Relationship {
  readonly spdxElementId: string;
  readonly relationshipType: "DESCRIBES" | "DEPENDS_ON" | "CONTAINS";
  readonly relatedSpdxElement: string;
}

const documentId = "SPDXRef-DOCUMENT";
const rootId = "SPDXRef-RootPackage";

/** Facts that are not known, or not collected. */
const unknown = {
  downloadLocation: "NOASSERTION",
  filesAnalyzed: false,
  licenseConcluded: "NOASSERTION",
  copyrightText: "NOASSERTION",
  supplier: "NOASSERTION",
} as const;

/**
 * Returns the SBOM of a package. It DEPENDS_ON what is installed with it, and CONTAINS what is bundled into
 * it. The same input gives the same text.
 */
export function spdxDocument(released: ReleasedPackage): string {
  const { name, version, time, packages, goModules } = released;
  const content = {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: documentId,
    name: `${name}-${version}`,
    creationInfo: {
      created: new Date(time * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
      creators: [`Tool: ${name}-release-${version}`],
    },
    packages: [rootPackage(released), ...packages.map(dependency), ...goModules.map(goDependency)],
    relationships: relationships(released),
  };
  const documentNamespace = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ ...content, documentNamespace }, undefined, 2)}\n`;
}

function rootPackage({ name, version, license, description, file, sha256 }: ReleasedPackage): object {
  return {
    SPDXID: rootId,
    name,
    versionInfo: version,
    description,
    packageFileName: file,
    primaryPackagePurpose: "APPLICATION",
    ...unknown,
    licenseDeclared: license,
    checksums: [{ algorithm: "SHA256", checksumValue: sha256 }],
    externalRefs: [packageUrl(name, version)],
  };
}

function dependency(locked: LockedPackage): object {
  const { name, version, integrity, license } = locked;
  return {
    SPDXID: idOf(locked),
    name,
    versionInfo: version,
    primaryPackagePurpose: "LIBRARY",
    ...unknown,
    licenseDeclared: license ?? "NOASSERTION",
    ...(integrity === undefined ? {} : { checksums: integrity.split(" ").map(checksumOf) }),
    externalRefs: [packageUrl(name, version)],
  };
}

function goDependency(module: GoModule): object {
  const { name, version } = module;
  return {
    SPDXID: goIdOf(module),
    name,
    versionInfo: version,
    primaryPackagePurpose: "LIBRARY",
    ...unknown,
    licenseDeclared: "NOASSERTION",
    externalRefs: [purl(`golang/${name.toLowerCase()}@${version.replaceAll("+", "%2B")}`)],
  };
}

/** Converts a hash from the form of the lock file, which is that of Subresource Integrity. */
function checksumOf(integrity: string): object {
  const [algorithm = "", value = ""] = integrity.split(/-(.*)/);
  return {
    algorithm: algorithm.toUpperCase(),
    checksumValue: Buffer.from(value, "base64").toString("hex"),
  };
}

/** https://github.com/package-url/purl-spec: the `@` of a scope is percent-encoded. */
function packageUrl(name: string, version: string): object {
  return purl(`npm/${name.replace(/^@/, "%40")}@${version}`);
}

function purl(path: string): object {
  return {
    referenceCategory: "PACKAGE-MANAGER",
    referenceType: "purl",
    referenceLocator: `pkg:${path}`,
  };
}

/** The identifier of a package, from its folder, since one version may be installed twice. */
function idOf({ folder, version }: LockedPackage): string {
  const path = folder.replaceAll("node_modules/", "").replaceAll(/[^\w.-]|_/g, "-");
  return `SPDXRef-Package-${path.replace(/^-/, "")}-${version}`;
}

function goIdOf({ name, version }: GoModule): string {
  return `SPDXRef-Go-${`${name}-${version}`.replaceAll(/[^\w.-]|_/g, "-")}`;
}

function relationships({ packages, direct, goModules }: ReleasedPackage): readonly Relationship[] {
  const byFolder = new Map(packages.map((each) => [each.folder, each]));
  const dependsOn = (from: string, folders: readonly string[]): readonly Relationship[] =>
    folders.flatMap((folder) => byFolder.get(folder) ?? []).map((to) => relate(from, "DEPENDS_ON", idOf(to)));
  const isInstalled = (folder: string): boolean => byFolder.get(folder)?.isInstalled === true;
  return [
    relate(documentId, "DESCRIBES", rootId),
    ...dependsOn(rootId, direct.filter(isInstalled)),
    ...packages.filter(({ isBundled }) => isBundled).map((each) => relate(rootId, "CONTAINS", idOf(each))),
    ...goModules.map((each) => relate(rootId, "CONTAINS", goIdOf(each))),
    ...packages.flatMap((each) => dependsOn(idOf(each), each.dependencies)),
  ];
}

function relate(
  spdxElementId: string,
  relationshipType: Relationship["relationshipType"],
  relatedSpdxElement: string,
): Relationship {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

/** A UUID of version 8, derived from a text: https://www.rfc-editor.org/rfc/rfc9562#section-5.8. */
function uuidOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  const variant = (Number.parseInt(hash.slice(16, 17), 16) % 4) + 8;
  const version = `8${hash.slice(13, 16)}`;
  const rest = `${variant.toString(16)}${hash.slice(17, 20)}`;
  return [hash.slice(0, 8), hash.slice(8, 12), version, rest, hash.slice(20, 32)].join("-");
}
