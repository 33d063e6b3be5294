import test from "ava";

import { noAccess, offlineRun, offlineSession, restMapperOf } from "../../../fixtures/offline-session.ts";
import { ApiError } from "../../client/model/api-error.ts";
import { makeCatalog } from "../../client/discovery/catalog.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { getMany, GroupUnavailableError, kindsOf, openWatches } from "./observe-release.ts";

const cronTab: GroupKind = { group: "example.com", kind: "CronTab" };
const metrics: GroupKind = { group: "metrics.k8s.io", kind: "NodeMetrics" };

/** A server that serves nothing, since the API server of a group does not answer. */
function withoutMetrics(): RestMapper {
  const missing = new Map([["metrics.k8s.io/v1beta1", "no endpoints available"]]);
  return new RestMapper(
    offlineRun().context.cluster,
    makeCatalog([{ resources: [], versions: [], missing }]),
  );
}

test("a kind that is not served has no objects and is not a refusal", async (t) => {
  const { deps } = offlineSession();
  t.deepEqual(await openWatches({ groupKinds: [cronTab], namespaces: ["shop"] }, deps), []);
});

test("a kind whose API server does not answer is reported with its group", async (t) => {
  const { deps } = offlineSession({ kinds: withoutMetrics() });
  const [refusal, ...others] = await openWatches({ groupKinds: [metrics, cronTab], namespaces: [] }, deps);
  t.deepEqual(others, []);
  t.true(refusal instanceof GroupUnavailableError);
  t.like(refusal, {
    group: "metrics.k8s.io",
    status: 503,
    message: "the API server of metrics.k8s.io/v1beta1 is unavailable: no endpoints available",
  });
});

test("a kind that cannot be listed is not watched", async (t) => {
  const review = restMapperOf("authorization.k8s.io/v1 SubjectAccessReview!").all.map((resource) => ({
    ...resource,
    verbs: ["create"],
  }));
  const catalog = makeCatalog([{ resources: review, versions: [], missing: new Map() }]);
  const { deps, context } = { ...offlineSession(), ...offlineRun() };
  const kinds = new RestMapper(context.cluster, catalog);
  const extent = {
    groupKinds: [{ group: "authorization.k8s.io", kind: "SubjectAccessReview" }],
    namespaces: ["shop"],
  };
  t.deepEqual(await openWatches(extent, { ...deps, kinds }), []);
});

test("opening watches fails if the cluster is unreachable", async (t) => {
  const { deps } = offlineSession({ kinds: restMapperOf("example.com/v1 CronTab") });
  await t.throwsAsync(openWatches({ groupKinds: [cronTab], namespaces: ["shop"] }, deps), {
    name: "AccessError",
    message: noAccess,
  });
});

test("an interrupted run does not wait for its watches", async (t) => {
  const { deps, interrupt } = offlineSession({ kinds: restMapperOf("example.com/v1 CronTab") });
  interrupt.abort(new ApiError("interrupted", { status: 499 }));
  await t.throwsAsync(openWatches({ groupKinds: [cronTab], namespaces: ["shop"] }, deps), {
    message: "interrupted",
  });
});

test("reading no objects sends no request", async (t) => {
  t.deepEqual(await getMany([], offlineRun().context), { found: new Map(), refused: new Map() });
});

test("reading objects fails if the cluster is unreachable", async (t) => {
  const resource = restMapperOf("example.com/v1 CronTab").require(cronTab, "v1");
  const places = ["a", "b"].map((name) => ({ resource, namespace: "shop", name }));
  await t.throwsAsync(getMany(places, offlineRun().context), { name: "AccessError" });
});

test("the kinds of objects are listed once in the order of their appearance", (t) => {
  const objects = [
    { ...cronTab, name: "a" },
    { ...metrics, name: "b" },
    { ...cronTab, name: "c" },
    { group: "", kind: "CronTab", name: "d" },
  ];
  t.deepEqual(kindsOf(objects), [cronTab, metrics, { group: "", kind: "CronTab" }]);
});
