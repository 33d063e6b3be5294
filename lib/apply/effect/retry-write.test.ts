import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { object, objectNamed, planned } from "../../../fixtures/planned.ts";
import { sampleManifest } from "../../../fixtures/sample-plan.ts";
import { ApiError, UnreachableError } from "../../client/model/api-error.ts";
import type { Catalog, Cluster } from "../../client/model/cluster.ts";
import { manifestFromLive } from "../../manifest/manifest.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { KindMissingError, RestMapper } from "../model/rest-mapper.ts";
import type { EffectContext } from "../model/task.ts";
import { type RetriedWrite, retryWrite, withOrigin, readAgain, servedPlace } from "./retry-write.ts";
import { offlineSession, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";

const busy = new ApiError("429 too many requests", { status: 429 });
const missing = new KindMissingError("the server does not serve CronTab", true);
const immutable = new ApiError("spec.selector: field is immutable", { status: 422 });
const forbidden = new ApiError("forbidden", { status: 403 });

interface Retried {
  /** What the write came to: `done`, or the message of what it threw. */
  readonly ended: string;
  readonly attempts: number;
  readonly discoveries: number;
  readonly pauses: readonly number[];
  readonly retries: readonly string[];
  /** How many pauses were over each time a slot was waited for. */
  readonly resumed: readonly number[];
}

interface Course extends Partial<Pick<RetriedWrite<string>, "repair">> {
  /** The refusals of the first attempts; the next one is accepted. */
  readonly refusals: readonly Error[];
  /** The refusal of discovery, if it is refused. */
  readonly undiscovered?: Error;
  /** The run is interrupted after that attempt. */
  readonly interruptedAfter?: number;
}

/** A write that goes so. The random part of each pause is 0. */
async function retried({ refusals, undiscovered, interruptedAfter, repair }: Course): Promise<Retried> {
  const clock = fastClock();
  const interrupt = new AbortController();
  const retries: string[] = [];
  const resumed: number[] = [];
  let [attempts, discoveries] = [0, 0];
  const catalog: Catalog = { find: () => undefined, resources: [], versions: new Set(), missing: new Map() };
  const discover: Cluster["discover"] = () => {
    discoveries += 1;
    return undiscovered === undefined ? Promise.resolve(catalog) : Promise.reject(undiscovered);
  };
  const kinds = new RestMapper({ discover } as Cluster, catalog);
  const deps = { context: { clock, random: () => 0 }, kinds } as unknown as EffectDeps;
  const acting: Pick<EffectContext, "signal" | "retry" | "resume"> = {
    signal: interrupt.signal,
    retry: (message) => retries.push(message),
    resume: async () => {
      resumed.push(clock.hurried.length);
    },
  };
  const act = (): Promise<string> => {
    const refusal = refusals[attempts];
    attempts += 1;
    if (attempts === interruptedAfter) {
      interrupt.abort();
    }
    return refusal === undefined ? Promise.resolve("done") : Promise.reject(refusal);
  };
  const attempt = { act, prospects: { namespaceComes: true, kindComes: true }, ...(repair && { repair }) };
  const ended = await retryWrite(attempt, deps, acting as EffectContext).catch(
    (error: Error) => error.message,
  );
  return { ended, attempts, discoveries, pauses: clock.hurried, retries, resumed };
}

/** What a write comes to, after how many attempts. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, course: Course, expected: string, attempts: number) {
    const result = await retried(course);
    t.is(result.ended, expected);
    t.is(result.attempts, attempts);
  },
});

test(ends, "a write that is accepted is sent once", { refusals: [] }, "done", 1);
test(
  ends,
  "a write that may be accepted a moment later is sent until it is",
  { refusals: [busy, busy] },
  "done",
  3,
);
test(ends, "a refusal that no time mends ends it", { refusals: [forbidden] }, "forbidden", 1);
test(ends, "of several refusals the last one is thrown", { refusals: [busy, forbidden] }, "forbidden", 2);
test(
  ends,
  "a server that does not answer ends it",
  { refusals: [new UnreachableError("reset")] },
  "reset",
  1,
);
test(ends, "an error of ours ends it", { refusals: [new TypeError("x is undefined")] }, "x is undefined", 1);
test(ends, "a kind that may come is awaited", { refusals: [missing, missing] }, "done", 3);
test(
  ends,
  "an interrupted run does not write again",
  { refusals: [busy, busy, busy], interruptedAfter: 2 },
  "429 too many requests",
  2,
);

test("after each pause a slot is waited for before the next attempt", async (t) => {
  t.deepEqual((await retried({ refusals: [busy, busy, busy] })).resumed, [1, 2, 3]);
});

test("each refusal is reported with the server's message, and the pauses double up to five seconds", async (t) => {
  const { pauses, retries } = await retried({ refusals: Array.from({ length: 7 }, () => busy) });
  t.deepEqual(
    retries,
    Array.from({ length: 7 }, () => "429 too many requests"),
  );
  t.deepEqual(pauses, [133, 267, 533, 1067, 2133, 3333, 3333]);
});

test("before a kind that was missing is written, discovery is asked for it", async (t) => {
  const { ended, discoveries } = await retried({ refusals: [missing, busy, missing] });
  t.is(ended, "done");
  t.is(discoveries, 2);
});

test("discovery that is refused says nothing about the object", async (t) => {
  const course = { refusals: [missing], undiscovered: new ApiError("no", { status: 503 }) };
  t.like(await retried(course), { ended: "done", attempts: 2 });
});

test("discovery that finds no server ends the write", async (t) => {
  const course = { refusals: [missing], undiscovered: new UnreachableError("ECONNREFUSED") };
  t.like(await retried(course), { ended: "ECONNREFUSED", attempts: 1 });
});

test("a refusal that is repaired is tried once more at once, without a pause or a report", async (t) => {
  const remedies: string[] = [];
  const repair: RetriedWrite<string>["repair"] = (remedy, error) => {
    remedies.push(`${remedy}: ${error.message}`);
    return Promise.resolve(true);
  };
  const result = await retried({ refusals: [immutable, forbidden], repair });
  t.deepEqual(result, { ended: "done", attempts: 3, discoveries: 0, pauses: [], retries: [], resumed: [] });
  t.is(remedies.length, 2);
  t.is(remedies[1], "final: forbidden");
});

const inVain = (): Promise<boolean> => Promise.resolve(false);
const failing = (): Promise<boolean> => Promise.reject(new Error("may not be deleted"));

test("a refusal that cannot be repaired is judged as if there were no repair", async (t) => {
  t.like(await retried({ refusals: [busy], repair: inVain }), { ended: "done", pauses: [133] });
  t.like(await retried({ refusals: [forbidden], repair: inVain }), { ended: "forbidden", attempts: 1 });
});

test("only refusals of the server are repaired", async (t) => {
  t.is(
    (await retried({ refusals: [new TypeError("x is undefined")], repair: failing })).ended,
    "x is undefined",
  );
});

test("an error of the repair ends the write", async (t) => {
  t.like(await retried({ refusals: [immutable], repair: failing }), {
    ended: "may not be deleted",
    attempts: 1,
  });
});

function refused(field: string): ApiError {
  return new ApiError("invalid", {
    status: 422,
    causes: [{ reason: "FieldValueInvalid", message: "", field }],
  });
}

/** Where a refusal is located in the manifest of a Deployment. */
const located = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: unknown, expected: string) {
    t.is(withOrigin(error, sampleManifest("apps/v1 Deployment shop/web")).message, expected);
  },
});

test(located, "a field of the manifest", refused("spec.serviceAccountName"), "invalid (web.yaml:8:23)");
test(
  located,
  "an annotation, whose name has dots and a slash",
  refused("metadata.annotations[config.kubernetes.io/depends-on]"),
  "invalid (web.yaml:6:38)",
);
test(located, "an error that is no refusal", new Error("bad"), "bad (web.yaml:1:1)");
test(located, "something that is no error", "bad", "bad");

test("the location keeps the refusal as its cause", (t) => {
  const error = refused("spec");
  t.is(withOrigin(error, sampleManifest("v1 Pod shop/web")).cause, error);
});

test("a field within a list is located at its entry", (t) => {
  const body = { spec: { template: { spec: { containers: [{ name: "a" }, { name: "b", image: 7 }] } } } };
  const { plan } = planned([object("Deployment/web", { body })]);
  const { manifest } = objectNamed(plan, "Deployment/web");
  const { message } = withOrigin(refused("spec.template.spec.containers[1].image"), manifest);
  const column = manifest.document.source.text.indexOf("7}") + 1;
  t.is(message, `invalid (set.json:1:${column})`);
});

test("an object that was read from the cluster has no place in a manifest", (t) => {
  const manifest = {
    ...sampleManifest("v1 ConfigMap shop/env"),
    ...manifestFromLive(object("ConfigMap/env")),
  };
  const error = refused("data");
  t.is(withOrigin(error, manifest), error);
});

const web = shopObject("apps/v1 Deployment web");

test("the place of an object is that of its kind in the version that the server prefers", (t) => {
  const kinds = restMapperOf("apps/v2 Deployment", "apps/v1 Deployment");
  t.like(servedPlace(web, { kinds }), { namespace: "shop", name: "web", resource: { version: "v2" } });
});

test("a cluster-scoped object has a place without a namespace", (t) => {
  const namespace = shopObject("v1 Namespace infra", { namespace: "" });
  t.like(servedPlace(namespace, { kinds: restMapperOf("v1 Namespace!") }), { namespace: "", name: "infra" });
});

test("an object of a kind that is not served has no place", (t) => {
  t.is(servedPlace(web, { kinds: restMapperOf("example.com/v1 Deployment") }), undefined);
});

test("an object that cannot be read is as it was, and nobody is called", async (t) => {
  for (const kinds of [restMapperOf(), restMapperOf("apps/v1 Deployment")]) {
    const { deps, events } = offlineSession({ kinds });
    deps.liveObjects.take(web);
    deps.liveObjects.listen("apps/namespaces/shop/Deployment/web", () => t.fail());
    await t.notThrowsAsync(readAgain(web, deps));
    t.is(deps.liveObjects.get("apps/namespaces/shop/Deployment/web"), web);
    t.deepEqual(events, []);
  }
});
