import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const success = "helm.sh/readiness-success";
const failure = "helm.sh/readiness-failure";
const ready = '["{.phase} == Ready"]';

test("the chart order of an object is read from its annotations", (t) => {
  const { directives, found } = annotated({
    "helm.sh/resource-group": " app ",
    "helm.sh/depends-on-resource-groups": '["db","db","queue"]',
    "converge.dev/chart-order": '{"chart":"shop/charts/web","after":["shop/charts/db"]}',
  });
  t.like(directives.chartOrder, {
    chart: "shop/charts/web",
    after: ["shop/charts/db"],
    group: "app",
    needed: { groups: ["db", "queue"] },
  });
  t.deepEqual(found, []);
});

test("an object without order annotations has no chart order", (t) => {
  t.is(annotated({ "helm.sh/chart": "shop-1.0" }).directives.chartOrder, null);
});

test("an empty resource group is ignored, with a warning", (t) => {
  const { directives, found } = annotated({ "helm.sh/resource-group": "" });
  t.is(directives.chartOrder, null);
  t.deepEqual(found, [
    "warning ResourceGroupInvalid: apps/namespaces/default/Deployment/web: helm.sh/resource-group is empty: the object is applied after all groups of its chart",
  ]);
});

for (const list of ["db", "{}", "[1]", '"db"']) {
  test(`${list} is not a valid list of resource groups`, (t) => {
    const { directives, found } = annotated({ "helm.sh/depends-on/resource-groups": list });
    t.deepEqual(directives.chartOrder?.needed?.groups, undefined);
    t.regex(found[0] ?? "", /^warning ResourceGroupInvalid: .*depends-on\/resource-groups takes a JSON list/);
  });
}

test("a list of resource groups has no effect on an object without a resource group", (t) => {
  const { found } = annotated({ "helm.sh/depends-on/resource-groups": '["db"]' });
  t.regex(found[0] ?? "", /^warning ResourceGroupInvalid: .*has no effect without helm\.sh\/resource-group/);
});

test("readiness-success needs readiness-failure, and the reverse", (t) => {
  t.deepEqual(annotated({ [success]: ready, [failure]: ready }).found, []);
  t.deepEqual(annotated({ [success]: ready }).found, [
    `warning ReadinessIncomplete: apps/namespaces/default/Deployment/web has ${success} but not ${failure}: neither has an effect; add the other one`,
  ]);
  t.regex(annotated({ [failure]: ready }).found[0] ?? "", /has helm\.sh\/readiness-failure but not/);
});

test("an invalid readiness condition is an error, and one that is never true is a warning", (t) => {
  const [invalid, never] = annotated({
    [success]: "Ready",
    [failure]: '["{.phase} > Ready"]',
  }).found.toSorted();
  t.regex(invalid ?? "", /^error ReadinessInvalid: .*readiness-success: it takes a JSON list of conditions/);
  t.regex(never ?? "", /^warning ReadinessInvalid: .*"\{\.phase\} > Ready" never holds/);
});
