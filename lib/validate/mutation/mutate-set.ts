import type { Manifest } from "../../manifest/manifest.ts";
import { fieldOrigin, nameOrigin } from "../../manifest/locate-field.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { append } from "../../object/append.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { formatFieldPath, placeOf } from "../model/field-fault.ts";
import type { AdmissionRequest } from "../policy/admission-request.ts";
import { type OpenQuestion, openFinding } from "../policy/open-finding.ts";
import { isExemptFromPolicies } from "../policy/policy-kinds.ts";
import { type BoundPolicy, type PolicyKnowledge, policySet, precedesPolicies } from "../policy/policy-set.ts";
import type { MutationRules } from "./evaluate-mutation.ts";
import { typeOfCustom, typeOfDefinition } from "./merge-type.ts";
import { type MutatedObject, type MutatingSet, type MutationDenial, mutateObject } from "./mutate-object.ts";

/** Options of mutating a set. */
export interface SetMutation extends PolicyKnowledge {
  readonly level: "strict" | "warn";
  /** Reports whether the server refuses the object before it evaluates policies. */
  readonly isRefused: (manifest: Manifest) => boolean;
}

/** The effects of mutating policies on a set. */
export interface MutatedSet {
  /** The objects that were changed, as they pass admission, by their manifests. */
  readonly changed: ReadonlyMap<Manifest, Manifest>;
  /** The objects that a policy refuses. */
  readonly denied: ReadonlySet<Manifest>;
  /** The objects that a policy may change in a way that is not known, with that policy. */
  readonly pending: ReadonlyMap<Manifest, string>;
  readonly diagnostics: readonly Diagnostic[];
}

const kind = "MutatingAdmissionPolicy";

/**
 * Evaluates the MutatingAdmissionPolicies of the set, and those that are given, on every object of the set. A
 * note names what they change. Complexity: objects times bindings for matching; evaluation within the limits
 * of the server.
 */
export function mutateSet(manifests: readonly Manifest[], options: SetMutation): MutatedSet {
  const set = policySet(manifests, kind, options);
  const wanted =
    set.bound.length === 0 ? [] : manifests.filter((manifest) => !isExemptFromPolicies(manifest));
  const results = wanted
    .filter((manifest) => !options.isRefused(manifest) && isDecoded(manifest, options))
    .map((manifest) => {
      const bound = set.bound.filter(({ isInSet }) => !isInSet || !precedesPolicies(manifest));
      const mutating: MutatingSet = {
        set,
        bound,
        rulesFor: (request) => rulesFor(request, mutating, options),
      };
      return { manifest, mutated: mutateObject(mutating, set.requestOf(manifest)) };
    });
  return {
    changed: new Map(
      results
        .filter(({ mutated: { changes } }) => changes.length > 0)
        .map(({ manifest, mutated: { object } }) => [manifest, { ...manifest, value: object.value }]),
    ),
    denied: new Set(results.flatMap(({ manifest, mutated }) => (mutated.denials.length > 0 ? manifest : []))),
    pending: new Map(
      results.flatMap(
        ({
          manifest,
          mutated: {
            open: [first],
          },
        }) => (first === undefined ? [] : [[manifest, `what ${first.bound.policy.manifest.key} changes`]]),
      ),
    ),
    diagnostics: [
      ...results.flatMap(({ manifest, mutated }) => findings(manifest, mutated, options)),
      ...openFindings(results),
    ],
  };
}

interface MutationResult {
  readonly manifest: Manifest;
  readonly mutated: MutatedObject;
}

function openFindings(results: readonly MutationResult[]): readonly Diagnostic[] {
  const open = new Map<BoundPolicy, OpenQuestion[]>();
  for (const { manifest, mutated } of results) {
    for (const { bound, unknown } of mutated.open) {
      append(open, bound, { manifest, unknown: [unknown] });
    }
  }
  return [...open].map(([bound, questions]) => openFinding(bound, questions));
}

/** Reports whether the server can decode the object: before that, no policy sees it. */
function isDecoded({ value, ref, apiVersion, kind: ofKind }: Manifest, options: SetMutation): boolean {
  const { builtin, definitions } = options;
  const isChecked = !definitions.has(groupKindKey(ref)) && builtin?.serves(apiVersion, ofKind) === true;
  return !isChecked || decodeFaults(value, builtin).length === 0;
}

function decodeFaults(
  value: Manifest["value"],
  builtin: NonNullable<PolicyKnowledge["builtin"]>,
): readonly string[] {
  const { faults } = builtin.check(value);
  return faults
    .filter(({ reason }) => reason === "FieldValueTypeInvalid" || reason === "FieldValueInvalid")
    .map(({ path, message }) => `json: ${formatFieldPath(path)}: ${message}`);
}

function rulesFor(
  { manifest }: AdmissionRequest,
  { set }: Pick<MutatingSet, "set">,
  { builtin, definitions, stored }: SetMutation,
): MutationRules {
  const definition = definitions.get(groupKindKey(manifest.ref));
  if (definition !== undefined) {
    return {
      type: builtin && typeOfCustom(definition, manifest.apiVersion, builtin),
      decodeFault: () => undefined,
      admitted: (value) => set.admitted(manifest, stored({ ...manifest, value })),
    };
  }
  const name = builtin?.definitionOf(manifest.apiVersion, manifest.kind);
  return {
    type: builtin && name !== undefined ? typeOfDefinition(builtin, name) : undefined,
    decodeFault: (value) => {
      const unknown = (builtin?.check(value).unknown ?? []).map(
        (path) => `unknown field ${JSON.stringify(formatFieldPath(path))}`,
      );
      const [first] = builtin === undefined ? [] : decodeFaults(value, builtin);
      return unknown.length === 0 ? first : `strict decoding error: ${unknown.join(", ")}`;
    },
    admitted: (value) => set.admitted(manifest, value),
  };
}

function findings(
  manifest: Manifest,
  { changes, denials }: MutatedObject,
  { level }: SetMutation,
): readonly Diagnostic[] {
  const refused = denials.map((denial): Diagnostic => {
    const text = denialText(denial).replaceAll(/\s*\n\s*/gv, " ");
    return {
      code: "PolicyViolation",
      severity: level === "strict" ? "error" : "warning",
      message: `${manifest.key}: ${text}`,
      ref: manifest.key,
      origin: nameOrigin(manifest),
      related: [relatedPolicy(denial)],
    };
  });
  return changes.length === 0 || denials.length > 0 ? refused : [changeNote(manifest, changes)];
}

function denialText({ bound: { policy, binding }, message, isInternal }: MutationDenial): string {
  const names = `policy '${policy.manifest.name}' with binding '${binding.name}'`;
  return isInternal ? message : `${names} denied request: ${message}`;
}

function relatedPolicy({
  bound: { policy },
  at,
}: Pick<MutationDenial, "bound" | "at">): NonNullable<Diagnostic["related"]>[number] {
  const { manifest } = policy;
  const origin = at === undefined ? nameOrigin(manifest) : fieldOrigin(manifest, placeOf(at.path), "value");
  return { message: "the policy", origin };
}

const shownFields = 8;

/** Names the fields that each policy changes; a policy that is invoked again is named once. */
function changeNote(manifest: Manifest, changes: MutatedObject["changes"]): Diagnostic {
  const byPolicy = Map.groupBy(changes, ({ bound }) => bound);
  const parts = [...byPolicy].map(([{ policy, binding }, made]) => {
    const fields = [...new Set(made.flatMap((change) => change.fields))];
    const rest = fields.length - shownFields;
    const named = [...fields.slice(0, shownFields), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
    return `'${policy.manifest.name}' with binding '${binding.name}' sets ${named}`;
  });
  return {
    code: "PolicyMutation",
    severity: "note",
    message: `${manifest.key}: ${kind} ${parts.join("; ")}`,
    ref: manifest.key,
    origin: nameOrigin(manifest),
    related: [...byPolicy.keys()].map((bound) => relatedPolicy({ bound })),
  };
}
