import type { Clock } from "../../async/clock.ts";
import { startServer, type Listening, type ServerIdentity } from "../server/server.ts";
import { ListenError } from "../server/listen-address.ts";
import { router, type Route } from "../server/router.ts";
import { errorMessage } from "../../object/bug-error.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import { sendText, readBody } from "../server/http-message.ts";

/** Dependencies and options of the admission webhook. */
interface AdmissionOptions {
  readonly address: string;
  /** Reads the certificate and its key again, since they are renewed. */
  readonly identity: () => Promise<ServerIdentity>;
  readonly answer: AnswerReview;
  readonly clock: Pick<Clock, "after">;
  /** Reports the listening address, renewals of the certificate, and failures. */
  readonly notice: (message: string, level: "note" | "warning") => void;
}

/** Milliseconds: the maximum delay until a renewed certificate is served. */
const renewEvery = 30_000;

/**
 * Serves reviews over TLS; the returned function stops the server. Throws a ListenError if the certificate
 * cannot be read or the server cannot listen.
 */
export async function serveAdmission(options: AdmissionOptions): Promise<() => Promise<void>> {
  const identity = await options.identity().catch((error: unknown) => {
    throw new ListenError(`the certificate of the webhook cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  });
  const server = await startServer(options.address, router([admissionRoute(options.answer)]), {
    clock: options.clock,
    hosts: "any",
    identity,
    fault: (error) => {
      options.notice(`a review could not be answered: ${errorMessage(error)}`, "warning");
    },
  });
  options.notice(`reviews at https://${hostOf(server)}:${server.port}/validate`, "note");
  const endRenewal = renewNowAndThen(server, identity, options);
  return async () => {
    endRenewal();
    await server.close();
  };
}

/** Reloads the certificate periodically; the returned function stops that. */
function renewNowAndThen(server: Listening, first: ServerIdentity, options: AdmissionOptions): () => void {
  const { clock, notice } = options;
  let shown = JSON.stringify(first);
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      const now = await options.identity();
      if (JSON.stringify(now) !== shown) {
        server.renew(now);
        shown = JSON.stringify(now);
        notice("the certificate of the webhook was renewed", "note");
      }
    } catch (error) {
      notice(`the certificate of the webhook was not reloaded: ${errorMessage(error)}`, "warning");
    }
    lookLater();
  };
  let callOff: () => void;
  const lookLater = (): void => {
    if (!isOver) {
      callOff = clock.after(renewEvery, () => void look());
    }
  };
  callOff = clock.after(renewEvery, () => void look());
  return () => {
    isOver = true;
    callOff();
  };
}

function hostOf({ address }: Listening): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** Maximum bytes of a review: two objects of 3 MiB at most, and their envelope. */
const mostBytes = 8 * 2 ** 20;

/** Answers a review; returns undefined if the input is not a review. */
type AnswerReview = (review: JsonValue) => JsonObject | undefined;

/** Serves `POST /validate`: answers the AdmissionReviews (admission.k8s.io/v1) of an API server. */
export function admissionRoute(answerReview: AnswerReview): Route {
  return {
    path: "/validate",
    methods: ["POST"],
    answer: async (request, response) => {
      const body = await readBody(request, mostBytes);
      if (body === undefined) {
        sendText(response, {
          status: 413,
          headers: { Connection: "close" },
          text: "the request body is larger than 8 MiB\n",
        });
        return;
      }
      const answer = reviewIn(body.toString("utf8"), answerReview);
      if (answer === undefined) {
        sendText(response, {
          status: 400,
          text: "the request is not an AdmissionReview of admission.k8s.io/v1\n",
        });
        return;
      }
      sendText(response, {
        status: 200,
        headers: { "Content-Type": "application/json" },
        text: JSON.stringify(answer),
      });
    },
  };
}

function reviewIn(text: string, answerReview: AnswerReview): JsonObject | undefined {
  let review: JsonValue;
  try {
    review = JSON.parse(text);
  } catch {
    return undefined;
  }
  return answerReview(review);
}
