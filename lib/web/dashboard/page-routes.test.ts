import { gunzipSync } from "node:zlib";

import test from "ava";

import { shop } from "../../../fixtures/sample-plan.ts";
import { emitState, serveDashboard } from "../../../fixtures/served-dashboard.ts";
import { eventsOf, eventsStart } from "../../../fixtures/sync-timeline.ts";
import { pageHtml } from "./page-html.ts";

test("the content security policy of the page allows only its own script, style and server", async (t) => {
  const { get } = await serveDashboard(t);
  const { headers, text } = await get("/");
  t.regex(
    String(headers["content-security-policy"]),
    /^default-src 'none'; connect-src 'self'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  t.false(/ on\w+=|(?:src|href)="(?!#)/.test(text.replace(/<script>[\s\S]*<\/script>/, "")));
  t.is(text, pageHtml().html);
});

for (const [path, status] of [
  ["/api/v1/overview", 200],
  ["/api/v1/units/shop", 200],
  ["/api/v1/units/shop/runs/1", 200],
  ["/api/v1/units/shop/runs/2", 404],
  ["/api/v1/units/shop/runs/constructor", 404],
  ["/api/v1/units/other", 404],
  ["/api/v1/units/__proto__", 404],
  ["/api/v1/units/%2e%2e%2f", 404],
  ["/api/v1/units/%ff", 404],
] as const) {
  test(`${path} is answered with status ${status}, nosniff and no-store`, async (t) => {
    const { get, board } = await serveDashboard(t);
    for (const event of eventsOf({
      unit: "shop",
      number: 1,
      plan: shop,
      at: eventsStart,
      verdict: "converged",
    })) {
      board.emit(event);
    }
    const answer = await get(path);
    t.is(answer.status, status);
    t.is(answer.headers["x-content-type-options"], "nosniff");
    t.is(answer.headers["cache-control"], "no-store");
    if (status === 200) {
      t.is(answer.headers["content-type"], "application/json; charset=utf-8");
      t.is(typeof JSON.parse(answer.text), "object");
    }
  });
}

test("a response that has not changed since the given ETag is answered with 304", async (t) => {
  const { get, board } = await serveDashboard(t);
  emitState(board, "shop");
  const tag = String((await get("/api/v1/units/shop")).headers.etag);
  t.is((await get("/api/v1/units/shop", { "If-None-Match": `"x", ${tag}` })).status, 304);
  emitState(board, "shop");
  t.is((await get("/api/v1/units/shop", { "If-None-Match": tag })).status, 200);
});

test("a request with the mark of an earlier response gets only the changes since then", async (t) => {
  const { get, board } = await serveDashboard(t);
  emitState(board, "base");
  const first = JSON.parse((await get("/api/v1/overview")).text);
  t.deepEqual(
    first.units.map(({ name }: { name: string }) => name),
    ["base", "shop"],
  );
  emitState(board, "shop");
  const since = `/api/v1/overview?since=${encodeURIComponent(first.mark)}`;
  const second = JSON.parse((await get(since)).text);
  t.deepEqual(
    second.units.map(({ name }: { name: string }) => name),
    ["shop"],
  );
  t.deepEqual(second.removed, []);
  for (const mark of ["", "another-life-1", `${first.mark}x`, `${first.mark}000000`]) {
    const whole = JSON.parse((await get(`/api/v1/overview?since=${encodeURIComponent(mark)}`)).text);
    t.is(whole.units.length, 2, mark);
    t.false("removed" in whole);
  }
});

test("a run is sent as a whole first, then only the objects that changed", async (t) => {
  const { get, board } = await serveDashboard(t);
  const events = eventsOf({ unit: "shop", number: 1, plan: shop, at: eventsStart });
  for (const event of events.slice(0, -1)) {
    board.emit(event);
  }
  const path = "/api/v1/units/shop/runs/1";
  const first = JSON.parse((await get(path)).text);
  for (const event of events.slice(-1)) {
    board.emit(event);
  }
  const second = JSON.parse((await get(`${path}?since=${encodeURIComponent(first.mark)}`)).text);
  t.is(second.changed.length, 1);
  t.false("objects" in second);
  t.true("objects" in JSON.parse((await get(`${path}?since=another-life-1.2`)).text));
});

test("a large response is compressed if the client accepts gzip", async (t) => {
  const { get } = await serveDashboard(t);
  const plain = await get("/");
  t.is(plain.headers["content-encoding"], undefined);
  const compressed = await get("/", { "Accept-Encoding": "br, gzip" });
  t.is(compressed.headers["content-encoding"], "gzip");
  t.is(gunzipSync(compressed.bytes).toString("utf8"), plain.text);
  t.is(
    (await get("/api/v1/units/shop", { "Accept-Encoding": "gzip" })).headers["content-encoding"],
    undefined,
  );
});

for (const [method, path] of [
  ["POST", "/"],
  ["DELETE", "/api/v1/units/shop"],
  ["PUT", "/api/v1/overview"],
  ["POST", "/events"],
] as const) {
  test(`the dashboard is read-only: ${method} ${path} is answered with 405`, async (t) => {
    const { get } = await serveDashboard(t);
    t.is((await get(path, {}, method)).status, 405);
  });
}
