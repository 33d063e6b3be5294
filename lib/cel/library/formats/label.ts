import { subdomainFaults } from "./domain-name.ts";
import { exampled, tooLong } from "./fault-text.ts";

const name = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const value = `(${name})?`;
const namePattern = new RegExp(`^${name}$`);
const valuePattern = new RegExp(`^${value}$`);

const nameRule = exampled(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  name,
  ["MyName", "my.name", "123-abc"],
);
const valueRule = exampled(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  value,
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
