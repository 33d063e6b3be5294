import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import type { PushSender } from "./push-event.ts";

/**
 * Who says to have sent a request, by its headers; undefined where none of them does. Forgejo and Gitea send
 * the headers of GitHub too.
 */
export function senderOf(headers: IncomingHttpHeaders): PushSender | undefined {
  if (has(headers, "x-gitea-event") || has(headers, "x-forgejo-event")) {
    return "gitea";
  }
  if (has(headers, "x-gitlab-event")) {
    return "gitlab";
  }
  if (has(headers, "x-github-event")) {
    return "github";
  }
  return signatureHeaders.generic.some((name) => has(headers, name)) ? "generic" : undefined;
}

/** The event that the headers name; empty where they name none. */
export function eventOf(headers: IncomingHttpHeaders): string {
  const names = ["x-forgejo-event", "x-gitea-event", "x-gitlab-event", "x-github-event"];
  return names.map((name) => text(headers, name)).find((event) => event !== "") ?? "";
}

const signatureHeaders = {
  gitea: ["x-forgejo-signature", "x-gitea-signature", "x-hub-signature-256"],
  github: ["x-hub-signature-256"],
  generic: ["x-converge-signature-256", "x-converge-signature"],
} as const;

/**
 * Whether the body comes from one who knows a secret: signed by it (HMAC-SHA256 in hexadecimal digits,
 * `sha256=` before them or not), or, of GitLab, sent with it as `X-Gitlab-Token`. Of several signatures the
 * first one that is there counts. Takes the same time whatever is wrong.
 */
export function isSigned(
  sender: PushSender,
  headers: IncomingHttpHeaders,
  { body, secrets }: { readonly body: Buffer; readonly secrets: readonly string[] },
): boolean {
  if (sender === "gitlab") {
    return someEqual(text(headers, "x-gitlab-token"), secrets);
  }
  const name = signatureHeaders[sender].find((header) => has(headers, header));
  const given =
    name === undefined
      ? ""
      : text(headers, name)
          .replace(/^sha256=/i, "")
          .toLowerCase();
  return someEqual(
    given,
    secrets.map((secret) => createHmac("sha256", secret).update(body).digest("hex")),
  );
}

/** Digests are compared: they are of one length, and nothing is told by the time that takes. */
function someEqual(given: string, wanted: readonly string[]): boolean {
  const digest = digestOf(given);
  const equal = wanted.filter((one) => timingSafeEqual(digestOf(one), digest));
  return given !== "" && equal.length > 0;
}

function digestOf(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

function has(headers: IncomingHttpHeaders, name: string): boolean {
  return headers[name] !== undefined;
}

function text(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}
