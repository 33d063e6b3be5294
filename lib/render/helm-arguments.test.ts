import test from "ava";

import { noChoices, type ChartOptions } from "./chart-options.ts";
import { type ChartCall, helmArguments } from "./helm-arguments.ts";

const home = "template shop charts/shop --namespace prod --include-crds";

type Part = Partial<Omit<ChartCall, "choices" | "rendering">> & {
  readonly action?: ChartCall["rendering"]["action"];
  readonly choices?: Partial<ChartOptions>;
};

const asks = test.macro(
  (t, { action = "install", choices, chart = "charts/shop", served }: Part, more: readonly string[] = []) => {
    const words = helmArguments({
      chart,
      rendering: { release: "shop", namespace: "prod", action },
      choices: { ...noChoices, ...choices },
      ...(served === undefined ? {} : { served }),
    });
    t.deepEqual(words, [...home.replace("charts/shop", chart).split(" "), ...more]);
  },
);

test("an install runs helm template with --include-crds", asks, {});
test("an upgrade passes --is-upgrade to helm", asks, { action: "upgrade" }, ["--is-upgrade"]);
test("a rollback passes --is-upgrade to helm", asks, { action: "rollback" }, ["--is-upgrade"]);
test("a deletion does not pass --is-upgrade to helm", asks, { action: "delete" });
test(
  "the cluster's version and APIs are passed to helm",
  asks,
  { served: { kubernetesVersion: "v1.36.3", apiVersions: ["v1", "apps/v1"] } },
  ["--kube-version", "v1.36.3", "--api-versions", "v1,apps/v1"],
);
test(
  "a given Kubernetes version overrides the cluster's, and given APIs are added to its own",
  asks,
  {
    served: { kubernetesVersion: "v1.36.3", apiVersions: ["v1"] },
    choices: { kubeVersion: "1.30", apiVersions: ["a.b/v1"] },
  },
  ["--kube-version", "1.30", "--api-versions", "v1,a.b/v1"],
);
test(
  "values are passed to helm unchanged, in order within each kind",
  asks,
  {
    choices: {
      values: ["a b.yaml", "--b.yaml"],
      set: ["x=1,y=2", "x=$(rm)"],
      setString: ["z=01"],
      setFile: ["f=my file"],
      setJson: ['j={"a": 1}'],
      setLiteral: ["l=a,b"],
    },
  },
  [
    "--values=a b.yaml",
    "--values=--b.yaml",
    '--set-json=j={"a": 1}',
    "--set=x=1,y=2",
    "--set=x=$(rm)",
  ].concat(["--set-string=z=01", "--set-file=f=my file", "--set-literal=l=a,b"]),
);

test("a chart path that begins with a dash is not mistaken for a flag", (t) => {
  const call = {
    chart: "--debug",
    rendering: { release: "shop", namespace: "prod", action: "install" },
  } as const;
  t.is(helmArguments({ ...call, choices: noChoices })[2], "./--debug");
});

test("no helm argument exceeds the system's length limit, however many APIs a cluster serves", (t) => {
  const apiVersions = Array.from(
    { length: 5000 },
    (_, index) => `group-${index}.example.com/v1alpha1/SomeLongKind`,
  );
  const words = helmArguments({
    chart: "charts/shop",
    rendering: { release: "shop", namespace: "prod", action: "install" },
    served: { kubernetesVersion: "v1.36.3", apiVersions },
    choices: noChoices,
  });
  t.true(words.every((word) => word.length < 131_072));
  t.deepEqual(
    words.filter((_, index) => words[index - 1] === "--api-versions").flatMap((word) => word.split(",")),
    apiVersions,
  );
});
