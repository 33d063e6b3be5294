import { locateField } from "../../../manifest/locate-field.ts";
import { readSource } from "../../../manifest/parse-source.ts";
import { type Diagnostic, hasErrors } from "../../../object/diagnostic/diagnostic.ts";
import { field, isObject } from "../../../object/json.ts";
import type { Origin, SourceText } from "../../../object/diagnostic/source-text.ts";
import { usualWeight } from "../definition/module-definition.ts";
import { readDefinition } from "../definition/read-definition.ts";
import { noRequirements } from "../requirement/requirements.ts";
import { graphFaults, type GraphModule, type ModuleGraph, moduleGraph } from "./module-graph.ts";
import { releasedModules } from "./released-modules.ts";

/** Inputs of a graph. */
export interface GraphRequest {
  /** `module.yaml` files, and manifests of ModuleReleases and Modules. */
  readonly sources: readonly SourceText[];
  /** Diagnostics found before. */
  readonly found: readonly Diagnostic[];
  /** Modules that are present without a file, such as embedded ones. */
  readonly installed: readonly InstalledName[];
}

/** A module that is known only by its name, and perhaps its version. */
export interface InstalledName {
  readonly name: string;
  /** Empty if not known. */
  readonly version: string;
}

/** The graph, with the faults that prevent modules from starting; or the faults that prevented reading it. */
export type GraphReading =
  | { readonly graph: ModuleGraph; readonly diagnostics: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads modules and orders them. For each module, a `module.yaml` takes precedence over releases, and these
 * over the bare name. Installed modules have the default weight.
 */
export async function readModuleGraph({ sources, found, installed }: GraphRequest): Promise<GraphReading> {
  const { files = [], manifests = [] } = Object.groupBy(sources, (source) =>
    isDefinitionFile(source) ? "files" : "manifests",
  );
  const defined = await Promise.all(files.map((source) => readDefined(source)));
  const released = releasedModules(manifests);
  const conflicts = conflictsAmong(defined.flatMap(({ module }) => module ?? []));
  const diagnostics = [
    ...found,
    ...defined.flatMap((one) => one.diagnostics),
    ...released.diagnostics,
    ...conflicts,
  ];
  const named = installed.map((one) => ({ ...unknownModule, ...one }));
  // The last one of a name counts.
  const modules = [...named, ...released.modules, ...defined.flatMap(({ module }) => module?.module ?? [])];
  if (hasErrors(diagnostics)) {
    return { diagnostics };
  }
  if (modules.length === 0) {
    return { diagnostics: [...diagnostics, nothingFound] };
  }
  const graph = moduleGraph([...new Map(modules.map((module) => [module.name, module])).values()]);
  return { graph, diagnostics: [...diagnostics, ...graphFaults(graph)] };
}

const unknownModule = {
  weight: usualWeight,
  isCritical: false,
  requirements: noRequirements,
  originOf: () => undefined,
};

const nothingFound: Diagnostic = {
  code: "NothingToPlan",
  severity: "error",
  message:
    "no modules found: pass module.yaml files, folders that contain them, or manifests with ModuleReleases",
};

/**
 * Reports whether a file is a definition: by its name, or by content without apiVersion and kind, which every
 * manifest has.
 */
function isDefinitionFile(source: SourceText): boolean {
  if (/(?:^|\/)module\.yaml$/.test(source.name)) {
    return true;
  }
  // Parsing a text takes time, and dumps of a cluster are long.
  if (/^(?:apiVersion|kind)\s*:|^\s*\{/m.test(source.text)) {
    return false;
  }
  const [first, second] = documentsOf(source);
  const value = second === undefined ? first?.tree.value : undefined;
  return (
    isObject(value) &&
    ["apiVersion", "kind"].every((name) => field(value, name) === undefined) &&
    ["name", "requirements"].some((name) => field(value, name) !== undefined)
  );
}

function documentsOf(source: SourceText): ReturnType<typeof readSource>["documents"] {
  return readSource(source).documents.filter(({ tree }) => tree.value !== null);
}

interface Defined {
  readonly module?: DefinedModule;
  readonly diagnostics: readonly Diagnostic[];
}

interface DefinedModule {
  readonly module: GraphModule;
  /** The location of its name. */
  readonly origin: Origin | undefined;
}

async function readDefined(source: SourceText): Promise<Defined> {
  const reading = await readDefinition(source);
  if (!("definition" in reading)) {
    return reading;
  }
  const { name, weight, critical, requirements } = reading.definition;
  const place = (...path: readonly string[]): Origin | undefined => {
    const document = documentsOf(source)[0]?.document;
    return document && locateField(document, path, path.length === 1 ? "value" : "key");
  };
  const originOf = (needed: string): Origin | undefined => place("requirements", "modules", needed);
  const module = { name, weight, isCritical: critical, requirements, version: "", originOf };
  return { module: { module, origin: place("name") }, diagnostics: reading.diagnostics };
}

function conflictsAmong(modules: readonly DefinedModule[]): readonly Diagnostic[] {
  const byName = Map.groupBy(modules, ({ module }) => module.name);
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ module, origin }): Diagnostic => {
      const message = `two modules are named ${module.name}: remove one of them`;
      const related = [{ message: "the other one", ...(first?.origin && { origin: first.origin }) }];
      return { code: "SettingConflict", severity: "error", message, ...(origin && { origin }), related };
    }),
  );
}
