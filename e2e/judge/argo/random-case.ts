import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { definition, job } from "../../apply/manifests.ts";
import { type Dice, rollDice } from "../dice.ts";
import { type ArgoCase, type CaseMaker, changed, mark, type Words } from "./argo-case.ts";
import { custom, customGroup, make, makers } from "./kinds.ts";

const phases = [
  "PreSync",
  "PreSync",
  "Sync",
  "PostSync",
  "PostSync",
  "SyncFail",
  "Skip",
  "PreSync,PostSync",
  "PreSync, Sync",
  "Sync,PostSync",
  "Skip,PostSync",
  "Oops",
  "Oops,PreSync",
] as const;
const events = [
  "pre-install,pre-upgrade",
  "post-install,post-upgrade",
  "pre-install",
  "pre-upgrade",
  "post-install",
  "post-upgrade",
  "pre-install,post-upgrade",
  "pre-rollback",
  "pre-delete",
  "test",
] as const;
const policies = [
  "HookSucceeded",
  "HookFailed",
  "BeforeHookCreation",
  "BeforeHookCreation,HookSucceeded",
  "HookSucceeded,HookFailed",
  "Oops",
] as const;
const helmPolicies = ["hook-succeeded", "hook-failed", "before-hook-creation,hook-succeeded"] as const;
const wavesAsWords = ["+1", "-0", "007", "1.5", "x", ""] as const;
const hookKinds = ["Job", "Job", "Job", "Job", "ConfigMap", "ServiceAccount", "Deployment", "Role"] as const;
const kinds = Object.keys(makers).filter(
  (kind) => kind !== "Namespace" && kind !== "HorizontalPodAutoscaler",
);

/** Draws a case; the same words give the same case in each namespace. */
export function randomCase(...words: readonly (string | number)[]): CaseMaker {
  return (namespace) => drawCase(rollDice(...words), namespace);
}

function drawCase(dice: Dice, namespace: string): ArgoCase {
  const failing = dice.chance(0.15);
  const objects = [
    ...dice.several(3, 10, (index) => drawObject(dice, index, namespace)),
    ...dice.several(0, 5, (index) => drawHook(dice, index, { namespace, failing })),
    ...(dice.chance(0.3) ? drawCustom(dice, namespace) : []),
    ...(dice.chance(0.3) ? drawNamespace(dice, namespace) : []),
  ];
  return { first: objects, second: objects.flatMap((object) => drawSuccessor(dice, object)) };
}

/** Names begin with a random letter, so that they are in another order than the objects. */
function nameOf(dice: Dice, word: string, index: number): string {
  return `${dice.pick(["a", "f", "k", "p", "u", "z"])}-${word}${index}`;
}

function drawObject(dice: Dice, index: number, namespace: string): JsonObject {
  const object = make(dice.pick(kinds), nameOf(dice, "obj", index), namespace);
  const options = dice.chance(0.1) ? { options: "PruneLast=true" } : {};
  return mark(object, { ...drawWave(dice), ...options });
}

function drawWave(dice: Dice): Words {
  const wave = dice.chance(0.08) ? dice.pick(wavesAsWords) : String(dice.below(5) - 2);
  const weight = String(dice.below(4) - 1);
  return { ...(dice.chance(0.65) ? { wave } : {}), ...(dice.chance(0.15) ? { weight } : {}) };
}

interface HookPlace {
  readonly namespace: string;
  /** The first hook of the case fails. */
  readonly failing: boolean;
}

function drawHook(dice: Dice, index: number, { namespace, failing }: HookPlace): JsonObject {
  const isFailing = failing && index === 0;
  const kind = isFailing ? "Job" : dice.pick(hookKinds);
  const name = nameOf(dice, "hook", index);
  const pod = isFailing ? { "converge.test/pod": "fail" } : { "converge.test/complete-after": "300ms" };
  const plain = kind === "Job" ? job(name, { pod }) : make(kind, name, namespace);
  const marked = mark(plain, { ...drawWave(dice), ...drawHookWords(dice), ...drawPolicies(dice) });
  return kind === "Job" && dice.chance(0.15) ? withGeneratedName(marked) : marked;
}

function drawHookWords(dice: Dice): Words {
  if (dice.chance(0.7)) {
    return { hook: dice.pick(phases), ...(dice.chance(0.1) ? { helm: dice.pick(events) } : {}) };
  }
  return { helm: dice.pick(events) };
}

function drawPolicies(dice: Dice): Words {
  return {
    ...(dice.chance(0.4) ? { policy: dice.pick(policies) } : {}),
    ...(dice.chance(0.15) ? { helmPolicy: dice.pick(helmPolicies) } : {}),
  };
}

/** The same hook with a `generateName` instead of its name. */
export function withGeneratedName(object: JsonObject): JsonObject {
  const { name: _name, ...metadata } = objectField(object, "metadata");
  const base = stringField(objectField(object, "metadata"), "name") ?? "";
  return { ...object, metadata: { ...metadata, generateName: `${base}-gen-` } };
}

/** A CRD, often in a later wave than its custom resources. */
function drawCustom(dice: Dice, namespace: string): readonly JsonObject[] {
  const kind = dice.pick(["Cog", "Widget"]);
  const group = customGroup(namespace);
  const unwatched = { unwatched: "true" };
  return [
    mark(definition(group, kind), drawWave(dice)),
    ...dice.several(1, 3, (index) =>
      mark(custom(kind, nameOf(dice, "cog", index), namespace), { ...drawWave(dice), ...unwatched }),
    ),
  ];
}

/** A Namespace, often in a later wave than the objects in it. */
function drawNamespace(dice: Dice, namespace: string): readonly JsonObject[] {
  const home = make("Namespace", nameOf(dice, "home", 0), namespace);
  const name = stringField(objectField(home, "metadata"), "name") ?? "";
  const members = dice.several(1, 3, (index) => {
    const member = make(dice.pick(["ConfigMap", "Secret", "Service"]), nameOf(dice, "in", index), namespace);
    const words = {
      ...drawWave(dice),
      ...(dice.chance(0.2) ? { hook: dice.pick(["PreSync", "Sync"]) } : {}),
    };
    return mark({ ...member, metadata: { ...objectField(member, "metadata"), namespace: name } }, words);
  });
  return [mark(home, drawWave(dice)), ...members];
}

/** The object as the second sync has it: none, changed, or the same. */
function drawSuccessor(dice: Dice, object: JsonObject): readonly JsonObject[] {
  const isKept = ["Namespace", "CustomResourceDefinition"].includes(stringField(object, "kind") ?? "");
  if (!isKept && dice.chance(0.35)) {
    return [];
  }
  return [dice.chance(0.4) ? changed(object) : object];
}
