import { exampled, tooLong } from "./fault-text.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const startingLabel = "[a-z]([-a-z0-9]*[a-z0-9])?";

const labelPattern = new RegExp(`^${label}$`);
const subdomainPattern = new RegExp(`^${subdomain}$`);
const startingLabelPattern = new RegExp(`^${startingLabel}$`);

const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const startingLabelRule =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";

/** Returns the faults of a text as a DNS label (RFC 1123), in the server's words. */
export function labelFaults(text: string): readonly string[] {
  const faults = [...tooLong(text, 63, "characters")];
  if (!labelPattern.test(text)) {
    faults.push(
      subdomainPattern.test(text)
        ? "must not contain dots"
        : exampled(labelRule, label, ["my-name", "123-abc"]),
    );
  }
  return faults;
}

/** Returns the faults of a text as a domain name (RFC 1123), in the server's words. */
export function subdomainFaults(
  text: string,
  unit: "bytes" | "characters" = "characters",
): readonly string[] {
  const faults = [...tooLong(text, 253, unit)];
  if (!subdomainPattern.test(text)) {
    faults.push(exampled(subdomainRule, subdomain, ["example.com"]));
  }
  return faults;
}

/** Returns the faults of a text as a label that begins with a letter (RFC 1035), in the server's words. */
export function labelStartFaults(text: string): readonly string[] {
  const faults = [...tooLong(text, 63, "characters")];
  if (!startingLabelPattern.test(text)) {
    faults.push(exampled(startingLabelRule, startingLabel, ["my-name", "abc-123"]));
  }
  return faults;
}
