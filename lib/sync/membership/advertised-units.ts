import { compareText } from "../../object/object-ref.ts";

/**
 * On the Lease of a replica: the names of the units that it is configured with, joined by commas, in their
 * order.
 */
export const unitsAnnotation = "converge.dev/units";

/** What a replica is configured with, as its Lease tells. */
export interface AdvertisedUnits {
  /** As it stands in the annotation. */
  readonly text: string;
  /** `all` where there are too many to be told: any unit may be among them. */
  readonly names: ReadonlySet<string> | "all";
}

/** Annotations of an object may have 256 KiB together; a Lease is written every five seconds. */
const longest = 100_000;
const everything = "*";

/** What tells of those units. */
export function listingOf(units: readonly string[]): AdvertisedUnits {
  const names = new Set(units.toSorted(compareText));
  const text = [...names].join(",");
  return text.length > longest ? { text: everything, names: "all" } : { text, names };
}

/**
 * What an annotation tells; undefined where there is none, since its replica has read no configuration yet.
 */
export function readAdvertisedUnits(text: string | undefined): AdvertisedUnits | undefined {
  if (text === undefined) {
    return undefined;
  }
  const names = text === everything ? "all" : new Set(text.split(",").filter((name) => name !== ""));
  return { text, names };
}

/** Whether a unit is among what was told. */
export function isListed(unit: string, listing: AdvertisedUnits | undefined): boolean {
  return listing !== undefined && (listing.names === "all" || listing.names.has(unit));
}

/**
 * What a replica lists for sure, of what it is configured with and what the others were told of that: what is
 * configured no more is not its own from now on, and what is new is not before the others know, since one of
 * them may keep it.
 */
export function commonListing(
  configured: AdvertisedUnits | undefined,
  reported: AdvertisedUnits | undefined,
): AdvertisedUnits | undefined {
  if (configured === undefined || reported === undefined || configured.text === reported.text) {
    return reported === undefined ? undefined : configured;
  }
  if (configured.names === "all") {
    return reported;
  }
  return listingOf([...configured.names].filter((unit) => isListed(unit, reported)));
}
