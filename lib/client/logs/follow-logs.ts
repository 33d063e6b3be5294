import type { Clock, Random } from "../../async/clock.ts";
import type { Access } from "../model/access.ts";
import { ApiError, UnreachableError } from "../model/api-error.ts";
import type { Call, LogSource } from "../model/cluster.ts";
import { untilAbort } from "../../async/abort.ts";
import { pause } from "../../async/sleep.ts";
import { streamLines } from "../request/stream-lines.ts";
import { LineSplitter } from "../request/line-splitter.ts";
import { backOff } from "../request/retry.ts";
import type { Sender } from "../request/sender.ts";
import { podPath, withQuery } from "../request/url.ts";
import type { ConnectionPool } from "../transport/connection-pool.ts";

/** What following needs. */
export interface FollowFacts {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  readonly sender: Sender;
  /** The connections on which streams run. */
  readonly lane: ConnectionPool;
}

/** Bytes of a line; what is longer is cut. */
const longestLine = 16 * 1024;
/** A stream that breaks so often without a word in between is given up. */
const mostBreaks = 4;

/** Follows the log of a container as `Cluster.followLogs` says. */
export async function followLogs(
  source: LogSource,
  call: Call & { readonly report: (line: string) => void },
  facts: FollowFacts,
): Promise<void> {
  const follower = new LogFollower(source, call.report, facts);
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
      await pause(backOff(breaks, error, facts.random), facts.clock, signal);
    }
  }
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A broken stream goes on where it broke; a server that has too much to do is asked again. */
function mayGoOn(error: unknown): boolean {
  return (
    error instanceof UnreachableError ||
    (error instanceof ApiError && (error.status === 429 || error.status === 401))
  );
}

class LogFollower {
  readonly #source: LogSource;
  readonly #report: (line: string) => void;
  readonly #facts: FollowFacts;
  /** The time of the last line, as the server wrote it: after a break only what is later is news. */
  #last = "";
  /** How many lines were told. */
  received = 0;

  constructor(source: LogSource, report: (line: string) => void, facts: FollowFacts) {
    this.#source = source;
    this.#report = report;
    this.#facts = facts;
  }

  /** Follows in one request, from the beginning or from where the last one broke. */
  async once(signal: AbortSignal): Promise<void> {
    const { access, clock, lane, sender } = this.#facts;
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
        // A container may have nothing to say for hours.
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

  /** After a break the server begins anew with the second in which it broke. */
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

/** A node writes its times in one form, to the nanosecond, so that they sort as texts. */
function isLater(left: string, right: string): boolean {
  return left.length !== right.length || left > right;
}
