import { truncateWord } from "../object/message-text.ts";
import { readCrdNames, isCrd } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** A change rule of kapp: `upsert after upserting apps.example.com/db`. */
export interface ChangeRule {
  /** The action on the object with the rule. */
  readonly action: "upsert" | "delete";
  readonly order: "before" | "after";
  /** The action on the members of the group. */
  readonly target: "upserting" | "deleting";
  readonly group: string;
}

/** The reason a rule or the name of a group cannot be used. */
export interface ChangeFault {
  readonly fault: string;
}

const example = "write for example: upsert after upserting GROUP";

/**
 * Parses a change rule of an object: exactly four words, in the last of which placeholders are filled in
 * (https://carvel.dev/kapp/docs/latest/apply-ordering/).
 */
export function parseChangeRule(text: string, manifest: Manifest): ChangeRule | ChangeFault {
  const words = text.split(" ");
  const [action, order, target, name = ""] = words;
  if (words.length !== 4) {
    return { fault: `a change rule has four words, found ${words.length}: ${example}` };
  }
  if (action !== "upsert" && action !== "delete") {
    return unknownWord(action, "upsert or delete");
  }
  if (order !== "before" && order !== "after") {
    return unknownWord(order, "before or after");
  }
  if (target !== "upserting" && target !== "deleting") {
    return unknownWord(target, "upserting or deleting");
  }
  const group = parseChangeGroup(name, manifest);
  return typeof group === "string" ? { action, order, target, group } : group;
}

function unknownWord(word: string | undefined, known: string): ChangeFault {
  return { fault: `expected ${known}, found "${truncateWord(word ?? "")}": ${example}` };
}

/** Fills the placeholders of the name of a change group, and checks the name. */
export function parseChangeGroup(text: string, manifest: Manifest): string | ChangeFault {
  const name = fillPlaceholders(text, manifest);
  return typeof name === "string" && !isQualifiedName(name)
    ? {
        fault: `"${truncateWord(name)}" is not a valid change group name: write letters, digits, "-", "_" and ".", with an optional domain and "/" before them`,
      }
    : name;
}

/**
 * Reports whether a name is qualified as Kubernetes demands it of label keys. kapp allows any length.
 */
function isQualifiedName(name: string): boolean {
  const parts = name.split("/");
  const [domain, last = ""] = parts.length === 1 ? [undefined, ...parts] : parts;
  return (
    parts.length <= 2 &&
    (domain === undefined || domain.split(".").every((label) => isWord(label, /^[a-z0-9-]+$/))) &&
    isWord(last, /^[\w.-]+$/)
  );
}

function isWord(text: string, characters: RegExp): boolean {
  return characters.test(text) && /^[A-Za-z0-9]/.test(text) && /[A-Za-z0-9]$/.test(text);
}

/** Replaces `{kind}` and the like by what they are for the object. Complexity: linear in the text. */
function fillPlaceholders(text: string, manifest: Manifest): string | ChangeFault {
  if (!text.includes("{")) {
    return text;
  }
  const values = placeholders(manifest);
  let filled = "";
  let at = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", at)) {
    // At least one character is between the braces.
    const close = text.indexOf("}", open + 2);
    if (close === -1) {
      break;
    }
    const placeholder = text.slice(open, close + 1);
    const value = values.get(placeholder);
    if (value === undefined) {
      const known = [...values.keys()].join(", ");
      return { fault: `unknown placeholder "${truncateWord(placeholder)}" (known: ${known})` };
    }
    if (value === "") {
      return { fault: `${placeholder} is empty for this object` };
    }
    filled += text.slice(at, open) + value;
    at = close + 1;
  }
  return filled + text.slice(at);
}

function placeholders(manifest: Manifest): ReadonlyMap<string, string> {
  const { group, kind, name, namespace } = manifest.ref;
  const defined = isCrd(manifest) ? readCrdNames(manifest) : { group: "", kind: "" };
  return new Map([
    ["{api-group}", group],
    ["{kind}", kind],
    ["{name}", name],
    ["{namespace}", namespace],
    ["{crd-kind}", defined.kind],
    ["{crd-group}", defined.group],
  ]);
}
