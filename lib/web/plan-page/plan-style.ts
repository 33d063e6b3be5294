/** The style of the plan page beside that of all pages and graphs. */
export const planStyle = `
:root {
  --workload: #2563eb; --config: #8f5c0e; --network: #15803d; --access: #7c3aed; --storage: #0e7490; --api: #be185d; --other: #64748b;
  --error: #c81e1e; --warning: #b45309; --note: #0369a1; --badge: #fdecd2; --badge-text: #8a4b08;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --workload: #6ea8fe; --config: #e3b341; --network: #4ade80; --access: #b79cff; --storage: #38d0e6; --api: #f472b6; --other: #94a3b8;
    --error: #ff7b72; --warning: #f0b429; --note: #60b8f5; --badge: #43301a; --badge-text: #f7c583;
  }
}
#app { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) 350px; height: 100vh; height: 100dvh; }
header { grid-column: 1 / -1; }
header h1 { font-size: 16px; font-weight: 650; letter-spacing: -.01em; }
header .summary { color: var(--soft); }
#search { width: 280px; }
main { display: grid; min-width: 0; min-height: 0; grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
.graph { cursor: grab; } .graph:active { cursor: grabbing; }
.lane-title { color: var(--text); font-size: 13px; } .lane-facts { font-size: 11.5px; font-weight: 400; line-height: 16px; }
.few .present, .lit.present, .few .deleting, .lit.deleting { stroke-dasharray: 5 4; }
.few .absent, .lit.absent { stroke-dasharray: 1.5 4; stroke-linecap: round; }
.workload { --family: var(--workload); } .config { --family: var(--config); } .network { --family: var(--network); }
.access { --family: var(--access); } .storage { --family: var(--storage); } .api { --family: var(--api); } .other { --family: var(--other); }
.far { fill: var(--family); fill-opacity: .55; }
.dimmed .far { fill-opacity: 1; } .dimmed .far.faint { fill-opacity: .14; }
.dimmed .box:not(.near) { --family: var(--soft); background: transparent; color: var(--soft); box-shadow: none; } .dimmed .box:not(.near) .name { font-weight: 400; } .dimmed .box:not(.near) .stripe, .dimmed .box:not(.near) .badge { opacity: 0; }
.dimmed #arrows { opacity: .25; } .wired #arrows { opacity: .12; }
.box { padding: 0 10px 0 15px; grid-template-columns: minmax(0, 1fr) auto; }
.box:hover { border-color: var(--family); }
.box > .name, .box > .place { grid-column: 1 / -1; }
.stripe { position: absolute; left: 0; top: 10px; bottom: 10px; width: 4px; border-radius: 2px; background: var(--family); }
.box > span { display: flex; white-space: pre; } .start { overflow: hidden; text-overflow: ellipsis; } .end { flex: none; }
.box .kind, #panel p.kind { color: var(--family); font-weight: 600; }
.badge:empty { display: none; }
.badge { padding: 0 7px; border-radius: 8px; background: var(--badge); color: var(--badge-text); font-size: 10.5px; font-weight: 600; }
#panel { overflow: auto; padding: 16px 18px 32px; background: var(--surface); border-left: 1px solid var(--line); }
#panel h2 { margin: 0 0 6px; font-size: 17px; line-height: 1.3; }
#panel h3 { margin: 22px 0 8px; font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
#panel .amount { color: var(--faint); font-weight: 500; }
.hint, .legend, .ref { margin: 0 0 8px; color: var(--soft); }
.ref { font-size: 11.5px; line-height: 1.5; user-select: all; }
.legend { display: flex; align-items: center; gap: 10px; }
.sample { width: 44px; border-top: 2px solid var(--soft); } .sample.present, .sample.deleting { border-top-style: dashed; }
.sample.absent { border-top-style: dotted; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 12px 0 0; }
.facts dt { color: var(--faint); } .facts dd { margin: 0; }
.list { display: grid; gap: 8px; }
.entry { display: grid; gap: 3px; width: 100%; padding: 9px 12px; border: 1px solid var(--line); border-left: 3px solid var(--family, var(--line)); border-radius: 6px; }
button.entry:hover { border-color: var(--accent); }
.entry-kind { color: var(--family); font-size: 12px; font-weight: 600; margin-right: 7px; } .entry-name { font-weight: 600; }
.entry-place, .origin { color: var(--faint); font-size: 12px; } .entry-place:empty, .origin:empty, dt:empty { display: none; }
.facts dt:empty + dd { grid-column: 1 / -1; color: var(--badge-text); }
.reason { display: flex; gap: 8px; align-items: baseline; font-size: 12.5px; }
.until { padding: 0 7px; border-radius: 9px; background: var(--lane); color: var(--soft); }
.until.ready { color: var(--accent); font-weight: 600; }
.because { font-size: 12px; line-height: 1.4; color: var(--soft); }
.finding.error { --family: var(--error); } .finding.warning { --family: var(--warning); } .finding.note { --family: var(--note); }
.tag { color: var(--family); font-size: 12px; font-weight: 650; }
.more { margin-top: 8px; width: 100%; padding: 8px; border: 1px solid var(--line); border-radius: 8px; color: var(--accent); text-align: center; } .more:hover { background: var(--lane); }
/* Colours that stay apart for colour-blind readers; sign, word and border say the same. */
:root { --added: #00664f; --changed: #0062a3; --recreated: #ab4300; --removed: #9b2c6e; --moved: #735c00; }
@media screen and (prefers-color-scheme: dark) { :root { --added: #2dcfa4; --changed: #63b8f2; --recreated: #f79a5c; --removed: #ec8fc4; --moved: #dcc14a; } }
.change-added { --family: var(--added); } .change-changed { --family: var(--changed); } .change-recreated, .change-refused { --family: var(--recreated); }
.change-removed { --family: var(--removed); } .change-moved { --family: var(--moved); } .change-kept, .change-none { --family: var(--other); }
.box[class*=change-] { border-color: var(--family); } .box[class*=change-] .badge { background: transparent; color: var(--family); padding: 0; font-size: 11.5px; }
.box.change-none { border-color: var(--line); background: transparent; box-shadow: none; } .box.change-none .name { font-weight: 500; color: var(--soft); } .box.change-none .stripe { opacity: 0; }
.box.change-added { border-width: 2px; } .box.change-changed { border-width: 2px; } .box.change-recreated { border-width: 4px; border-style: double; } .box.change-refused { border-width: 2px; border-style: dashed; }
.box.change-removed { border-width: 2px; border-style: dashed; } .box.change-removed .name { text-decoration: line-through; } .box.change-kept { border-style: dashed; } .box.change-moved { border-width: 2px; border-style: dotted; }
.far.change-none { fill-opacity: .18; } .far.change-removed, .far.change-refused { fill-opacity: .15; stroke: var(--family); stroke-width: 6; stroke-dasharray: 18 10; }
.change-text { margin: 0; padding: 7px 10px; overflow: auto; max-height: 420px; font-size: 12px; line-height: 1.45; border: 1px solid var(--line); border-left: 3px solid var(--changed); border-radius: 6px; white-space: pre-wrap; }
.change-text.added { border-left-color: var(--added); } .change-text.removed { border-left-color: var(--removed); } .note-line { font-size: 12.5px; white-space: pre-wrap; }
@media print { #panel { padding: 12px 0; border: 0; overflow: visible; } #panel .list { max-width: 640px; } }
@media screen and (max-width: 860px) { #app { grid-template: auto minmax(0, 1fr) 40% / minmax(0, 1fr); } #panel { border-left: 0; border-top: 1px solid var(--line); } header { padding: 9px 14px; gap: 8px 10px; } header h1, header .summary { flex: 1 0 100%; } header .space { display: none; } #search { flex: 1 1 130px; width: 130px; } }
`;
