import { hideUserinfo } from "../../object/message-text.ts";
import { parseConstraint } from "../../object/semver/constraint.ts";
import { maxSatisfying } from "../../object/semver/satisfies.ts";
import { parseVersion, type Version } from "../../object/semver/version.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

/** A chart in a registry or repository. */
export interface ChartReference {
  /** `oci://HOST/PATH` that the name is appended to, or the URL of a chart repository. */
  readonly repository: string;
  readonly name: string;
  /** A version, a constraint such as `^1.2`, or empty for the latest release. */
  readonly version: string;
  /** The digest of the image in a registry, `sha256:…`, instead of a version. */
  readonly digest?: string;
}

/** An archive of a chart that was fetched and checked. */
export interface FetchedChart {
  readonly name: string;
  readonly version: string;
  readonly archive: Uint8Array;
  /** The digest of its image, or of the archive itself. */
  readonly digest: string;
}

/** The archive of a chart, and the digest that identifies it. */
export interface PulledArchive {
  readonly archive: Uint8Array;
  readonly digest: string;
}

/** Writes a reference as the user does: `oci://HOST/PATH/NAME:VERSION`, `NAME VERSION of URL`. */
export function formatReference({ repository: written, name, version, digest }: ChartReference): string {
  const repository = hideUserinfo(written);
  if (/^oci:/i.test(repository)) {
    const suffix = digest === undefined ? version && `:${version}` : `@${digest}`;
    return `${repository.replace(/\/+$/, "")}/${name}${suffix}`;
  }
  return `${name}${version === "" ? "" : ` ${version}`} of ${repository}`;
}

/** Throws RegistryError for a repository with credentials in its address: they would be in git. */
export function demandNoUserinfo({ repository }: ChartReference): void {
  const shown = hideUserinfo(repository);
  if (shown !== repository) {
    const remedy = "remove them, and give them with `helm repo add`, `docker login` or --chart-secret-dir";
    throw new RegistryError(
      "refused",
      `the address ${shown} has credentials in it, which are not used: ${remedy}`,
    );
  }
}

/** Chooses the latest of the texts that meets a constraint, as Helm does. Throws RegistryError. */
export function chooseVersion(texts: readonly string[], reference: ChartReference): string {
  const about = formatReference(reference);
  const parsed = parseConstraint(reference.version === "" ? "*" : reference.version);
  if ("fault" in parsed) {
    throw new RegistryError("refused", `${about}: ${parsed.fault}`);
  }
  const versions = texts.map(parseVersion).filter((version): version is Version => version !== undefined);
  const best = maxSatisfying(parsed.constraint, versions);
  if (best === undefined) {
    throw new RegistryError("missing", `${about}: none of its ${versions.length} versions fits`);
  }
  return best.original;
}

/** Reports whether a text is one version instead of a constraint. */
export function isExact(version: string): boolean {
  return /^v?\d+\.\d+\.\d+/.test(version) && parseVersion(version) !== undefined;
}
