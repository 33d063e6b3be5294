import { type Plan, plannedObjects } from "../../plan/plan.ts";
import { groupFacts, groupFeatures } from "../../report/plan/group-title.ts";
import { type Diagram, type DiagramNode, makeDiagram } from "../../report/plan/plan-diagram.ts";
import { sameLook } from "./change-look.ts";
import { type ComparedPlans, type ComparedTexts, nameTexts } from "./compared-texts.ts";
import type { LaneContent, ObjectTexts } from "./page-data.ts";

/** The lanes of a comparison, and the numbers of the boxes that the nodes of both plans became. */
export interface ComparedLanes {
  readonly lanes: readonly LaneContent[];
  readonly head: Diagram;
  readonly base: Diagram;
  /** The box of a node of the head, which several unchanged objects of a group may share. */
  readonly boxOf: ReadonlyMap<number, number>;
  /** The boxes by reference: of the head, and of removed objects. */
  readonly byKey: ReadonlyMap<string, number>;
  readonly removed: ReadonlySet<string>;
}

/** A group shows as many unchanged objects; more of them are one box. */
const mostUnchanged = 8;
/** The box of unchanged objects names as many of them. */
const mostNamed = 100;

/**
 * Returns the groups of the head as lanes, with unchanged objects folded into one box of their group, and a
 * lane of what the head lacks. Boxes are numbered in the order of the plan. Complexity: linear.
 */
export function comparedLanes(plans: ComparedPlans, texts: ComparedTexts): ComparedLanes {
  const [base, head] = [makeDiagram(plans.base), makeDiagram(plans.head)];
  const boxes = new BoxNumbers();
  const groups = head.columns.map(groupLane(plans, texts, boxes));
  const inHead = new Set(plannedObjects(plans.head).map(({ key }) => key));
  const gone = changedKeys(plans.base, texts).filter((key) => !inHead.has(key));
  const resting = changedKeys(plans.head, texts).filter((key) => !boxes.byKey.has(key));
  const removed = gone.map((key) => boxes.add(key, texts));
  const notNow = resting.map((key) => boxes.add(key, texts));
  const outside = head.outside.map(({ id, ref }) => boxes.addNode(id, outsideTexts(ref)));
  return {
    lanes: [
      ...extraLane("Cluster", ["outside the set"], outside),
      ...groups.filter(({ nodes }) => nodes.length > 0),
      ...extraLane("Removed", ["no longer in the manifests"], removed),
      ...extraLane("Not now", ["hooks of other actions"], notNow),
    ],
    head,
    base,
    boxOf: boxes.boxOf,
    byKey: boxes.byKey,
    removed: new Set(gone),
  };
}

/** Returns what makes a lane of a group of the head. */
function groupLane(
  { head }: ComparedPlans,
  texts: ComparedTexts,
  boxes: BoxNumbers,
): (column: Diagram["columns"][number]) => LaneContent {
  const features = groupFeatures(head);
  return ({ group, nodes }) => {
    const { facts, barrier } = groupFacts(group, features);
    return {
      title: `Group ${group.index}`,
      facts: [facts.join(" · "), barrier].filter((line) => line !== ""),
      nodes: laneNodes(nodes, texts, boxes),
    };
  };
}

/** Returns the references of the objects of a plan that do not stay the same. */
function changedKeys(plan: Plan, { lookOf }: ComparedTexts): readonly string[] {
  return plannedObjects(plan)
    .map(({ key }) => key)
    .filter((key) => lookOf(key) !== sameLook.look);
}

type LaneNode = LaneContent["nodes"][number];

/** Numbers boxes as they are made. */
class BoxNumbers {
  readonly boxOf = new Map<number, number>();
  readonly byKey = new Map<string, number>();
  #next = 0;

  add(key: string, { textsOf }: ComparedTexts): LaneNode {
    const id = this.#next++;
    this.byKey.set(key, id);
    return { id, texts: textsOf(key) };
  }

  addNode(node: number, texts: ObjectTexts): LaneNode {
    const id = this.#next++;
    this.boxOf.set(node, id);
    return { id, texts };
  }
}

function extraLane(
  title: string,
  facts: readonly string[],
  nodes: readonly LaneNode[],
): readonly LaneContent[] {
  return nodes.length === 0 ? [] : [{ title, facts, nodes }];
}

/** Returns the boxes of a group, that of many unchanged objects last. */
function laneNodes(
  nodes: readonly DiagramNode[],
  texts: ComparedTexts,
  boxes: BoxNumbers,
): readonly LaneNode[] {
  const same = nodes.filter((node) => texts.lookOf(keyOf(node)) === sameLook.look);
  const folded = new Set(same.length > mostUnchanged ? same : []);
  const own = nodes
    .filter((node) => !folded.has(node))
    .map((node) => {
      const made = boxes.add(keyOf(node), texts);
      boxes.boxOf.set(node.id, made.id);
      return made;
    });
  const [first, ...others] = folded;
  if (first === undefined) {
    return own;
  }
  const made = boxes.addNode(first.id, foldedTexts(same.map(keyOf), first));
  for (const node of others) {
    boxes.boxOf.set(node.id, made.id);
  }
  return [...own, made];
}

function keyOf({ object }: DiagramNode): string {
  return object.manifest.key;
}

function foldedTexts(keys: readonly string[], { id }: DiagramNode): ObjectTexts {
  const named = keys.slice(0, mostNamed).map((key) => ["", key] as const);
  const rest = keys.length - named.length;
  return {
    // The number makes the reference, which links use, unique.
    ref: `unchanged objects (${keys.length}, from number ${id + 1})`,
    kind: "unchanged",
    name: `${keys.length} objects`,
    place: "",
    family: sameLook.look,
    badge: "",
    facts: [...named, ...(rest === 0 ? [] : [["", `and ${rest} more`] as const])],
    changes: [],
  };
}

function outsideTexts(ref: string): ObjectTexts {
  return {
    ...nameTexts(ref),
    family: sameLook.look,
    badge: "external",
    facts: [["", "outside the set, in the cluster"]],
    changes: [],
  };
}
