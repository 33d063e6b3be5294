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

/**
 * Returns the fault of a text with too many bytes, in the server's words; it counts bytes, whatever it calls
 * them.
 */
function tooLong(text: string, most: number, unit: "bytes" | "characters"): readonly string[] {
  return new TextEncoder().encode(text).length > most ? [`must be no more than ${most} ${unit}`] : [];
}

/** Formats a rule with examples and its pattern, in the server's words. */
function exampled(rule: string, pattern: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}

const nameText = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const valueText = `(${nameText})?`;
const namePattern = new RegExp(`^${nameText}$`);
const valuePattern = new RegExp(`^${valueText}$`);

const nameRule = exampled(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  nameText,
  ["MyName", "my.name", "123-abc"],
);
const valueRule = exampled(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  valueText,
  ["MyValue", "my_value", "12345"],
);

/** Returns the faults of a text as a label key, `example.com/name`, in the server's words. */
export function labelKeyFaults(text: string): readonly string[] {
  const parts = text.split("/");
  if (parts.length > 2) {
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [last = "", prefix] = parts.toReversed();
  return [...(prefix === undefined ? [] : prefixFaults(prefix)), ...nameFaults(last)];
}

function prefixFaults(prefix: string): readonly string[] {
  const faults = prefix === "" ? ["must be non-empty"] : subdomainFaults(prefix, "bytes");
  return faults.map((fault) => `prefix part ${fault}`);
}

function nameFaults(text: string): readonly string[] {
  const faults = text === "" ? ["must be non-empty"] : [...tooLong(text, 63, "bytes")];
  if (!namePattern.test(text)) {
    faults.push(nameRule);
  }
  return faults.map((fault) => `name part ${fault}`);
}

/** Returns the faults of a text as a label value, in the server's words. */
export function labelValueFaults(text: string): readonly string[] {
  const faults = [...tooLong(text, 63, "bytes")];
  if (!valuePattern.test(text)) {
    faults.push(valueRule);
  }
  return faults;
}
