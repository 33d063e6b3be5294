import { constants } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";

import { exchange, type Way } from "./exchange.ts";
import type { Handling } from "./request-handling.ts";

/** A handling that disturbs the request. */
export type InjectedFault = Exclude<Handling, { readonly type: "pass" | "cut" | "lag" }>;

/** Injects it into a request. */
export async function injectFault(handling: InjectedFault, way: Way): Promise<void> {
  const { session, stream } = way;
  switch (handling.type) {
    case "drop":
      session.destroy();
      return;
    case "delay":
      await pause(handling.milliseconds);
      (await exchange(way)).forward();
      return;
    case "refuse":
      refuse(handling, way);
      return;
    case "reset":
      session.socket.destroy();
      return;
    case "refuseStream":
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    case "goAway":
      await goAway(handling, way);
      return;
    case "swallow":
      await swallow(handling, way);
      return;
    case "expired":
      expire(handling, way);
  }
}

async function goAway(
  { processed }: Extract<InjectedFault, { readonly type: "goAway" }>,
  way: Way,
): Promise<void> {
  const { session, stream } = way;
  const last = (stream.id ?? 2) - (processed ? 0 : 2);
  session.goaway(constants.NGHTTP2_NO_ERROR, Math.max(0, last));
  if (processed) {
    (await exchange(way)).forward();
  } else {
    stream.close(constants.NGHTTP2_REFUSED_STREAM);
  }
  session.close();
}

async function swallow(
  { by }: Extract<InjectedFault, { readonly type: "swallow" }>,
  way: Way,
): Promise<void> {
  const answer = await exchange(way);
  if (by === "half") {
    answer.forwardHalf();
  } else if (by === "stream") {
    way.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  } else {
    way.session.socket.destroy();
  }
}

const reasons: Readonly<Record<number, string>> = {
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};

function statusOf(code: number): Readonly<Record<string, unknown>> {
  const reason = reasons[code] ?? "";
  const said = { status: "Failure", reason, code, message: `injected fault: ${reason}` };
  return { kind: "Status", apiVersion: "v1", metadata: {}, ...said };
}

function refuse(
  { status, retryAfter }: Extract<InjectedFault, { readonly type: "refuse" }>,
  { stream }: Way,
): void {
  stream.respond({
    ":status": status,
    "content-type": "application/json",
    ...(retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` }),
  });
  stream.end(JSON.stringify(statusOf(status)));
}

function expire({ as }: Extract<InjectedFault, { readonly type: "expired" }>, way: Way): void {
  if (as === "status") {
    refuse({ type: "refuse", status: 410 }, way);
    return;
  }
  way.stream.respond({ ":status": 200, "content-type": "application/json" });
  way.stream.end(`${JSON.stringify({ type: "ERROR", object: statusOf(410) })}\n`);
}
