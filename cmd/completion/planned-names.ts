import type { Host } from "../host/host.ts";

/** Runs a command line. */
export type RunWords = (words: readonly string[], host: Host) => Promise<number>;

/**
 * Returns the objects of the set that the words of `plan` name, as kubectl names them, for `--why`. Standard
 * input is not read.
 */
export async function namesForWhy(
  words: readonly string[],
  { host, run, signal }: { readonly host: Host; readonly run: RunWords; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  let text = "";
  const listing = [...withoutWhy(words), "--output", "name", "--invalid", "skip", "--validate", "ignore"];
  const code = await run(listing, {
    ...host,
    stdout: {
      isTerminal: false,
      width: undefined,
      write: (more) => {
        text += more;
      },
    },
    readStdin: () => Promise.resolve(new Uint8Array()),
    takeSignals: () => ({ signal, exitCode: () => undefined }),
  });
  return code === 0 ? text.split("\n") : [];
}

/** Removes `--why` with the objects that follow it. */
function withoutWhy(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word === "--why");
  if (at === -1) {
    return words;
  }
  const after = words.slice(at + 1);
  const next = after.findIndex((word) => word.startsWith("-"));
  return [...words.slice(0, at), ...(next === -1 ? [] : after.slice(next))];
}
