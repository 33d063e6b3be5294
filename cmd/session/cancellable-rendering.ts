import type { OpenSources } from "../../lib/source/open-sources.ts";
import type { ExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

const unending = new AbortController().signal;

/**
 * Does what reads sources. A renderer does not outlive us: where there is one, a signal ends it, and the exit
 * code of that signal is given; where there is none, signals end this process in the system's own way.
 */
export async function withRenderSignal<Done>(
  { isRendered }: Pick<OpenSources, "isRendered">,
  { takeSignals }: Pick<Host, "takeSignals">,
  act: (signal: AbortSignal) => Promise<Done>,
): Promise<Done | ExitCode> {
  const signals = isRendered ? takeSignals() : undefined;
  try {
    return await act(signals?.signal ?? unending);
  } catch (error) {
    const exitCode = signals?.exitCode();
    if (exitCode === undefined) {
      throw error;
    }
    return exitCode;
  }
}
