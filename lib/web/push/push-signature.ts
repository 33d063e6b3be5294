import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import type { PushSender } from "./push-event.ts";

/**
 * Returns the sender that the headers claim; undefined if they name none. Forgejo and Gitea send the headers
 * of GitHub too.
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

/** Returns the event named by the headers; empty if they name none. */
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
 * Reports whether the sender knows one of the secrets: the body is signed with it (HMAC-SHA256 in hexadecimal
 * digits, with or without `sha256=`), or, for GitLab, `X-Gitlab-Token` is the secret itself. Of several
 * signature headers the first one present counts. Runs in constant time.
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

/** Compares digests, which have equal lengths, so that the time taken reveals nothing. */
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
