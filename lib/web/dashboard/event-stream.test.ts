import { once } from "node:events";

import test from "ava";

import { emitState, serveDashboard } from "../../../fixtures/served-dashboard.ts";
import { eventsStart, eventState } from "../../../fixtures/sync-timeline.ts";

test("a new event stream first reports all units, then changed units, at most once per interval", async (t) => {
  const { open, board, clock } = await serveDashboard(t, { pause: 250 });
  const stream = await open();
  t.is(stream.response.headers["content-type"], "text/event-stream; charset=utf-8");
  await stream.events(1);
  emitState(board, "shop");
  emitState(board, "base");
  emitState(board, "shop");
  clock.advance(250);
  t.deepEqual(await stream.events(2), [
    'event: changed\ndata: {"units":["*"]}',
    'event: changed\ndata: {"units":["shop","","base"]}',
  ]);
});

test("an idle event stream sends heartbeats", async (t) => {
  const { open, clock } = await serveDashboard(t, { heartbeat: 15_000 });
  const stream = await open();
  await stream.events(1);
  clock.advance(250);
  clock.advance(15_000);
  t.is((await stream.events(2))[1], 'event: beat\ndata: {"units":[]}');
});

test("a client that reconnects with Last-Event-ID gets the units that changed in the meantime", async (t) => {
  const { open, board } = await serveDashboard(t);
  emitState(board, "shop");
  const first = await open();
  await first.events(1);
  const [, id = ""] = /^id: (.*)$/m.exec(first.text()) ?? [];
  emitState(board, "base");
  const back = await open({ "Last-Event-ID": id });
  t.deepEqual(await back.events(1), ['event: changed\ndata: {"units":["base",""]}']);
  const unknownField = await open({ "Last-Event-ID": "another-life-7" });
  t.deepEqual(await unknownField.events(1), ['event: changed\ndata: {"units":["*"]}']);
});

test("the number of event streams is limited, and a closed stream frees its slot", async (t) => {
  const { open, get, board } = await serveDashboard(t, { readers: 1 });
  const first = await open();
  await first.events(1);
  const refused = await get("/events");
  t.deepEqual([refused.status, refused.headers["retry-after"]], [503, "30"]);
  first.response.destroy();
  await once(first.response, "close");
  let next = await open();
  while (next.response.statusCode !== 200) {
    next = await open();
  }
  emitState(board, "shop");
  t.is((await next.events(1))[0], 'event: changed\ndata: {"units":["*"]}');
});

test("the stream of a client that does not read is closed", async (t) => {
  const { open, board, clock } = await serveDashboard(t, { backlog: 1000 });
  const stream = await open();
  await stream.events(1);
  stream.response.pause();
  const closed = new Promise((resolve) => stream.response.on("close", resolve));
  stream.response.on("error", () => {});
  const long = "u".repeat(60_000);
  for (let round = 0; round < 2000 && !stream.response.destroyed; round++) {
    board.emit({ type: "state", at: eventsStart, state: eventState(`${long}${round % 40}`) });
    clock.advance(250);
    if (round % 50 === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  stream.response.resume();
  await closed;
  t.true(stream.response.destroyed);
});
