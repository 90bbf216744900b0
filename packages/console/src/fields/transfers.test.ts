import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { describe, expect, it, vi } from 'vitest';
import { ApiFault } from '../client/fault.ts';
import type { UploadOptions } from '../client/upload.ts';
import { createTransfers } from './transfers.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Sendings that go on when they are told to. */
const line = () => {
  const runs: {
    readonly name: string;
    readonly options: UploadOptions;
    done(): void;
    fail(fault: Error): void;
  }[] = [];
  const drop = vi.fn();
  const arrived = vi.fn();
  const failed = vi.fn();
  const transfers = createTransfers({
    arrived,
    failed,
    begin: (file) => ({
      drop,
      run: (options) =>
        new Promise((resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
          const { name } = file;
          const done = () => resolve({ id: name, name } as AttachedFile);
          runs.push({ name, options, done, fail: reject });
        }),
    }),
  });
  return { transfers, runs, drop, arrived, failed };
};

const files = (...names: readonly string[]) => names.map((name) => ({ name, size: 1 }) as File);
const states = (given: ReturnType<typeof line>) =>
  given.transfers.list().map(({ name, state }) => `${name} ${state}`);

describe('files that a form sends', () => {
  it('go three at a time, the others wait', async () => {
    const all = line();
    all.transfers.add(files('a', 'b', 'c', 'd', 'e'), '13');
    expect(states(all)).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
    all.runs[1]?.done();
    await settle();
    expect(states(all)).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
    expect(all.arrived).toHaveBeenCalledOnce();
  });

  it('pause, let another go first, and go on by the same sending', async () => {
    const all = line();
    all.transfers.add(files('a', 'b', 'c', 'd'), '13');
    all.runs[0]?.options.onProgress?.(40);
    all.transfers.pause('1');
    await settle();
    expect(states(all)).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
    expect(all.transfers.list()[0]?.percent).toBe(40);
    all.runs[0]?.options.onProgress?.(60);
    expect(all.transfers.list()[0]?.percent).toBe(40);
    all.transfers.resume('1');
    expect(states(all)[0]).toBe('a waiting');
    all.runs[1]?.done();
    await settle();
    expect(states(all)[0]).toBe('a sending');
    expect(all.failed).not.toHaveBeenCalled();
  });

  it('stay in sight when they fail, and are tried again', async () => {
    const all = line();
    all.transfers.add(files('a'), '13');
    all.runs[0]?.fail(new ApiFault('类型不符', { kind: 'refused' }));
    await settle();
    expect(all.transfers.list()[0]).toMatchObject({ state: 'failed', fault: '类型不符' });
    expect(all.failed).toHaveBeenCalledOnce();
    all.transfers.online();
    expect(states(all)).toEqual(['a failed']);
    all.transfers.resume('1');
    expect(states(all)).toEqual(['a sending']);
  });

  it('go on by themselves when the line is back', async () => {
    const all = line();
    all.transfers.add(files('a'), '13');
    all.runs[0]?.fail(new ApiFault('网络异常', { kind: 'network' }));
    await settle();
    all.transfers.online();
    expect(states(all)).toEqual(['a sending']);
    all.runs[1]?.done();
    await settle();
    expect(all.transfers.list()).toEqual([]);
  });

  it('are put away while they are being sent', async () => {
    const all = line();
    all.transfers.add(files('a', 'b'), '13');
    all.transfers.drop('1');
    await settle();
    expect(states(all)).toEqual(['b sending']);
    expect(all.drop).toHaveBeenCalledOnce();
    expect(all.failed).not.toHaveBeenCalled();
  });
});
