import type { Hear } from "../lib/apply/event.ts";
import type { Diagnostic } from "../lib/object/diagnostic.ts";
import { wantsColor } from "./color.ts";
import { gather } from "./gather.ts";
import type { RunFlags } from "./run-flags.ts";
import type { Shell } from "./shell.ts";

/** Tells what happens in the form that was asked for. */
export interface Reporter {
  readonly hear: Hear;
  readonly stop: () => void;
  /** Tells diagnostics where the form has a place for them, and shows them. */
  readonly tellDiagnostics: (diagnostics: readonly Diagnostic[], show: () => Promise<void>) => Promise<void>;
}

/** Events as JSON, a live block on a terminal, plain lines elsewhere. */
export async function chooseReporter(flags: RunFlags, shell: Shell): Promise<Reporter> {
  const { stdout } = shell;
  const { write, flush } = gather((text) => {
    stdout.write(text);
  });
  if (flags.output === "json") {
    const { jsonReporter, validationLines } = await import("../lib/report/apply/json-events.ts");
    return {
      hear: jsonReporter({ write, runId: shell.runId }),
      stop: flush,
      tellDiagnostics: async (diagnostics, showThem) => {
        write(validationLines(diagnostics, shell.clock.now()));
        await showThem();
      },
    };
  }
  const { hear, stop } = await textEars(write, flags, shell);
  const end = (): void => {
    stop();
    flush();
  };
  return { hear, stop: end, tellDiagnostics: (_, show) => show() };
}

async function textEars(write: (text: string) => void, flags: RunFlags, shell: Shell): Promise<Ears> {
  const { stdout, env, clock } = shell;
  const color = wantsColor(flags.color, stdout, shell);
  if (stdout.isTerminal && env["CI"] === undefined && env["TERM"] !== "dumb") {
    const { liveReporter } = await import("../lib/report/apply/live-view.ts");
    const width = (): number => stdout.width ?? 80;
    const height = (): number => stdout.height ?? 24;
    return eachRun(() => liveReporter({ write, color, clock, width, height }));
  }
  const { plainReporter } = await import("../lib/report/apply/plain-lines.ts");
  const ci = ciOf(env);
  return eachRun(() => ({
    hear: plainReporter({ write, color, width: stdout.width, ci, clock }),
    stop: () => {},
  }));
}

type Ears = Pick<Reporter, "hear" | "stop">;

/** Has each run told by ears of its own: one that is undone is followed by another. */
function eachRun(make: () => Ears): Ears {
  let ears = make();
  let isOver = false;
  return {
    hear: (event) => {
      if (isOver) {
        ears.stop();
        ears = make();
      }
      isOver = event.type === "finish";
      ears.hear(event);
    },
    stop: () => {
      ears.stop();
    },
  };
}

function ciOf(env: Shell["env"]): "github" | "gitlab" | undefined {
  if (env["GITHUB_ACTIONS"] === "true") {
    return "github";
  }
  return env["GITLAB_CI"] === "true" ? "gitlab" : undefined;
}
