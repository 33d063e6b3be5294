import test from "ava";

import { renderFailed, rendererMissing, rendererWarned } from "./renderer-diagnostics.ts";

const chart = { type: "chart", name: "charts/shop" } as const;
const kustomization = { type: "kustomization", name: "prod" } as const;
const failed = { program: "helm", reason: "failed (exit code 1)" };

/** As Helm 3.19 and 4 end. */
const advertising = "\n\nUse --debug flag to render out invalid YAML\n";

const reports = test.macro((t, said: string, message: string, origin?: object) => {
  const fault = renderFailed(chart, { ...failed, said });
  t.is(fault.message, `charts/shop cannot be rendered: ${message}`);
  t.deepEqual(fault.origin, origin as never);
});

test(
  "a failing template is told at its place",
  reports,
  `Error: execution error at (shop/templates/web.yaml:3:4): a host is required${advertising}`,
  "execution error at (shop/templates/web.yaml:3:4): a host is required",
  { file: "charts/shop/templates/web.yaml", line: 3, column: 4 },
);
test(
  "lines that go on are one sentence",
  reports,
  `Error: shop/charts/db/templates/a.yaml:1:13\n  executing "shop/charts/db/templates/a.yaml" at <.Values.x.y>:\n    nil pointer evaluating interface {}.y${advertising}`,
  'shop/charts/db/templates/a.yaml:1:13 executing "shop/charts/db/templates/a.yaml" at <.Values.x.y>: nil pointer evaluating interface {}.y',
  { file: "charts/shop/charts/db/templates/a.yaml", line: 1, column: 13 },
);
test(
  "a template that cannot be parsed has a line",
  reports,
  `Error: parse error at (shop/templates/web.yaml:7): unexpected "}" in if${advertising}`,
  'parse error at (shop/templates/web.yaml:7): unexpected "}" in if',
  { file: "charts/shop/templates/web.yaml", line: 7 },
);
test(
  "a line of YAML is a line of what the template gave",
  reports,
  `Error: YAML parse error on shop/templates/web.yaml: error converting YAML to JSON: yaml: line 12: did not find expected key${advertising}`,
  "YAML parse error on shop/templates/web.yaml: error converting YAML to JSON: yaml: line 12: did not find expected key",
  { file: "charts/shop/templates/web.yaml (rendered)", line: 12 },
);
test(
  "an error goes before what Helm tells of its work",
  reports,
  'level=INFO msg="found symbolic link in path"\nError: execution error at (shop/templates/web.yaml:3:4): a host is required\n',
  "execution error at (shop/templates/web.yaml:3:4): a host is required",
  { file: "charts/shop/templates/web.yaml", line: 3, column: 4 },
);
test(
  "missing dependencies have their remedy",
  reports,
  "Error: an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: db\n",
  "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: db; run `helm dependency build charts/shop`",
);
test(
  "an older Helm has its remedy",
  reports,
  "Error: unknown flag: --set-literal\n",
  "unknown flag: --set-literal; that flag requires Helm 3.12 or later",
);
test(
  "a file of values that is missing is told",
  reports,
  "Error: open a.yaml: no such file or directory\n",
  "open a.yaml: no such file or directory",
);
test("who says nothing has an exit code", reports, "\n", "helm failed (exit code 1)");

test("further sentences stand below the first", (t) => {
  const said =
    "Error: values don't meet the specifications of the schema(s) in the following chart(s):\nshop:\n- at '/replicas': got string, want integer\n";
  const fault = renderFailed(chart, { ...failed, said });
  t.true(fault.message.endsWith("in the following chart(s):"));
  t.deepEqual(fault.related, [
    { message: "shop:" },
    { message: "- at '/replicas': got string, want integer" },
  ]);
});

test("a kustomization's error names no template", (t) => {
  const said = "error: accumulating resources: evalsymlink failure on 'prod/a.yaml:1:1'\n";
  const fault = renderFailed(kustomization, { program: "kubectl", reason: "failed (exit code 1)", said });
  t.is(fault.origin, undefined);
  t.is(
    fault.message,
    "prod cannot be rendered: accumulating resources: evalsymlink failure on 'prod/a.yaml:1:1'",
  );
});

const elsewhere = test.macro((t, said: string, remedy: string) => {
  const fault = renderFailed(kustomization, { program: "kustomize", reason: "failed (exit code 1)", said });
  t.true(fault.message.endsWith(` build it elsewhere: ${remedy} prod | converge apply -`), fault.message);
});
test(
  "a kustomization with charts has its remedy",
  elsewhere,
  "Error: trouble configuring builtin HelmChartInflationGenerator: must specify --enable-helm",
  "kustomize build --enable-helm",
);
test(
  "a kustomization that reaches out of its folder has its remedy",
  elsewhere,
  "Error: security; file '/a/x.yaml' is not in or below '/a/prod'",
  "kustomize build --load-restrictor LoadRestrictionsNone",
);

test("a fault in the working directory is told by the path of its file", (t) => {
  const said = "Error: parse error at (shop/templates/web.yaml:7): bad";
  const fault = renderFailed({ type: "chart", name: "." }, { ...failed, said });
  t.is(fault.origin?.file, "templates/web.yaml");
});

test("a missing program is told with both remedies", (t) => {
  t.is(
    rendererMissing(chart).message,
    "charts/shop is a Helm chart, but helm is not on the PATH: install helm, or render it elsewhere with `helm template RELEASE charts/shop --include-crds` and pipe the output to converge (path -)",
  );
  t.regex(
    rendererMissing(kustomization).message,
    /^prod is a kustomization, .* `kustomize build prod` and pipe the output to converge \(path -\)$/,
  );
});

test("what a program warns of is a warning each", (t) => {
  const said = "# Warning: 'commonLabels' is deprecated.\nWARNING: this chart is deprecated\n";
  t.deepEqual(
    rendererWarned(kustomization, said).map(({ severity, message }) => `${severity} ${message}`),
    ["warning prod: 'commonLabels' is deprecated.", "warning prod: this chart is deprecated"],
  );
});
