import { line, type Sidecar, textOf } from "./sidecar.ts";

/** The address at which a sidecar serves, from its log: `http://127.0.0.1:…`. */
export async function served(
  { received }: Sidecar,
  what: "page" | "metrics" | "push events",
): Promise<string> {
  const start = `${what} at `;
  const said = await received((one) => line("notice")(one) && textOf(one).startsWith(start), 0);
  return textOf(said).slice(start.length);
}

/** The value of a metric, by its name and labels as they are printed; undefined if absent. */
export async function metric(sidecar: Sidecar, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${await served(sidecar, "metrics")}/metrics`)).text();
  const found = text.split("\n").find((one) => one.startsWith(`${name} `));
  return found === undefined ? undefined : Number(found.slice(name.length + 1));
}
