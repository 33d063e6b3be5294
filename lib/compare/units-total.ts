import type { SetComparison } from "./set-comparison.ts";
import type { UnitsComparison } from "./unit-comparison.ts";

/**
 * Joins the comparisons of all units, as if they were one set. Places and names stay those of the units.
 */
export function unitsTotal({ units, requests }: UnitsComparison): SetComparison {
  const all = units.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparison]));
  return {
    release: "",
    namespace: "",
    objects: all.flatMap(({ objects }) => objects),
    unchanged: all.reduce((sum, { unchanged }) => sum + unchanged, 0),
    moves: all.flatMap(({ moves }) => moves),
    waits: all.flatMap(({ waits }) => waits),
    arrows: [],
    definitions: all.flatMap(({ definitions }) => definitions),
    permissions: all.flatMap(({ permissions }) => permissions),
    requests: requests.map((one) => ({ ...one, objects: [] })),
    findings: all.flatMap(({ findings }) => findings),
    // Units may share a path.
    uncompared: [
      ...new Map(all.flatMap(({ uncompared }) => uncompared.map((one) => [one.path, one]))).values(),
    ],
  };
}
