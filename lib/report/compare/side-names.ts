import { codeSpan } from "./markdown-text.ts";

/** The sides of a comparison as they were given: `main` and `working tree`. */
export interface SideNames {
  readonly base: string;
  readonly head: string;
  /** The full ids of their commits; of a path or the working tree there is none. */
  readonly commits?: Readonly<Partial<Record<"base" | "head", string>>>;
}

/** Abbreviates the id of a commit or a blob, to the same length in every repository. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}

/** Formats the sides as plain text: `main (1f0c2d3e4b5a) → working tree`. */
export function sidesText(sides: SideNames): string {
  return `${nameOf(sides, "base")} → ${nameOf(sides, "head")}`;
}

/** Formats the sides as Markdown. */
export function sidesMarkdown(sides: SideNames): string {
  return `${codeSpan(nameOf(sides, "base"))} → ${codeSpan(nameOf(sides, "head"))}`;
}

/** A name such as `HEAD` says nothing later, or elsewhere. */
function nameOf({ commits, ...given }: SideNames, side: "base" | "head"): string {
  const [name, commit] = [given[side], commits?.[side]];
  if (commit === undefined) {
    return name;
  }
  const isId = name.length >= 4 && commit.startsWith(name.toLowerCase());
  return isId ? shortId(commit) : `${name} (${shortId(commit)})`;
}
