/** The facts of a commit that are reported. */
export interface CommitFacts {
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970; 0 if the commit does not say. */
  readonly at: number;
}

/**
 * Parses the text of a commit as git stores it: headers, an empty line, the message. Old tools wrote many
 * malformed lines: what cannot be parsed is empty. The subject is the first line of the message.
 */
export function parseCommit(text: string): CommitFacts {
  const end = text.indexOf("\n\n");
  const headers = (end === -1 ? text : text.slice(0, end)).split("\n");
  const message = end === -1 ? "" : text.slice(end + 2);
  const [subject = ""] = message.trimStart().split("\n", 1);
  return {
    subject: subject.trimEnd(),
    author: personOf(headers, "author").name,
    at: personOf(headers, "committer").at,
  };
}

function personOf(headers: readonly string[], role: string): { readonly name: string; readonly at: number } {
  const line = headers.find((header) => header.startsWith(`${role} `)) ?? "";
  const read = /^(?<name>.*?)(?: (?<at>\d{1,12}) [+-]\d+)?$/.exec(line.slice(role.length + 1));
  return { name: read?.groups?.["name"]?.trim() ?? "", at: Number(read?.groups?.["at"] ?? 0) * 1000 };
}
