/** What lies in an image so far, layer by layer. */
export interface TreeNode {
  /** Undefined for a file. */
  readonly children: Map<string, TreeNode> | undefined;
  /** Of the file, in bytes. */
  readonly size: number;
  /** The number of the latest layer that speaks of it, or of something in it. */
  layer: number;
}

/** A folder with nothing in it. */
export function emptyFolder(layer: number): TreeNode {
  return { children: new Map(), size: 0, layer };
}

/** The node at the path, or undefined. */
export function treeNodeAt(root: TreeNode, steps: readonly string[]): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  for (const step of steps) {
    node = node?.children?.get(step);
  }
  return node;
}

/** The bytes of all files. */
export function treeSize(root: TreeNode): number {
  let size = 0;
  const open: TreeNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    size += node.size;
    open.push(...(node.children?.values() ?? []));
  }
  return size;
}

/**
 * Takes out of a folder all that only earlier layers speak of, and gives the paths of what has gone, each the
 * topmost of its kind. Linear in what lies in the folder.
 */
export function takeOutEarlier(
  folder: TreeNode,
  steps: readonly string[],
  layer: number,
): readonly (readonly string[])[] {
  const gone: (readonly string[])[] = [];
  const open: { readonly node: TreeNode; readonly path: readonly string[] }[] = [
    { node: folder, path: steps },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, child] of next.node.children ?? []) {
      const path = [...next.path, name];
      if (child.layer < layer) {
        next.node.children?.delete(name);
        gone.push(path);
      } else {
        open.push({ node: child, path });
      }
    }
  }
  return gone;
}
