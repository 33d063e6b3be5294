/** Credentials for chart repositories: of a folder with a mounted Secret, or as Helm stores them. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { listField, stringField } from "../../object/json.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { parseChartDocument } from "../chart-dependencies.ts";
import type { FetchContext } from "./fetch-context.ts";
import { parseSecretFolder, repositoryUrl } from "./secret-folder.ts";

/** Credentials for one chart repository. */
export interface RepositoryCredentials {
  /** The header `authorization`: a secret, for requests to that origin only. */
  readonly header: string;
  /** `https://charts.example.com`. */
  readonly origin: string;
  /** The folder or file that they are from. */
  readonly place: string;
}

/** Bytes of a file with credentials. */
const largestFile = 2 ** 20;

/**
 * Returns the credentials for a chart repository, as they are now; undefined if there are none. With a list
 * of allowed hosts, Helm's are not used: they would be those of everybody. Throws RegistryError `denied` for
 * files that cannot be read.
 */
export function repositoryCredentials(
  repository: string,
  { env, settings }: Pick<FetchContext, "env" | "settings">,
): RepositoryCredentials | undefined {
  const url = repositoryUrl(repository);
  if (url === undefined) {
    return undefined;
  }
  const { origin } = new URL(url);
  const given = (settings.secretFolders ?? [])
    .map(parseSecretFolder)
    .find((each) => "folder" in each && each.url === url);
  if (given !== undefined && "folder" in given) {
    return { header: readFolder(given.folder), origin, place: given.folder };
  }
  return settings.allowedHosts === undefined ? readHelmFile(url, { env, origin }) : undefined;
}

function readFolder(folder: string): string {
  const [user, password, token] = ["username", "password", "bearerToken"].map((name) =>
    readLine(join(folder, name)),
  );
  if (token !== undefined && !/^[\x21-\x7E]+$/.test(token)) {
    throw new RegistryError("denied", `${folder}/bearerToken has characters that no header can carry`);
  }
  if (token !== undefined) {
    return `Bearer ${token}`;
  }
  if (user === undefined || password === undefined) {
    throw new RegistryError("denied", `${folder} has neither username and password nor bearerToken`);
  }
  return basicHeader(user, password);
}

function basicHeader(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Returns the only line of a file; undefined if there is no such file. */
function readLine(path: string): string | undefined {
  const line = readBounded(path)?.replace(/[\r\n]+$/, "");
  if (line !== undefined && !/^\P{Cc}+$/u.test(line)) {
    throw new RegistryError("denied", `${path} has more or less than one line of plain text`);
  }
  return line;
}

function readBounded(path: string): string | undefined {
  try {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined) {
      return undefined;
    }
    if (!facts.isFile() || facts.size > largestFile) {
      throw new RegistryError("denied", `${path} is not a file of less than 1 MiB`);
    }
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof RegistryError) {
      throw error;
    }
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new RegistryError("denied", `${path} cannot be read (${code})`);
  }
}

interface HelmPlace extends Pick<FetchContext, "env"> {
  readonly origin: string;
}

/** Of the entries of `helm repo add`, only the first for the URL counts, and only its user and password. */
function readHelmFile(url: string, { env, origin }: HelmPlace): RepositoryCredentials | undefined {
  for (const place of helmFiles(env)) {
    const text = readBounded(place);
    if (text !== undefined) {
      const { value } = parseChartDocument(place, text);
      const entry = listField(value, "repositories").find(
        (each) => repositoryUrl(stringField(each, "url") ?? "") === url,
      );
      const [user = "", password = ""] = [stringField(entry, "username"), stringField(entry, "password")];
      return user + password === "" ? undefined : { header: basicHeader(user, password), origin, place };
    }
  }
  return undefined;
}

/** The places of Helm's list of repositories by the variables that they depend on. */
const helmPlaces: readonly (readonly [variable: string, path: string, isOnly: boolean])[] = [
  ["HELM_REPOSITORY_CONFIG", "", true],
  ["HELM_CONFIG_HOME", "repositories.yaml", true],
  ["XDG_CONFIG_HOME", "helm/repositories.yaml", true],
  ["HOME", ".config/helm/repositories.yaml", false],
  ["HOME", "Library/Preferences/helm/repositories.yaml", false],
  ["APPDATA", "helm/repositories.yaml", false],
];

/** Returns the places of Helm's list of repositories; the first that exists counts. */
function helmFiles(env: FetchContext["env"]): readonly string[] {
  const given = helmPlaces.filter(([variable]) => (env[variable] ?? "") !== "");
  const only = given.find(([, , isOnly]) => isOnly);
  return (only === undefined ? given : [only]).map(([variable, path]) => join(env[variable] ?? "", path));
}
