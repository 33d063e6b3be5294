import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";
import { defaultDeployPolicy, type LogOptions } from "../object/deploy-policy.ts";

type Annotations = Readonly<Record<string, string>>;

const shows = test.macro({
  exec(t, annotations: Annotations, expected: Partial<LogOptions>) {
    const { directives, found } = annotated(annotations);
    t.deepEqual(found, []);
    t.deepEqual(directives.treatment.logs, { ...defaultDeployPolicy.logs, ...expected });
  },
  title: (_, annotations: Annotations) => `${JSON.stringify(annotations)} selects the logs to show`,
});

test(shows, { "werf.io/skip-logs": "false" }, { skip: false });
test(shows, { "werf.io/skip-logs": "1" }, { skip: true });
test(
  shows,
  { "werf.io/skip-logs-for-containers": "proxy, init ,proxy" },
  { skipContainers: ["proxy", "init"] },
);
test(shows, { "werf.io/show-logs-only-for-containers": "web" }, { onlyContainers: ["web"] });
test(shows, { "werf.io/show-logs-only-for-number-of-replicas": "5" }, { replicas: 5 });
test(
  shows,
  { "werf.io/skip-logs": "true", "werf.io/show-logs-only-for-number-of-replicas": "2" },
  { skip: true, replicas: 2 },
);

test("log patterns for single containers are kept separately", (t) => {
  const { logs } = annotated({
    "werf.io/log-regex-for-web": "^GET",
    "werf.io/log-regex-for-my.sidecar": "^WARN",
    "werf.io/log-regex-skip-for-web": "healthz",
    "werf.io/log-regex": "ERROR",
  }).directives.treatment;
  t.deepEqual([...logs.regexByContainer.keys()].toSorted(), ["my.sidecar", "web"]);
  t.deepEqual([...logs.skipRegexByContainer.keys()], ["web"]);
  t.is(logs.regex?.source, "ERROR");
  t.is(logs.skipRegex, defaultDeployPolicy.logs.skipRegex);
});

for (const key of [
  "werf.io/log-regex",
  "werf.io/log-regex-skip",
  "werf.io/log-regex-for-web",
  "werf.io/log-regex-skip-for-web",
]) {
  test(`an invalid RE2 pattern in ${key} is an error and does not change the log options`, (t) => {
    const { directives, found } = annotated({ [key]: "[a" });
    t.is(found.length, 1);
    t.regex(found[0] ?? "", /^error LogPatternInvalid: apps\/namespaces\/default\/Deployment\/web: /);
    t.deepEqual(directives.treatment.logs, defaultDeployPolicy.logs);
  });
}
