import { compareText } from "../../object/object-ref.ts";

/**
 * Annotation on the Lease of a replica: the names of the units that it is configured with, joined by commas,
 * sorted.
 */
export const unitsAnnotation = "converge.dev/units";

/** The units that a replica is configured with, as its Lease advertises them. */
export interface AdvertisedUnits {
  /** The value of the annotation. */
  readonly text: string;
  /** `all` if there are too many to list: any unit may be among them. */
  readonly names: ReadonlySet<string> | "all";
}

/** Annotations of an object may have 256 KiB together; a Lease is written every five seconds. */
const longest = 100_000;
const everything = "*";

/** Returns those units as they are advertised. */
export function listingOf(units: readonly string[]): AdvertisedUnits {
  const names = new Set(units.toSorted(compareText));
  const text = [...names].join(",");
  return text.length > longest ? { text: everything, names: "all" } : { text, names };
}

/** Parses the annotation; undefined without one, since its replica has read no configuration yet. */
export function readAdvertisedUnits(text: string | undefined): AdvertisedUnits | undefined {
  if (text === undefined) {
    return undefined;
  }
  const names = text === everything ? "all" : new Set(text.split(",").filter((name) => name !== ""));
  return { text, names };
}

/** Reports whether a unit is among the advertised ones. */
export function isListed(unit: string, listing: AdvertisedUnits | undefined): boolean {
  return listing !== undefined && (listing.names === "all" || listing.names.has(unit));
}

/**
 * Returns the units that a replica certainly lists, of those it is configured with and those it has reported
 * to the others: one that is no longer configured is not its own from now on, and a new one is not before the
 * others know, since one of them may keep it.
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
