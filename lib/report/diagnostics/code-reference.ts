/** The explanation of one diagnostic code. Texts are inline Markdown, one paragraph each. */
export interface CodeEntry {
  readonly code: string;
  /** The heading of the section that the code is in. */
  readonly section: string;
  /** As on the page: `error`, `error or warning`, `error; of Argo CD: warning`. */
  readonly severity: string;
  readonly cause: readonly string[];
  readonly remedy: readonly string[];
}

/** The paragraph that the remedy begins with: `**Fix**: Check the path.` */
const remedyLabel = /^\*\*Fix\*\*:\s+/;

/** The severity that the cause begins with: `*error or warning.* `. */
const severityLabel = /^\*([^*]+?)\.?\*\s+/;

/**
 * Reads the entries of `docs/reference/diagnostics.md`, in the order of the page. An entry is a heading of
 * the third level with the code, then a paragraph that begins with the severity, an optional
 * `**Cause**:`, then `**Fix**:` with the remedy.
 */
export function readCodeReference(markdown: string): readonly CodeEntry[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.flatMap((text) => {
    const [section = "", ...entries] = text.split(/^### /m);
    const [title = ""] = section.split("\n");
    return entries.map((entry) => readEntry(entry, title.trim()));
  });
}

function readEntry(text: string, section: string): CodeEntry {
  const [code = "", ...lines] = text.split("\n");
  const paragraphs = lines
    .join("\n")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, " "))
    .filter((paragraph) => paragraph !== "");
  const at = paragraphs.findIndex((paragraph) => remedyLabel.test(paragraph));
  const end = at === -1 ? paragraphs.length : at;
  const [first = "", ...rest] = paragraphs.slice(0, end);
  const [remedy, ...more] = paragraphs.slice(end);
  return {
    code: code.trim(),
    section,
    severity: severityLabel.exec(first)?.[1] ?? "",
    cause: [first.replace(severityLabel, ""), ...rest],
    remedy: remedy === undefined ? [] : [remedy.replace(remedyLabel, ""), ...more],
  };
}
