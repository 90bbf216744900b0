import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiFault } from '../client/fault.ts';
import { toast, toastSource } from './toast.ts';

// Files of one worker share what is shown: another one may have left a message.
beforeEach(() => toast.clear());
afterEach(() => toast.clear());

const texts = () => toastSource.get().map(({ text }) => text);

it('shows the same message once, also where it is a new pair of texts each time', () => {
  toast.error(['系统已更新', 'The system was updated']);
  toast.error(['系统已更新', 'The system was updated']);
  toast.error(['网络已断开', 'You are offline']);
  expect(texts()).toEqual([
    ['系统已更新', 'The system was updated'],
    ['网络已断开', 'You are offline'],
  ]);
});

describe('a failure in a toast', () => {
  it('has the server’s words, or better ones', () => {
    toast.fault(new ApiFault('不行', { kind: 'refused', code: 400 }));
    toast.fault(new ApiFault('冲突', { kind: 'conflict', code: 409 }), '已由他人处理');
    expect(texts()).toEqual(['不行', '已由他人处理']);
  });

  it('is not told for whitelisted codes, what was taken back, and a session that ended', () => {
    toast.fault(new ApiFault('静默', { kind: 'refused', code: 8001 }));
    toast.fault(new ApiFault('请求已取消', { kind: 'aborted' }));
    toast.fault(new ApiFault('请求未授权', { kind: 'signedOut', code: 401 }));
    expect(texts()).toEqual([]);
  });

  it('goes when its call succeeds, and that of another call stays', () => {
    const failed = (call: string) => {
      const fault = new ApiFault(call, { kind: 'refused', code: 400 });
      fault.call = call;
      toast.fault(fault);
    };
    failed('POST /report/submit');
    failed('POST /report/share');
    toast.answered('POST /report/submit');
    expect(texts()).toEqual(['POST /report/share']);
  });

  it('is told by this rule everywhere: no page shows the message of a fault by itself', () => {
    const root = join(import.meta.dirname, '../../../..');
    const pages = ['packages/console/src', 'packages/product/src', 'apps/web/src']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        ),
      )
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
    const own = pages.filter((name) =>
      /toast\.(?:error|warning)\([^;]*\b(?:fault|error)\.message/.test(
        readFileSync(join(root, name), 'utf8'),
      ),
    );
    expect(pages.length).toBeGreaterThan(100);
    expect(own).toEqual([]);
  });
});
