/**
 * Rules for the names of signers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/names.go
 */
import { reportInvalid, reportTooLong, requiredText } from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import { type Part, textOf } from "../check/part.ts";

const mostDomain = 253;
const mostName = 571;

/** Checks the name of a signer: `example.com/signer`. */
export function checkSignerName(part: Part): void {
  if (!requiredText(part)) {
    return;
  }
  const [domain = "", path = "", ...rest] = textOf(part).split("/");
  if (rest.length > 0 || !textOf(part).includes("/")) {
    reportInvalid(part, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  if (domain.length > mostDomain) {
    reportTooLong(part, mostDomain);
  }
  const labels = domain.split(".");
  reportInvalid(
    part,
    labels.map(dnsLabel).find((fault) => fault !== undefined),
  );
  if (labels.length < 2) {
    reportInvalid(part, "should be a domain with at least two segments separated by dots");
  }
  reportInvalid(
    part,
    path
      .split(".")
      .map(dnsSubdomain)
      .find((fault) => fault !== undefined),
  );
  if (textOf(part).length > mostName) {
    reportTooLong(part, mostName);
  }
}
