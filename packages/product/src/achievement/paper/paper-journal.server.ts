import type { Session } from '@keyan/engine/store/database.ts';
import type { PaperRow } from './paper.ts';

/** What a paper takes over from the catalogue of journals. */
export interface Edition {
  readonly id: string;
  readonly journalName: string;
  readonly issn: string | null;
  readonly cn: string | null;
  readonly publishScope: PaperRow['publishScope'];
  readonly journalLevel: PaperRow['journalLevel'];
  readonly indexTypes: PaperRow['indexTypes'];
  readonly jcrZone: PaperRow['jcrZone'];
  readonly casZone: PaperRow['casZone'];
  readonly isTop: PaperRow['isTop'];
  readonly impactFactor: string | null;
  readonly isWarning: string | null;
  readonly year: number;
}

type Wanted = Pick<PaperRow, 'journalId' | 'journalName' | 'issn' | 'publishDate'>;

/** SQL expressions for what is known of the place where a paper appeared. */
interface Place {
  readonly journalId: string;
  readonly issn: string;
  readonly name: string;
  /** The year in which it appeared, as an integer. */
  readonly year: string;
}

/** SQL for whether a name of the catalogue is the one that a paper has. */
type SameName = (listed: string, written: string) => string;

const asWritten: SameName = (listed, written) => `lower(${listed}) = lower(${written})`;

/** Marks that a name of a journal has or lacks: brackets, quotation marks, dots, dashes and spaces. */
const marks = ` ()[]{}<>《》〈〉「」『』【】〔〕"“”„'‘’·•.,、:;-‐–—―_/`;

const withoutMarks = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()].filter((letter) => !marks.includes(letter)).join('');

/** `$6` are the marks; what is written came through `withoutMarks`. */
const butForMarks: SameName = (listed, written) =>
  `translate(lower(normalize(${listed}, nfkc)), $6, '') = ${written}`;

/**
 * SQL for the edition that judges a paper: of the journal that was picked, or else that has
 * the paper's ISSN or name, the edition of the year in which the paper appeared; where that year has
 * none, the one before it, else the earliest. `$1` is the tenant.
 */
export const editionQuery = (
  { journalId, issn, name, year }: Place,
  isSame: SameName = asWritten,
): string =>
  `select j.id::text, j.journal_name as "journalName", j.issn, j.cn,
     j.publish_scope as "publishScope", j.journal_level as "journalLevel",
     j.index_types as "indexTypes", j.jcr_zone as "jcrZone", j.cas_zone as "casZone",
     j.is_top as "isTop", j.impact_factor::text as "impactFactor",
     j.is_warning as "isWarning", j.year
   from journal j
   where j.tenant_id = $1 and j.is_deleted = 0 and j.status = '1'
     and (exists (select 1 from journal named
            where named.tenant_id = $1 and named.is_deleted = 0 and named.id = ${journalId}
              and (named.issn = j.issn or named.journal_name = j.journal_name))
       or (${journalId} is null and (j.issn = ${issn} or ${isSame('j.journal_name', name)}
            or ${isSame('j.journal_name_en', name)} or ${isSame('j.abbr', name)})))
   order by (j.year <= ${year}) desc, case when j.year <= ${year} then -j.year else j.year end
   limit 1`;

const place = { journalId: '$2::bigint', issn: '$3', name: '$4', year: '$5::int' };
const asked = editionQuery(place);
const askedLoosely = editionQuery(place, butForMarks);

/**
 * The catalogue's edition that judges a paper, as `editionQuery` finds it. Only a name that the
 * catalogue does not have as it is written is compared without its marks, which reads every journal.
 */
export const editionFor = async (session: Session, wanted: Wanted): Promise<Edition | null> => {
  if (!wanted.journalId && !wanted.issn && !wanted.journalName) return null;
  const name = wanted.journalName?.trim() ?? null;
  const find = (query: string, named: string | null, ...more: readonly string[]) =>
    session.query<Edition>(query, [
      session.tenantId,
      wanted.journalId ?? null,
      wanted.issn ?? null,
      named,
      Number((wanted.publishDate ?? '9999').slice(0, 4)),
      ...more,
    ]);
  const [exact] = await find(asked, name);
  const letters = withoutMarks(name ?? '');
  if (exact || letters === '' || wanted.journalId) return exact ?? null;
  const [loose] = await find(askedLoosely, letters, marks);
  return loose ?? null;
};

/** The catalogue decides the grade; everything else it only fills in where nothing was said. */
export const fromEdition = (row: Readonly<PaperRow>, edition: Edition): Partial<PaperRow> => ({
  journalId: edition.id,
  journalLevel: edition.journalLevel,
  journalName: row.journalName ?? edition.journalName,
  issn: row.issn ?? edition.issn,
  cn: row.cn ?? edition.cn,
  publishScope: row.publishScope ?? edition.publishScope,
  indexTypes: row.indexTypes ?? edition.indexTypes,
  jcrZone: row.jcrZone ?? edition.jcrZone,
  casZone: row.casZone ?? edition.casZone,
  isTop: row.isTop ?? edition.isTop,
  impactFactor: row.impactFactor ?? edition.impactFactor,
});
