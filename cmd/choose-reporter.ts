import type { EventSink } from "../lib/apply/event.ts";
import type { Diagnostic } from "../lib/object/diagnostic.ts";
import type { Origin } from "../lib/object/source-text.ts";
import type { Plan } from "../lib/plan/plan.ts";
import { standardInput } from "../lib/source/found-source.ts";
import { workspacePath } from "./annotated-file.ts";
import { wantsColor } from "./color.ts";
import { bufferOutput } from "./gather.ts";
import type { RunFlags } from "./run-flags.ts";
import type { Host } from "./shell.ts";

/** Tells what happens in the form that was asked for. */
export interface Reporter {
  readonly hear: EventSink;
  readonly stop: () => void;
  /** Learns where the manifests of a plan stand. */
  readonly learnPlaces: (plan: Plan) => void;
  /** Tells diagnostics where the form has a place for them, and shows them. */
  readonly tellDiagnostics: (diagnostics: readonly Diagnostic[], show: () => Promise<void>) => Promise<void>;
}

type Form = Pick<RunFlags, "output" | "color">;
type Surroundings = Pick<Host, "stdout" | "env" | "clock" | "runId" | "exists">;

/** Events as JSON, a live block on a terminal, plain lines elsewhere. */
export async function createReporter(flags: Form, shell: Surroundings): Promise<Reporter> {
  const { stdout } = shell;
  const { write, flush } = bufferOutput((text) => {
    stdout.write(text);
  });
  if (flags.output === "json") {
    const { jsonReporter, validationLines } = await import("../lib/report/apply/json-events.ts");
    return {
      hear: jsonReporter({ write, runId: shell.runId }),
      stop: flush,
      learnPlaces: () => {},
      tellDiagnostics: async (diagnostics, showThem) => {
        write(validationLines(diagnostics, shell.clock.now()));
        await showThem();
      },
    };
  }
  const { hear, stop, learnPlaces } = await textEars(write, flags, shell);
  const end = (): void => {
    stop();
    flush();
  };
  return { hear, stop: end, learnPlaces, tellDiagnostics: (_, show) => show() };
}

async function textEars(
  write: (text: string) => void,
  flags: Form,
  shell: Surroundings,
): Promise<ReporterSink & Pick<Reporter, "learnPlaces">> {
  const { stdout, env, clock } = shell;
  const color = wantsColor(flags.color, stdout, shell);
  const { learnPlaces, placeOf } = manifestPlaces();
  if (stdout.isTerminal && env["CI"] === undefined && env["TERM"] !== "dumb") {
    const { liveReporter } = await import("../lib/report/apply/live-view.ts");
    const width = (): number => stdout.width ?? 80;
    const height = (): number => stdout.height ?? 24;
    const ears = eachRun(() => liveReporter({ write, color, clock, width, height, placeOf }));
    return { ...ears, learnPlaces };
  }
  const { plainReporter } = await import("../lib/report/apply/plain-lines.ts");
  const ci = ciOf(env);
  const fileOf = workspacePath(shell);
  const ears = eachRun(() => ({
    hear: plainReporter({ write, color, width: stdout.width, ci, clock, placeOf, fileOf }),
    stop: () => {},
  }));
  return { ...ears, learnPlaces };
}

/** Remembers where manifests are; what came by standard input has no place. */
function manifestPlaces(): Pick<Reporter, "learnPlaces"> & {
  readonly placeOf: (key: string) => Origin | undefined;
} {
  const places = new Map<string, Origin>();
  return {
    placeOf: (key) => places.get(key),
    learnPlaces: ({ groups }) => {
      for (const { manifest } of groups.flatMap(({ objects }) => objects)) {
        if (manifest.origin.file !== standardInput.name) {
          places.set(manifest.key, manifest.origin);
        }
      }
    },
  };
}

type ReporterSink = Pick<Reporter, "hear" | "stop">;

/** Has each run told by ears of its own: one that is undone is followed by another. */
function eachRun(make: () => ReporterSink): ReporterSink {
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

function ciOf(env: Host["env"]): "github" | "gitlab" | undefined {
  if (env["GITHUB_ACTIONS"] === "true") {
    return "github";
  }
  return env["GITLAB_CI"] === "true" ? "gitlab" : undefined;
}
