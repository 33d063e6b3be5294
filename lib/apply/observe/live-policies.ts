import { ApiError } from "../../client/model/api-error.ts";
import type { Resource, Selection } from "../../client/model/cluster.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import {
  field,
  isObject,
  type JsonObject,
  stringField,
  stringifyJson,
  withoutFields,
} from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import type { RunContext } from "../model/run-context.ts";

/** Admission policies of a cluster, with bindings, parameters and Namespaces, as texts of one object each. */
export interface LivePolicies {
  readonly sources: readonly SourceText[];
  /** A note for each kind that may not be listed. */
  readonly found: readonly Diagnostic[];
}

type Asked = Pick<RunContext, "cluster" | "signal">;

const group = "admissionregistration.k8s.io";
const policyKinds = ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"] as const;

/**
 * Reads the admission policies of a cluster and what they are evaluated with: one list for each kind, and
 * that of Namespaces and parameters only if there are bindings. Secrets are not read, even as parameters.
 */
export async function readLivePolicies(asked: Asked): Promise<LivePolicies> {
  const catalog = await asked.cluster.discover({ signal: asked.signal });
  const kinds = policyKinds.flatMap((kind) => [kind, `${kind}Binding`]);
  const registered = await listAll(
    kinds.flatMap((kind) => selectionOf(catalog.find({ group, kind }))),
    asked,
  );
  const { objects } = registered;
  const isBound = objects.some((object) => stringField(object, "kind")?.endsWith("Binding") === true);
  const needed = isBound
    ? [
        ...selectionOf(catalog.find({ group: "", kind: "Namespace" })),
        ...parametersOf(objects, (apiVersion, kind) =>
          catalog.find({ group: groupOf(apiVersion), kind }, versionOf(apiVersion)),
        ),
      ]
    : [];
  const others = await listAll(needed, asked);
  return {
    sources: [...objects, ...others.objects].map(asText),
    found: [...registered.refused, ...others.refused].map(asNote),
  };
}

function selectionOf(resource: Resource | undefined): readonly Selection[] {
  return resource === undefined ? [] : [{ resource }];
}

/** The parameters that the bindings name, each place once. */
function parametersOf(
  objects: readonly JsonObject[],
  find: (apiVersion: string, kind: string) => Resource | undefined,
): readonly Selection[] {
  const specs = objects.map((object) => ({ object, spec: field(object, "spec") }));
  const paramKinds = new Map(
    specs.map(({ object, spec }) => [
      `${stringField(object, "kind")} ${stringField(metadataOf(object), "name")}`,
      field(spec, "paramKind"),
    ]),
  );
  const selections = specs.flatMap(({ object, spec }) => {
    const ofPolicy = stringField(object, "kind")?.replace(/Binding$/, "");
    const paramKind = paramKinds.get(`${ofPolicy} ${stringField(spec, "policyName")}`);
    const reference = field(spec, "paramRef");
    const kind = stringField(paramKind, "kind") ?? "";
    const resource = isObject(reference) ? find(stringField(paramKind, "apiVersion") ?? "", kind) : undefined;
    const namespace = stringField(reference, "namespace") ?? "";
    return resource === undefined || (resource.group === "" && kind === "Secret")
      ? []
      : [{ resource, ...(namespace === "" ? {} : { namespace }) }];
  });
  return [
    ...new Map(
      selections.map((one) => [`${one.resource.group} ${one.resource.plural} ${one.namespace ?? ""}`, one]),
    ).values(),
  ];
}

interface Listed {
  readonly objects: readonly JsonObject[];
  readonly refused: readonly string[];
}

async function listAll(selections: readonly Selection[], asked: Asked): Promise<Listed> {
  const lists = await Promise.all(selections.map(async (selection) => list(selection, asked)));
  return {
    objects: lists.flatMap(({ objects }) => objects),
    refused: lists.flatMap(({ refused }) => refused),
  };
}

async function list(selection: Selection, { cluster, signal }: Asked): Promise<Listed> {
  try {
    return { objects: await cluster.list(selection, { signal }), refused: [] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return { objects: [], refused: [selection.resource.plural] };
    }
    throw error;
  }
}

const unshown: ReadonlySet<string> = new Set(["managedFields"]);

function asText(object: JsonObject): SourceText {
  const { metadata } = object;
  const shown = { ...object, metadata: withoutFields(metadataOf(object), unshown) };
  const place = [
    stringField(metadata, "namespace"),
    stringField(object, "kind"),
    stringField(metadata, "name"),
  ];
  return {
    name: `cluster/${place.filter((part) => part !== undefined).join("/")}`,
    text: `${stringifyJson(shown, 2)}\n`,
  };
}

function asNote(plural: string): Diagnostic {
  return {
    code: "PolicyUndecided",
    severity: "note",
    message: `the cluster does not let this user list ${plural}: policies that need them are not evaluated`,
  };
}
