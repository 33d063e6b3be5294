/** Formats an age or a duration roughly: `4s`, `12m`, `3h`, `5d`. */
export function roughly(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) {
    return `${seconds}s`;
  }
  if (seconds < 5400) {
    return `${Math.round(seconds / 60)}m`;
  }
  return seconds < 129_600 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`;
}

/** Formats a duration: `40ms`, `1.4s`, `2m5s`. */
export function lengthWords(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < 1000) {
    return `${Math.round(time)}ms`;
  }
  if (time < 59_950) {
    return `${(time / 1000).toFixed(1)}s`;
  }
  const seconds = Math.round(time / 1000);
  return seconds < 3600
    ? `${Math.floor(seconds / 60)}m${seconds % 60}s`
    : `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m`;
}

/** Splits an object reference into its parts. */
export function refParts(key: string): {
  readonly kind: string;
  readonly name: string;
  readonly place: string;
} {
  const steps = key.split("/");
  const [group = "", second = "", third = "", fourth = ""] = steps;
  if (second === "namespaces" && steps.length >= 5) {
    const name = steps.slice(4).join("/");
    return { kind: fourth, name, place: [third, group].filter((part) => part !== "").join(" · ") };
  }
  return { kind: second, name: steps.slice(2).join("/"), place: group };
}

/** Returns the kind and the name of a reference: `Deployment web`. */
export function refWords(key: string): string {
  const { kind, name } = refParts(key);
  return `${kind} ${name}`;
}

/** Shortens a git ref: `main`, `v1.2.0`; the beginning of a commit if a commit is followed. */
export function objectName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "").replace(/^([0-9a-f]{7})[0-9a-f]{33,57}$/, "$1");
}

/** Formats a number with its noun. */
export function amountWords(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Formats a time in the user's time zone: `14:03:59`. */
export function clockWords(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" }).format(at);
}

/** Formats a time in the user's time zone with its date. */
export function dateWords(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" }).format(at);
}
