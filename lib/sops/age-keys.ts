import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** The places of age keys. */
export interface AgeKeySource {
  /** Files with keys, and folders with files `*.agekey`, as Flux names them. All must exist. */
  readonly paths: readonly string[];
  /** The environment and the default file of `sops`, as it reads them; undefined for neither. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Keys that were found, as texts `AGE-SECRET-KEY-1…`, or a file that cannot be used. */
export type AgeKeys =
  | {
      readonly identities: readonly string[];
      /** The places that have keys. */
      readonly origins: readonly string[];
    }
  | { readonly fault: string };

/** Bytes. */
const largestFile = 2 ** 20;

/** An error that names a file of keys, and what to do. */
class KeyFileError extends Error {}

interface KeyText {
  readonly origin: string;
  readonly text: string;
}

/** Reads all keys. A fault names the file, and never a part of its content. */
export async function readAgeKeys({ paths, env }: AgeKeySource): Promise<AgeKeys> {
  try {
    const given = (await Promise.all(paths.map(readPath))).flat();
    const texts = [...given, ...(env === undefined ? [] : await readSurroundings(env))];
    return {
      identities: [...new Set(texts.flatMap(identitiesIn))],
      origins: [...new Set(texts.map(({ origin }) => origin))],
    };
  } catch (error) {
    if (error instanceof KeyFileError) {
      return { fault: error.message };
    }
    throw error;
  }
}

async function readPath(path: string): Promise<readonly KeyText[]> {
  const facts = await attempt(path, async () => stat(path));
  if (!facts.isDirectory()) {
    return [await readKeyFile(path)];
  }
  const names = (await attempt(path, async () => readdir(path))).filter((name) => name.endsWith(".agekey"));
  if (names.length === 0) {
    throw new KeyFileError(
      `the folder of age keys ${path} has no file that ends in .agekey: mount the Secret there`,
    );
  }
  return Promise.all(names.toSorted().map(async (name) => readKeyFile(join(path, name))));
}

async function readSurroundings(env: NonNullable<AgeKeySource["env"]>): Promise<readonly KeyText[]> {
  const { SOPS_AGE_KEY: text, SOPS_AGE_KEY_FILE: file } = env;
  return [
    ...(text === undefined || text === ""
      ? []
      : [{ origin: "SOPS_AGE_KEY", text: text.replaceAll(" ", "\n") }]),
    ...(file === undefined || file === "" ? [] : [await readKeyFile(file)]),
    ...(await readDefaults(env)),
  ];
}

/** The default file of `sops`, in the folders for settings of each operating system. */
async function readDefaults(env: NonNullable<AgeKeySource["env"]>): Promise<readonly KeyText[]> {
  const { XDG_CONFIG_HOME: settings = "", HOME: home = "", APPDATA: data = "" } = env;
  const ofHome =
    settings === "" ? [".config", "Library/Application Support"] : ["Library/Application Support"];
  const folders = [settings, ...(home === "" ? [] : ofHome.map((folder) => join(home, folder))), data].filter(
    (folder) => folder !== "",
  );
  for (const folder of folders) {
    const path = join(folder, "sops", "age", "keys.txt");
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() === true) {
      return [await readKeyFile(path)];
    }
  }
  return [];
}

async function readKeyFile(path: string): Promise<KeyText> {
  return attempt(path, async () => {
    const { size } = await stat(path);
    if (size > largestFile) {
      throw new KeyFileError(
        `the file of age keys ${path} is larger than 1 MiB: expected lines AGE-SECRET-KEY-1…`,
      );
    }
    return { origin: path, text: await readFile(path, "utf8") };
  });
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "does not exist: correct its path, or mount it"],
  ["EACCES", "cannot be read by this user: change its mode, or fsGroup of the pod"],
  ["EISDIR", "is a folder: name a file in it"],
]);

async function attempt<Done>(path: string, act: () => Promise<Done>): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) {
      throw error;
    }
    throw new KeyFileError(
      `the file of age keys ${path} ${reasons.get(error.code) ?? `cannot be read: ${String(error.code)}`}`,
    );
  }
}

const identity = /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]+$/;

/** A key per line; empty lines and comments are skipped. */
function identitiesIn({ origin, text }: KeyText): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const found = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (found.some((line) => !identity.test(line)) || found.length === 0) {
    throw new KeyFileError(`${origin} has ${problemOf(found)}: expected lines AGE-SECRET-KEY-1…`);
  }
  return found;
}

function problemOf([first = ""]: readonly string[]): string {
  if (first === "") {
    return "no age key";
  }
  if (first.startsWith("-----BEGIN AGE ENCRYPTED FILE-----") || first.startsWith("age-encryption.org/")) {
    return "age keys behind a passphrase, which is not supported";
  }
  return first.startsWith("AGE-PLUGIN-")
    ? "the key of an age plugin, which is not supported"
    : "a line that is not an age key";
}
