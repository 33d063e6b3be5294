import type { OpenSources } from "../../lib/source/open-sources.ts";
import type { ExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

const unending = new AbortController().signal;

/**
 * Runs an action that reads sources. If it starts a renderer, which must not outlive this process, a signal
 * ends it, and the exit code of the signal is returned; otherwise signals have their default effect.
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
