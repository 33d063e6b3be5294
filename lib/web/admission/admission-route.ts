import type { JsonObject, JsonValue } from "../../object/json.ts";
import { sendText } from "../server/response.ts";
import { readBody } from "../server/read-body.ts";
import type { Route } from "../server/router.ts";

/** Maximum bytes of a review: two objects of 3 MiB at most, and their envelope. */
const mostBytes = 8 * 2 ** 20;

/** Answers a review; returns undefined if the input is not a review. */
export type AnswerReview = (review: JsonValue) => JsonObject | undefined;

/** Serves `POST /validate`: answers the AdmissionReviews (admission.k8s.io/v1) of an API server. */
export function admissionRoute(answerReview: AnswerReview): Route {
  return {
    path: "/validate",
    methods: ["POST"],
    answer: async (request, response) => {
      const body = await readBody(request, mostBytes);
      if (body === undefined) {
        sendText(response, { status: 413, headers: { Connection: "close" }, text: "more than 8 MiB\n" });
        return;
      }
      const answer = reviewIn(body.toString("utf8"), answerReview);
      if (answer === undefined) {
        sendText(response, { status: 400, text: "no AdmissionReview of admission.k8s.io/v1\n" });
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
