import { field, objectField, type JsonValue, type Path, stringField } from "../../object/json.ts";
import type { RuleContext } from "../model/edge.ts";
import { serviceReference } from "../reference/reference.ts";

/**
 * A custom resource waits for the workloads behind the conversion webhook of its CRD: without them the API
 * server cannot convert it between versions (Kubernetes, versions in CustomResourceDefinitions).
 */
export function conversionWebhookRule({ set, edges }: RuleContext): void {
  for (const [kind, definition] of set.definitions()) {
    const by = set.manifest(definition);
    const webhook = conversionService(by.value);
    for (const to of webhook === undefined ? [] : set.backing(webhook.service)) {
      for (const from of set.kinds().get(kind) ?? []) {
        edges.push({ from, to, until: "ready", rule: "conversion-webhook", by, path: webhook?.path ?? [] });
      }
    }
  }
}

/** v1 has the Service in `webhook.clientConfig`, the retired v1beta1 in `webhookClientConfig`. */
function conversionService(definition: JsonValue) {
  const conversion = objectField(field(definition, "spec"), "conversion");
  if (stringField(conversion, "strategy") !== "Webhook") {
    return undefined;
  }
  const current = serviceReference(field(field(conversion, "webhook"), "clientConfig"));
  const service = current ?? serviceReference(field(conversion, "webhookClientConfig"));
  const place = current === undefined ? ["webhookClientConfig"] : ["webhook", "clientConfig"];
  const path: Path = ["spec", "conversion", ...place, "service"];
  return service === undefined ? undefined : { service, path };
}
