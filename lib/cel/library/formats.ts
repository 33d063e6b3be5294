import type { FunctionDeclaration } from "../model/expression.ts";
import { listOf, type OpaqueType, optionalOf, simpleTypes } from "../model/type.ts";
import { type CelOptional, type CelValue, type Opaque, celList } from "../model/value.ts";
import { isDate, isDateTime } from "../../object/timestamp.ts";
import {
  labelFaults,
  labelStartFaults,
  subdomainFaults,
  labelKeyFaults,
  labelValueFaults,
} from "./formats/kubernetes-names.ts";
import { aString, method, ofClass, plain } from "../signature/signature.ts";
import { parseRequestUri } from "./urls/request-uri.ts";

const { string } = simpleTypes;
const formatType: OpaqueType = { kind: "opaque", name: "kubernetes.NamedFormat" };

/** A named format as a value. */
export class FormatValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = formatType;
  readonly name: string;
  /** Returns the faults of a text, in the server's words; none if it is valid. */
  readonly faults: (text: string) => readonly string[];

  constructor(name: string, faults: (text: string) => readonly string[]) {
    this.name = name;
    this.faults = faults;
  }

  /** Reports whether the other has the same name. */
  equals(other: Opaque): boolean {
    return other instanceof FormatValue && other.name === this.name;
  }
}

const formats: readonly (readonly [name: string, format: FormatValue])[] = [
  ["dns1123Label", new FormatValue("DNS1123Label", labelFaults)],
  ["dns1123Subdomain", new FormatValue("DNS1123Subdomain", subdomainFaults)],
  ["dns1035Label", new FormatValue("DNS1035Label", labelStartFaults)],
  ["qualifiedName", new FormatValue("QualifiedName", labelKeyFaults)],
  ["dns1123LabelPrefix", new FormatValue("DNS1123LabelPrefix", (text) => labelFaults(asPrefix(text)))],
  [
    "dns1123SubdomainPrefix",
    new FormatValue("DNS1123SubdomainPrefix", (text) => subdomainFaults(asPrefix(text))),
  ],
  ["dns1035LabelPrefix", new FormatValue("DNS1035LabelPrefix", (text) => labelStartFaults(asPrefix(text)))],
  ["labelValue", new FormatValue("LabelValue", labelValueFaults)],
  ["uri", new FormatValue("URI", uriFaults)],
  ["uuid", new FormatValue("uuid", (text) => (isUuid(text) ? [] : ["does not match the UUID format"]))],
  ["byte", new FormatValue("byte", (text) => (isBase64(text) ? [] : ["invalid base64"]))],
  ["date", new FormatValue("date", (text) => (isDate(text) ? [] : ["invalid date"]))],
  ["datetime", new FormatValue("datetime", (text) => (isDateTime(text) ? [] : ["invalid datetime"]))],
];

const byName: ReadonlyMap<string, FormatValue> = new Map(formats);
const aFormat = ofClass(formatType, (value): value is FormatValue => value instanceof FormatValue);
const none: CelOptional = { tag: "optional", value: undefined };

/**
 * Kubernetes' functions on named formats: `format.dns1123Label().validate(self.name)` returns none, or the
 * faults.
 */
export const formatFunctions: readonly FunctionDeclaration[] = [
  ...formats.map(([name, format]) => ({
    name: `format.${name}`,
    overloads: [plain({ id: `format.${name}`, parameters: [], result: formatType, call: () => format })],
  })),
  {
    name: "validate",
    overloads: [
      method({
        id: "format-validate",
        parameters: [aFormat, aString],
        result: optionalOf(listOf(string)),
        call: (format, text) => {
          const faults = format.faults(text);
          return faults.length === 0 ? none : some(celList(faults));
        },
      }),
    ],
  },
  {
    name: "format.named",
    overloads: [
      plain({
        id: "format-named",
        parameters: [aString],
        result: optionalOf(formatType),
        call: (name) => {
          const format = byName.get(name);
          return format === undefined ? none : some(format);
        },
      }),
    ],
  },
];

function some(value: CelValue): CelOptional {
  return { tag: "optional", value };
}

/**
 * A prefix may end in `-`, since more will follow: the byte before that is not checked either, but of an `é`
 * there one byte remains.
 */
function asPrefix(text: string): string {
  if (text.length < 2 || !text.endsWith("-")) {
    return text;
  }
  return `${(text.codePointAt(text.length - 2) ?? 0) > 0x7f ? text.slice(0, -1) : text.slice(0, -2)}a`;
}

function uriFaults(text: string): readonly string[] {
  const uri = parseRequestUri(text);
  return "fault" in uri ? [uri.fault] : [];
}

/** Reports whether the text is a UUID of any version; each hyphen is optional. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text);
}

/** Reports whether the text is base64 with padding; an empty one is not. */
export function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text);
}
