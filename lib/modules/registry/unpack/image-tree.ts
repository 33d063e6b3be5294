/** A file or folder of the image, as of the layers unpacked so far. */
export interface TreeNode {
  /** Undefined for a file. */
  readonly children: Map<string, TreeNode> | undefined;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** The number of the latest layer that contains it, or anything in it. */
  layer: number;
}

/** Returns an empty folder. */
export function emptyFolder(layer: number): TreeNode {
  return { children: new Map(), size: 0, layer };
}

/** Returns the node at the path, or undefined. */
export function treeNodeAt(root: TreeNode, steps: readonly string[]): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  for (const step of steps) {
    node = node?.children?.get(step);
  }
  return node;
}

/** Returns the total size of all files, in bytes. */
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
 * Removes from a folder everything that only earlier layers contain. Returns the removed paths, without those
 * below another one. Linear in the content of the folder.
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
