import type { Clock, Random } from "../../async/clock.ts";
import type { Access } from "../model/access.ts";
import { ApiError, UnreachableError } from "../model/api-error.ts";
import type { Call, LogSource } from "../model/cluster.ts";
import { untilAbort } from "../../async/abort.ts";
import { pause } from "../../async/timer.ts";
import { streamLines, LineSplitter } from "../request/stream-lines.ts";
import { requestDelay } from "../request/retry.ts";
import type { Sender } from "../request/sender.ts";
import { podPath, withQuery } from "../request/url.ts";
import type { ConnectionPool } from "../transport/connection-pool.ts";

/** Dependencies of log following. */
export interface FollowLogsOptions {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  readonly sender: Sender;
  /** The connection pool for streams. */
  readonly lane: ConnectionPool;
}

/** Bytes of a line; longer ones are cut. */
const longestLine = 16 * 1024;
/** A stream that breaks this often without a line in between is given up. */
const mostBreaks = 4;

/** Follows the log of a container as described for `Cluster.followLogs`. */
export async function followLogs(
  source: LogSource,
  call: Call & { readonly report: (line: string) => void },
  options: FollowLogsOptions,
): Promise<void> {
  const follower = new LogFollower(source, call.report, options);
  const { signal } = call;
  let breaks = 0;
  while (!signal.aborted) {
    const before = follower.received;
    try {
      await follower.once(signal);
      return;
    } catch (error) {
      if (isAborted(signal)) {
        return;
      }
      breaks = follower.received === before ? breaks + 1 : 1;
      if (breaks >= mostBreaks || !mayGoOn(error)) {
        throw error;
      }
      await pause(requestDelay(breaks, error, options.random), options.clock, signal);
    }
  }
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/**
 * Reports whether to continue: a broken stream is resumed where it broke, and an overloaded server is asked
 * again.
 */
function mayGoOn(error: unknown): boolean {
  return (
    error instanceof UnreachableError ||
    (error instanceof ApiError && (error.status === 429 || error.status === 401))
  );
}

class LogFollower {
  readonly #source: LogSource;
  readonly #report: (line: string) => void;
  readonly #options: FollowLogsOptions;
  /** The timestamp of the last line, as the server sent it: after a break only later lines are new. */
  #last = "";
  /** The number of lines emitted. */
  received = 0;

  constructor(source: LogSource, report: (line: string) => void, options: FollowLogsOptions) {
    this.#source = source;
    this.#report = report;
    this.#options = options;
  }

  /** Follows in one request, from the beginning or from where the last one broke. */
  async once(signal: AbortSignal): Promise<void> {
    const { access, clock, lane, sender } = this.#options;
    const credentials = await untilAbort(access.credentials(), signal);
    const path = this.#path();
    const request = { method: "GET", path, headers: { accept: "*/*" }, repeatable: true } as const;
    const splitter = new LineSplitter(longestLine);
    const from = this.#last;
    const emit = (line: string): void => this.#emit(line, from);
    try {
      await streamLines({
        clock,
        signal,
        // A container may log nothing for hours.
        silence: undefined,
        request: `GET ${podPath(this.#source)}/log`,
        what: "log",
        splitter,
        report: emit,
        open: (receiver) => lane.open(sender.wire(request, credentials), receiver, credentials),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        await access.renew(credentials);
      }
      throw error;
    }
    const rest = splitter.rest();
    if (rest !== "") {
      emit(rest);
    }
  }

  #path(): string {
    const { container, previous, lines } = this.#source;
    return withQuery(`${podPath(this.#source)}/log`, {
      container,
      previous,
      follow: previous === true ? undefined : true,
      timestamps: true,
      ...(this.#last === "" ? { tailLines: lines } : { sinceTime: this.#last }),
    });
  }

  /** After a break the server starts again at the beginning of the second in which it broke. */
  #emit(line: string, from: string): void {
    const time = timeOf.exec(line)?.[0] ?? "";
    if (time !== "" && from !== "" && !isLater(time, from)) {
      return;
    }
    this.#last = time === "" ? this.#last : time;
    this.received += 1;
    this.#report(time === "" ? line : line.slice(time.length + 1));
  }
}

/** `2026-11-21T08:00:00.000000001Z`, before a space or the end. */
const timeOf = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?= |$)/;

/** A node formats all timestamps alike, to the nanosecond, so that they sort as text. */
function isLater(left: string, right: string): boolean {
  return left.length !== right.length || left > right;
}
