/** The markup of the page before its script fills it. It contains no text of any manifest. */
export const pageMarkup = `<header>
<h1 id="title"></h1><span class="summary" id="summary"></span><span class="space"></span>
<input id="search" type="search" placeholder="Find an object  ( / )" aria-label="Find an object" autocomplete="off" spellcheck="false">
<span class="zoom" role="group" aria-label="Zoom"><button id="zoom-out" type="button" aria-label="Zoom out">−</button><button id="fit" type="button">Fit</button><button id="zoom-in" type="button" aria-label="Zoom in">+</button></span>
</header>
<svg id="stage" tabindex="0" role="application" aria-label="Plan: arrow keys go from object to object, plus and minus zoom, 0 shows all, slash searches">
<g id="world"><g id="lanes"></g><g id="shapes"></g><g id="arrows"></g><g id="marks"></g><g id="lit"></g><g id="boxes"></g></g>
<rect id="header-bar" width="100%" height="56"></rect><line id="header-line" x2="100%" y1="56" y2="56"></line><g id="headers"></g>
</svg>
<aside id="panel" aria-label="Details"></aside>
<div id="status" role="status"></div>`;
