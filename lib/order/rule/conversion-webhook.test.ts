import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { defines, object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { conversionWebhookRule } from "./conversion-webhook.ts";

const clientConfig = { service: { namespace: "default", name: "hook" } };
const around = [
  object("Service/hook", { body: { spec: { selector: { app: "hook" } } } }),
  object("Deployment/hook", { body: pods({}, { app: "hook" }) }),
  object("example.com/v1/Thing/a"),
  object("example.com/v2/Thing/b"),
  object("example.com/v1/Other/c"),
];

/** The edges of a set in which the CRD of Thing has that conversion. */
const converts = test.macro((t, conversion: JsonObject, ...expected: readonly string[]) => {
  const definition = object("CustomResourceDefinition/things.example.com", {
    body: defines("example.com", "Thing", { conversion }),
  });
  t.deepEqual(ruleResult(conversionWebhookRule, [definition, ...around]).edges, expected);
});

const owner = "CustomResourceDefinition/things.example.com spec.conversion";
test(
  "custom resources of any version wait for the server of the conversion webhook",
  converts,
  { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
  `Thing/a → Deployment/hook ready conversion-webhook: ${owner}.webhook.clientConfig.service`,
  `Thing/b → Deployment/hook ready conversion-webhook: ${owner}.webhook.clientConfig.service`,
);
test(
  "a v1beta1 CRD has the Service of its conversion webhook in webhookClientConfig",
  converts,
  { strategy: "Webhook", webhookClientConfig: clientConfig },
  `Thing/a → Deployment/hook ready conversion-webhook: ${owner}.webhookClientConfig.service`,
  `Thing/b → Deployment/hook ready conversion-webhook: ${owner}.webhookClientConfig.service`,
);
test("custom resources do not wait for a server with conversion strategy None", converts, {
  strategy: "None",
  webhook: { clientConfig },
});
test("custom resources do not wait for a conversion webhook with a URL", converts, {
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://example.com/convert" } },
});
test("custom resources do not wait for a conversion webhook with a Service outside the set", converts, {
  strategy: "Webhook",
  webhook: { clientConfig: { service: { namespace: "other", name: "hook" } } },
});
