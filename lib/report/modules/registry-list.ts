import { compareText } from "../../object/object-ref.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { alignColumns, columnWidths, type Line, plainCell, tonedCell } from "../terminal/columns.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";

/** A module of a registry, as shown. */
export interface RegistryModule {
  readonly module: string;
  /** In display order. */
  readonly versions: readonly string[];
  /** The version of each channel, in the order of the channels. */
  readonly channels: ReadonlyMap<string, string>;
}

/**
 * Formats the modules of a registry with the versions of their channels. Channels that no module has are left
 * out.
 *
 *     MODULE    ALPHA    BETA
 *     module-1  v1.23.2  v1.23.1
 */
export function registryTable(modules: readonly RegistryModule[], color: boolean): string {
  const channels = [...new Set(modules.flatMap(({ channels: own }) => [...own.keys()]))];
  const ordered = channels.toSorted((left, right) => rankOf(left) - rankOf(right));
  return table(
    ["MODULE", ...ordered.map((channel) => channel.toUpperCase())],
    modules.map(({ module, channels: own }) => [module, ...ordered.map((channel) => own.get(channel) ?? "")]),
    color,
  );
}

/**
 * Formats the versions of one module with the channels that point to them.
 *
 *     VERSION  CHANNELS
 *     v1.23.1  beta
 *     v1.23.2  alpha
 */
export function registryModuleTable({ versions, channels }: RegistryModule, color: boolean): string {
  const rows = versions.map((version) => [version, channelsOf(version, channels).join(", ")]);
  return table(["VERSION", "CHANNELS"], rows, color);
}

/** Formats the names alone, one per line. */
export function registryNames(names: readonly string[]): string {
  return names.map((name) => `${escapeControl(name)}\n`).join("");
}

/** Formats all modules as one JSON document, `converge.dev/v1` `RegistryModuleList`. */
export function registryJson(repo: string, modules: readonly RegistryModule[]): string {
  return formatJsonDocument("RegistryModuleList", { repo, modules: modules.map(documentOf) });
}

/** Formats one module as one JSON document, `converge.dev/v1` `RegistryModule`. */
export function registryModuleJson(repo: string, module: RegistryModule): string {
  return formatJsonDocument("RegistryModule", { repo, ...documentOf(module) });
}

function documentOf({ module, versions, channels }: RegistryModule): object {
  const entries = [...channels].map(([channel, version]) => ({ channel, version }));
  return { module, versions, channels: entries };
}

/** From the least stable channel on; unknown ones come last. */
const order: readonly string[] = ["alpha", "beta", "early-access", "stable", "rock-solid", "lts"];

function rankOf(channel: string): number {
  const rank = order.indexOf(channel);
  return rank === -1 ? order.length : rank;
}

function channelsOf(version: string, channels: ReadonlyMap<string, string>): readonly string[] {
  const own = [...channels].filter(([, led]) => led === version).map(([channel]) => channel);
  return own.toSorted((left, right) => rankOf(left) - rankOf(right) || compareText(left, right));
}

function table(titles: readonly string[], rows: readonly (readonly string[])[], color: boolean): string {
  const paint = makePaint(color);
  const lines: readonly Line[] = [
    titles.map((title) => tonedCell(paint, "faint", title)),
    ...rows.map((row) => row.map((cell) => plainCell(escapeControl(cell)))),
  ];
  return `${alignColumns(lines, columnWidths(lines)).join("\n")}\n`;
}
