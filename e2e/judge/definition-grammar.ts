import { field, type JsonObject, type JsonValue } from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { replaceIn } from "./parts.ts";
import { canHaveRules, drawRules } from "./rule-grammar.ts";
import { drawRoot } from "./schema-grammar.ts";
import { schemaPlaces } from "./schema-places.ts";

/** The names of a CRD. */
export interface DefinitionNames {
  /** With a dot in it. */
  readonly group: string;
  /** Lower-case; the other names are derived from it. */
  readonly plural: string;
}

/** Generates a CRD of one to three versions, usually one that the API server accepts. */
export function drawDefinition(dice: Dice, { group, plural }: DefinitionNames): JsonObject {
  const kind = `${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}`;
  const versions = dice.pick([["v1"], ["v1"], ["v1"], ["v1", "v1beta1"], ["v2", "v1", "v1alpha3"]]);
  const shared = drawVersion(dice);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: dice.chance(0.8) ? "Namespaced" : "Cluster",
      names: { plural, kind, ...drawNames(dice, plural) },
      versions: versions.map((name, index) => ({
        name,
        served: index === 0 || dice.chance(0.7),
        storage: index === 0,
        ...(dice.chance(0.3) ? shared : drawVersion(dice)),
      })),
      ...(dice.chance(0.1) ? { conversion: drawConversion(dice) } : {}),
      ...(dice.chance(0.05) ? { preserveUnknownFields: false } : {}),
    },
  };
}

function drawNames(dice: Dice, plural: string): JsonObject {
  return {
    ...(dice.chance(0.3) ? { singular: `${plural}-one` } : {}),
    ...(dice.chance(0.1) ? { listKind: "ListOfThem" } : {}),
    ...(dice.chance(0.1) ? { categories: ["all", "judged"] } : {}),
  };
}

function drawConversion(dice: Dice): JsonObject {
  const clientConfig = dice.pick<JsonObject>([
    { url: "https://localhost:1/convert" },
    { service: { namespace: "default", name: "convert", path: "/convert", port: 443 } },
  ]);
  return dice.chance(0.5)
    ? { strategy: "None" }
    : { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } };
}

function drawVersion(dice: Dice): JsonObject {
  const openAPIV3Schema = withRules(dice, drawRoot(dice, 1 + dice.below(3)));
  return {
    schema: { openAPIV3Schema },
    ...(dice.chance(0.4) ? { subresources: drawSubresources(dice) } : {}),
    ...(dice.chance(0.2)
      ? { additionalPrinterColumns: dice.several(1, 2, (index) => drawColumn(dice, index)) }
      : {}),
    ...(dice.chance(0.2) ? drawSelectable(dice, openAPIV3Schema) : {}),
    ...(dice.chance(0.1) ? { deprecated: true, deprecationWarning: "use another one" } : {}),
  };
}

function drawSubresources(dice: Dice): JsonObject {
  const scale = {
    specReplicasPath: dice.pick([".spec.count", ".spec.size", ".spec.alpha"]),
    statusReplicasPath: ".status.replicas",
    ...(dice.chance(0.5) ? { labelSelectorPath: ".status.selector" } : {}),
  };
  return { ...(dice.chance(0.7) ? { status: {} } : {}), ...(dice.chance(0.4) ? { scale } : {}) };
}

function drawColumn(dice: Dice, index: number): JsonObject {
  return {
    name: `Column${index}`,
    type: dice.pick(["string", "integer", "number", "boolean", "date"]),
    jsonPath: dice.pick([
      ".spec.count",
      ".metadata.creationTimestamp",
      ".spec.items[*].name",
      ".spec['x\\.y']",
      '.status.conditions[?(@.type=="Ready")].status',
    ]),
    ...(dice.chance(0.3) ? { priority: 1 } : {}),
    ...(dice.chance(0.2) ? { format: dice.pick(["int32", "int64", "date-time", "float"]) } : {}),
  };
}

const selectableTypes = new Set<JsonValue | undefined>(["string", "integer", "boolean"]);

function drawSelectable(dice: Dice, schema: JsonObject): JsonObject {
  const paths = schemaPlaces(schema)
    .filter(({ schema: part }) => selectableTypes.has(field(part, "type")))
    .flatMap(({ fields = [] }) =>
      fields.length > 1 && fields.every((name) => /^\w+$/.test(name)) ? [`.${fields.join(".")}`] : [],
    );
  return paths.length === 0 ? {} : { selectableFields: [{ jsonPath: dice.pick(paths) }] };
}

/** The schema with rules at some of its parts. */
function withRules(dice: Dice, schema: JsonObject): JsonObject {
  const places = schemaPlaces(schema).filter((place) => canHaveRules(place.schema));
  const chosen = dice.chance(0.6) ? dice.several(1, 3, () => dice.pick(places)) : [];
  return chosen.reduce(
    (whole, place) =>
      replaceIn(whole, [...place.path, "x-kubernetes-validations"], () => drawRules(dice, place.schema)),
    schema,
  );
}
