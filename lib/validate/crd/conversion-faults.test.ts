import test from "ava";

import { type DefinitionChange, definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: DefinitionChange, faults: string])[] = [
  ["no conversion", {}, ""],
  ["the strategy None", { spec: { conversion: { strategy: "None" } } }, ""],
  ["a conversion without a strategy", { spec: { conversion: {} } }, "Required spec.conversion.strategy"],
  [
    "an unknown conversion strategy",
    { spec: { conversion: { strategy: "none" } } },
    "NotSupported spec.conversion.strategy",
  ],
  [
    "a conversion webhook",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1"] },
        },
      },
    },
    "",
  ],
  [
    "the strategy Webhook without a webhook",
    { spec: { conversion: { strategy: "Webhook" } } },
    "Required spec.conversion.conversionReviewVersions, Required spec.conversion.webhookClientConfig",
  ],
  [
    "a webhook without a client configuration",
    { spec: { conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"] } } } },
    "Required spec.conversion.webhookClientConfig",
  ],
  [
    "a webhook without review versions",
    { spec: { conversion: { strategy: "Webhook", webhook: { clientConfig: { url: "https://a" } } } } },
    "Required spec.conversion.conversionReviewVersions",
  ],
  [
    "a webhook with an empty list of review versions",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: [] },
        },
      },
    },
    "Required spec.conversion.conversionReviewVersions",
  ],
  [
    "review version v1beta1",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1beta1"] },
        },
      },
    },
    "",
  ],
  [
    "review versions v1 and v1beta1",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1", "v1beta1"] },
        },
      },
    },
    "",
  ],
  [
    "an unknown review version",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v2"] },
        },
      },
    },
    "Invalid spec.conversion.conversionReviewVersions",
  ],
  [
    "an unknown review version next to a known one",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v2", "v1"] },
        },
      },
    },
    "",
  ],
  [
    "a duplicate review version",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1", "v1"] },
        },
      },
    },
    "Invalid spec.conversion.conversionReviewVersions[1]",
  ],
  [
    "a review version in capitals",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1", "V1"] },
        },
      },
    },
    "Invalid spec.conversion.conversionReviewVersions[1]",
  ],
  [
    "an empty review version",
    {
      spec: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1", ""] },
        },
      },
    },
    "Invalid spec.conversion.conversionReviewVersions[1]",
  ],
  [
    "a webhook for the strategy None",
    {
      spec: {
        conversion: {
          strategy: "None",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1"] },
        },
      },
    },
    "Forbidden spec.conversion.conversionReviewVersions, Forbidden spec.conversion.webhookClientConfig",
  ],
  [
    "review versions for the strategy None",
    { spec: { conversion: { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } } } },
    "Forbidden spec.conversion.conversionReviewVersions",
  ],
  [
    "a client configuration for the strategy None",
    { spec: { conversion: { strategy: "None", webhook: { clientConfig: { url: "https://a" } } } } },
    "Forbidden spec.conversion.webhookClientConfig",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a CRD with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults(change), faults);
  });
}
