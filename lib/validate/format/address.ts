/**
 * The notation of numbers in an address: `sloppy` accepts leading zeros, where Kubernetes has always done so.
 */
interface Style {
  readonly octet: RegExp;
  readonly group: RegExp;
}

const strict: Style = { octet: /^(?:0|[1-9]\d{0,2})$/, group: /^[0-9a-fA-F]{1,4}$/ };
const sloppy: Style = { octet: /^0*\d{1,3}$/, group: /^0*[0-9a-fA-F]{1,4}$/ };

/**
 * Reports whether the text is an IPv4 address, or an IPv6 address that ends with one. Leading zeros of
 * numbers are accepted.
 */
export function isIpv4(text: string): boolean {
  return text.includes(".") && (isV4(text, sloppy) || isV6(text, sloppy));
}

/** Reports whether the text is an IPv6 address, without a zone (RFC 4291). */
export function isIpv6(text: string): boolean {
  return isV6(text, strict);
}

/**
 * Reports whether the text is an address with a prefix length, `10.0.0.0/8`. Leading zeros of numbers are
 * accepted.
 */
export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  const address = text.slice(0, Math.max(slash, 0));
  const length = /^0*(\d{1,3})$/.exec(text.slice(slash + 1))?.[1];
  if (slash === -1 || length === undefined) {
    return false;
  }
  const bits = isV4(address, sloppy) ? 32 : 128;
  return Number(length) <= bits && (bits === 32 || isV6(address, sloppy));
}

const mac =
  /^[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2})*|[0-9a-fA-F]*|[0-9a-fA-F]{2}(?:\.[0-9a-fA-F]{4})+)$/;

/**
 * Reports whether the text is a hardware address of 6, 8 or 20 bytes: `01:23:45:67:89:ab`, `0123.4567.89ab`,
 * `0123456789ab`.
 */
export function isMac(text: string): boolean {
  const digits = text.length <= 60 && mac.test(text) ? text.replaceAll(/[:.-]/g, "").length : 0;
  return digits === 12 || digits === 16 || digits === 40;
}

function isV4(text: string, { octet }: Style): boolean {
  const octets = text.split(".", 5);
  return octets.length === 4 && octets.every((part) => octet.test(part) && Number(part) <= 255);
}

/** Eight groups, or fewer with one `::` for the others; the last two may be written as an IPv4 address. */
function isV6(text: string, style: Style): boolean {
  const halves = text.split("::", 3);
  const [first = "", second] = halves;
  if (halves.length > 2) {
    return false;
  }
  if (second === undefined) {
    return countGroups(first, style, true) === 8;
  }
  const before = first === "" ? 0 : countGroups(first, style, false);
  const behind = second === "" ? 0 : countGroups(second, style, true);
  return before + behind < 8;
}

/** Counts the groups of 16 bits; far too many if one is invalid. */
function countGroups(text: string, style: Style, isLast: boolean): number {
  const groups = text.split(":", 9);
  const last = groups.at(-1) ?? "";
  const isMixed = isLast && last.includes(".") && isV4(last, style);
  const plain = isMixed ? groups.slice(0, -1) : groups;
  return plain.every((group) => style.group.test(group)) ? plain.length + (isMixed ? 2 : 0) : 99;
}
