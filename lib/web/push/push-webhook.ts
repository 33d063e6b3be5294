import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { JsonValue } from "../../object/json.ts";
import { sendText, type TextAnswer, readBody } from "../server/http-message.ts";
import type { Route } from "../server/router.ts";
import { type PushEvent, type PushSender, readPushEvent } from "./push-event.ts";
import { eventOf, isSigned, senderOf } from "./push-signature.ts";
import { rateLimit } from "./rate-limit.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Dependencies of the push webhook. */
export interface PushWebhookOptions {
  /** Reads the secret file again; each line is a secret, so that one can be replaced while both are valid. */
  readonly secret: () => Promise<string>;
  /** Receives each push. */
  readonly pushed: (push: PushEvent) => void;
  /** Reports why signatures cannot be checked; once per reason until they can. */
  readonly notice: (message: string) => void;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Maximum bytes of a body. GitHub sends up to 25 MB, but only for pushes with thousands of commits, which
 * polling detects.
 */
const mostBytes = 2 ** 20;

/** The maximum number of bodies in memory at once. */
const mostAtOnce = 16;

/** Far more than a busy forge sends, far less than would slow the sidecar down. */
const usualRate = { burst: 100, perSecond: 10 };

const unauthorized: TextAnswer = { status: 401, text: "invalid signature\n" };
const busy: TextAnswer = {
  status: 503,
  headers: { "Retry-After": "1" },
  text: "too many requests at once\n",
};

/**
 * Serves `POST /webhook`: accepts push events of GitHub, GitLab, Gitea, Forgejo and of scripts, distinguished
 * by their headers, and checks their signature before parsing any JSON. Other signed events (a ping) are
 * answered with 200 and ignored.
 */
export function pushRoute(facts: PushWebhookOptions): Route {
  const mayAsk = rateLimit(usualRate, facts.clock);
  const secrets = secretReader(facts);
  let reading = 0;
  return {
    path: "/webhook",
    methods: ["POST"],
    answer: async (request, response) => {
      const sender = senderOf(request.headers);
      const early = earlyAnswer(sender, mayAsk(request.socket.remoteAddress ?? ""), reading < mostAtOnce);
      if (sender === undefined || early !== undefined) {
        refuse(response, early ?? unauthorized);
        return;
      }
      reading += 1;
      try {
        await answerSender({ request, sender, secrets, facts }, response);
      } finally {
        reading -= 1;
      }
    },
  };
}

function earlyAnswer(
  sender: PushSender | undefined,
  mayAsk: boolean,
  hasRoom: boolean,
): TextAnswer | undefined {
  if (!mayAsk) {
    return { status: 429, headers: { "Retry-After": "1" }, text: "too many requests\n" };
  }
  if (sender === undefined) {
    return unauthorized;
  }
  return hasRoom ? undefined : busy;
}

interface Delivery {
  readonly request: IncomingMessage;
  readonly sender: PushSender;
  readonly secrets: () => Promise<readonly string[]>;
  readonly facts: PushWebhookOptions;
}

async function answerSender(
  { request, sender, secrets, facts }: Delivery,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, mostBytes);
  if (body === undefined) {
    refuse(response, { status: 413, text: "the request body is larger than 1 MiB\n" });
    return;
  }
  const known = await secrets();
  if (known.length === 0) {
    refuse(response, {
      status: 503,
      headers: { "Retry-After": "60" },
      text: "signatures cannot be checked now\n",
    });
    return;
  }
  if (!isSigned(sender, request.headers, { body, secrets: known })) {
    refuse(response, unauthorized);
    return;
  }
  const value = parseBody(body, request.headers["content-type"]);
  if (value === undefined) {
    sendText(response, { status: 400, text: "the request body is not JSON\n" });
    return;
  }
  const push = readPushEvent(sender, eventOf(request.headers), value);
  if (push !== undefined) {
    facts.pushed(push);
  }
  sendText(response, { status: 200, text: push === undefined ? "nothing to do\n" : "ok\n" });
}

/** Does not wait for the rest of the body. */
function refuse(response: ServerResponse, answer: TextAnswer): void {
  sendText(response, { ...answer, headers: { ...answer.headers, Connection: "close" } });
}

/**
 * Parses JSON whatever the content type, since `curl -d` declares everything a form; or a form with JSON in
 * its field `payload`, which is GitHub's default.
 */
function parseBody(body: Buffer, type: string | undefined): JsonValue | undefined {
  const written = body.toString("utf8");
  const isForm = type?.startsWith("application/x-www-form-urlencoded") === true;
  const payload = isForm ? new URLSearchParams(written).get("payload") : null;
  return parseJson(written) ?? (payload === null ? undefined : parseJson(payload));
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Reads the secrets; returns none and reports the reason if that fails. */
function secretReader({ secret, notice }: PushWebhookOptions): () => Promise<readonly string[]> {
  let reported = "";
  const report = (reason: string): void => {
    if (reason !== "" && reason !== reported) {
      notice(`push events are rejected: ${reason}; polling continues`);
    }
    reported = reason;
  };
  return async () => {
    try {
      const lines = (await secret()).split(/\r?\n/).filter((line) => line.trim() !== "");
      report(lines.length === 0 ? "the secret file is empty" : "");
      return lines;
    } catch (error) {
      report(errorMessage(error));
      return [];
    }
  };
}
