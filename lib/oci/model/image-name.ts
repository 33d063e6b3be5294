import { RegistryError } from "./registry-error.ts";
import { truncate } from "../../object/message-text.ts";

/** A repository of a registry, `registry.example.com:5000/deckhouse/modules`, in its parts. */
export interface RepositoryName {
  /** With the port, if one is specified. */
  readonly host: string;
  /** Without a slash at either end. */
  readonly path: string;
}

const hostPattern = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const stepPattern = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagPattern = /^\w[-\w.]{0,127}$/;
const longestName = 255;

/**
 * Parses `HOST/PATH`. The host is required: there is no default registry. Throws RegistryError `refused`. The
 * rules are those of github.com/distribution/reference.
 */
export function parseRepository(text: string): RepositoryName {
  const slash = text.indexOf("/");
  const host = text.slice(0, Math.max(slash, 0));
  const path = text.slice(slash + 1);
  if (text.includes("://")) {
    throw new RegistryError("refused", `${quoted(text)} has a scheme: write only HOST/PATH`);
  }
  const isWhole = slash > 0 && hostPattern.test(host) && text.length <= longestName;
  if (!isWhole || !path.split("/").every((step) => stepPattern.test(step))) {
    throw new RegistryError(
      "refused",
      `${quoted(text)} names no repository: write HOST/PATH, the path in lower case, such as registry.example.com/modules`,
    );
  }
  return { host, path };
}

/** Reports whether the text is a single component of a repository path, as the name of a module must be. */
export function isPathStep(text: string): boolean {
  return stepPattern.test(text) && text.length <= longestName;
}

/** Reports whether the text is a valid tag. */
export function isTag(text: string): boolean {
  return tagPattern.test(text);
}

/**
 * Quotes untrusted text for a message: control characters are escaped, and the text is cut to 120 characters.
 */
export function quoted(text: string): string {
  return JSON.stringify(truncate(text, 120));
}
