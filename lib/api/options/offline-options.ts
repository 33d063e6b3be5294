import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { Compatibility, ExternalPolicy } from "../../order/model/edge.ts";
import type { Action } from "../../plan/plan.ts";
import type { InvalidPolicy } from "../../plan/plan-request.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { OpenApiVersion } from "../../validate/openapi/object-meta-schema.ts";
import type { SetOptions } from "./set-options.ts";

/** The schemas that are known without a cluster, and the release that the set is for. */
export interface SchemaOptions {
  /** CRDs that the set does not contain: paths, or texts with names. */
  readonly crds?: readonly (string | SourceText)[] | undefined;
  /** The version of Kubernetes to validate and render charts for; default: the newest known, `1.37`. */
  readonly kubernetesVersion?: string | undefined;
  /** The name of the release; `default` by default. */
  readonly release?: string | undefined;
  /** The namespace of objects that name none; `default` by default. */
  readonly namespace?: string | undefined;
}

/** Options of `plan`. */
export interface PlanOptions extends SetOptions, SchemaOptions {
  /** The action to plan; default: `install`. */
  readonly action?: Action | undefined;
  /** The severity of faults of fields; default: `warn`. */
  readonly validate?: CheckLevel | undefined;
  /** With faults, whether nothing is planned (`fail`, the default), or the valid rest (`skip`). */
  readonly invalid?: InvalidPolicy | undefined;
  /** The treatment of a depends-on that leads outside the set; default: `error`. */
  readonly externalDeps?: ExternalPolicy | undefined;
  /** Keeps the order of that tool: of Argo CD, where waves are barriers, or by kapp's default rules. */
  readonly compat?: Compatibility | undefined;
  /** The time an object may take until it is ready: milliseconds or `5m`, which is the default. */
  readonly reconcileTimeout?: number | string | undefined;
}

/** Options of `validate`. */
export interface ValidateOptions extends SetOptions, SchemaOptions {
  /** The severity of faults of fields; default: `strict`. */
  readonly validate?: CheckLevel | undefined;
  /** The treatment of a depends-on that leads outside the set; default: `error`. */
  readonly externalDeps?: ExternalPolicy | undefined;
  /** The earlier state of the set, for rules about changes: paths, or texts with names. */
  readonly old?: readonly (string | SourceText)[] | undefined;
}

/** Options of `show`. */
export interface ShowOptions extends SetOptions, SchemaOptions {
  /** The object: `web`, `deploy/web` or its full reference. Required. */
  readonly object: string;
  /** Returns the schemas of a CRD in this form instead of the CRD. */
  readonly openapi?: OpenApiVersion | undefined;
  /** Includes the values of Secrets; default: false. */
  readonly showSecrets?: boolean | undefined;
}
