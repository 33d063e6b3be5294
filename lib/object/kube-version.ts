import { compareText } from "./object-ref.ts";

interface KubeVersion {
  /** 2 for a stable version, 1 for beta, 0 for alpha. */
  readonly stability: number;
  readonly major: bigint;
  readonly minor: bigint;
}

const pattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const greatest = 2n ** 63n - 1n;

/**
 * Compares two API versions by Kubernetes' version priority, highest first: `v10, v2, v1, v11beta2, v10beta3,
 * v3beta1, v12alpha1, v11alpha2, foo1, foo10`. For sorting. Kubernetes documentation, "Versions in
 * CustomResourceDefinitions", "Version priority".
 */
export function compareKubeVersions(left: string, right: string): number {
  const [first, second] = [parse(left), parse(right)];
  if (first === undefined || second === undefined) {
    return first === second
      ? compareText(left, right)
      : Number(first === undefined) - Number(second === undefined);
  }
  return (
    second.stability - first.stability ||
    compareNumbers(second.major, first.major) ||
    compareNumbers(second.minor, first.minor)
  );
}

function parse(version: string): KubeVersion | undefined {
  const [, major, level, minor = "0"] = pattern.exec(version) ?? [];
  if (major === undefined) {
    return undefined;
  }
  const parsed = { stability: stabilityOf(level), major: BigInt(major), minor: BigInt(minor) };
  return parsed.major > greatest || parsed.minor > greatest ? undefined : parsed;
}

function stabilityOf(level: string | undefined): number {
  if (level === undefined) {
    return 2;
  }
  return level === "beta" ? 1 : 0;
}

function compareNumbers(left: bigint, right: bigint): number {
  return left === right ? 0 : Number(left > right) * 2 - 1;
}
