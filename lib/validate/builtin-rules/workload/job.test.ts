import { testChanges, testRules } from "../../../../fixtures/checked-builtin.ts";

const pod = "containers: [{ name: a, image: a }]";
const mismatch = "Invalid spec.template.metadata.labels";

const job = `
apiVersion: batch/v1
kind: Job
metadata: { name: job }
spec:
  completionMode: Indexed
  completions: 5
  backoffLimitPerIndex: 1
  maxFailedIndexes: 2
  podFailurePolicy:
    rules: [{ action: FailJob, onExitCodes: { containerName: a, operator: In, values: [1, 42] } }]
  successPolicy: { rules: [{ succeededIndexes: "0,2-3", succeededCount: 1 }] }
  template: { spec: { restartPolicy: Never, ${pod} } }
`;
const rule = "spec.podFailurePolicy.rules[0]";

testRules(job, [
  ["metadata name", `a${"b".repeat(62)}`, "Invalid metadata.name"],
  ["spec parallelism", -1, "Invalid spec.parallelism"],
  ["spec backoffLimit", -1, "Invalid spec.backoffLimit"],
  ["spec maxFailedIndexes", 6, "Invalid spec.maxFailedIndexes"],
  ["spec backoffLimitPerIndex", undefined, "Required spec.backoffLimitPerIndex"],
  ["spec managedBy", "x", "Invalid spec.managedBy"],
  ["spec managedBy", "example.com/x"],
  [
    "spec completionMode",
    "NonIndexed",
    "Invalid spec.backoffLimitPerIndex",
    "Invalid spec.maxFailedIndexes",
    "Invalid spec.successPolicy",
  ],
  ["spec template spec restartPolicy", undefined, "Required spec.template.spec.restartPolicy"],
  ["spec template spec restartPolicy", "Sometimes", "NotSupported spec.template.spec.restartPolicy"],
  ["spec template spec restartPolicy", "OnFailure", "Invalid spec.template.spec.restartPolicy"],
  ["spec podReplacementPolicy", "TerminatingOrFailed", "NotSupported spec.podReplacementPolicy"],
  ["spec podFailurePolicy rules 0 action", "Other", `NotSupported ${rule}.action`],
  ["spec podFailurePolicy rules 0 onExitCodes", undefined, `Invalid ${rule}`],
  ["spec podFailurePolicy rules 0 onExitCodes values", [], `Invalid ${rule}.onExitCodes.values`],
  ["spec podFailurePolicy rules 0 onExitCodes values", [2, 1], `Invalid ${rule}.onExitCodes.values`],
  [
    "spec podFailurePolicy rules 0 onExitCodes values",
    [0, 0],
    `Duplicate ${rule}.onExitCodes.values[1]`,
    `Invalid ${rule}.onExitCodes.values[0]`,
    `Invalid ${rule}.onExitCodes.values[1]`,
  ],
  [
    "spec podFailurePolicy rules 0 onExitCodes containerName",
    "b",
    `Invalid ${rule}.onExitCodes.containerName`,
  ],
  ["spec podFailurePolicy rules 0 onExitCodes operator", "Is", `NotSupported ${rule}.onExitCodes.operator`],
  ["spec successPolicy rules", [], "Required spec.successPolicy.rules"],
  ["spec successPolicy rules 0", {}, "Required spec.successPolicy.rules[0]"],
  [
    "spec successPolicy rules 0 succeededIndexes",
    "3-1",
    "Invalid spec.successPolicy.rules[0].succeededCount",
    "Invalid spec.successPolicy.rules[0].succeededIndexes",
  ],
  ["spec successPolicy rules 0 succeededCount", 4, "Invalid spec.successPolicy.rules[0].succeededCount"],
  ["spec manualSelector", true, mismatch, "Required spec.selector"],
  ["spec selector", { matchLabels: { a: "b" } }, "Invalid spec.selector", mismatch],
  [
    "spec template metadata",
    { labels: { "job-name": "other" } },
    "Invalid spec.template.metadata.labels[job-name]",
  ],
]);
testChanges(job, [
  ["spec template spec containers 0 image", "b", "Invalid spec.template"],
  ["spec template spec containers 0 imagePullPolicy", "IfNotPresent"],
  ["spec template spec resources", {}, "Invalid spec.template"],
  ["spec backoffLimitPerIndex", 2, "Invalid spec.backoffLimitPerIndex"],
  ["spec completions", 6, "Invalid spec.completions"],
  ["spec suspend", true],
  ["spec manualSelector", true],
]);

testRules(
  `
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly }
spec:
  schedule: "*/5 1-4,23 * jan mon-fri"
  timeZone: Europe/Berlin
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, ${pod} } } } }
`,
  [
    ["metadata name", "a".repeat(53), "Invalid metadata.name"],
    ["spec schedule", "", "Required spec.schedule"],
    ["spec schedule", "* * * *", "Invalid spec.schedule"],
    ["spec schedule", "60 * * * *", "Invalid spec.schedule"],
    ["spec schedule", "*/0 * * * *", "Invalid spec.schedule"],
    ["spec schedule", "5-1 * * * *", "Invalid spec.schedule"],
    ["spec schedule", "TZ=UTC 0 * * * *", "Invalid spec.schedule"],
    ["spec schedule", "@hourly"],
    ["spec schedule", "@every 1h"],
    ["spec schedule", "@often", "Invalid spec.schedule"],
    ["spec timeZone", "", "Invalid spec.timeZone"],
    ["spec timeZone", "Local", "Invalid spec.timeZone"],
    ["spec timeZone", "Mars/Base", "Invalid spec.timeZone"],
    ["spec concurrencyPolicy", "Other", "NotSupported spec.concurrencyPolicy"],
    ["spec startingDeadlineSeconds", -1, "Invalid spec.startingDeadlineSeconds"],
    ["spec jobTemplate spec selector", {}, "Invalid spec.jobTemplate.spec.selector"],
    ["spec jobTemplate spec manualSelector", true, "NotSupported spec.jobTemplate.spec.manualSelector"],
    [
      "spec jobTemplate",
      undefined,
      "Required spec.jobTemplate.spec.template.spec.containers",
      "Required spec.jobTemplate.spec.template.spec.restartPolicy",
    ],
  ],
);
