/** The colours and controls of all pages, light or dark by the user's preference. */
export const pageTheme = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --surface: #ffffff; --lane: #eaedf2; --line: #d8dde5; --text: #1a2230; --soft: #566274; --faint: #5f6979;
  --accent: #1d5fd6; --edge: #a9b3c1; --onward: #b4470b; --shadow: 0 1px 2px rgb(20 30 50 / .06);
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0e131a; --surface: #1a212b; --lane: #141a22; --line: #2d3744; --text: #e8edf4; --soft: #a6b2c2; --faint: #8d99a9;
    --accent: #78adff; --edge: #4b5766; --onward: #fb9a4b; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { height: 100%; }
body { margin: 0; min-height: 100%; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1, h2, h3, p, ul, dl { margin: 0; padding: 0; } ul { list-style: none; }
code, pre, .ref { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
a { color: inherit; text-decoration: none; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; background: none; border: 0; padding: 0; text-align: left; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 6px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.soft { color: var(--soft); } .space { flex: 1; }
.plain { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); padding: 5px 11px; min-height: 34px; }
.plain:hover { background: var(--lane); }
header { display: flex; gap: 8px 16px; align-items: center; flex-wrap: wrap; padding: 9px 20px; background: var(--surface); border-bottom: 1px solid var(--line); }
#search { width: 230px; max-width: 100%; min-height: 34px; padding: 5px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); }
dialog { max-width: min(560px, calc(100vw - 24px)); border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: var(--text); padding: 22px 26px; }
dialog::backdrop { background: rgb(10 15 25 / .5); }
dialog h2 { font-size: 15px; margin: 0 0 10px; } dialog h2 ~ h2 { margin-top: 18px; } dialog .plain { margin-top: 18px; }
.keys { display: grid; grid-template-columns: auto 1fr; gap: 7px 18px; } .keys dd { margin: 0; color: var(--soft); }
kbd { font: 12px/1.4 ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--line); border-radius: 5px; padding: 1px 6px; background: var(--page); white-space: nowrap; }
.help { min-width: 34px; text-align: center; padding: 5px 8px; }
#search::placeholder { color: var(--faint); opacity: 1; }
`;

/**
 * The style of a print: black on white, without controls, as long as its content. It comes after all other
 * styles.
 */
export const printStyle = `
@page { size: landscape; margin: 10mm; }
@media print {
  :root { color-scheme: light; --page: #fff; --surface: #fff; --text: #000; --soft: #333; --faint: #444; --edge: #777; --shadow: none; }
  html, body, #app, #app.at-unit, main, .unit-page, .content, .panel, .graph-frame, .timeline-frame, .timeline { display: block; height: auto; min-height: 0; overflow: visible; }
  .plain, #search, .connection, .hint, .more, .details-head button, .tabs, .chip, .runs, dialog { display: none !important; }
  header { padding: 0 0 6px; }
  .graph { border: 0; margin: 0 auto; overflow: hidden !important; break-inside: avoid; }
  .box, .stripe, .pips i, .bar i, .track i, .progress i, .sample { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .box, .entry, .unit, .change, .trouble-entry, .row { break-inside: avoid; }
}
`;
