/** Unpacks the kustomizations that the tests of kustomize write: their Go sources contain the files. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A function of a test. */
interface GoFunction {
  readonly name: string;
  readonly body: string;
}

/** The file and the first lines that a function of the tests adds: of a kustomization or a component. */
const additions: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["K", ["kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"]],
  ["C", ["kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"]],
]);

const writing = /\b[wW]rite([KCF])\(\s*"([^"]*)",\s*`([^`]*)`\s*,?\s*\)|\b(\w+)\(th\b/g;

/** Writes the files of each test in the folder of a package into a folder of its own, below `to`. */
export function unpackKustomizeTests(source: string, to: string): void {
  const tests = globSync("**/*_test.go", { cwd: source }).toSorted();
  const sources = tests.map((file) => ({ file, functions: functionsIn(readFileSync(join(source, file))) }));
  const helpers = new Map(sources.flatMap((one) => one.functions.map(({ name, body }) => [name, body])));
  for (const { file, functions } of sources) {
    for (const { name } of functions.filter((one) => one.name.startsWith("Test"))) {
      writeFiles(join(to, basename(file, "_test.go"), name), filesOf(name, helpers));
    }
  }
}

function functionsIn(source: Buffer): readonly GoFunction[] {
  return source
    .toString("utf8")
    .split(/^func /m)
    .slice(1)
    .map((body) => ({ name: /^\w+/.exec(body)?.[0] ?? "", body: body.slice(body.indexOf("\n")) }));
}

/** Returns the files that a function writes, by path, with those of the functions that it calls. */
function filesOf(
  name: string,
  helpers: ReadonlyMap<string, string>,
  callers: readonly string[] = [],
): ReadonlyMap<string, string> {
  const body = callers.includes(name) ? undefined : helpers.get(name);
  return new Map(
    [...(body ?? "").matchAll(writing)].flatMap(([, kind = "", path = "", text = "", called]) =>
      called === undefined ? [fileOf(kind, path, text)] : [...filesOf(called, helpers, [...callers, name])],
    ),
  );
}

function fileOf(kind: string, path: string, text: string): readonly [string, string] {
  const [file, header] = additions.get(kind) ?? ["", ""];
  return [join("/", path, file), header + text];
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
