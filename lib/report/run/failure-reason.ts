/**
 * The words about a container that readiness ends with: `container web in pod web-5d8f-x2x: CrashLoopBackOff:
 * back-off 10s`.
 */
const reasonOf = /(?<=\bin pod \S+): ([A-Z][A-Za-z]+)(?=:|$)/;

/**
 * What is said of an object with the reason of its container in front, where it is seen also when the end of
 * the line is not: `CrashLoopBackOff: 0 of 1 replica available; container web in pod web-5d8f-x2x: back-off
 * 10s`.
 */
export function reasonFirst(message: string): string {
  // The API server puts this before the cause, as of a webhook that cannot be called; a short line would end
  // in it.
  const cause = message.replace(/^Internal error occurred: (?=.)/, "");
  if (cause !== message) {
    return cause;
  }
  const [reported, reason] = reasonOf.exec(message) ?? [];
  if (reported === undefined || reason === undefined) {
    return message;
  }
  const rest = message.replace(reasonOf, "");
  return rest.startsWith(`${reason}: `) ? rest : `${reason}: ${rest}`;
}

/** The same where the reason stands in front already, and is not to be told twice; otherwise as it is. */
export function reasonOnce(message: string): string {
  const first = reasonFirst(message);
  return message.startsWith(first.slice(0, first.indexOf(": ") + 2)) ? first : message;
}
