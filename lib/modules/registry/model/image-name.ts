import { RegistryError } from "./registry-error.ts";

/** A repository of a registry: `registry.example.com:5000/deckhouse/modules` in its parts. */
export interface RepositoryName {
  /** With the port, where one is written. */
  readonly host: string;
  /** Without a slash at either end. */
  readonly path: string;
}

const hostPattern = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const stepPattern = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagPattern = /^\w[-\w.]{0,127}$/;
const longestName = 255;

/**
 * Reads `HOST/PATH`. The host is always written: there is no registry that is meant without being named.
 * Throws RegistryError `refused`. The rules are those of github.com/distribution/reference.
 */
export function parseRepository(text: string): RepositoryName {
  const slash = text.indexOf("/");
  const host = text.slice(0, Math.max(slash, 0));
  const path = text.slice(slash + 1);
  if (text.includes("://")) {
    throw new RegistryError("refused", `${quoted(text)} has a scheme: write HOST/PATH alone`);
  }
  const isWhole = slash > 0 && hostPattern.test(host) && text.length <= longestName;
  if (!isWhole || !path.split("/").every((step) => stepPattern.test(step))) {
    throw new RegistryError(
      "refused",
      `${quoted(text)} names no repository: write HOST/PATH, the path in lower case, as in registry.example.com/modules`,
    );
  }
  return { host, path };
}

/** Whether the text is one step of a repository's path, as the name of a module has to be. */
export function isPathStep(text: string): boolean {
  return stepPattern.test(text) && text.length <= longestName;
}

/** Whether an image can be found by this tag. */
export function isTag(text: string): boolean {
  return tagPattern.test(text);
}

/**
 * A text of the world in a message: in quotes, without what a terminal would obey, and not longer than one
 * can read.
 */
export function quoted(text: string): string {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return JSON.stringify(shown);
}
