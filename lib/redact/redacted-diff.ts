/**
 * Hides values of two states of an object while they are compared: each is replaced by a token, the same for
 * the same value. So the states can be compared like any others, and the reported differences contain no
 * value.
 */
import { stringifyJson, type JsonObject, type JsonValue } from "../object/json.ts";
import { replaceLeaves } from "./map-leaves.ts";
import { type HiddenWhy, redactObject, maskValue } from "./redact-object.ts";
import type { Sensitivity } from "./sensitivity.ts";
import type { FieldChange, DiffStep } from "../object/field-change.ts";

/** No text in a YAML file begins with it; if one did, it would only be hidden too. */
const tokenSign = "\u0000hidden ";

/** Replaces hidden values by tokens, and the tokens in a difference by masks. */
export class RedactedDiff {
  readonly #hides: Sensitivity;
  readonly #tokens = new Map<string, string>();
  readonly #masks = new Map<string, string>();

  constructor(hides: Sensitivity) {
    this.#hides = hides;
  }

  /** A state with a token in place of each hidden value. */
  tokenize(object: JsonObject): JsonObject {
    return redactObject(object, this.#hides, (value, why) => this.#tokenOf(value, why));
  }

  #tokenOf(value: JsonValue, why: HiddenWhy): string {
    const text = stringifyJson(value);
    const token = this.#tokens.get(text) ?? `${tokenSign}${this.#tokens.size}`;
    this.#tokens.set(text, token);
    this.#masks.set(token, maskValue(value, why));
    return token;
  }

  /** A difference as it may be shown: of a hidden value that has changed only that fact. */
  restore({ path, ...change }: FieldChange): FieldChange {
    const { before, after } = change;
    const reported = path.map((step) => this.#liftStep(step));
    if (change.kind === "changed" && (hasToken(before) || hasToken(after))) {
      return { path: reported, kind: "changed", hidden: true };
    }
    return {
      ...change,
      path: reported,
      ...(before === undefined ? {} : { before: this.#liftValue(before) }),
      ...(after === undefined ? {} : { after: this.#liftValue(after) }),
    };
  }

  #liftStep(step: DiffStep): DiffStep {
    return typeof step === "object" ? { ...step, value: this.#masks.get(step.value) ?? step.value } : step;
  }

  #liftValue(value: JsonValue): JsonValue {
    return replaceTexts(value, (leaf) => this.#masks.get(leaf) ?? leaf);
  }
}

function hasToken(value: JsonValue | undefined): boolean {
  let found = false;
  replaceTexts(value ?? null, (leaf) => {
    found ||= leaf.startsWith(tokenSign);
    return leaf;
  });
  return found;
}

/** A copy with its texts replaced. */
function replaceTexts(root: JsonValue, write: (text: string) => string): JsonValue {
  return replaceLeaves(root, [{ path: [], mark: "" }], (leaf) =>
    typeof leaf === "string" ? write(leaf) : leaf,
  );
}
