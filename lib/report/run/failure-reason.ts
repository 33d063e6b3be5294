/**
 * Matches the reason of a container in a readiness message: `container web in pod web-5d8f-x2x:
 * CrashLoopBackOff: back-off 10s`.
 */
const reasonOf = /(?<=\bin pod \S+): ([A-Z][A-Za-z]+)(?=:|$)/;

/**
 * Moves the reason of an object's container to the front of its message, so that it is visible even if the
 * end of the line is cut off: `CrashLoopBackOff: 0 of 1 replica available; container web in pod web-5d8f-x2x:
 * back-off 10s`.
 */
export function reasonFirst(message: string): string {
  // The API server prepends this to the cause, such as a webhook that cannot be called; it would fill a short
  // line.
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

/**
 * Removes the second mention of a reason that is already in front; otherwise returns the message unchanged.
 */
export function reasonOnce(message: string): string {
  const first = reasonFirst(message);
  return message.startsWith(first.slice(0, first.indexOf(": ") + 2)) ? first : message;
}
