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
  /** The end of the write: `done`, or the message of the error. */
  readonly ended: string;
  readonly attempts: number;
  readonly discoveries: number;
  readonly pauses: readonly number[];
  readonly retries: readonly string[];
  /** The number of pauses before each wait for a slot. */
  readonly resumed: readonly number[];
}

interface RetryOptions extends Partial<Pick<RetriedWrite<string>, "repair">> {
  /** The refusals of the first attempts; the next one is accepted. */
  readonly refusals: readonly Error[];
  /** The refusal of discovery, if it is refused. */
  readonly undiscovered?: Error;
  /** The run is interrupted after this attempt. */
  readonly interruptedAfter?: number;
}

/** A write with these refusals. The random part of each pause is 0. */
async function retried({ refusals, undiscovered, interruptedAfter, repair }: RetryOptions): Promise<Retried> {
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

/** The end of a write, and the number of attempts. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, course: RetryOptions, expected: string, attempts: number) {
    const result = await retried(course);
    t.is(result.ended, expected);
    t.is(result.attempts, attempts);
  },
});

test(ends, "a write that is accepted is sent once", { refusals: [] }, "done", 1);
test(
  ends,
  "a write with a temporary refusal is retried until it is accepted",
  { refusals: [busy, busy] },
  "done",
  3,
);
test(ends, "a permanent refusal ends the write", { refusals: [forbidden] }, "forbidden", 1);
test(ends, "the last of several refusals is thrown", { refusals: [busy, forbidden] }, "forbidden", 2);
test(ends, "an unreachable server ends the write", { refusals: [new UnreachableError("reset")] }, "reset", 1);
test(
  ends,
  "an internal error ends the write",
  { refusals: [new TypeError("x is undefined")] },
  "x is undefined",
  1,
);
test(
  ends,
  "a write is retried until its missing kind is served",
  { refusals: [missing, missing] },
  "done",
  3,
);
test(
  ends,
  "an interrupted run does not write again",
  { refusals: [busy, busy, busy], interruptedAfter: 2 },
  "429 too many requests",
  2,
);

test("each retry waits for a slot after the pause", async (t) => {
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

test("discovery is refreshed before each retry of an object whose kind was missing", async (t) => {
  const { ended, discoveries } = await retried({ refusals: [missing, busy, missing] });
  t.is(ended, "done");
  t.is(discoveries, 2);
});

test("a refused discovery does not end the write", async (t) => {
  const course = { refusals: [missing], undiscovered: new ApiError("no", { status: 503 }) };
  t.like(await retried(course), { ended: "done", attempts: 2 });
});

test("a discovery with an unreachable server ends the write", async (t) => {
  const course = { refusals: [missing], undiscovered: new UnreachableError("ECONNREFUSED") };
  t.like(await retried(course), { ended: "ECONNREFUSED", attempts: 1 });
});

test("a repaired write is retried immediately, without a pause or a report", async (t) => {
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

const unrepaired = (): Promise<boolean> => Promise.resolve(false);
const failing = (): Promise<boolean> => Promise.reject(new Error("may not be deleted"));

test("a refusal that cannot be repaired is treated as without a repair", async (t) => {
  t.like(await retried({ refusals: [busy], repair: unrepaired }), { ended: "done", pauses: [133] });
  t.like(await retried({ refusals: [forbidden], repair: unrepaired }), { ended: "forbidden", attempts: 1 });
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

/** The position of a refusal in the manifest of a Deployment. */
const located = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: unknown, expected: string) {
    t.is(withOrigin(error, sampleManifest("apps/v1 Deployment shop/web")).message, expected);
  },
});

test(
  located,
  "a refusal is located at its field in the manifest",
  refused("spec.serviceAccountName"),
  "invalid (web.yaml:8:23)",
);
test(
  located,
  "a refusal of an annotation with dots and a slash in its name is located at the annotation",
  refused("metadata.annotations[config.kubernetes.io/depends-on]"),
  "invalid (web.yaml:6:38)",
);
test(
  located,
  "an error without a field is located at the start of the manifest",
  new Error("bad"),
  "bad (web.yaml:1:1)",
);
test(located, "a thrown string is not located in the manifest", "bad", "bad");

test("an error with a position keeps the refusal as its cause", (t) => {
  const error = refused("spec");
  t.is(withOrigin(error, sampleManifest("v1 Pod shop/web")).cause, error);
});

test("a refusal of a field in a list is located at the field of the entry", (t) => {
  const body = { spec: { template: { spec: { containers: [{ name: "a" }, { name: "b", image: 7 }] } } } };
  const { plan } = planned([object("Deployment/web", { body })]);
  const { manifest } = objectNamed(plan, "Deployment/web");
  const { message } = withOrigin(refused("spec.template.spec.containers[1].image"), manifest);
  const column = manifest.document.source.text.indexOf("7}") + 1;
  t.is(message, `invalid (set.json:1:${column})`);
});

test("a refusal of an object that was read from the cluster is not located", (t) => {
  const manifest = {
    ...sampleManifest("v1 ConfigMap shop/env"),
    ...manifestFromLive(object("ConfigMap/env")),
  };
  const error = refused("data");
  t.is(withOrigin(error, manifest), error);
});

const web = shopObject("apps/v1 Deployment web");

test("an object is addressed in the version of its kind that the server prefers", (t) => {
  const kinds = restMapperOf("apps/v2 Deployment", "apps/v1 Deployment");
  t.like(servedPlace(web, { kinds }), { namespace: "shop", name: "web", resource: { version: "v2" } });
});

test("a cluster-scoped object is addressed without a namespace", (t) => {
  const namespace = shopObject("v1 Namespace infra", { namespace: "" });
  t.like(servedPlace(namespace, { kinds: restMapperOf("v1 Namespace!") }), { namespace: "", name: "infra" });
});

test("an object of a kind that is not served cannot be addressed", (t) => {
  t.is(servedPlace(web, { kinds: restMapperOf("example.com/v1 Deployment") }), undefined);
});

test("if reading an object again fails, its cached state is kept and no listener is called", async (t) => {
  for (const kinds of [restMapperOf(), restMapperOf("apps/v1 Deployment")]) {
    const { deps, events } = offlineSession({ kinds });
    deps.liveObjects.take(web);
    deps.liveObjects.listen("apps/namespaces/shop/Deployment/web", () => t.fail());
    await t.notThrowsAsync(readAgain(web, deps));
    t.is(deps.liveObjects.get("apps/namespaces/shop/Deployment/web"), web);
    t.deepEqual(events, []);
  }
});
