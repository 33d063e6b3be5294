import { argoFormat } from "./argo/argo-format.ts";
import { ownFormat } from "./cel/own-format.ts";
import { fluxFormat } from "./flux/flux-format.ts";
import { kappFormat } from "./kapp/kapp-format.ts";
import type { RuleFormat } from "./rule-format.ts";

/** The forms in which health rules are read as YAML. The first that recognizes a document reads it. */
export const ruleFormats: readonly RuleFormat[] = [ownFormat, argoFormat, fluxFormat, kappFormat];
