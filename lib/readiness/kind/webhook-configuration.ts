import type { KindRule } from "./kind-rule.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { current, inProgress } from "../condition/readiness-result.ts";

/**
 * The time API servers may take to learn of a change, in milliseconds. They call a webhook only from then on,
 * and do not report when that is: an object written at once would bypass it.
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
      ? { ...inProgress("Spreading", "until every API server has loaded it"), askAgain: left }
      : current("InPlace", "exists");
  },
};
