import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { JsonValue } from "../../object/json.ts";
import { sendText, type TextAnswer } from "../server/response.ts";
import { readBody } from "../server/read-body.ts";
import type { Route } from "../server/router.ts";
import { type PushEvent, type PushSender, readPushEvent } from "./push-event.ts";
import { eventOf, isSigned, senderOf } from "./push-signature.ts";
import { rateLimit } from "./rate-limit.ts";

/** What taking in push events needs. */
export interface PushFacts {
  /**
   * The text of the secret file, read anew each time; each line is a secret, so that one can be replaced
   * while both count.
   */
  readonly secret: () => Promise<string>;
  /** Hears what was pushed. */
  readonly pushed: (push: PushEvent) => void;
  /** Hears why signatures cannot be checked; once for each reason until they can. */
  readonly notice: (message: string) => void;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Bytes of a body. GitHub sends up to 25 MB, but of pushes with thousands of commits alone; polling sees
 * those.
 */
const mostBytes = 2 ** 20;

/** So many bodies are held in memory at once. */
const mostAtOnce = 16;

/** Far more than a busy forge sends, far less than would keep us from our work. */
const usualRate = { burst: 100, perSecond: 10 };

const unauthorized: TextAnswer = { status: 401, text: "not signed by whom we trust\n" };
const busy: TextAnswer = { status: 503, headers: { "Retry-After": "1" }, text: "too much at once\n" };

/**
 * `POST /webhook`: takes push events of GitHub, GitLab, Gitea, Forgejo and of scripts, told apart by their
 * headers, and checks that they are signed before a byte of them is read as JSON. What else is signed (a
 * ping) is answered with 200 and passed over.
 */
export function pushRoute(facts: PushFacts): Route {
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
  readonly facts: PushFacts;
}

async function answerSender(
  { request, sender, secrets, facts }: Delivery,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, mostBytes);
  if (body === undefined) {
    refuse(response, { status: 413, text: "more than 1 MiB\n" });
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
    sendText(response, { status: 400, text: "no JSON\n" });
    return;
  }
  const push = readPushEvent(sender, eventOf(request.headers), value);
  if (push !== undefined) {
    facts.pushed(push);
  }
  sendText(response, { status: 200, text: push === undefined ? "nothing to do\n" : "ok\n" });
}

/** What is left of the body is not waited for. */
function refuse(response: ServerResponse, answer: TextAnswer): void {
  sendText(response, { ...answer, headers: { ...answer.headers, Connection: "close" } });
}

/**
 * JSON whatever its content type says, since `curl -d` calls all that it sends a form; or a form with JSON in
 * its field `payload`, as GitHub sends it where nothing else is chosen.
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

/** Reads the secrets; gives none, and tells why, where that cannot be done. */
function secretReader({ secret, notice }: PushFacts): () => Promise<readonly string[]> {
  let reported = "";
  const report = (reason: string): void => {
    if (reason !== "" && reason !== reported) {
      notice(`push events are refused: ${reason}; polling goes on`);
    }
    reported = reason;
  };
  return async () => {
    try {
      const lines = (await secret()).split(/\r?\n/).filter((line) => line.trim() !== "");
      report(lines.length === 0 ? "the secret file is empty" : "");
      return lines;
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
      return [];
    }
  };
}
