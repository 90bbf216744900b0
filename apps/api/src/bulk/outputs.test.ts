import { achievements } from '@keyan/product/achievement/achievements.ts';
import { expect, test } from 'vitest';
import { copyStatements } from './outputs.ts';

test('numbers of copies meet their templates by a hash: no column of the template stands on both sides', () => {
  expect(achievements.length).toBeGreaterThan(10);
  for (const kind of achievements) {
    const [, condition = ''] =
      copyStatements(kind, new Set(['audit_status']), 100).match(/t on (.*)/) ?? [];
    expect(condition).toMatch(/^t\.nth = /);
    expect(condition.slice('t.nth = '.length)).not.toContain('t.');
  }
});
