/** Adopts an app of kapp. */
import type { AdoptedOwner } from "../../inventory/adoption/adopted-owner.ts";
import { type KappApp, kappOwner, kappRemaining, readKappApp } from "../../inventory/adoption/kapp-app.ts";
import type { JsonObject } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";
import { configMaps } from "../model/well-known-resources.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { Adoption } from "./adoption.ts";
import { listMarked } from "./leftovers.ts";

/** An app by the name and the namespace of its ConfigMap. */
export interface KappName {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Reads the record of an app. Throws a RefusedError if it is something else. Without a record its objects are
 * unknown: their label has a value that kapp has drawn.
 */
export async function openKappApp(asked: KappName, context: RunContext): Promise<Adoption> {
  const { name, namespace } = asked;
  const record = await readRecord(asked, context);
  const app = record === undefined ? undefined : readKappApp(record);
  if (app !== undefined && "fault" in app) {
    throw new RefusedError(app.fault);
  }
  if (app?.hasEnded === false) {
    const message = `the last change of kapp app ${namespace}/${name} has not ended: make sure that no kapp deploy is running`;
    context.emit({ type: "notice", at: context.clock.now(), level: "warning", message });
  }
  const owner = app === undefined ? unknownApp(asked) : kappOwner(app);
  return {
    ...owner,
    flag: `--adopt-kapp-app ${namespace}/${name}`,
    record: app === undefined ? "missing" : "found",
    wasUp: true,
    words: {
      unrecorded: "",
      none: `namespace ${namespace} has no ConfigMap ${name} of kapp; see kapp ls -A, and use --adopt-kapp-app NAMESPACE/NAME if it is in another namespace`,
      remaining: app === undefined ? undefined : kappRemaining(app),
    },
    findLeftovers: (isWanted, deps) => findLabelled(app, owner, { isWanted, deps }),
  };
}

/** Reads the ConfigMap of an app, which kapp may have given a longer name. */
async function readRecord(
  { name, namespace }: KappName,
  context: RunContext,
): Promise<JsonObject | undefined> {
  const read = (full: string): Promise<JsonObject | undefined> =>
    getIfExists({ resource: configMaps, namespace, name: full }, context);
  return (await read(`${name}.apps.k14s.io`)) ?? read(name);
}

function never(): boolean {
  return false;
}

function unknownApp({ name, namespace }: KappName): AdoptedOwner {
  return { tool: "kapp", title: `kapp app ${namespace}/${name}`, marks: [], bears: never, owns: never };
}

async function findLabelled(
  app: KappApp | undefined,
  owner: AdoptedOwner,
  {
    isWanted,
    deps,
  }: {
    readonly isWanted: (key: string, object: JsonObject) => boolean;
    readonly deps: EffectDeps;
  },
): Promise<ReadonlyMap<string, JsonObject>> {
  if (app === undefined) {
    return new Map();
  }
  const labelSelector = `${app.labelKey}=${app.labelValue}`;
  // Objects of failed changes may be in namespaces that the last one no longer names.
  const found = await listMarked(owner, { ...app, isOpen: true, labelSelector }, deps);
  return new Map([...found].filter(([key, object]) => !isWanted(key, object)));
}
