import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderFrame } from '../../testing/frame.tsx';
import type { ScriptedCall } from '../../testing/scriptedClient.ts';

const bell = page.getByRole('button', { name: /^Messages \d+\+? unread$/ });
const rows = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.ky-bell-row'),
];

/** Five of twelve to a page. */
const messages = ({ query }: ScriptedCall) => ({
  records: Array.from({ length: Number(query.size) }, (_, index) => ({
    id: `${query.current}${index}`,
    msgType: '1',
    msgTitle: `Message ${query.current}-${index}`,
    msgContent: '',
    createTime: '2026-11-20 08:00:00',
    status: 0,
  })),
  total: 12,
  unread: 3,
  current: Number(query.current),
  size: Number(query.size),
});

const counts = (total: number, unread: number) => ({
  answers: { '/test/messages': { records: [], total, unread, current: 1, size: 1 } },
});

test('turning a page asks for it after a second', async () => {
  const { callsTo } = await renderFrame({ answers: { '/test/messages': messages } });
  await bell.click();
  await expect.poll(() => rows()[0]?.textContent).toContain('Message 1-0');
  const second = () => callsTo('/test/messages').filter(({ query }) => query.current === '2');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await page.getByRole('listitem', { name: /Next/ }).click();
  await vi.advanceTimersByTimeAsync(999);
  expect(second()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => second().length).toBe(1);
  await expect.poll(() => rows()[0]?.textContent).toContain('Message 2-0');
});

test('a dot says that there are messages', async () => {
  await renderFrame(counts(120, 0));
  await expect.poll(() => document.querySelector('.ky-bar .ant-badge-dot')).not.toBeNull();
});

test('a number says how many are unread, at most 99', async () => {
  await renderFrame(counts(120, 120));
  await expect.element(page.getByRole('button', { name: 'Messages 99+ unread' })).toBeVisible();
  await expect.poll(() => document.querySelector('.ant-badge-count')?.textContent).toBe('99+');
});

test('the largest number is whole on a phone', async () => {
  await renderFrame({ ...counts(120, 120), width: 390 });
  const badge = page.getByText('99+');
  await expect.element(badge).toBeVisible();
  const { right } = badge.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth - 4);
});

/** A bell whose server has `unread` messages and tells the page when a test says so. */
const liveBell = async (unread: number) => {
  // The streams of earlier tests never end, and would keep the lock.
  vi.spyOn(navigator.locks, 'request').mockImplementation((async (
    _name: string,
    _options: object,
    lead: () => Promise<void>,
  ) => lead()) as never);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const server = { unread };
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const { callsTo } = await renderFrame({
    answers: {
      '/test/messages': () => ({ records: [], total: 9, unread: server.unread }),
      '/test/stream': () =>
        new Response(new ReadableStream({ start: (stream) => opened.resolve(stream) }), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    },
  });
  await expect
    .element(page.getByRole('button', { name: `Messages ${unread} unread` }))
    .toBeVisible();
  const stream = await opened.promise;
  return {
    asked: () => callsTo('/test/messages').length,
    say: (count: number) => {
      server.unread = count;
      const text = `event: unread\ndata: ${JSON.stringify({ unread: count })}\n\n`;
      stream.enqueue(new TextEncoder().encode(text));
    },
  };
};

test('the stream’s first event fetches nothing that the page has just fetched', async () => {
  const { asked, say } = await liveBell(3);
  say(3);
  say(4);
  await expect.element(page.getByRole('button', { name: 'Messages 4 unread' })).toBeVisible();
  expect(asked()).toBe(2);
});

test('a message that came before the stream opened is fetched', async () => {
  const { asked, say } = await liveBell(3);
  say(4);
  await expect.element(page.getByRole('button', { name: 'Messages 4 unread' })).toBeVisible();
  expect(asked()).toBe(2);
});
