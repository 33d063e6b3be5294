/** The expectations of the options that name manifests. */
import { repositoryFault, versionFault } from "../../render/remote/remote-chart-faults.ts";
import {
  abortSignal,
  duration,
  flag,
  type OptionCheck,
  listWith,
  oneOf,
  type OptionTable,
  plainObject,
  text,
} from "./check-options.ts";
import type { RenderOptions, SetOptions } from "./set-options.ts";

const sourceText: OptionCheck = [isSourceText, "{ name, text }"];

/** The options that name manifests. */
export const setTable: OptionTable<SetOptions> = {
  paths: listWith(text),
  sources: listWith(sourceText),
  objects: listWith(plainObject),
  chart: plainObject,
  signal: abortSignal,
};

const words = listWith(text);

/** The options for rendering charts. */
export const chartTable: OptionTable<RenderOptions> = {
  repo: [
    (value) => typeof value === "string" && repositoryFault(value) === undefined,
    "https://HOST/PATH or oci://HOST/PATH, without credentials",
  ],
  version: [
    (value) => typeof value === "string" && versionFault(value) === undefined,
    'a version or a constraint such as "^1.2"',
  ],
  values: words,
  set: words,
  setString: words,
  setFile: words,
  setJson: words,
  setLiteral: words,
  kubeVersion: text,
  apiVersions: words,
  sequencing: flag,
  readinessTimeout: duration,
  renderer: oneOf(["builtin", "path"]),
  env: plainObject,
};

/** A path, or a text with its name. */
export const pathOrText: OptionCheck = [
  (value) => (typeof value === "string" && value !== "" && value !== "-") || isSourceText(value),
  "a path or { name, text }",
];

function isSourceText(value: unknown): boolean {
  const { name, text: content } = (value ?? {}) as { readonly name?: unknown; readonly text?: unknown };
  return typeof name === "string" && typeof content === "string";
}
