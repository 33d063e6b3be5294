import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

/**
 * Returns the errors and warnings of the head that the base does not have, in their order. The same finding
 * at another place is the same; one that occurs more often than before is new as often.
 */
export function newFindings(base: readonly Diagnostic[], head: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map<string, number>();
  for (const one of base) {
    known.set(identityOf(one), (known.get(identityOf(one)) ?? 0) + 1);
  }
  return head.filter((one) => {
    const identity = identityOf(one);
    const left = known.get(identity) ?? 0;
    known.set(identity, left - 1);
    return one.severity !== "note" && left <= 0;
  });
}

/** A place inside of a message: `deploy/web.yaml:12:3`, with or without its position. */
const place = /[^\s:(),;"]+\.(?:ya?ml|json|tpl|tgz)(?: \(rendered\))?(?::\d+)*/g;

function identityOf({ code, severity, ref, message, members }: Diagnostic): string {
  return JSON.stringify([code, severity, ref ?? "", message.replaceAll(place, "FILE"), members ?? []]);
}
