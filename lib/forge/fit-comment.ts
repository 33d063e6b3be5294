/** Characters for the line that says what is left out, and for closing what is open. */
const reserve = 200;

/**
 * Cuts Markdown after a line so that it has at most that many characters, closes code blocks and folded
 * parts that are open there, and says what is missing. Complexity: linear.
 */
export function fitComment(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const open = { fence: "", folds: 0 };
  const kept: string[] = [];
  let size = 0;
  for (const line of text.split("\n")) {
    if (size + line.length + 1 + open.folds * 12 > most - reserve) {
      break;
    }
    size += line.length + 1;
    kept.push(line);
    readLine(line, open);
  }
  const closing = [
    ...(open.fence === "" ? [] : [open.fence]),
    ...Array.from({ length: open.folds }, () => "\n</details>"),
  ];
  return [
    ...kept,
    ...closing,
    `\n${text.length - size} characters are left out: a comment has at most ${most}.`,
  ].join("\n");
}

function readLine(line: string, open: { fence: string; folds: number }): void {
  const [, fence = ""] = /^(`{3,})/.exec(line) ?? [];
  if (open.fence !== "") {
    open.fence = fence.length >= open.fence.length && fence === line.trimEnd() ? "" : open.fence;
    return;
  }
  open.fence = fence;
  open.folds += Number(line.startsWith("<details>")) - Number(line.startsWith("</details>"));
}
