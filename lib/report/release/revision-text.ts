/** Prints the objects that a revision sent, in a form that can be sent again: YAML documents, or one List. */
import type { JsonObject } from "../../object/json.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { exactYaml } from "../document/exact-yaml.ts";
import { harmlessJson } from "../document/json-document.ts";
import { formatAction, outcomeWords, type RevisionFacts } from "./revision-text-parts.ts";
import { maskObject } from "../../redact/redact-object.ts";

/** An object of a revision. */
export interface SentObject {
  /** The file it came from. */
  readonly file: string;
  readonly value: JsonObject;
}

/** The revision to print, with its options. */
export interface ShownRevision {
  readonly release: string;
  readonly namespace: string;
  readonly revision: RevisionFacts;
  /** In the order of the revision. */
  readonly objects: readonly SentObject[];
  /** The name of the objects for the message that there are none: `hooks`. */
  readonly what: string;
  readonly showSecrets: boolean;
}

const warning = "values are hidden, so this is not what was sent: --show-secrets shows them";

/**
 * Formats YAML documents, each under the name of its file. If no value is hidden, they are read as the very
 * same objects.
 *
 *     # revision 3 of release shop in namespace web: upgrade, succeeded
 *     ---
 *     # web.yaml
 *     apiVersion: v1
 */
export function revisionYaml({
  release,
  namespace,
  revision,
  objects,
  what,
  showSecrets,
}: ShownRevision): string {
  const shown = objects.map(({ file, value }) => ({ file, ...mayShow(value, showSecrets) }));
  const life = `${formatAction(revision)}, ${outcomeWords(revision)}`;
  const head = [
    `# revision ${revision.number} of release ${release} in namespace ${namespace}: ${escapeControl(life)}`,
    ...(shown.some(({ isHidden }) => isHidden) ? [`# ${warning}`] : []),
    ...(objects.length === 0 ? [`# it has no ${what}`] : []),
  ];
  const documents = shown.flatMap(({ file, object, isHidden }) => [
    "---",
    `# ${escapeControl(file)}${isHidden ? " (values are hidden)" : ""}`,
    ...exactYaml(object),
  ]);
  return `${[...head, ...documents].join("\n")}\n`;
}

/** Formats the objects as one JSON List. An annotation of it says if values are hidden. */
export function revisionJson({ objects, showSecrets }: ShownRevision): string {
  const shown = objects.map(({ value }) => mayShow(value, showSecrets));
  const isHidden = shown.some((each) => each.isHidden);
  const list = {
    apiVersion: "v1",
    kind: "List",
    ...(isHidden ? { metadata: { annotations: { "converge.dev/note": warning } } } : {}),
    items: shown.map(({ object }) => object),
  };
  return `${harmlessJson(list, 2)}\n`;
}

function mayShow(
  value: JsonObject,
  showSecrets: boolean,
): { readonly object: JsonObject; readonly isHidden: boolean } {
  const object = showSecrets ? value : maskObject(value);
  return { object, isHidden: object !== value };
}
