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

test("nodes without edges are components of their own", (t) => {
  t.deepEqual(components(3, []), [[0], [1], [2]]);
  t.deepEqual(components(0, []), []);
});

test("a chain is no component, a ring is one", (t) => {
  t.deepEqual(components(3, ring(0, 1, 2).slice(0, 2)), [[2], [1], [0]]);
  t.deepEqual(components(3, ring(0, 1, 2)), [[0, 1, 2]]);
});

test("an edge to oneself makes no larger component", (t) => {
  t.deepEqual(components(2, [{ from: 0, to: 0 }]), [[0], [1]]);
});

test("rings that share a node are one component, rings joined one way are two", (t) => {
  t.deepEqual(components(5, [...ring(0, 1, 2), ...ring(2, 3, 4)]), [[0, 1, 2, 3, 4]]);
  t.deepEqual(components(4, [...ring(0, 1), ...ring(2, 3), { from: 0, to: 2 }]), [
    [2, 3],
    [0, 1],
  ]);
});

test("a component is closed after those that it leads to", (t) => {
  t.deepEqual(components(4, [...ring(0, 3), { from: 3, to: 1 }, { from: 1, to: 2 }]), [[2], [1], [0, 3]]);
});

/** Reports whether each node leads to the other, by the closure of the edges. */
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

test("two nodes are in one component exactly if each leads to the other", (t) => {
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

test("a component comes after those that it leads to, with its names in their order", (t) => {
  const targets = new Map([
    ["top", ["c", "elsewhere"]],
    ["a", ["b"]],
    ["b", ["c", "low"]],
    ["c", ["a"]],
  ]);
  const found = componentsOf(["top", "a", "b", "c", "low"], (name) => targets.get(name) ?? []);
  t.deepEqual(found, [["low"], ["a", "b", "c"], ["top"]]);
});

test("a chain of a hundred thousand nodes overflows no stack", (t) => {
  const names = Array.from({ length: 100_000 }, (_, index) => String(index));
  const found = componentsOf(names, (name) => [String(Number(name) + 1)]);
  t.is(found.length, names.length);
  t.deepEqual(found[0], ["99999"]);
});
