import type { TestCluster } from "../../e2e/control-plane/test-cluster.ts";

/** Seconds until a namespace with a large set must be gone. */
const patience = 600;

/**
 * Creates a namespace, which is deleted with the stack. That waits until it is gone: the server would still
 * delete its objects while the next program is measured.
 */
export async function createPassingNamespace(
  cluster: TestCluster,
  stack: AsyncDisposableStack,
): Promise<string> {
  const namespace = await cluster.createNamespace({
    teardown: (end) => {
      stack.defer(async () => {
        await end();
        await cluster.until(`/api/v1/namespaces/${namespace}`, (object) => object === undefined, patience);
      });
    },
  });
  return namespace;
}
