import { expect, test } from 'vitest';
import { fieldsFrom, type TableColumn } from './from-table.ts';

const column = (name: string, type: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type,
  length: null,
  scale: null,
  comment: null,
  isKey: false,
  ...more,
});

test('columns become fields by their types; the first text is the title', () => {
  const { fields, left } = fieldsFrom([
    column('id', 'bigint', { isKey: true }),
    column('tenant_id', 'character varying', { length: 12 }),
    column('held_on', 'date', { comment: '演出日期' }),
    column('concert_title', 'character varying', { length: 200, comment: "音乐会'名称\n" }),
    column('summary', 'text'),
    column('ticket_amount', 'numeric', { scale: 2 }),
    column('is_free', 'boolean'),
    column('place', 'point'),
    column('中文列', 'text'),
  ]);
  expect(fields).toEqual([
    { name: 'concertTitle', type: 'text', label: ['音乐会 名称', 'Concert title'] },
    { name: 'heldOn', type: 'date', label: ['演出日期', 'Held on'] },
    { name: 'summary', type: 'note', label: ['summary', 'Summary'] },
    { name: 'ticketAmount', type: 'money', label: ['ticketAmount', 'Ticket amount'] },
    { name: 'isFree', type: 'yesNo', label: ['isFree', 'Is free'] },
  ]);
  expect(left).toEqual(['place', '中文列']);
});

test('columns named like fields that the definition has anyway are left out, and named', () => {
  const { fields, left } = fieldsFrom(
    [column('title', 'text'), column('stat_year', 'integer')],
    new Set(['statYear']),
  );
  expect([fields.map(({ name }) => name), left]).toEqual([['title'], ['stat_year']]);
});
