import type { BuiltinReview } from "./judge-builtin.ts";

/** The agreement of both sides, from 0 to 1, and the cases in which they differ. */
export interface BuiltinSummary {
  readonly cases: number;
  readonly verdict: number;
  readonly causes: number;
  readonly falseRefusals: readonly BuiltinReview[];
  readonly text: string;
}

/** Summarizes the reviews: in total, and for each kind that is judged differently. */
export function summarizeBuiltin(reviews: readonly BuiltinReview[]): BuiltinSummary {
  const verdict = share(reviews, sameVerdict);
  const refused = reviews.filter(({ server, offline }) => server.length > 0 && offline.length > 0);
  const causes = share(refused, sameCauses);
  const falseRefusals = reviews.filter(({ server, offline }) => server.length === 0 && offline.length > 0);
  const parts = [...Map.groupBy(reviews, ({ part }) => part)].map(
    ([part, of]) => `${of.length} of ${part} (${percent(share(of, sameVerdict))})`,
  );
  const kinds = [...Map.groupBy(reviews, ({ kind }) => kind)]
    .filter(([, of]) => of.some((review) => !sameCauses(review)))
    .map(
      ([kind, of]) =>
        `${kind} ${percent(share(of, sameVerdict))}/${percent(share(of, sameCauses))} of ${of.length}`,
    );
  const text = [
    `${reviews.length} cases: ${parts.join(", ")}; verdict ${percent(verdict)}, causes ${percent(causes)}, ${falseRefusals.length} false refusals`,
    ...kinds.toSorted(),
  ].join("\n");
  return { cases: reviews.length, verdict, causes, falseRefusals, text };
}

function share(reviews: readonly BuiltinReview[], isSame: (review: BuiltinReview) => boolean): number {
  return reviews.length === 0 ? 1 : reviews.filter(isSame).length / reviews.length;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)} %`;
}

function sameVerdict({ server, offline }: BuiltinReview): boolean {
  return (server.length === 0) === (offline.length === 0);
}

function sameCauses({ server, offline }: BuiltinReview): boolean {
  return server.join("\n") === offline.join("\n") || (server.includes("unreadable") && offline.length > 0);
}

/** Describes a case in which both sides differ. */
export function describeBuiltin({ kind, part, what, server, offline }: BuiltinReview): string {
  const missed = server.filter((cause) => !offline.includes(cause));
  const wrong = offline.filter((cause) => !server.includes(cause));
  const word = server.length === 0 ? "refused though valid: " : "";
  return `${word}${part} ${kind} [${what}]: only server: ${missed.join(", ") || "-"}; only offline: ${wrong.join(", ") || "-"}`;
}

/** The cases in which both sides differ. */
export function differing(reviews: readonly BuiltinReview[]): readonly BuiltinReview[] {
  return reviews.filter((review) => !sameCauses(review));
}
