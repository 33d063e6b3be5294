import type { EventSink } from "../../lib/apply/model/event.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { Origin } from "../../lib/object/diagnostic/source-text.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import type { PlainStyle } from "../../lib/report/run/plain-reporter.ts";
import { standardInput } from "../../lib/source/source-location.ts";
import { workspacePath } from "./print-diagnostics.ts";
import { wantsColor } from "../host/color.ts";
import type { QuietFlags } from "../flags/quiet-flag.ts";
import type { RunFlags } from "../flags/run-flags.ts";
import type { Host } from "../host/host.ts";

/** Reports progress in the requested format. */
export interface Reporter {
  readonly emit: EventSink;
  readonly stop: () => void;
  /** Records the origins of a plan's manifests. */
  readonly learnPlaces: (plan: Plan) => void;
  /** Reports diagnostics if the format includes them, and shows them. */
  readonly onDiagnostics: (diagnostics: readonly Diagnostic[], show: () => Promise<void>) => Promise<void>;
}

type Form = Pick<RunFlags, "output" | "color"> & QuietFlags;
type Surroundings = Pick<Host, "stdout" | "env" | "clock" | "runId" | "exists">;

/** Creates the reporter: events as JSON, a live block on a terminal, or plain lines elsewhere. */
export async function createReporter(flags: Form, host: Surroundings): Promise<Reporter> {
  const { stdout } = host;
  const { write, flush } = bufferOutput((text) => {
    stdout.write(text);
  });
  if (flags.output === "json") {
    const { jsonReporter, validationLines } = await import("../../lib/report/run/json-reporter.ts");
    return {
      emit: jsonReporter({ write, runId: host.runId }),
      stop: flush,
      learnPlaces: () => {},
      onDiagnostics: async (diagnostics, showThem) => {
        write(validationLines(diagnostics, host.clock.now()));
        await showThem();
      },
    };
  }
  const { emit, stop, learnPlaces } = await textSink(write, flags, host);
  const end = (): void => {
    stop();
    flush();
  };
  return { emit, stop: end, learnPlaces, onDiagnostics: (_, show) => show() };
}

async function textSink(
  write: (text: string) => void,
  flags: Form,
  host: Surroundings,
): Promise<ReporterSink & Pick<Reporter, "learnPlaces">> {
  const { stdout, env, clock } = host;
  const color = wantsColor(flags.color, stdout, host);
  const { learnPlaces, placeOf } = manifestPlaces();
  if (flags.quiet === true) {
    return { ...(await quietSink({ write, color, placeOf }, host)), learnPlaces };
  }
  if (stdout.isTerminal && env["CI"] === undefined && env["TERM"] !== "dumb") {
    const { liveReporter } = await import("../../lib/report/run/live-reporter.ts");
    const width = (): number => stdout.width ?? 80;
    const height = (): number => stdout.height ?? 24;
    const sink = eachRun(() => liveReporter({ write, color, clock, width, height, placeOf }));
    return { ...sink, learnPlaces };
  }
  const { plainReporter } = await import("../../lib/report/run/plain-reporter.ts");
  const ci = ciOf(env);
  const fileOf = workspacePath(host);
  const sink = eachRun(() => ({
    emit: plainReporter({ write, color, width: stdout.width, ci, clock, placeOf, fileOf }),
    stop: () => {},
  }));
  return { ...sink, learnPlaces };
}

type QuietStyle = Pick<PlainStyle, "write" | "color" | "placeOf">;

async function quietSink(style: QuietStyle, host: Surroundings): Promise<ReporterSink> {
  const { quietReporter } = await import("../../lib/report/run/quiet-reporter.ts");
  const own = { ...style, width: host.stdout.width, ci: ciOf(host.env), fileOf: workspacePath(host) };
  return eachRun(() => ({ emit: quietReporter(own), stop: () => {} }));
}

/** Records the origins of manifests, except of those from standard input, which have none. */
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

type ReporterSink = Pick<Reporter, "emit" | "stop">;

/** Creates a new sink for each run: a run that is rolled back is followed by another one. */
function eachRun(make: () => ReporterSink): ReporterSink {
  let sink = make();
  let isOver = false;
  return {
    emit: (event) => {
      if (isOver) {
        sink.stop();
        sink = make();
      }
      isOver = event.type === "finish";
      sink.emit(event);
    },
    stop: () => {
      sink.stop();
    },
  };
}

function ciOf(env: Host["env"]): "github" | "gitlab" | undefined {
  if (env["GITHUB_ACTIONS"] === "true") {
    return "github";
  }
  return env["GITLAB_CI"] === "true" ? "gitlab" : undefined;
}

/** An output that batches writes. */
interface Gathered {
  readonly write: (text: string) => void;
  /** Writes the pending text immediately. */
  readonly flush: () => void;
}

/** Milliseconds: too short to notice, long enough for about ten lines of a run at full speed. */
const moment = 20;

/**
 * Combines all text within 20 ms into one write. A write to a pipe is a synchronous system call: one per line
 * takes a tenth of the time of a run with a thousand objects.
 */
function bufferOutput(write: (text: string) => void): Gathered {
  let texts: string[] = [];
  const flush = (): void => {
    const text = texts.join("");
    texts = [];
    if (text !== "") {
      write(text);
    }
  };
  return {
    write: (text) => {
      if (texts.length === 0) {
        setTimeout(flush, moment);
      }
      texts.push(text);
    },
    flush,
  };
}
