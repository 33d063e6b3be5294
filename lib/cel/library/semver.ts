import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { type OpaqueType, simpleTypes } from "../model/type.ts";
import type { Opaque } from "../model/value.ts";
import { aBool, aString, method, ofClass, plain } from "../signature/signature.ts";
import { compareVersions } from "../../object/semver/version.ts";
import { normalizedVersion, parseSemver, type SemverVersion } from "./semver/version.ts";

const { bool, int } = simpleTypes;
const semverType: OpaqueType = { kind: "opaque", name: "kubernetes.Semver" };

/** A version as a value. */
export class SemverValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = semverType;
  readonly version: SemverVersion;

  constructor(version: SemverVersion) {
    this.version = version;
  }

  /** Reports whether the other is the same version; build metadata is ignored. */
  equals(other: Opaque): boolean {
    return other instanceof SemverValue && compareVersions(this.version, other.version) === 0;
  }
}

const aSemver = ofClass(semverType, (value): value is SemverValue => value instanceof SemverValue);
const pair = [aSemver, aSemver] as const;

/** Kubernetes' functions on versions (semver.org), with the overload that accepts `v1.2` for `1.2.0`. */
export const semverFunctions: readonly FunctionDeclaration[] = [
  {
    name: "semver",
    overloads: [
      plain({
        id: "string_to_semver",
        parameters: [aString],
        result: semverType,
        call: (text) => toSemver(text, false),
      }),
      plain({
        id: "string_bool_to_semver",
        parameters: [aString, aBool],
        result: semverType,
        call: toSemver,
      }),
    ],
  },
  {
    name: "isSemver",
    overloads: [
      plain({
        id: "is_semver_string",
        parameters: [aString],
        result: bool,
        call: (text) => !("fault" in parseSemver(text)),
      }),
      plain({
        id: "is_semver_string_bool",
        parameters: [aString, aBool],
        result: bool,
        call: (text, normalize) => !("fault" in read(text, normalize)),
      }),
    ],
  },
  comparison("isGreaterThan", "semver_is_greater_than", (order) => order > 0),
  comparison("isLessThan", "semver_is_less_than", (order) => order < 0),
  {
    name: "compareTo",
    overloads: [
      method({
        id: "semver_compare_to",
        parameters: pair,
        result: int,
        call: (left, right) => BigInt(compareVersions(left.version, right.version)),
      }),
    ],
  },
  part("major", "semver_major"),
  part("minor", "semver_minor"),
  part("patch", "semver_patch"),
];

function comparison(name: string, id: string, holds: (order: number) => boolean): FunctionDeclaration {
  const overload = method({
    id,
    parameters: pair,
    result: bool,
    call: (left, right) => holds(compareVersions(left.version, right.version)),
  });
  return { name, overloads: [overload] };
}

function part(name: "major" | "minor" | "patch", id: string): FunctionDeclaration {
  const overload = method({
    id,
    parameters: [aSemver],
    result: int,
    // The server parses unsigned 64 bits, and returns them as signed.
    call: ({ version }) => BigInt.asIntN(64, version[name]),
  });
  return { name, overloads: [overload] };
}

function toSemver(text: string, normalize: boolean): SemverValue | CelFailure {
  const version = read(text, normalize);
  return "fault" in version ? new CelFailure(version.fault) : new SemverValue(version);
}

function read(text: string, normalize: boolean): SemverVersion | { readonly fault: string } {
  return normalize ? normalizedVersion(text) : parseSemver(text);
}
