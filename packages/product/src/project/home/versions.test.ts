import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { HistoryRow } from '@keyan/kernel/wire/records.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { project } from '../project.ts';
import { versionDifferences, versionEntriesIn } from './versions.ts';

const ledger = project as unknown as Resource;

const entry = (version: number, ...changes: HistoryRow['changes']): HistoryRow => ({
  id: String(version),
  action: 'change',
  actorId: '',
  actorName: '',
  time: `2026-01-${String(version).padStart(2, '0')} 08:00:00`,
  version,
  note: '',
  changes,
});

const change = (path: string, before: unknown, after: unknown) => ({
  path,
  label: path,
  before,
  after,
});

test('R-205: two versions differ by the first value before and the last one after', () => {
  const versions = versionEntriesIn([
    entry(3, change('endDate', '2027-12-31', '2028-12-31'), change('level', '01', '02')),
    entry(1, change('programName', null, '甲'), change('endDate', null, '2026-12-31')),
    entry(2, change('endDate', '2026-12-31', '2027-12-31'), change('level', '02', '01')),
    entry(4),
  ]);
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(versionDifferences(ledger, versions, 0, 2)).toEqual([
    change('endDate', '2026-12-31', '2028-12-31'),
  ]);
  expect(versionDifferences(ledger, versions, 1, 2)).toHaveLength(2);
  expect(versionDifferences(ledger, versions, 1, 1)).toEqual([]);
});

test('R-205: what entries say between two versions leads from the one to the other', () => {
  const names = ['programName', 'endDate', 'level'] as const;
  const value = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(
      fc.array(fc.record({ programName: value, endDate: value, level: value }), {
        minLength: 2,
        maxLength: 6,
      }),
      fc.nat(),
      fc.nat(),
      (rows, one, other) => {
        const versions = rows.map((row, at) =>
          entry(
            at + 1,
            ...names.map((name) => change(name, rows[at - 1]?.[name] ?? null, row[name])),
          ),
        );
        const [from, to] = [one % rows.length, other % rows.length].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const said = versionDifferences(ledger, versions, from, to);
        return names.every((name) => {
          const found = said.find(({ path }) => path === name);
          const [before, after] = [rows[from]?.[name], rows[to]?.[name]];
          return before === after ? !found : found?.before === before && found?.after === after;
        });
      },
    ),
  );
});
