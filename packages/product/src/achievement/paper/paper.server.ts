import { defineBehaviour, type StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type PaperFields, type PaperRow, paper } from './paper.ts';
import { likenessFaults } from './paper-duplicates.server.ts';
import {
  type EditionValues,
  editionFor,
  editionsFor,
  valuesFromEdition,
} from './paper-journal.server.ts';

/** Fields that both catalogue and record have. */
const compared = ['journalLevel', 'jcrZone', 'casZone', 'issn', 'isTop'] as const;

/**
 * returns whether the edition is applied, since the paper is new or its journal or year has changed; otherwise
 * the office's corrections remain.
 */
const needsEdition = (row: Readonly<PaperRow>, before: StoredRow<PaperFields> | null): boolean =>
  before === null ||
  row.journalId !== before.journalId ||
  row.issn !== before.issn ||
  row.journalName !== before.journalName ||
  row.publishDate?.slice(0, 4) !== before.publishDate?.slice(0, 4);

/** check that compares the edition of the catalogue with the entered values. */
const catalogue = (row: StoredRow<PaperFields>, edition: EditionValues | null): CheckFinding => {
  if (!edition) {
    return {
      level: 'warn',
      text: [
        '期刊库中没有该刊物，级别请人工核对',
        'The journal is not in the catalogue; check the grade manually',
      ],
    };
  }
  const named = (name: keyof PaperFields, value: unknown): Label => {
    const { spec } = paper.fields[name];
    const text = (language: 'zh' | 'en') => fieldTypeTable[spec.type].text(value, spec, language);
    return [`${spec.label[0]} ${text('zh') || '空'}`, `${spec.label[1]} ${text('en') || 'empty'}`];
  };
  const differing = compared.filter((name) => {
    const said = row[name];
    const known = edition[name];
    return known !== null && said !== null && String(said) !== String(known);
  });
  if (differing.length > 0) {
    const [first = 'journalLevel'] = differing;
    const [zh, en] = named(first, edition[first]);
    return {
      level: 'warn',
      text: [
        `期刊库（${edition.year}）：${zh}，登记的不同`,
        `Catalogue (${edition.year}): ${en}; the record differs`,
      ],
    };
  }
  if (edition.isWarning === '1') {
    return { level: 'warn', text: ['预警期刊', 'Journal on the warning list'] };
  }
  const [zh, en] = named('journalLevel', edition.journalLevel);
  return {
    level: 'good',
    text: [`与期刊库（${edition.year}）一致：${zh}`, `Agrees with the catalogue: ${en}`],
  };
};

const inCatalogue = async (
  rows: readonly StoredRow<PaperFields>[],
  session: Session,
): Promise<readonly (CheckFinding | null)[]> => {
  const editions = await editionsFor(session, rows);
  return rows.map((row, place) =>
    row.paperType === '02' ? null : catalogue(row, editions[place] ?? null),
  );
};

/** Rules for papers, in addition to those of achievements: the level is taken from the journal's edition. */
export const paperBehaviour = defineBehaviour<PaperFields>(paper, {
  check: (row, { tx, actor }) => likenessFaults(tx, actor, row),
  checked: { catalogue: (rows, { session }) => inCatalogue(rows, session) },
  complete: async (row, { tx, before }) => {
    const edition = needsEdition(row, before) ? await editionFor(tx, row) : null;
    return edition ? valuesFromEdition(row, edition) : {};
  },
});
