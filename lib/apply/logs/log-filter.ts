import type { LogOptions } from "../../object/deploy-policy.ts";

/** Reports whether anything of a container's log is shown at all. */
export function showsContainer(
  { skip, skipContainers, onlyContainers }: LogOptions,
  container: string,
): boolean {
  const isNamed =
    onlyContainers === null || onlyContainers.length === 0 || onlyContainers.includes(container);
  return !skip && isNamed && !skipContainers.includes(container);
}

/**
 * Reports whether a line of a container's log is shown. A pattern for the container replaces the one for all.
 * Whole lines are shown, as in werf.
 */
export function showsLine(options: LogOptions, container: string, line: string): boolean {
  const regex = options.regexByContainer.get(container) ?? options.regex;
  const skipRegex = options.skipRegexByContainer.get(container) ?? options.skipRegex;
  return (regex === null || regex.test(line)) && (skipRegex === null || !skipRegex.test(line));
}
