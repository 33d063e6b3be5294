import test from "ava";

import { renderFailed, rendererMissing, rendererWarned } from "./renderer-diagnostics.ts";

const chart = { type: "chart", name: "charts/shop" } as const;
const kustomization = { type: "kustomization", name: "prod" } as const;
const failed = { program: "helm", reason: "failed (exit code 1)" };

/** The end of error messages of Helm 3.19 and 4. */
const advertising = "\n\nUse --debug flag to render out invalid YAML\n";

const reports = test.macro((t, said: string, message: string, origin?: object) => {
  const fault = renderFailed(chart, { ...failed, said });
  t.is(fault.message, `charts/shop cannot be rendered: ${message}`);
  t.deepEqual(fault.origin, origin as never);
});

test(
  "a failing template is reported with its position",
  reports,
  `Error: execution error at (shop/templates/web.yaml:3:4): a host is required${advertising}`,
  "execution error at (shop/templates/web.yaml:3:4): a host is required",
  { file: "charts/shop/templates/web.yaml", line: 3, column: 4 },
);
test(
  "indented lines of a Helm error are joined into one message",
  reports,
  `Error: shop/charts/db/templates/a.yaml:1:13\n  executing "shop/charts/db/templates/a.yaml" at <.Values.x.y>:\n    nil pointer evaluating interface {}.y${advertising}`,
  'shop/charts/db/templates/a.yaml:1:13 executing "shop/charts/db/templates/a.yaml" at <.Values.x.y>: nil pointer evaluating interface {}.y',
  { file: "charts/shop/charts/db/templates/a.yaml", line: 1, column: 13 },
);
test(
  "a template that cannot be parsed is reported with its line",
  reports,
  `Error: parse error at (shop/templates/web.yaml:7): unexpected "}" in if${advertising}`,
  'parse error at (shop/templates/web.yaml:7): unexpected "}" in if',
  { file: "charts/shop/templates/web.yaml", line: 7 },
);
test(
  "a YAML error of a template is located in its rendered output",
  reports,
  `Error: YAML parse error on shop/templates/web.yaml: error converting YAML to JSON: yaml: line 12: did not find expected key${advertising}`,
  "YAML parse error on shop/templates/web.yaml: error converting YAML to JSON: yaml: line 12: did not find expected key",
  { file: "charts/shop/templates/web.yaml (rendered)", line: 12 },
);
test(
  "log lines of Helm before its error are ignored",
  reports,
  'level=INFO msg="found symbolic link in path"\nError: execution error at (shop/templates/web.yaml:3:4): a host is required\n',
  "execution error at (shop/templates/web.yaml:3:4): a host is required",
  { file: "charts/shop/templates/web.yaml", line: 3, column: 4 },
);
test(
  "missing chart dependencies are reported with a remedy",
  reports,
  "Error: an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: db\n",
  "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: db; run `helm dependency build charts/shop`",
);
test(
  "an unknown flag of Helm is reported with the required Helm version",
  reports,
  "Error: unknown flag: --set-literal\n",
  "unknown flag: --set-literal; that flag requires Helm 3.12 or later",
);
test(
  "a missing values file is reported",
  reports,
  "Error: open a.yaml: no such file or directory\n",
  "open a.yaml: no such file or directory",
);
test(
  "a renderer that fails without output is reported with its exit code",
  reports,
  "\n",
  "helm failed (exit code 1)",
);

test("further lines of a Helm error are related messages", (t) => {
  const said =
    "Error: values don't meet the specifications of the schema(s) in the following chart(s):\nshop:\n- at '/replicas': got string, want integer\n";
  const fault = renderFailed(chart, { ...failed, said });
  t.true(fault.message.endsWith("in the following chart(s):"));
  t.deepEqual(fault.related, [
    { message: "shop:" },
    { message: "- at '/replicas': got string, want integer" },
  ]);
});

test("an error of a kustomization has no template position", (t) => {
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
  "a kustomization with charts is reported with a remedy",
  elsewhere,
  "Error: trouble configuring builtin HelmChartInflationGenerator: must specify --enable-helm",
  "kustomize build --enable-helm",
);
test(
  "a kustomization that reads outside of its folder is reported with a remedy",
  elsewhere,
  "Error: security; file '/a/x.yaml' is not in or below '/a/prod'",
  "kustomize build --load-restrictor LoadRestrictionsNone",
);

test("a template error of a chart in the working directory has a relative path", (t) => {
  const said = "Error: parse error at (shop/templates/web.yaml:7): bad";
  const fault = renderFailed({ type: "chart", name: "." }, { ...failed, said });
  t.is(fault.origin?.file, "templates/web.yaml");
});

test("a missing renderer is reported with both remedies", (t) => {
  t.is(
    rendererMissing(chart).message,
    "charts/shop is a Helm chart, but helm is not on the PATH: install helm, or render it elsewhere with `helm template RELEASE charts/shop --include-crds` and pipe the output to converge (path -)",
  );
  t.regex(
    rendererMissing(kustomization).message,
    /^prod is a kustomization, .* `kustomize build prod` and pipe the output to converge \(path -\)$/,
  );
});

test("each warning that a renderer prints is a warning", (t) => {
  const said = "# Warning: 'commonLabels' is deprecated.\nWARNING: this chart is deprecated\n";
  t.deepEqual(
    rendererWarned(kustomization, said).map(({ severity, message }) => `${severity} ${message}`),
    ["warning prod: 'commonLabels' is deprecated.", "warning prod: this chart is deprecated"],
  );
});
