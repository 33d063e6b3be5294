/** An authentication challenge of a server, from `WWW-Authenticate`. */
export interface Challenge {
  /** In lower case: `bearer`, `basic`. */
  readonly scheme: string;
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const spaces = /[ \t,]*/;
const word = /[!#$%&'*+\-.^`|~\w]+/;
const assignment = /([!#$%&'*+\-.^`|~\w]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*))/;
/** Headers are read up to this length; servers send shorter ones. */
const longestHeader = 16_384;

/**
 * Parses the header, which may hold several challenges. Everything after an unreadable part is ignored. RFC
 * 9110, 11.6.1.
 */
export function parseChallenges(header: string): readonly Challenge[] {
  const found: Reading[] = [];
  const text = header.slice(0, longestHeader);
  let at = 0;
  for (let read = 1; read > 0 && at < text.length; at += read) {
    at += matchAt(spaces, text, at)?.[0].length ?? 0;
    read = readParameter(text, at, found.at(-1)) ?? readScheme(text, at, found);
  }
  return found;
}

interface Reading {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

/** Reads a parameter and returns its length in characters; undefined if there is none at this position. */
function readParameter(text: string, at: number, into: Reading | undefined): number | undefined {
  const match = into === undefined ? null : matchAt(assignment, text, at);
  if (match === null) {
    return undefined;
  }
  const [whole, name = "", inQuotes, plain = ""] = match;
  into?.parameters.set(name.toLowerCase(), inQuotes?.replaceAll(/\\(.)/g, "$1") ?? plain);
  return whole.length;
}

/** Reads a scheme and returns its length in characters; 0 if there is none at this position. */
function readScheme(text: string, at: number, found: Reading[]): number {
  const [scheme = ""] = matchAt(word, text, at) ?? [];
  if (scheme !== "") {
    found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
  }
  return scheme.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, "y");
  sticky.lastIndex = at;
  return sticky.exec(text);
}
