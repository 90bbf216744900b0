import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../storage/store.ts';
import { MemoryStorage } from '../../testing/storage.ts';
import { createErrorLog } from './errorlog.ts';

const setUp = () => {
  const areas = { local: new MemoryStorage(), session: new MemoryStorage() };
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const kept = createStore('t-', () => areas);
  const clock = { now: new Date('2026-11-21T02:00:00Z') };
  return { kept, clock, log: createErrorLog(kept, () => clock.now) };
};
const failure = { type: 'TypeError', url: '/x', message: 'no such thing' };

describe('the error log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps a burst as one entry that counts', () => {
    const { log, clock } = setUp();
    for (let time = 0; time < 500; time += 1) log.note(failure);
    clock.now = new Date('2026-11-21T02:00:05Z');
    log.note(failure);
    log.note({ ...failure, message: 'another' });
    expect(log.list().map(({ message, count, time }) => [message, count, time])).toEqual([
      ['no such thing', 501, '2026-11-21 10:00:05'],
      ['another', 1, '2026-11-21 10:00:05'],
    ]);
  });

  it('keeps the last fifty, and what other tabs wrote', () => {
    const { log, kept } = setUp();
    for (let number = 0; number < 80; number += 1) log.note({ ...failure, message: `${number}` });
    vi.runAllTimers();
    const other = createErrorLog(kept);
    other.note({ ...failure, message: 'other' });
    expect(other.list()).toHaveLength(50);
    expect(other.list().at(-1)?.message).toBe('other');
    expect(other.list()[0]?.message).toBe('31');
    log.clear();
    expect(log.list()).toEqual([]);
    expect(kept.get('error-log')).toBeUndefined();
  });

  it('shows what another tab wrote while nobody looked', () => {
    const { log, kept } = setUp();
    log.note(failure);
    expect(log.list()).toHaveLength(1);
    createErrorLog(kept).note({ ...failure, message: 'other' });
    vi.runAllTimers();
    log.subscribe(() => undefined);
    expect(log.list()).toHaveLength(2);
  });

  it('tells whoever shows it, once for what came together', () => {
    const { log } = setUp();
    const changed = vi.fn();
    const forget = log.subscribe(changed);
    log.note(failure);
    log.note({ ...failure, message: 'another' });
    vi.runAllTimers();
    expect(changed).toHaveBeenCalledTimes(1);
    forget();
    log.clear();
    expect(changed).toHaveBeenCalledTimes(1);
  });
});
