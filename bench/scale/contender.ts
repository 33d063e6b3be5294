import type { ExecutionContext } from "ava";

import type { TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import type { GitHttpServer } from "../../e2e/git/http-server.ts";
import type { TestRepository } from "../../e2e/git/test-repository.ts";

/** The environment of a contender: an empty namespace, and a repository with all units. */
export interface ContenderSite {
  readonly cluster: TestCluster;
  readonly namespace: string;
  readonly repository: TestRepository;
  /** Serves the repository. */
  readonly git: GitHttpServer;
  /** The names of the units. */
  readonly units: readonly string[];
  /** The user that a contender impersonates, by which its requests are found in the audit log. */
  readonly user: string;
  /** A folder of its own. */
  readonly folder: string;
  readonly ends: Pick<ExecutionContext, "teardown">;
}

/** The resources that all processes of a contender have used since their start. */
export interface ContenderUsage {
  /** Seconds, of children too. */
  readonly cpu: number;
  readonly mebibytes: number;
  readonly peakMebibytes: number;
}

/** A GitOps controller under measurement, with all its units. */
export interface RunningContender {
  /** Resolves once the status of these units reports that they are ready at a commit. */
  readonly ready: (commit: string, units: readonly string[]) => Promise<void>;
  /**
   * Resolves once these units are known to be as they are at a commit that has changed none of them: a status
   * may follow later, or not at all.
   */
  readonly verified: (commit: string, units: readonly string[]) => Promise<void>;
  /** Notifies it of a push, as a forge does. */
  readonly notify: (commit: string) => Promise<void>;
  /** Requests a run of every unit, and resolves once all have ended. */
  readonly requestAll: () => Promise<void>;
  readonly usage: () => ContenderUsage;
  readonly stop: () => Promise<void>;
  /** Starts it again, and resolves once it has verified all units at a commit. */
  readonly restart: (commit: string) => Promise<void>;
}

/** A GitOps controller to measure. */
export interface ScaleContender {
  readonly name: string;
  /** The reason why it cannot be measured here; undefined if it can. */
  readonly unavailable: () => string | undefined;
  /** The last phase that it can take part in; all by default. */
  readonly until?: string;
  /** It corrects drift only at its interval, which is longer than a phase. */
  readonly ignoresDrift?: true;
  /** Starts it, and creates its units. */
  readonly start: (site: ContenderSite) => Promise<RunningContender>;
}
