/**
 * An entry of a folder. Some look like manifests but are not: the input of kustomize and Helm, and hidden
 * files. Each of these is left out with a reason and, if there is one, the command that renders it.
 */
export interface FolderEntry {
  /** The folder as the user knows it; empty for the working directory. */
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Whether a `Chart.yaml` is beside it. */
  readonly inChart: boolean;
}

/** The reason why an entry is left out, and its severity. */
export interface ExcludedFile {
  /** The fact and the remedy, phrased to follow the name. */
  readonly reason: string;
  /** A warning if objects are missing from the plan because of it, a note if nothing is lost. */
  readonly severity: "warning" | "note";
}

const kustomizations = new Set(["kustomization.yaml", "kustomization.yml", "Kustomization"]);
const manifestEnding = /\.(?:yaml|yml|json)$/;
const chartValues = /^values.*\.(?:yaml|yml|json)$/;

/** Reports whether a file of a folder is read by its name: `*.yaml`, `*.yml`, `*.json`, as in kubectl. */
export function isManifestName(name: string): boolean {
  return manifestEnding.test(name);
}

/**
 * Returns why the entry is left out; undefined for a folder to enter or a file to read (or to skip silently).
 */
export function whyLeftOut(entry: FolderEntry): ExcludedFile | undefined {
  if (entry.name.startsWith(".")) {
    return hiddenEntry(entry);
  }
  return entry.isFolder ? templatesFolder(entry) : renderInput(entry);
}

function hiddenEntry({ name, isFolder }: FolderEntry): ExcludedFile | undefined {
  if (name === ".git" || (!isFolder && !isManifestName(name))) {
    return undefined;
  }
  return note("is hidden and was skipped: name it on the command line to read it");
}

function templatesFolder({ folder, name, inChart }: FolderEntry): ExcludedFile | undefined {
  if (name !== "templates" || !inChart) {
    return undefined;
  }
  const chart = folder === "" ? "." : folder;
  return {
    severity: "warning",
    reason: `contains the templates of a Helm chart and was skipped: pass ${chart} as a path of its own to render it`,
  };
}

function renderInput({ folder, name, inChart }: FolderEntry): ExcludedFile | undefined {
  const here = folder === "" ? "." : folder;
  if (kustomizations.has(name)) {
    return note(
      `is not built, the files beside it are read as they are: pass ${here} as a path of its own to build it`,
    );
  }
  if (name === "Chart.yaml") {
    return note(`is not a manifest and was skipped: pass ${here} as a path of its own to render the chart`);
  }
  if (folder === "" && name === "converge.yaml") {
    return note("contains flags of converge and was skipped");
  }
  if (name === "values.yaml" || (inChart && chartValues.test(name))) {
    return note("contains values for templates and was skipped");
  }
  return undefined;
}

function note(reason: string): ExcludedFile {
  return { severity: "note", reason };
}
