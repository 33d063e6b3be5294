/** The style of graphs on both pages. */
export const graphStyle = `
.zoom { display: flex; } .zoom .plain { border-radius: 0; margin-left: -1px; min-width: 36px; text-align: center; padding: 3px 9px; min-height: 30px; }
.zoom .plain:first-child { border-radius: 8px 0 0 8px; } .zoom .plain:last-child { border-radius: 0 8px 8px 0; }
.graph { position: relative; user-select: none; min-height: 0; overflow: auto; background: var(--page); scrollbar-width: thin; } .graph:focus-visible { outline-offset: -3px; border-radius: 0; }
.scene { position: absolute; transform-origin: 0 0; } .shapes { position: absolute; left: 0; top: 0; overflow: visible; }
.sizer { position: absolute; left: 0; top: 0; pointer-events: none; }
.lane { fill: var(--lane); } .arrow { fill: none; stroke: var(--edge); stroke-width: 1.4; } .head { fill: var(--edge); }
.arrow.lit { stroke: var(--accent); stroke-width: 2.2; } .head.lit { fill: var(--accent); } .arrow.onward { stroke: var(--onward); } .head.onward { fill: var(--onward); }
.titles { position: sticky; top: 0; left: 0; height: 0; width: 100%; z-index: 2; overflow: visible; } .titles-row { position: relative; overflow: hidden; background: var(--page); border-bottom: 1px solid var(--line); }
.title { position: absolute; top: 0; height: 100%; display: grid; align-content: center; text-align: center; font-size: 12px; font-weight: 650; color: var(--soft); padding: 0 4px; }
.title, .title span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.box { position: absolute; display: grid; grid-template-rows: 16px 20px 15px; align-content: center; border-radius: 9px; background: var(--surface); border: 1px solid var(--line); cursor: pointer; overflow: hidden; box-shadow: var(--shadow); }
.box span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; } .box .kind { font-size: 11.5px; } .box .name { font-weight: 650; } .box .place { font-size: 11px; color: var(--faint); }
.box[aria-selected=true] { outline: 2.5px solid var(--accent); outline-offset: 0; opacity: 1; }
`;
