import type { Review } from "./review.ts";
import { subjectOf } from "./judged-case.ts";

/** The result of many cases. */
export interface Summary {
  readonly cases: number;
  /** The share of cases in which both agree, from 0 to 1. */
  readonly agreement: number;
  /** The cases with an unexplained difference. */
  readonly disagreements: readonly Review[];
  /** The number of cases of each part of the test. */
  readonly parts: ReadonlyMap<string, number>;
  /** The number of cases of each part, of those that the server accepts, and of differences. */
  readonly text: string;
}

/** Counts the cases of each part of the test, and finds those on which converge and the server disagree. */
export function summarize(reviews: readonly Review[]): Summary {
  const parts = Map.groupBy(reviews, ({ judged }) => judged.name.split("/")[0] ?? "");
  const differing = reviews.filter((review) => review.difference !== undefined);
  const disagreements = differing.filter(({ known }) => known === undefined);
  const counts = [...parts].map(([part, of]) => {
    const taken = of.filter(({ server }) => server.faults.length === 0).length;
    return `${of.length} of ${part} (${taken} taken)`;
  });
  const known = Map.groupBy(differing, (review) => review.known ?? "unknown differences");
  const differences = [...known].map(([name, of]) => `${of.length} of ${name}`);
  return {
    cases: reviews.length,
    agreement: 1 - differing.length / reviews.length,
    disagreements,
    parts: new Map([...parts].map(([part, of]) => [part, of.length])),
    text: `${reviews.length} cases: ${counts.join(", ")}; differing: ${differences.join(", ") || "none"}`,
  };
}

/** Formats a disagreement with both answers; long objects are cut off after that many characters. */
export function describeReview(review: Review, letters = 1500): string {
  const { judged, server, offline, difference } = review;
  const show = (value: unknown): string => JSON.stringify(value).slice(0, letters);
  return [
    `${judged.name}: they differ in the ${difference ?? "nothing"}`,
    `  question: ${show(subjectOf(judged))}`,
    ...(judged.old === undefined ? [] : [`  before: ${show(judged.old)}`]),
    ...(judged.object === undefined
      ? []
      : [`  versions: ${show(Object(judged.definition["spec"]).versions)}`]),
    `  server: ${show(server)}`,
    `  offline: ${show(offline)}`,
  ].join("\n");
}
