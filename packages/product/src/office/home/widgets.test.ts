import { describe, expect, test } from 'vitest';
import { roleAliases } from '../../shared/roles.ts';
import { arrangeWidgets, moveWidget, parseArrangement, widgets } from './widgets.ts';

const plain = parseArrangement(undefined);

const codes = (list: ReturnType<typeof arrangeWidgets>) => list.map(({ code }) => code);

describe('the widgets of the home page', () => {
  test('follow from what the reader is', () => {
    expect(codes(arrangeWidgets(['expert'], plain))).toEqual([
      'reviews',
      'todo',
      'notices',
      'shortcuts',
    ]);
    // Waiting items come first, for leaders too; university leaders have none.
    expect(codes(arrangeWidgets(['rd_leader'], plain))[0]).toBe('todo');
    expect(codes(arrangeWidgets(['school_leader'], plain))).not.toContain('todo');
  });
  test('of several roles come once each, the weightiest role first', () => {
    const both = codes(arrangeWidgets(['teacher', 'dept_secretary'], plain));
    expect(new Set(both).size).toBe(both.length);
    expect(both.slice(0, 3)).toEqual(['todo', 'lacking', 'missing']);
    expect(both).toContain('recent');
  });
  test('of an account without a known role are those of a researcher', () => {
    expect(arrangeWidgets(['other'], plain)).toEqual(arrangeWidgets(['teacher'], plain));
  });
  test('stand in the reader’s order, and new ones at the end', () => {
    const chosen = { order: ['notices', 'todo'] as const, hidden: [] };
    expect(codes(arrangeWidgets(['finance'], chosen))).toEqual([
      'notices',
      'todo',
      'unclaimed',
      'months',
      'money',
      'warn',
      'due',
      'shortcuts',
    ]);
  });
  test('an order of widgets that the reader no longer has is no trouble', () => {
    const chosen = { order: ['recent', 'notices'] as const, hidden: [] };
    expect(codes(arrangeWidgets(['expert'], chosen))).toEqual([
      'notices',
      'reviews',
      'todo',
      'shortcuts',
    ]);
  });
  test('move within their column and stop at its ends', () => {
    const list = arrangeWidgets(['teacher'], plain);
    expect(moveWidget(list, 'confirm', -1).slice(0, 2)).toEqual(['confirm', 'todo']);
    expect(moveWidget(list, 'todo', -1)).toEqual(codes(list));
    const side = moveWidget(list, 'shortcuts', -1);
    expect(side.indexOf('shortcuts')).toBeLessThan(side.indexOf('notices'));
  });
  test('are arranged by what is understood of a preference, and by nothing else', () => {
    for (const odd of [null, 'dark', 7, { a: 1 }, { order: 'todo', hidden: { todo: true } }]) {
      expect(parseArrangement(odd)).toEqual({ order: [], hidden: [] });
    }
    expect(parseArrangement({ order: ['notices', 'gone', 'todo'], hidden: ['trend', 3] })).toEqual({
      order: ['notices', 'todo'],
      hidden: ['trend'],
    });
  });
  test('are all somebody’s', () => {
    const all = codes(arrangeWidgets(roleAliases, plain));
    expect(new Set(all)).toEqual(new Set(widgets.map(({ code }) => code)));
  });
});
