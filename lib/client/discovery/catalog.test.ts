import test from "ava";

import { ApiError } from "../model/api-error.ts";
import { readAggregated, makeCatalog, readLegacy } from "./catalog.ts";

const horizontal = { group: "autoscaling", kind: "HorizontalPodAutoscaler" };

function aggregatedVersion(version: string, kind: string, freshness = "Current"): object {
  const resource = {
    resource: `${kind.toLowerCase()}s`,
    responseKind: { group: "", version: "", kind },
    scope: "Namespaced",
    verbs: ["get", "list"],
    subresources: [{ subresource: "status" }],
  };
  return { version, freshness, resources: freshness === "Stale" ? [] : [resource] };
}

test("aggregated discovery lists all groups, preferred versions first, and unavailable versions", (t) => {
  const found = readAggregated(
    JSON.parse(
      JSON.stringify({
        kind: "APIGroupDiscoveryList",
        items: [
          {
            metadata: { name: "autoscaling" },
            versions: [aggregatedVersion("v2", horizontal.kind), aggregatedVersion("v1", horizontal.kind)],
          },
          {
            metadata: { name: "metrics.k8s.io" },
            versions: [aggregatedVersion("v1beta1", "PodMetrics", "Stale")],
          },
        ],
      }),
    ),
  );
  const catalog = makeCatalog(found === undefined ? [] : [found]);
  t.like(catalog.find(horizontal), { version: "v2", plural: "horizontalpodautoscalers", namespaced: true });
  t.is(catalog.find(horizontal, "v1")?.version, "v1");
  t.is(catalog.find({ group: "", kind: horizontal.kind }), undefined);
  t.is(catalog.resources.length, 1);
  t.deepEqual([...catalog.versions], ["autoscaling/v2", "autoscaling/v1"]);
  t.deepEqual([...catalog.missing.keys()], ["metrics.k8s.io/v1beta1"]);
});

test("a response other than aggregated discovery is left to legacy discovery", (t) => {
  t.is(readAggregated({ kind: "APIGroupList", groups: [] }), undefined);
});

function named(groupVersion: string): { readonly groupVersion: string } {
  return { groupVersion };
}

const answers: Readonly<Record<string, object>> = {
  "/apis/autoscaling/v2": {
    resources: [
      { name: "horizontalpodautoscalers", kind: horizontal.kind, namespaced: true, verbs: ["get"] },
      { name: "horizontalpodautoscalers/status", kind: horizontal.kind, namespaced: true, verbs: ["get"] },
    ],
  },
  "/apis/autoscaling/v1": {
    resources: [
      { name: "horizontalpodautoscalers", kind: horizontal.kind, namespaced: true, verbs: ["get"] },
    ],
  },
};

test("legacy discovery prefers the preferred version, omits subresources and lists unavailable versions", async (t) => {
  const body = {
    kind: "APIGroupList",
    groups: [
      {
        name: "autoscaling",
        versions: [named("autoscaling/v1"), named("autoscaling/v2")],
        preferredVersion: named("autoscaling/v2"),
      },
      { name: "metrics.k8s.io", versions: [named("metrics.k8s.io/v1beta1")] },
    ],
  };
  const found = await readLegacy(body, async (path) => {
    if (!Object.hasOwn(answers, path)) {
      throw new ApiError("the server is currently unable to handle the request", { status: 503 });
    }
    return JSON.parse(JSON.stringify(answers[path]));
  });
  const catalog = makeCatalog([found]);
  t.deepEqual(catalog.find(horizontal), {
    ...horizontal,
    version: "v2",
    plural: "horizontalpodautoscalers",
    namespaced: true,
    verbs: ["get"],
  });
  t.is(found.resources.length, 2);
  t.deepEqual(
    [...catalog.missing],
    [["metrics.k8s.io/v1beta1", "the server is currently unable to handle the request"]],
  );
});
