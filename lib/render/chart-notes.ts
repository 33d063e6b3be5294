import { renderAgain, type Rendering } from "./render-again.ts";

/** The rendered `NOTES.txt` of a chart. */
export interface ChartNotes {
  /** The name of the chart in outputs. */
  readonly chart: string;
  readonly text: string;
}

/** Returns the notes of the charts that have any, for people who have installed them. */
export async function renderNotes(renderings: readonly Rendering[]): Promise<readonly ChartNotes[]> {
  const notes: ChartNotes[] = [];
  for (const rendering of renderings) {
    const text = (await renderAgain(rendering, "notes"))?.trim() ?? "";
    if (text !== "") {
      notes.push({ chart: rendering.renderable.name, text });
    }
  }
  return notes;
}
