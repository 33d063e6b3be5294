import {
  field,
  isObject,
  type JsonObject,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { isValidBundle, webhookUrlFaults } from "./webhook-client-config.ts";
import { reviewVersions } from "./validation-options.ts";
import { labelFault, subdomainFault } from "../model/dns-name.ts";
import {
  forbidden,
  invalid,
  required,
  unsupported,
  childPath,
  trailOf,
  type FieldPathNode,
} from "../schema/field-errors.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

const conversionTrail = trailOf("spec", "conversion");
const clientTrail = childPath(conversionTrail, "webhookClientConfig");
const reviewTrail = childPath(conversionTrail, "conversionReviewVersions");
const strategies = ["None", "Webhook"];

/**
 * Validates the conversion of objects between versions. Kubernetes documentation, "Versions in
 * CustomResourceDefinitions", "Webhook conversion".
 */
export function conversionFaults(
  conversion: JsonObject,
  demands: CrdValidationOptions,
): readonly FieldFault[] {
  const strategy = stringField(conversion, "strategy") ?? "";
  const at = childPath(conversionTrail, "strategy");
  const webhook = objectField(conversion, "webhook");
  const rest = strategy === "Webhook" ? webhookFaults(webhook, demands) : unusedFaults(webhook);
  if (strategy === "") {
    return [required(at, "must be given"), ...rest];
  }
  return strategies.includes(strategy) ? rest : [unsupported(at, strategies), ...rest];
}

function unusedFaults(webhook: JsonObject): readonly FieldFault[] {
  const message = "should not be set when strategy is not set to Webhook";
  return [
    ...(isObject(field(webhook, "clientConfig")) ? [forbidden(clientTrail, message)] : []),
    ...(stringsField(webhook, "conversionReviewVersions").length > 0
      ? [forbidden(reviewTrail, message)]
      : []),
  ];
}

function webhookFaults(webhook: JsonObject, demands: CrdValidationOptions): readonly FieldFault[] {
  const client = field(webhook, "clientConfig");
  const versions = reviewVersionFaults(
    stringsField(webhook, "conversionReviewVersions"),
    demands.reviewVersions,
  );
  return isObject(client)
    ? [...clientFaults(client), ...bundleFaults(client, demands), ...versions]
    : [required(clientTrail, "required when strategy is set to Webhook"), ...versions];
}

function clientFaults(client: JsonObject): readonly FieldFault[] {
  const url = stringField(client, "url");
  const service = field(client, "service");
  if ((url === undefined) === !isObject(service)) {
    return [required(clientTrail, "exactly one of url or service is required")];
  }
  return isObject(service)
    ? serviceFaults(service, childPath(clientTrail, "service"))
    : webhookUrlFaults(url ?? "", childPath(clientTrail, "url"));
}

/** The API server swaps the name and the namespace here: it reports one when the other is missing. */
function serviceFaults(service: JsonObject, trail: FieldPathNode): readonly FieldFault[] {
  const found: FieldFault[] = [];
  for (const [name, reported] of [
    ["name", "namespace"],
    ["namespace", "name"],
  ] as const) {
    if ((stringField(service, name) ?? "") === "") {
      const place = ["spec", "conversion", "webhook", "clientConfig", "service", name];
      found.push({
        ...required(childPath(trail, reported), `the ${name} of the service must be given`),
        place,
      });
    }
  }
  const port = field(service, "port") ?? 443;
  if (typeof port === "number" && !(port >= 1 && port <= 65535)) {
    found.push(invalid(childPath(trail, "port"), "port is not valid: must be between 1 and 65535"));
  }
  const fault = pathFault(stringField(service, "path") ?? "");
  return fault === undefined ? found : [...found, invalid(childPath(trail, "path"), fault)];
}

function pathFault(path: string): string | undefined {
  if (path === "" || path === "/") {
    return undefined;
  }
  if (!path.startsWith("/")) {
    return "must start with a '/'";
  }
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  const index = segments.findIndex((one) => subdomainFault(one) !== undefined);
  if (index === -1) {
    return undefined;
  }
  const segment = segments[index] ?? "";
  return `segment[${index}] ${segment === "" ? "may not be empty" : subdomainFault(segment)}`;
}

function bundleFaults(client: JsonObject, demands: CrdValidationOptions): readonly FieldFault[] {
  const bundle = stringField(client, "caBundle") ?? "";
  return demands.caBundle && bundle !== "" && !isValidBundle(bundle)
    ? [
        invalid(
          childPath(clientTrail, "caBundle"),
          "must be PEM certificates in base64: no certificate can be read",
        ),
      ]
    : [];
}

function reviewVersionFaults(versions: readonly string[], demanded: boolean): readonly FieldFault[] {
  if (versions.length === 0) {
    return [required(reviewTrail, `must be given: write ${reviewVersions.join(" or ")}`)];
  }
  const found: FieldFault[] = [];
  for (const [index, version] of versions.entries()) {
    const fault = versions.indexOf(version) < index ? "duplicate version" : labelFault(version);
    if (fault !== undefined) {
      found.push(invalid(childPath(reviewTrail, index), fault));
    }
  }
  if (demanded && !versions.some((version) => reviewVersions.includes(version))) {
    found.push(invalid(reviewTrail, `must include at least one of ${reviewVersions.join(", ")}`));
  }
  return found;
}
