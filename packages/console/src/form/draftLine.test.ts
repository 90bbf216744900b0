import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DraftSummary } from '../data/serverDrafts.ts';
import { createDraftLine } from './draftLine.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const key = 'page';
const draft = (values: string) => ({ key, path: '/page', title: '页', values });

/** A page, and a server that has a draft of another machine since that moment, if any. */
const open = (theirs?: number) => {
  let kept: unknown = theirs === undefined ? undefined : 'theirs';
  let savedAt = theirs;
  const calls = {
    put: vi.fn(async ({ values }: { values: unknown }) => {
      kept = values;
      savedAt = (savedAt ?? 0) + 10_000;
      return savedAt;
    }),
    remove: vi.fn(async () => {
      kept = undefined;
      savedAt = undefined;
    }),
  };
  let found: DraftSummary | undefined;
  let holder = 'somebody';
  const line = createDraftLine({
    key,
    holder: () => holder,
    server: {
      ...calls,
      list: async () =>
        savedAt === undefined ? [] : [{ key, path: '/page', title: '页', savedAt }],
      values: async () => kept,
    },
    onFound: (head) => {
      found = head;
    },
    onSaved: () => undefined,
  });
  return {
    line,
    ...calls,
    kept: () => kept,
    found: () => found,
    becomes: (name: string) => {
      holder = name;
    },
    /** Another machine goes on with it. */
    elsewhere: (values: string, later: number) => {
      kept = values;
      savedAt = (savedAt ?? 0) + later;
    },
  };
};

const rest = () => vi.advanceTimersByTimeAsync(5000);

test('what is typed goes to the server once typing rests, the last of it only', async () => {
  const { line, put, kept } = open();
  line.find(() => 0);
  line.push(draft('a'));
  line.push(draft('ab'));
  expect(put).not.toHaveBeenCalled();
  await rest();
  expect([put.mock.calls.length, kept()]).toEqual([1, 'ab']);
});

test('nothing goes over a newer draft of another machine before that is answered', async () => {
  const { line, put, kept, found } = open(100_000);
  line.find(() => 50_000);
  line.push(draft('ours'));
  line.flush();
  await rest();
  expect([found()?.savedAt, kept()]).toEqual([100_000, 'theirs']);
  line.retract();
  await rest();
  expect(kept()).toBe('theirs');

  line.push(draft('ours'));
  await rest();
  expect(await line.take()).toBe('theirs');
  await rest();
  expect([found(), put.mock.calls.length]).toEqual([undefined, 0]);
  line.push(draft('both'));
  await rest();
  expect(kept()).toBe('both');
});

test('of two drafts the one that is thrown away is gone, and the other takes its place', async () => {
  const { line, remove, kept, found } = open(100_000);
  line.find(() => 50_000);
  await rest();
  line.forget();
  line.push(draft('ours'));
  await rest();
  expect([found(), remove.mock.calls.length, kept()]).toEqual([undefined, 1, 'ours']);
});

test('an older draft, or one that differs by the clocks alone, is not offered', async () => {
  const { line, found, kept } = open(100_000);
  line.find(() => 97_000);
  line.push(draft('ours'));
  await rest();
  expect([found(), kept()]).toEqual([undefined, 'ours']);
  // The draft that the server has now comes from here, whatever its clock says.
  line.find(() => 0);
  await rest();
  expect(found()).toBeUndefined();
});

test('what another machine wrote over what came from here is offered when the page is looked at again', async () => {
  const { line, found, kept, elsewhere } = open();
  line.push(draft('ours'));
  await rest();
  elsewhere('theirs', 20_000);
  line.find(() => 0);
  line.push(draft('ours, longer'));
  await rest();
  expect([found()?.savedAt, kept()]).toEqual([30_000, 'theirs']);
  await line.take();
  // It is answered: looking again asks nothing.
  line.find(() => 0);
  await rest();
  expect(found()).toBeUndefined();
});

test('where it is not known what the server took, nothing is offered: it may be their own text', async () => {
  const { line, put, found, elsewhere } = open();
  put.mockImplementationOnce(async ({ values }) => {
    elsewhere(String(values), 10_000);
    throw new Error('the answer was lost');
  });
  line.push(draft('ours'));
  await rest();
  line.find(() => 0);
  await rest();
  expect(found()).toBeUndefined();
});

test('what the server took without an answer is taken away as well', async () => {
  const { line, put, kept, elsewhere } = open();
  put.mockImplementationOnce(async ({ values }) => {
    elsewhere(String(values), 10_000);
    throw new Error('the answer was lost');
  });
  line.push(draft('ours'));
  await rest();
  expect(kept()).toBe('ours');
  line.forget();
  await rest();
  expect(kept()).toBeUndefined();
});

test('nothing goes out in the name of somebody who signed in meanwhile', async () => {
  const { line, put, becomes } = open();
  line.push(draft('mine'));
  becomes('another');
  await rest();
  expect(put).not.toHaveBeenCalled();
});
