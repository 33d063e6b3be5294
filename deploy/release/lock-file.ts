/** The packages of package-lock.json: the format of lock files since npm 7. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

type Ranges = Readonly<Record<string, string>>;

interface LockEntry {
  readonly version?: string;
  /** A hash of the tarball, such as `sha512-` and base64. */
  readonly integrity?: string;
  /** An SPDX expression. */
  readonly license?: string;
  /** Whether only development needs it. */
  readonly dev?: boolean;
  readonly dependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
}

/** Entries by the folder of the package: `node_modules/a/node_modules/b`; that of the project is empty. */
type LockEntries = Readonly<Record<string, LockEntry>>;

/** A package that users of the project run. */
export interface LockedPackage {
  /** `@scope/name`. */
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly license: string | undefined;
  /** The folder: `node_modules/yaml`. */
  readonly folder: string;
  /** Whether it is installed with the project, as a dependency of it or of another package. */
  readonly isInstalled: boolean;
  /** Whether its code is in the bundle of the project. */
  readonly isBundled: boolean;
  /** The folders of the packages that it depends on, among those that users run. */
  readonly dependencies: readonly string[];
}

/** The packages that users run, and those that the project itself depends on. */
export interface LockedPackages {
  /** In the order of their folders. */
  readonly packages: readonly LockedPackage[];
  /** Folders. */
  readonly direct: readonly string[];
}

/** Reads the packages that are installed with the project or bundled into it. */
export async function readLockFile(checkout: string, bundled: readonly string[]): Promise<LockedPackages> {
  const text = await readFile(join(checkout, "package-lock.json"), "utf8");
  const { packages: entries }: { readonly packages: LockEntries } = JSON.parse(text);
  const isUsed = (folder: string): boolean =>
    folder !== "" && (entries[folder]?.dev !== true || bundled.includes(folder));
  const used = new Set(Object.keys(entries).filter(isUsed));
  const dependenciesOf = (folder: string): readonly string[] =>
    Object.keys(rangesOf(entries[folder]))
      .flatMap((name) => resolve(folder, name, used) ?? [])
      .toSorted();
  const packages = [...used].toSorted().map((folder): LockedPackage => {
    const { version = "", integrity, license, dev } = entries[folder] ?? {};
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const origin = { isInstalled: dev !== true, isBundled: bundled.includes(folder) };
    return { name, version, integrity, license, folder, ...origin, dependencies: dependenciesOf(folder) };
  });
  return { packages, direct: dependenciesOf("") };
}

function rangesOf({ dependencies, optionalDependencies, peerDependencies }: LockEntry = {}): Ranges {
  return { ...dependencies, ...optionalDependencies, ...peerDependencies };
}

/** Finds a package by its name as Node does: in the folder itself, then in those around it. */
function resolve(folder: string, name: string, folders: ReadonlySet<string>): string | undefined {
  for (let around = folder; ; around = around.slice(0, Math.max(0, around.lastIndexOf("/node_modules/")))) {
    const candidate = `${around === "" ? "" : `${around}/`}node_modules/${name}`;
    if (folders.has(candidate)) {
      return candidate;
    }
    if (around === "") {
      return undefined;
    }
  }
}
