/** The results of a comparison, one JSON document a line, so that one that was interrupted can go on. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

import type { Judging, OrderResult } from "./order-verdict.ts";

/** Opens a file with results, which need not exist; without a path nothing is known or kept. */
export function openResults(path: string | undefined): Pick<Judging, "known" | "keep"> {
  if (path === undefined) {
    return { known: [], keep: () => undefined };
  }
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return {
    known: lines.filter((line) => line !== "").map((line): OrderResult => JSON.parse(line)),
    keep: (result) => {
      appendFileSync(path, `${JSON.stringify(result)}\n`);
    },
  };
}
