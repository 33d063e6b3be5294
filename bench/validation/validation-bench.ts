import { rm } from "node:fs/promises";

import { measure } from "../figures.ts";
import { type BenchInput, benchInputs } from "../input.ts";
import type { Program } from "../measure.ts";
import type { Measurement } from "../result.ts";
import { writeInput } from "../write-input.ts";
import { databases } from "./custom-resource-input.ts";
import { deepDefinitions } from "./deep-definition.ts";
import { openDryRun } from "./dry-run.ts";
import { ownDefinitions, ownName } from "./own-definitions.ts";
import type { ValidationResult } from "./validation-result.ts";
import { validationTargets } from "./validation-target.ts";
import {
  convergeProgram,
  dryRunName,
  dryRunProgram,
  kubeconformName,
  kubeconformProgram,
  layOutSchemas,
  planName,
  uncheckedPlanName,
  validateName,
  validationPeers,
} from "./validator.ts";

const limitSeconds = 120;
/** From this size on a run is long enough to be steady, and five of them take too long. */
const largeBytes = 50e6;
/** The number of objects sent to the server: each is a request, and takes the same time. */
const asked = 500;

/** The settings of the validation benchmark. */
interface Setting {
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  /** The reason why the control plane of the tests cannot be used; undefined if it can. */
  readonly whyNoCluster: string | undefined;
  readonly say: (line: string) => void;
}

/** A program with its name in the report. */
interface Named {
  readonly name: string;
  readonly program: Program;
}

/** Measures the validation of custom resources, CRDs and built-in kinds with converge and with its peers. */
export async function runValidationBench(setting: Setting): Promise<ValidationResult> {
  const { converge, folder, whyNoCluster } = setting;
  const schemas = await layOutSchemas(folder);
  const validate = validatedBy(converge);
  const withPeer = (file: string): readonly Named[] => [
    ...validate(file),
    ...("unusable" in schemas
      ? []
      : [{ name: kubeconformName, program: kubeconformProgram(schemas.schemas, file) }]),
  ];
  const withPlans = (file: string): readonly Named[] => [
    { name: planName, program: convergeProgram(converge, ["plan"], file) },
    { name: uncheckedPlanName, program: convergeProgram(converge, ["plan", "--validate=ignore"], file) },
    ...withPeer(file),
  ];
  const own = process.env["CONVERGE_BENCH_DEFINITIONS"];
  const measurements = [
    ...(await measureAll(databases(10_000), withPeer, setting)),
    ...(await measureAll(deepDefinitions(64), withPeer, setting)),
    ...(await measureAll(deepDefinitions(640), validate, setting)),
    ...(own === undefined ? [] : await measureAll(ownDefinitions(own), withPeer, setting)),
    ...(await measureAll(tenThousandDeployments(), withPlans, setting)),
    ...(await measureDryRuns(setting)),
  ];
  return {
    measurements,
    peers: validationPeers(schemas, whyNoCluster),
    targets: validationTargets(measurements),
  };
}

function validatedBy(converge: string): (file: string) => readonly Named[] {
  return (file) => [{ name: validateName, program: convergeProgram(converge, ["validate"], file) }];
}

function tenThousandDeployments(): BenchInput {
  const found = benchInputs.find(({ name }) => name === "deployments-10000");
  if (found === undefined) {
    throw new Error("no input has 10,000 Deployments");
  }
  return found;
}

/** All programs on one input, in turn. */
async function measureAll(
  input: BenchInput,
  programsFor: (file: string) => readonly Named[],
  { folder, say }: Setting,
): Promise<readonly Measurement[]> {
  const { file, bytes } = await writeInput(input, folder);
  const repeats = bytes > largeBytes ? { warmUps: 0, runs: 2 } : { warmUps: 1, runs: 5 };
  // Faults in the user's own CRDs do not matter here.
  const goodCodes = input.name === ownName ? [0, 1, 2] : [0];
  const measurements: Measurement[] = [];
  for (const { name, program } of programsFor(file)) {
    say(`${input.name}: ${name}`);
    const figures = await measure(program, { ...repeats, limit: limitSeconds, goodCodes });
    measurements.push({ input: input.name, objects: input.objects, bytes, program: name, ...figures });
  }
  await rm(file);
  return measurements;
}

/** Measures the server's dry run, and converge on as many objects. */
async function measureDryRuns(setting: Setting): Promise<readonly Measurement[]> {
  const { whyNoCluster, converge, folder } = setting;
  const run = whyNoCluster === undefined ? await openDryRun() : undefined;
  if (run === undefined) {
    return [];
  }
  try {
    const ask = (file: string): readonly Named[] => [
      { name: dryRunName, program: dryRunProgram(run.kubeconfig, folder, file) },
    ];
    return [
      ...(await measureAll(databases(asked), validatedBy(converge), setting)),
      ...(await measureAll(run.input(asked), ask, setting)),
      ...(await measureAll(deepDefinitions(64), ask, setting)),
    ];
  } finally {
    await run.close();
  }
}
