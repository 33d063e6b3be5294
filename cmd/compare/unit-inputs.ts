import type { UnitInput } from "../../lib/offline-plan-units.ts";
import type { RenderContext } from "../../lib/object/render-context.ts";
import { openSources } from "../../lib/source/open-sources.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import { repositoryName } from "../../lib/web/push/match-push.ts";
import { insidePath, insideSetFile, insideValues } from "./inside-path.ts";
import { ageKeysOf } from "../flags/render-flags.ts";
import { kubernetesOf } from "../flags/validation-flags.ts";
import type { Host } from "../host/host.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { hidingUnread, type Side, withoutMissing } from "./open-side.ts";
import { type OpenUnitSides, unitsIn } from "./open-unit-sides.ts";
import { type OpenPaths, readSide, type SideTexts } from "./read-side.ts";
import type { FileUnit } from "./read-units.ts";

/** A unit of one side, and how its files are shown. */
export interface OpenUnit {
  readonly input: UnitInput;
  readonly side: Side;
  readonly texts: SideTexts | undefined;
}

/** Both sides with the texts of their units. */
export type OpenUnits = Readonly<Record<"base" | "head", readonly OpenUnit[]>>;

interface Reading {
  readonly flags: CompareFlags;
  readonly host: Host;
  readonly signal: AbortSignal;
}

interface UnitReading extends Reading {
  readonly root: string;
  readonly isOwn: boolean;
}

/** Reads and renders the manifests of all units of both sides, one after the other. */
export async function readUnitInputs(sides: OpenUnitSides, reading: Reading): Promise<OpenUnits> {
  const all = { base: unitsIn(sides.base.reading), head: unitsIn(sides.head.reading) };
  const others = { base: byName(all.head), head: byName(all.base) };
  const read = async (which: "base" | "head"): Promise<readonly OpenUnit[]> => {
    const units: OpenUnit[] = [];
    for (const one of all[which]) {
      const side = presentSide(one, { sides, which, other: others[which].get(one.unit.name) });
      const { root } = sides[which];
      units.push(await openUnit(one, side, { ...reading, root, isOwn: sides.isOwn(one) }));
    }
    return units;
  };
  return { base: await read("base"), head: await read("head") };
}

function byName(units: readonly FileUnit[]): ReadonlyMap<string, FileUnit> {
  return new Map(units.map((one) => [one.unit.name, one]));
}

interface SideChoice {
  readonly sides: OpenUnitSides;
  readonly which: "base" | "head";
  /** The unit of the same name on the other side. */
  readonly other: FileUnit | undefined;
}

/** Opens the path of a unit; a path that only the other side has holds nothing here. */
function presentSide({ unit }: FileUnit, { sides: { base, head }, which, other }: SideChoice): Side {
  const { path } = unit.source;
  const opened = hidingUnread({ base: base.open(path), head: head.open(path) });
  return (other?.unit.source.path === path ? withoutMissing(opened) : opened)[which];
}

async function openUnit({ unit, settings }: FileUnit, side: Side, reading: UnitReading): Promise<OpenUnit> {
  const { flags, signal, isOwn } = reading;
  const { release, timeouts, recreate, validation, externalDeps, compat } = unit;
  const namespace = unit.namespace ?? flags.namespace;
  const rendering: RenderContext = { release, namespace, action: flags.action, signal };
  const texts = isOwn ? await readSide(side, openUnitPaths(unit, reading), rendering) : undefined;
  const { kubeVersion } = unit.render;
  const input: UnitInput = {
    policy: { ...unit, cluster: unit.cluster?.name ?? "", namespace },
    settings,
    notes: notesOf(unit, isOwn),
    texts,
    level: validation,
    minor: minorOf(flags, kubeVersion),
    recreate,
    options: { externalDeps, timeout: timeouts.reconcile, ...(compat === undefined ? {} : { compat }) },
  };
  return { input, side, texts };
}

function minorOf(flags: CompareFlags, kubeVersion: string | undefined): number {
  return kubernetesOf({ ...flags, ...(kubeVersion === undefined ? {} : { kubeVersion }) });
}

/**
 * Returns the function that renders a unit as the sidecar does. Programs, keys and credentials of this
 * machine are those that the command line names: the file may be written by the author of a pull request.
 */
function openUnitPaths(unit: Unit, { flags, host, root }: UnitReading): OpenPaths {
  const { env, clock } = host;
  const { render, source } = unit;
  const about = `unit ${unit.name}`;
  insidePath(root, source.path, about);
  const choices = {
    ...render,
    values: render.values.map((path) => insideValues(root, path, about)),
    setFile: render.setFile.map((word) => insideSetFile(root, word, about)),
    kubeVersion: render.kubeVersion ?? `1.${minorOf(flags, undefined)}`,
    allowedHosts: render.allowedHosts ?? [],
    chartSecretFolders: flags.chartSecretDir ?? [],
    renderer: flags.renderer ?? "builtin",
  };
  return async (paths) =>
    openSources(paths, {
      stdin: async () => Promise.resolve(new Uint8Array()),
      choices,
      ageKeys: ageKeysOf(flags, env),
      keyPlugins: flags.sopsPlugin ?? [],
      tools: { env, clock },
    });
}

/** Matches a ref that does not follow a branch. */
const fixedRef = /^(?:refs\/tags\/|semver:|[0-9a-f]{40}$|[0-9a-f]{64}$)/;

function notesOf({ source, suspend }: Unit, isOwn: boolean): readonly string[] {
  const { ref, url } = source;
  return [
    ...(isOwn
      ? []
      : [
          `its manifests are in another repository, ${repositoryName(url) ?? "whose URL is unclear"}: only its settings are compared`,
        ]),
    ...(isOwn && fixedRef.test(ref)
      ? [`it follows ${ref}, and changes only once that names this state`]
      : []),
    ...(suspend ? ["it is suspended: nothing is applied until it is resumed"] : []),
  ];
}
