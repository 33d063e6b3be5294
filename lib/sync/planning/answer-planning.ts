import { planSet } from "../../apply/plan/plan-set.ts";
import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import { withinLimits } from "./plan-limits.ts";
import { planPieces } from "./plan-pieces.ts";
import { type PlanningOrder, type PlanningReport, placeWriter } from "./planning-worker.ts";

/** Plans sets in a worker. Returns the handler of the orders sent to it. */
export function planningOrders(report: (report: PlanningReport) => void): (order: PlanningOrder) => void {
  let go: ((answer: unknown) => void) | undefined;
  const send = async (question: PlanningReport): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    go = resolve;
    report(question);
    return promise;
  };
  return (order) => {
    if (order.type === "answer") {
      go?.(order.answer);
    } else {
      void planInPieces(order, send).then(report);
    }
  };
}

async function planInPieces(
  { set, place }: Extract<PlanningOrder, { readonly type: "plan" }>,
  send: (question: PlanningReport) => Promise<unknown>,
): Promise<PlanningReport> {
  const progress = placeWriter(place, set.sources);
  const { plan, refused } = withinLimits(await planSet(set, askedLookups(send), { progress }));
  for (const piece of planPieces(plan, set.sources)) {
    await send({ type: "piece", piece });
  }
  return { type: "planned", refused };
}

type Answer<Lookup extends keyof SetLookups> = Awaited<ReturnType<SetLookups[Lookup]>>;

/** Lookups that are answered by the thread that gave the order, one at a time. */
function askedLookups(send: (question: PlanningReport) => Promise<unknown>): SetLookups {
  let last: Promise<unknown> = Promise.resolve();
  const ask = async <Lookup extends keyof SetLookups>(
    lookup: Lookup,
    words: Parameters<SetLookups[Lookup]>,
  ): Promise<Answer<Lookup>> => {
    const answer = last.then(async () => send({ type: "ask", lookup, words }));
    last = answer;
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- it comes from the lookup of that name in the other thread
    return (await answer) as Answer<Lookup>;
  };
  return {
    minor: async () => ask("minor", []),
    scopes: async (kinds) => ask("scopes", [kinds]),
    definitions: async (kinds) => ask("definitions", [kinds]),
    objects: async (wanted) => ask("objects", [wanted]),
    newestVersions: async (wanted) => ask("newestVersions", [wanted]),
    broughtElsewhere: async (keys) => ask("broughtElsewhere", [keys]),
  };
}
