import type { KindRule } from "./kind-rule.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { current, inProgress } from "../condition/readiness-result.ts";

/**
 * How long API servers may take to hear of a change, in milliseconds. They ask a webhook only from then on,
 * and tell nobody when that is: what is written at once would slip past it.
 */
const spreading = 1000;

/** A configuration of admission webhooks is ready a moment after this run has changed it. */
export const webhookConfiguration: KindRule = {
  kinds: ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"].map(
    (kind) => `admissionregistration.k8s.io/${kind}`,
  ),
  converge: (_, { changedAt, now }: Surroundings): Readiness => {
    const left = changedAt === undefined ? 0 : Math.min(changedAt + spreading - now, spreading);
    return left > 0
      ? { ...inProgress("Spreading", "until every API server has heard of it"), askAgain: left }
      : current("InPlace", "in place");
  },
};
