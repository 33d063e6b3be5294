/** The style of the dashboard beside that of all pages and graphs. */
export const dashboardStyle = `
:root {
  --ready: #14753a; --unchanged: #3d7a55; --progressing: #1d5fd6; --waiting: #697486; --failed: #c21f1f; --timeout: #b3400a; --skipped: #8a5a00;
  --ready-soft: #dcf3e3; --progressing-soft: #dfeafd; --failed-soft: #fde4e2; --skipped-soft: #fbefd2; --waiting-soft: #eceff3;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ready: #4fd684; --unchanged: #7cc49a; --progressing: #78adff; --waiting: #97a3b3; --failed: #ff857c; --timeout: #ffa25e; --skipped: #e9bd52;
    --ready-soft: #16331f; --progressing-soft: #17294a; --failed-soft: #431c1c; --skipped-soft: #3a2d10; --waiting-soft: #232c37;
  }
}
#app { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; }
#app.at-unit { height: 100vh; height: 100dvh; }
main { flex: 1; min-height: 0; display: flex; flex-direction: column; }
noscript { display: block; padding: 24px; }
.diff { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.icon { width: 1.15em; height: 1.15em; flex: none; fill: currentColor; vertical-align: -.2em; }
.ready, .Ready { --tone: var(--ready); --tone-soft: var(--ready-soft); }
.unchanged { --tone: var(--unchanged); --tone-soft: var(--ready-soft); } .written { --tone: var(--unchanged); --tone-soft: var(--ready-soft); }
.gone, .Elsewhere, .suspended, .Suspended { --tone: var(--soft); --tone-soft: var(--waiting-soft); }
.waiting, .Pending { --tone: var(--waiting); --tone-soft: var(--waiting-soft); }
.sending, .progressing, .Reconciling { --tone: var(--progressing); --tone-soft: var(--progressing-soft); }
.skipped, .Blocked, .AwaitingApproval { --tone: var(--skipped); --tone-soft: var(--skipped-soft); }
.timeout { --tone: var(--timeout); --tone-soft: var(--failed-soft); }
.failed, .Failed, .stalled, .Stalled { --tone: var(--failed); --tone-soft: var(--failed-soft); }
.empty { padding: 48px 20px; text-align: center; color: var(--soft); }
.empty.good { padding: 28px 20px; }

.brand { display: flex; align-items: center; gap: 9px; font-weight: 680; font-size: 15px; letter-spacing: -.01em; }
.logo { width: 18px; height: 18px; border-radius: 50%; background: conic-gradient(from 45deg, var(--accent) 0 75%, var(--line) 0); position: relative; }
.logo::after { content: ""; position: absolute; inset: 4.5px; border-radius: 50%; background: var(--surface); }
.replica { color: var(--faint); font-size: 12.5px; max-width: 34ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.connection { display: flex; align-items: center; gap: 7px; color: var(--soft); font-size: 12.5px; }
.connection::before { content: ""; width: 8px; height: 8px; border-radius: 50%; border: 2px solid var(--waiting); }
.connection[data-is=live]::before { background: var(--ready); border-color: var(--ready); }
.connection[data-is=lost] { color: var(--failed); font-weight: 650; } .connection[data-is=lost]::before { border-color: var(--failed); border-radius: 2px; }

.overview { width: 100%; max-width: 1240px; margin: 0 auto; padding: 22px 20px 48px; display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
.summary { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; } .summary h1 { font-size: 20px; font-weight: 680; letter-spacing: -.015em; margin-right: 10px; }
.chip { display: inline-flex; gap: 6px; align-items: center; padding: 4px 12px 4px 8px; min-height: 32px; border-radius: 16px; border: 1px solid var(--line); background: var(--surface); }
.chip.by { padding-left: 12px; } .chip .icon { color: var(--tone); } .chip[aria-pressed=true] { border-color: var(--tone); background: var(--tone-soft); }
.group-title { font-size: 14px; font-weight: 650; color: var(--soft); margin: 6px 0 -8px; overflow-wrap: anywhere; }
.unit-lists { display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); } .units li { padding-bottom: 8px; } .units .gap { padding: 0; }
.long .units li { padding-bottom: 4px; } .long .units .gap { padding: 0; } .long .unit { padding-top: 5px; padding-bottom: 6px; border-radius: 7px; }
@media screen and (min-width: 761px) {
  html:has(.unit-lists) { scroll-padding-top: 118px; } .at-overview header { position: sticky; top: 0; z-index: 2; }
  .at-overview .summary { position: sticky; top: 52px; z-index: 1; background: var(--page); padding: 10px 0; margin: -10px 0; }
}
.unit { position: relative; overflow: hidden; display: grid; grid-template-columns: 166px minmax(130px, 1fr) minmax(0, 2.1fr) minmax(140px, 1.15fr) 44px; gap: 3px 18px; align-items: center;
  padding: 12px 16px 12px 18px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
.unit:hover { border-color: var(--accent); }
.unit::before { content: ""; position: absolute; left: 0; top: 0; bottom: 0; width: 4px; background: var(--tone); opacity: .25; }
.unit.Failed::before, .unit.Stalled::before, .unit.Blocked::before, .unit.AwaitingApproval::before, .unit.Reconciling::before { opacity: 1; }
.phase { display: inline-flex; gap: 7px; align-items: center; color: var(--tone); font-weight: 650; }
.unit-name { display: grid; } .unit .name { font-weight: 680; font-size: 15px; } .after { color: var(--faint); font-size: 12.5px; }
.revision { display: flex; gap: 3px 8px; align-items: baseline; min-width: 0; flex-wrap: wrap; }
.revision code { font-size: 12.5px; background: var(--lane); padding: 1px 6px; border-radius: 5px; } .ref:not(p) { font-family: inherit; color: var(--soft); max-width: 20ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.subject { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .age { color: var(--faint); font-size: 12.5px; white-space: nowrap; }
.unit .subject { flex: 1 1 8ch; min-width: 8ch; } .behind { color: var(--progressing); font-weight: 600; font-size: 12.5px; white-space: nowrap; }
.health { display: grid; gap: 4px; } .bar { display: flex; gap: 1px; height: 6px; border-radius: 3px; overflow: hidden; background: var(--waiting-soft); }
.bar i, .progress i { background: var(--tone); transition: width .3s; } .bar .missing { --tone: var(--timeout); } .figures { font-size: 12.5px; color: var(--soft); font-variant-numeric: tabular-nums; }
.bar .failed, .progress .failed { background: repeating-linear-gradient(135deg, var(--failed) 0 4px, transparent 4px 6px); }
.since { color: var(--faint); font-size: 12.5px; text-align: right; font-variant-numeric: tabular-nums; }
.unit .message { grid-column: 2 / -1; display: flex; gap: 3px 14px; flex-wrap: wrap; font-size: 13px; color: var(--soft); } .unit .message .words:empty { display: none; }
.unit .message .words { max-height: 4.4em; overflow: hidden; white-space: pre-line; } .unit.Failed .words, .unit.Stalled .words { color: var(--text); }
.aside { color: var(--faint); font-size: 12.5px; } .aside.bad { color: var(--failed); font-weight: 600; }
.progress .progressing { background: repeating-linear-gradient(135deg, var(--progressing) 0 2px, transparent 2px 6px); }
.progress { display: flex; gap: 1px; position: absolute; left: 0; right: 0; bottom: 0; height: 3px; background: var(--waiting-soft); }
.news h2 { font-size: 12px; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); font-weight: 650; margin: 6px 0 8px; }
.news li { display: flex; gap: 10px; padding: 6px 0; border-top: 1px solid var(--line); align-items: baseline; } .news .words { flex: 1; min-width: 0; white-space: pre-line; }
.news .level { flex: none; width: 56px; font-size: 12px; font-weight: 650; color: var(--soft); } .news .warning .level { color: var(--skipped); } .news .error .level { color: var(--failed); } .news time { color: var(--faint); font-size: 12.5px; white-space: nowrap; }

.unit-page { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.unit-head { position: relative; padding: 14px 20px 12px; background: var(--surface); display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
.unit-head h1 { font-size: 19px; letter-spacing: -.015em; display: flex; gap: 4px 14px; align-items: baseline; flex-wrap: wrap; font-weight: 680; } .unit-head h1 .phase { font-size: 14px; padding: 3px 11px 3px 8px; border-radius: 14px; background: var(--tone-soft); } .unit-head h1 .name { order: -1; }
.unit-head h1 .since { font-weight: 400; } .unit-head .message { color: var(--soft); max-width: 110ch; white-space: pre-line; max-height: 6em; overflow: auto; } .unit-head.Failed .message, .unit-head.Stalled .message { color: var(--text); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; align-items: center; } .facts .health { grid-template-columns: 120px auto; align-items: center; gap: 10px; } .facts .subject { max-width: 52ch; }
.unit-link { display: inline-flex; gap: 4px; align-items: center; margin-right: 8px; color: var(--text); text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; } .unit-link .icon { color: var(--tone); }
.runs { display: flex; gap: 6px; overflow-x: auto; flex: none; padding: 8px 20px; background: var(--surface); border-top: 1px solid var(--line); scrollbar-width: thin; } .runs-none { padding: 10px 20px; color: var(--soft); }
.run { flex: none; display: grid; grid-template-columns: auto auto; gap: 0 7px; align-items: center; padding: 5px 12px 5px 9px; border: 1px solid var(--line); border-radius: 9px; font-size: 12.5px; white-space: nowrap; }
.run .icon { color: var(--tone); grid-row: 1 / 3; } .run .number { font-weight: 650; } .run[aria-current] { border-color: var(--accent); background: var(--progressing-soft); } .run:hover { border-color: var(--accent); }
.run .soft { font-variant-numeric: tabular-nums; }
.tabs { display: flex; gap: 2px; flex: none; padding: 0 20px; background: var(--surface); border-bottom: 1px solid var(--line); overflow-x: auto; }
.tab { flex: none; white-space: nowrap; padding: 9px 13px; min-height: 40px; color: var(--soft); font-weight: 600; border-bottom: 2px solid transparent; display: flex; gap: 7px; align-items: center; } .tab[aria-selected=true] { color: var(--text); border-bottom-color: var(--accent); }
.tab .amount { font-size: 12px; padding: 0 7px; border-radius: 9px; background: var(--lane); } .tab.of-trouble .amount { background: var(--failed-soft); color: var(--failed); }
.tab:focus-visible { outline-offset: -3px; }
.content { flex: 1; min-height: 0; display: flex; } .panel:focus-visible { outline-offset: -3px; } .panel { flex: 1; min-width: 0; min-height: 0; display: flex; flex-direction: column; overflow: auto; }
.tools { flex: none; display: flex; gap: 8px 16px; align-items: center; justify-content: space-between; flex-wrap: wrap; padding: 8px 20px; }
.legend { display: flex; gap: 4px 14px; flex-wrap: wrap; } .sign { display: inline-flex; gap: 6px; align-items: center; font-size: 13px; } .sign .icon { color: var(--tone); }
.graph-frame, .timeline-frame { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.graph { flex: 1; border-top: 1px solid var(--line); } .timeline:focus-visible { outline-offset: -3px; border-radius: 0; }
.arrow.onward { stroke-width: 2.2; stroke-dasharray: 6 4; }
.chosen #arrows { opacity: .35; }
.far { fill: var(--tone); } .far.faint { opacity: .22; } .far.unchanged, .far.written, .far.gone { fill-opacity: .45; } .far.waiting { fill-opacity: .5; }
.box { grid-template-columns: 22px minmax(0, 1fr) auto; padding: 0 11px 3px 10px; }
.box:hover { border-color: var(--tone); } .box .icon { color: var(--tone); width: 16px; height: 16px; grid-row: 1 / 3; align-self: center; }
.box .kind { color: var(--soft); } .box .badge { font-size: 10.5px; font-weight: 650; color: var(--tone); } .box .name, .box .place { grid-column: 2 / -1; }
.box.waiting { background: transparent; border-style: dashed; border-color: var(--edge); box-shadow: none; } .box.failed, .box.timeout, .box.skipped { background: var(--tone-soft); border-color: var(--tone); } .box.failed .place, .box.timeout .place, .box.skipped .place { color: var(--text); }
.box.progressing, .box.sending { border-color: var(--tone); }
.pips { position: absolute; left: 0; right: 0; bottom: 0; height: 4px; display: grid; grid-template-columns: 1fr 1fr; gap: 2px; } .pips i { background: var(--line); } .pips .Succeeded { background: var(--ready); } .pips .Active { background: var(--progressing); } .pips .Suspended { background: var(--soft); } .pips .Skipped { background: repeating-linear-gradient(135deg, var(--skipped) 0 4px, transparent 4px 7px); } .pips .come.Skipped { background: none; } .pips .Failed, .pips .Timeout { background: var(--failed); }
.pips .Active { animation: breathe 1.8s ease-in-out infinite; } @keyframes breathe { 50% { opacity: .35; } }
.chosen .box:not(.near), .sought .box.faint { --tone: var(--soft); background: transparent; color: var(--soft); border-color: var(--line); box-shadow: none; } .chosen .box:not(.near) .name, .sought .box.faint .name { font-weight: 400; } .chosen .box:not(.near) .pips, .sought .box.faint .pips { opacity: .3; }
.timeline { position: relative; flex: 1; min-height: 120px; overflow-y: auto; overflow-x: hidden; padding: 0 20px; scrollbar-width: thin; } .rows { position: relative; }
.axis { flex: none; padding: 0 20px; border-bottom: 1px solid var(--line); } .axis-room { position: relative; height: 20px; margin: 0 84px 0 240px; } .axis span { position: absolute; transform: translateX(-50%); font-size: 11.5px; color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap; } .axis span:first-child { transform: none; }
.row { position: absolute; left: 0; right: 0; height: 26px; display: flex; align-items: center; cursor: pointer; border-radius: 5px; } .row:hover { background: var(--lane); } .row[aria-selected=true] { background: var(--progressing-soft); outline: 1.5px solid var(--accent); }
.row .label { flex: none; width: 240px; padding-right: 14px; display: flex; gap: 7px; align-items: center; overflow: hidden; white-space: nowrap; } .row .icon { color: var(--tone); } .row .label .name { overflow: hidden; text-overflow: ellipsis; } .row .label .kind { color: var(--faint); font-size: 12px; flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; min-width: 3ch; } .row.critical .name { font-weight: 700; }
.track { position: relative; flex: 1; height: 100%; margin-right: 84px; } .track i { position: absolute; top: 8px; height: 10px; min-width: 2px; border-radius: 2px; } .track .sent { background: var(--soft); } .track .waited { background: var(--tone); opacity: .8; } .critical .track i { top: 6px; height: 14px; opacity: 1; } .row.failed .waited, .row.timeout .waited { background: repeating-linear-gradient(135deg, var(--tone) 0 5px, transparent 5px 7px); }
.track .length { position: absolute; top: 4px; padding-left: 6px; font-size: 12px; color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; } .critical .length { color: var(--text); font-weight: 650; }
.details { flex: none; width: 370px; overflow: auto; background: var(--surface); border-left: 1px solid var(--line); padding: 12px 18px 32px; scrollbar-width: thin; }
.details-head { display: flex; justify-content: space-between; align-items: center; } .details-head .sign { padding: 3px 11px 3px 8px; border-radius: 14px; background: var(--tone-soft); color: var(--tone); font-weight: 650; } .details-head .plain { border: 0; font-size: 20px; line-height: 1; }
.details h2 { margin: 8px 0 2px; font-size: 16px; display: grid; } .details h2 .kind { font-size: 12.5px; color: var(--soft); font-weight: 600; } .ref { font-size: 11.5px; color: var(--faint); user-select: all; }
.details h3, .trouble h3 { margin: 18px 0 6px; font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
.said { margin: 10px 0 0; padding: 9px 12px; border-radius: 8px; background: var(--lane); white-space: pre-line; } .said.bad { background: var(--failed-soft); }
.axes { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; margin-top: 12px; } .axes dt { color: var(--faint); } .axes dd { margin: 0; }
.chain { display: grid; gap: 5px; grid-template-columns: minmax(0, 1fr); } .object { display: grid; width: 100%; grid-template-columns: 22px minmax(0, 1fr); gap: 0 2px; padding: 6px 10px; border: 1px solid var(--line); border-radius: 8px; } .object:hover { border-color: var(--accent); } .object .icon { color: var(--tone); grid-row: 1 / 4; margin-top: 2px; } .object .kind { font-size: 12px; color: var(--soft); } .object .name { font-weight: 650; grid-column: 2; } .object .soft { font-size: 12px; grid-column: 2; }
.lines { margin: 0; padding: 9px 12px; border-radius: 8px; background: var(--lane); font-size: 12px; line-height: 1.5; white-space: pre-wrap; max-height: 300px; overflow: auto; }
.changes, .trouble { padding: 16px 20px 40px; display: grid; gap: 14px; max-width: 1100px; width: 100%; grid-template-columns: minmax(0, 1fr); } .change h3 { display: flex; gap: 8px; align-items: baseline; flex-wrap: wrap; font-size: 14px; font-weight: 650; margin: 0 0 6px; text-transform: none; letter-spacing: 0; color: var(--text); } .change .kind { color: var(--soft); font-weight: 500; } .change .place { color: var(--faint); font-size: 12px; font-weight: 400; }
.pending-plan { flex: none; padding: 12px 20px 0 16px; border-top: 1px solid var(--line); border-left: 4px solid var(--skipped); } .pending-plan h2 { font-size: 15px; display: flex; gap: 4px 12px; align-items: baseline; flex-wrap: wrap; } .pending-plan h2 .soft { font-size: 14px; font-weight: 400; } .pending-plan p { margin-top: 4px; }
.pending-plan .command { display: block; margin-top: 6px; padding: 7px 12px; border-radius: 8px; background: var(--lane); font-size: 12px; user-select: all; } .pending-plan .changes { max-height: 34vh; overflow: auto; margin-top: 10px; padding: 0 0 12px; gap: 8px; } .pending-plan .change h3:last-child { margin-bottom: 0; }
.pending-plan + .runs-none { border-top: 1px solid var(--line); } .named-changes { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); }
.verb { font-size: 12px; font-weight: 650; padding: 1px 9px; border-radius: 10px; background: var(--progressing-soft); color: var(--progressing); } .verb.create { background: var(--ready-soft); color: var(--ready); } .verb.prune, .verb.delete { background: var(--failed-soft); color: var(--failed); } .verb.recreate { background: var(--skipped-soft); color: var(--skipped); }
.diff { border: 1px solid var(--line); border-radius: 8px; overflow: auto; max-height: 520px; background: var(--surface); font-size: 12.5px; line-height: 1.55; } .line { display: flex; padding-right: 12px; } .line .gutter { flex: none; width: 26px; text-align: center; color: var(--faint); user-select: none; } .line .words { white-space: pre-wrap; min-width: 0; }
.line.added { background: var(--ready-soft); } .line.removed { background: var(--failed-soft); } .line.changed { background: var(--progressing-soft); } .line.added .gutter { color: var(--ready); } .line.removed .gutter { color: var(--failed); } .line.changed .gutter { color: var(--progressing); }
.trouble-entry { border-left: 3px solid var(--tone); padding: 2px 0 4px 14px; } .trouble-entry .object { max-width: 560px; } .trouble > h2 { font-size: 15px; } .trouble section .lines { margin-bottom: 6px; }
@media (max-width: 980px) {
  .unit { grid-template-columns: minmax(0, 1fr) auto; } .unit .revision, .unit .health, .unit .message { grid-column: 1 / -1; } .unit .phase { order: 1; } .unit .unit-name { order: 0; } .unit > :not(.phase):not(.unit-name) { order: 2; } .unit .since { display: none; }
}
@media (max-width: 760px) {
  header { padding: 8px 14px; gap: 8px 12px; } .replica { display: none; } #search { order: 2; flex: 1 1 60%; } header .plain { order: 3; } .overview { padding: 16px 14px 40px; }
  #app.at-unit { height: auto; } .unit-head, .tools, .changes, .trouble { padding-left: 14px; padding-right: 14px; } .runs, .tabs { padding-left: 14px; padding-right: 14px; } .tab { padding: 9px 7px; gap: 5px; font-size: 13.5px; } .tabs { gap: 0; } .tab .amount { padding: 0 5px; } .graph { height: 62vh; flex: none; } .timeline { height: 62vh; flex: none; padding: 0 10px; }
  .details { position: fixed; left: 0; right: 0; bottom: 0; width: auto; max-height: 56vh; border-left: 0; border-top: 1px solid var(--line); border-radius: 16px 16px 0 0; box-shadow: 0 -8px 30px rgb(0 0 0 / .25); z-index: 3; } .detailed { padding-bottom: 54vh; }
  .row .label { width: 128px; padding-right: 8px; } .row .label .kind { display: none; } .axis { padding: 0 10px; } .axis-room { margin: 0 74px 0 128px; } .track { margin-right: 74px; } .axis span:nth-child(even) { display: none; } .facts { gap: 4px 14px; } .news li { flex-wrap: wrap; } .news .words { flex: 1 1 100%; order: 3; } .news time { margin-left: auto; }
}
@media print {
  .details { position: static; width: auto; max-height: none; border: 0; padding: 12px 0; box-shadow: none; } .detailed { padding: 0; }
  .overview, .unit-head, .tools, .changes, .trouble, .timeline, .axis { padding-left: 0; padding-right: 0; max-width: none; } .diff, .lines, .pending-plan .changes, .unit .message .words, .unit-head .message { max-height: none; overflow: visible; }
  .panel > h2.unseen { position: static; width: auto; height: auto; clip-path: none; font-size: 15px; margin: 10px 0; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
@media (forced-colors: active) { .pips i, .bar i, .track i { forced-color-adjust: none; } }
`;
