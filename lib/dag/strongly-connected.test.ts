import test from "ava";
import * as fc from "fast-check";

import { adjacency, type Arc } from "./adjacency.ts";
import { componentsOf, tarjan } from "./strongly-connected.ts";

/** The components as sorted lists of nodes, in the order in which they were closed. */
function components(nodes: number, arcs: readonly Arc[]): readonly (readonly number[])[] {
  const { componentOf, sizes } = tarjan(nodes, arcs, adjacency(nodes, arcs, "from"));
  const members = sizes.map((_, component) =>
    [...componentOf.keys()].filter((node) => componentOf[node] === component),
  );
  return members.map((component, index) => {
    if (component.length !== sizes[index]) {
      throw new Error(`component ${index} has ${component.length} members, not ${sizes[index]}`);
    }
    return component;
  });
}

function ring(...nodes: readonly number[]): readonly Arc[] {
  return nodes.map((from, index) => ({ from, to: nodes[(index + 1) % nodes.length] ?? 0 }));
}

test("each node without edges is its own component", (t) => {
  t.deepEqual(components(3, []), [[0], [1], [2]]);
  t.deepEqual(components(0, []), []);
});

test("each node of a chain is its own component, a ring is one component", (t) => {
  t.deepEqual(components(3, ring(0, 1, 2).slice(0, 2)), [[2], [1], [0]]);
  t.deepEqual(components(3, ring(0, 1, 2)), [[0, 1, 2]]);
});

test("a self-loop does not enlarge a component", (t) => {
  t.deepEqual(components(2, [{ from: 0, to: 0 }]), [[0], [1]]);
});

test("rings that share a node are one component, rings joined by one edge are two", (t) => {
  t.deepEqual(components(5, [...ring(0, 1, 2), ...ring(2, 3, 4)]), [[0, 1, 2, 3, 4]]);
  t.deepEqual(components(4, [...ring(0, 1), ...ring(2, 3), { from: 0, to: 2 }]), [
    [2, 3],
    [0, 1],
  ]);
});

test("tarjan() lists a component after those that it leads to", (t) => {
  t.deepEqual(components(4, [...ring(0, 3), { from: 3, to: 1 }, { from: 1, to: 2 }]), [[2], [1], [0, 3]]);
});

/** Reports whether each node leads to the other, by the transitive closure of the edges. */
function isMutual(arcs: readonly Arc[], left: number, right: number): boolean {
  const reach = (start: number): ReadonlySet<number> => {
    const found = new Set([start]);
    for (const node of found) {
      arcs.filter(({ from }) => from === node).forEach(({ to }) => found.add(to));
    }
    return found;
  };
  return reach(left).has(right) && reach(right).has(left);
}

test("two nodes are in one component if and only if each is reachable from the other", (t) => {
  const node = fc.nat({ max: 6 });
  fc.assert(
    fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 16 }), (arcs) => {
      const { componentOf } = tarjan(7, arcs, adjacency(7, arcs, "from"));
      for (let left = 0; left < 7; left += 1) {
        for (let right = 0; right < left; right += 1) {
          t.is(componentOf[left] === componentOf[right], isMutual(arcs, left, right));
        }
      }
    }),
  );
});

test("componentsOf() lists dependencies first, and keeps the order of names in a component", (t) => {
  const targets = new Map([
    ["top", ["c", "elsewhere"]],
    ["a", ["b"]],
    ["b", ["c", "low"]],
    ["c", ["a"]],
  ]);
  const found = componentsOf(["top", "a", "b", "c", "low"], (name) => targets.get(name) ?? []);
  t.deepEqual(found, [["low"], ["a", "b", "c"], ["top"]]);
});

test("a chain of 100,000 nodes does not overflow the stack", (t) => {
  const names = Array.from({ length: 100_000 }, (_, index) => String(index));
  const found = componentsOf(names, (name) => [String(Number(name) + 1)]);
  t.is(found.length, names.length);
  t.deepEqual(found[0], ["99999"]);
});
