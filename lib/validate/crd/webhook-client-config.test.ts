import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["the URL https://a", { url: "https://a" }, ""],
  ["the URL https://a/b", { url: "https://a/b" }, ""],
  ["the URL https://a:443/b", { url: "https://a:443/b" }, ""],
  ["the URL https://a.b.c", { url: "https://a.b.c" }, ""],
  ["the URL http://a", { url: "http://a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL ftp://a", { url: "ftp://a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL a", { url: "a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL /a", { url: "/a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://", { url: "https://" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https:///a", { url: "https:///a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://a?b", { url: "https://a?b" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://a?", { url: "https://a?" }, ""],
  ["the URL https://a#b", { url: "https://a#b" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://a#", { url: "https://a#" }, ""],
  ["the URL https://u@a", { url: "https://u@a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://u:p@a", { url: "https://u:p@a" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://[::1]/a", { url: "https://[::1]/a" }, ""],
  ["the URL https://a:x", { url: "https://a:x" }, "Required spec.conversion.webhookClientConfig.url"],
  ["the URL https://a b", { url: "https://a b" }, "Required spec.conversion.webhookClientConfig.url"],
  ["the URL https://a/%zz", { url: "https://a/%zz" }, "Required spec.conversion.webhookClientConfig.url"],
  ["the URL HTTPS://a", { url: "HTTPS://a" }, ""],
  ["the URL https://a//b", { url: "https://a//b" }, ""],
  ["the URL https://a/b/", { url: "https://a/b/" }, ""],
  ["the URL (empty)", { url: "" }, "Invalid spec.conversion.webhookClientConfig.url"],
  ["the URL https://a:", { url: "https://a:" }, ""],
  ["the URL https://1.2.3.4:8443", { url: "https://1.2.3.4:8443" }, ""],
  ["a service", { service: { namespace: "a", name: "b" } }, ""],
  [
    "a service and a URL",
    { url: "https://a", service: { namespace: "a", name: "b" } },
    "Required spec.conversion.webhookClientConfig",
  ],
  ["neither a service nor a URL", {}, "Required spec.conversion.webhookClientConfig"],
  [
    "a service without a namespace",
    { service: { name: "b" } },
    "Required spec.conversion.webhookClientConfig.service.name",
  ],
  [
    "a service without a name",
    { service: { namespace: "a" } },
    "Required spec.conversion.webhookClientConfig.service.namespace",
  ],
  [
    "a service with empty names",
    { service: { namespace: "", name: "" } },
    "Required spec.conversion.webhookClientConfig.service.name, Required spec.conversion.webhookClientConfig.service.namespace",
  ],
  ["a service with a path", { service: { namespace: "a", name: "b", path: "/c/d" } }, ""],
  ["a service with a path of one slash", { service: { namespace: "a", name: "b", path: "/" } }, ""],
  ["a service with an empty path", { service: { namespace: "a", name: "b", path: "" } }, ""],
  [
    "a service with a relative path",
    { service: { namespace: "a", name: "b", path: "c" } },
    "Invalid spec.conversion.webhookClientConfig.service.path",
  ],
  [
    "a service with a path with an empty segment",
    { service: { namespace: "a", name: "b", path: "/c//d" } },
    "Invalid spec.conversion.webhookClientConfig.service.path",
  ],
  [
    "a service with a path that ends with a slash",
    { service: { namespace: "a", name: "b", path: "/c/" } },
    "",
  ],
  [
    "a service with a path in capitals",
    { service: { namespace: "a", name: "b", path: "/C" } },
    "Invalid spec.conversion.webhookClientConfig.service.path",
  ],
  [
    "a service with a path with a query",
    { service: { namespace: "a", name: "b", path: "/c?d" } },
    "Invalid spec.conversion.webhookClientConfig.service.path",
  ],
  [
    "a service with a path with an underscore",
    { service: { namespace: "a", name: "b", path: "/c_d" } },
    "Invalid spec.conversion.webhookClientConfig.service.path",
  ],
  ["a service on a port", { service: { namespace: "a", name: "b", port: 8443 } }, ""],
  [
    "a service on port 0",
    { service: { namespace: "a", name: "b", port: 0 } },
    "Invalid spec.conversion.webhookClientConfig.service.port",
  ],
  [
    "a service on a negative port",
    { service: { namespace: "a", name: "b", port: -1 } },
    "Invalid spec.conversion.webhookClientConfig.service.port",
  ],
  ["a service on port 65535", { service: { namespace: "a", name: "b", port: 65_535 } }, ""],
  [
    "a service on port 65536",
    { service: { namespace: "a", name: "b", port: 65_536 } },
    "Invalid spec.conversion.webhookClientConfig.service.port",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a webhook with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(
      definitionFaults({
        spec: {
          conversion: {
            strategy: "Webhook",
            webhook: { clientConfig: change, conversionReviewVersions: ["v1"] },
          },
        },
      }),
      faults,
    );
  });
}
