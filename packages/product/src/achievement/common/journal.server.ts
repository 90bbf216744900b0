import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { fill } from '@keyan/kernel/label.ts';
import { journal } from './journal.ts';

interface Standing {
  readonly id: string;
  readonly name: string;
  readonly issn: string | null;
}

/** Rules for journals: one edition per year and ISSN, or name if there is no ISSN. */
export const journalBehaviour = defineBehaviour(journal, {
  check: async ({ id, issn, journalName, year }, { tx }) => {
    const [other] = await tx.query<Standing>(
      `select id::text, journal_name as name, issn from journal
        where tenant_id = $1 and is_deleted = 0 and id <> $2::bigint and year = $3
          and (issn = $4 or ($4::text is null and issn is null and journal_name = $5))
        limit 1`,
      [tx.tenantId, id, year, issn, journalName],
    );
    if (!other) return [];
    return [
      {
        path: other.issn ? 'issn' : 'journalName',
        message: fill(
          [
            '《{name}》{year} 年版已在期刊库',
            'The {year} edition of {name} is already in the catalogue',
          ],
          { name: other.name, year: year ?? '' },
        ),
        link: { resource: journal.key, id: other.id, text: other.name },
      },
    ];
  },
});
