import { readdirSync, readFileSync } from 'node:fs';
import { tablesOf } from '@keyan/engine/store/schema/schema.ts';
import { application } from '@keyan/product/index.ts';
import { describe, expect, test } from 'vitest';

/**
 * Records change by `commitChange` (`packages/engine/src/records/commit.ts`), which writes them with their history in
 * one statement (`write-record.ts` beside it). These files write a table of a resource, or the history, in another way; each says why.
 */
const exceptions: Readonly<Record<string, string>> = {
  'packages/engine/src/store/statements/write.ts': 'the statements that commit.ts sends',
  'packages/engine/src/records/write-record.ts': 'the part of commit.ts that effects use, too',
  'packages/engine/src/records/settle-writes.ts': 'writes what effects come to, by write-record.ts',
  'packages/engine/src/commands/reveal.ts': 'the history of looks, which change nothing',
  'packages/engine/src/ledger/statements.ts':
    'ledgers, which no form edits: their entries name record, effect and action',
  'packages/engine/src/ledger/rollup.ts': 'sums of ledgers, which follow from entries',
  'packages/engine/src/store/homes/rows.ts':
    'moves the rows of a tenant to another database as they are, their history with them',
  'packages/product/src/composition/people.server.ts':
    'sets a tenant up: hundreds of new rows in one statement, before anybody has rights',
  'packages/product/src/composition/setup.server.ts':
    'sets a tenant up: parameters in one statement, before anybody has rights',
  'packages/product/src/system/calendar/calendar.server.ts':
    'sets a tenant up: the days of two years in one statement, before anybody has rights',
  'packages/product/src/composition/setup-menus.server.ts':
    'sets a tenant up: menus in one statement, before anybody has rights',
  'packages/product/src/system/storage/attachment-category.server.ts':
    'sets a tenant up: categories in one statement, before anybody has rights',
  'packages/product/src/system/scopes/grant-scopes.server.ts':
    'which roles hold a scope: links, whose change stands in the history of the role',
  'packages/product/src/shared/mechanisms/audit.server.ts':
    'the history of dictionary entries, whose rows are kept by code of their own',
  'packages/engine/src/saved-views/saved-views.ts':
    'the history of saved views, which are no records',
  'packages/product/src/office/notices/notice.server.ts':
    'counts readers: no change of the notice, so no version and no history',
  'packages/product/src/funds/exchange/tables.server.ts':
    'writes to the intermediate database of the finance office, and not to ours',
  'packages/product/src/demo/world.server.ts': 'makes up the past of a demonstration',
  'packages/product/src/demo/registrations.server.ts': 'makes up the past of a demonstration',
  'packages/product/src/demo/office.server.ts': 'makes up the past of a demonstration',
};

const tables = [
  'history',
  ...application.resources.flatMap((resource) => tablesOf(resource).map(({ name }) => name)),
];

const writes = new RegExp(
  `(insert\\s+into|update|delete\\s+from)\\s+(${[...new Set(tables)].join('|')})\\b(?!\\s*\\.)`,
  'i',
);
/** Statements whose table is filled in, and the statements of the store. */
const anyTable =
  /(insert into|update|delete from) \$\{|store\.writer\.|\bwriter\.(insert|update|remove|restore)\(/;

const sources = ['packages/engine/src', 'packages/product/src', 'apps/api/src/commands'].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing(\/|\.ts)/.test(file))
      .map((file) => `${folder}/${file}`),
);

describe('records are written in one place', () => {
  const found = new Set(
    sources.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return writes.test(text) || anyTable.test(text);
    }),
  );
  found.delete('packages/engine/src/records/commit.ts');
  test.each(sources.filter((file) => found.has(file)))('%s says why it writes itself', (file) => {
    expect(exceptions[file], 'use commitChange, or give a reason').toBeDefined();
  });

  test('every exception still writes', () => {
    expect(Object.keys(exceptions).filter((file) => !found.has(file))).toEqual([]);
  });

  test('the search finds what it looks for', () => {
    expect(tables.length).toBeGreaterThan(10);
    for (const wrong of [
      'update paper set x = 1',
      'insert into\n history (id)',
      'delete from paper_authors where',
    ]) {
      expect(writes.test(wrong), wrong).toBe(true);
    }
    for (const right of ['update paper_likeness set', 'select history', 'update papers']) {
      expect(writes.test(right), right).toBe(false);
    }
  });
});
