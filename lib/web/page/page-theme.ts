/** The colours and controls of all pages, light or dark by the user's preference. */
export const pageTheme = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --surface: #ffffff; --lane: #eaedf2; --line: #d8dde5; --text: #1a2230; --soft: #566274; --faint: #5f6979;
  --accent: #1d5fd6; --edge: #a9b3c1; --onward: #b4470b; --shadow: 0 1px 2px rgb(20 30 50 / .06);
}
@media (prefers-color-scheme: dark) {
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
#search::placeholder { color: var(--faint); opacity: 1; }
`;
