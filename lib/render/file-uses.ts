/** The files of a chart that its templates may read. */
import { filesOfChart } from "./chart-files.ts";
import type { Renderable } from "./renderable.ts";

/** The files of every chart that Helm itself reads. */
const ownFiles = /^(?:templates\/|crds\/|(?:Chart|values)\.ya?ml$|values\.schema\.json$)/;

const subcharts = /^(?:charts\/[^/]+\/)*/;

/** Matches the files whose text may ask for others. */
const asking = /^(?:charts\/[^/]+\/)*(?:templates\/.*|values\.ya?ml)$/;

/** Every mention of the files of a chart, with the path or pattern if it is written there. */
const mention = /\bFiles\b(?:\.(Get|GetBytes|Lines|Glob)\s+(["`])([^"`\\\n]*)\2)?/g;

/** Reports whether templates may read the file at a path within the chart. */
export type FileUse = (path: string) => boolean;

/**
 * Returns the files that templates of a chart may read: those they name, or all if they mention files in any
 * other way. `others`: texts with templates besides those of the chart. Complexity: linear in the texts.
 */
export function filesUsedBy(
  chart: Pick<Renderable, "path" | "added">,
  others: readonly string[] = [],
): FileUse {
  const texts = [
    ...filesOfChart(chart, (path) => asking.test(path)).map(({ content }) => textOf(content)),
    ...others,
  ];
  const uses = texts.flatMap((text) => [...text.matchAll(mention)].map(useOf));
  return (path) => {
    const own = path.replace(subcharts, "");
    return ownFiles.test(own) || uses.some((isUsed) => isUsed(own));
  };
}

function useOf([, call, , written = ""]: RegExpExecArray): FileUse {
  if (call === undefined) {
    return () => true;
  }
  if (call !== "Glob") {
    return (path) => path === written;
  }
  const [start = ""] = /^[^*?[{\\]*/.exec(written) ?? [];
  return (path) => path.startsWith(start);
}

function textOf(content: () => Uint8Array): string {
  return Buffer.from(content()).toString("utf8");
}
