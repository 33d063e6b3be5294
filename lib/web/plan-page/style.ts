/** The stylesheet of the page, light or dark by the user's preference. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --surface: #ffffff; --lane: #eceff3; --line: #d9dee5; --text: #1b2330; --soft: #5d6878; --faint: #8b95a3;
  --arrow: #9aa5b4; --lit: #2563eb; --onward: #c2410c; --accent: #2563eb;
  --workload: #2563eb; --config: #b7791f; --network: #15803d; --access: #7c3aed; --storage: #0e7490; --api: #be185d; --other: #64748b;
  --error: #c81e1e; --warning: #b45309; --note: #0369a1; --badge: #fdecd2; --badge-text: #8a4b08;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f141b; --surface: #1b222c; --lane: #151b23; --line: #2c3643; --text: #e8edf4; --soft: #a3afbf; --faint: #76818f;
    --arrow: #55616f; --lit: #6ea8fe; --onward: #fb923c; --accent: #6ea8fe;
    --workload: #6ea8fe; --config: #e3b341; --network: #4ade80; --access: #b79cff; --storage: #38d0e6; --api: #f472b6; --other: #94a3b8;
    --error: #ff7b72; --warning: #f0b429; --note: #60b8f5; --badge: #43301a; --badge-text: #f7c583;
  }
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: grid; grid-template: auto 1fr / 1fr 350px; background: var(--page); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header { grid-column: 1 / -1; display: flex; gap: 10px 18px; align-items: center; flex-wrap: wrap; padding: 10px 18px;
  background: var(--surface); border-bottom: 1px solid var(--line); z-index: 1; }
header h1 { margin: 0; font-size: 16px; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere; }
header .summary { color: var(--soft); }
header .space { flex: 1; }
input { width: 280px; max-width: 100%; padding: 7px 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--page); color: inherit; font: inherit; }
.zoom { display: flex; }
.zoom button { min-width: 36px; padding: 6px 10px; border: 1px solid var(--line); background: var(--surface); color: inherit;
  font: inherit; cursor: pointer; margin-left: -1px; }
.zoom button:first-child { border-radius: 8px 0 0 8px; } .zoom button:last-child { border-radius: 0 8px 8px 0; }
.zoom button:hover, .more:hover { background: var(--lane); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
#stage { width: 100%; height: 100%; min-height: 0; display: block; cursor: grab; touch-action: none; user-select: none; }
#stage:active { cursor: grabbing; }
#header-bar { fill: var(--page); }
#header-line { stroke: var(--line); }
.lane { fill: var(--lane); }
.lane-title { fill: var(--text); font-size: 13px; font-weight: 650; text-anchor: middle; }
.lane-facts { fill: var(--soft); font-size: 11.5px; text-anchor: middle; }
.arrow { fill: none; stroke: var(--arrow); stroke-width: 1.5; }
.few .arrow.present, .arrow.lit.present, .few .arrow.deleting, .arrow.lit.deleting { stroke-dasharray: 5 4; }
.few .arrow.absent, .arrow.lit.absent { stroke-dasharray: 1.5 4; stroke-linecap: round; }
.head { fill: var(--arrow); }
.arrow.lit { stroke: var(--lit); stroke-width: 2.25; } .head.lit { fill: var(--lit); }
.arrow.onward { stroke: var(--onward); } .head.onward { fill: var(--onward); }
.workload { --family: var(--workload); } .config { --family: var(--config); } .network { --family: var(--network); }
.access { --family: var(--access); } .storage { --family: var(--storage); } .api { --family: var(--api); } .other { --family: var(--other); }
.shape { fill: var(--family); fill-opacity: .55; }
.close #shapes, .close #marks { display: none; }
#marks .shape { fill-opacity: 1; }
.box { cursor: pointer; }
.card { fill: var(--surface); stroke: var(--line); }
.box:hover .card { stroke: var(--family); }
.box.selected .card { stroke: var(--accent); stroke-width: 2.5; }
.stripe { fill: var(--family); }
.kind { fill: var(--family); font-size: 11.5px; font-weight: 600; }
.name { fill: var(--text); font-size: 14px; font-weight: 650; }
.place { fill: var(--faint); font-size: 11px; }
.badge { fill: var(--badge); } .badge-text { fill: var(--badge-text); font-size: 10.5px; font-weight: 600; text-anchor: middle; }
.dimmed .box:not(.near) { opacity: .3; }
.dimmed #shapes { opacity: .25; }
.dimmed #arrows { opacity: .25; } .wired #arrows { opacity: .12; }
#panel { overflow: auto; padding: 16px 18px 32px; background: var(--surface); border-left: 1px solid var(--line); }
#panel h2 { margin: 0 0 6px; font-size: 17px; line-height: 1.3; overflow-wrap: anywhere; }
#panel h3 { margin: 22px 0 8px; font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
#panel .amount { color: var(--faint); font-weight: 500; }
#panel p { margin: 0 0 8px; } .hint { color: var(--soft); }
#panel p.kind { margin: 0; color: var(--family); font-weight: 650; }
.ref { font: 11.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--soft); overflow-wrap: anywhere; user-select: all; }
.legend { display: flex; align-items: center; gap: 10px; color: var(--soft); }
.sample { width: 44px; border-top: 2px solid var(--soft); } .sample.present, .sample.deleting { border-top-style: dashed; }
.sample.absent { border-top-style: dotted; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 12px 0 0; }
.facts dt { color: var(--faint); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.list { display: grid; gap: 8px; }
.entry { display: grid; gap: 3px; width: 100%; padding: 9px 12px; border: 1px solid var(--line); border-radius: 6px; background: none;
  color: inherit; font: inherit; text-align: left; overflow-wrap: anywhere; }
.entry { border-left: 3px solid var(--family, var(--line)); } button.entry { cursor: pointer; } button.entry:hover { border-color: var(--accent); }
.entry-kind { color: var(--family); font-size: 12px; font-weight: 600; margin-right: 7px; } .entry-name { font-weight: 600; }
.entry-place, .origin { color: var(--faint); font-size: 12px; } .entry-place:empty, .origin:empty, dt:empty { display: none; }
.facts dt:empty + dd { grid-column: 1 / -1; color: var(--badge-text); }
.reason { display: flex; gap: 8px; align-items: baseline; font-size: 12.5px; }
.until { padding: 0 7px; border-radius: 9px; background: var(--lane); color: var(--soft); }
.until.ready { color: var(--accent); font-weight: 600; }
.because { font: 12px/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--soft); }
.tag { font-size: 12px; font-weight: 650; } .error .tag { color: var(--error); } .warning .tag { color: var(--warning); } .note .tag { color: var(--note); }
.finding.error { --family: var(--error); } .finding.warning { --family: var(--warning); } .finding.note { --family: var(--note); }
.more { margin-top: 8px; width: 100%; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--accent); font: inherit; cursor: pointer; }
#status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 860px) { body { grid-template: auto 1fr 40% / 1fr; } #panel { border-left: 0; border-top: 1px solid var(--line); } }
`;
