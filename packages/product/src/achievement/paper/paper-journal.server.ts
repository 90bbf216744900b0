import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { PaperRow } from './paper.ts';

/** Values that a paper takes over from the journal catalogue. */
export interface EditionValues {
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

/** SQL expressions for journal, ISSN, name and year of a paper. */
interface Place {
  readonly journalId: string;
  readonly issn: string;
  readonly name: string;
  /** Year of publication, as an integer. */
  readonly year: string;
}

/**
 * SQL of the edition that applies to a paper: of the chosen journal, or of the journal with its ISSN or name,
 * the edition of the year of publication; if there is none, the previous one, else the earliest. Names are compared
 * without brackets, quotation marks, dots, dashes and spaces (`journal_name_key`); an exact match is preferred. `$1` is
 * the tenant.
 */
export const editionQuery = ({ journalId, issn, name, year }: Place): string => {
  const editions = (condition: string): string =>
    `select s.id from journal s where s.tenant_id = $1 and s.is_deleted = 0 and ${condition}`;
  const ofPicked = (column: string): string =>
    `select s.id from journal n join journal s on s.tenant_id = n.tenant_id and s.is_deleted = 0
        and s.${column} = n.${column}
      where n.tenant_id = $1 and n.is_deleted = 0 and n.id = ${journalId}`;
  const found = [
    ofPicked('issn'),
    ofPicked('name_key'),
    ...[
      `s.issn = ${issn}`,
      ...['name_key', 'name_en_key', 'abbr_key'].map(
        (key) => `s.${key} = journal_name_key(${name})`,
      ),
    ].map((condition) => editions(`${journalId} is null and ${condition}`)),
  ];
  const isJust = ['journal_name', 'journal_name_en', 'abbr'].map(
    (column) => `lower(j.${column}) = lower(${name})`,
  );
  return `select j.id::text, j.journal_name as "journalName", j.issn, j.cn,
     j.publish_scope as "publishScope", j.journal_level as "journalLevel",
     j.index_types as "indexTypes", j.jcr_zone as "jcrZone", j.cas_zone as "casZone",
     j.is_top as "isTop", j.impact_factor::text as "impactFactor",
     j.is_warning as "isWarning", j.year
   from journal j
   where j.tenant_id = $1 and j.is_deleted = 0 and j.status = '1'
     and j.id = any(array(${found.join(' union all ')}))
   order by (${journalId} is null and coalesce(j.issn = ${issn} or ${isJust.join(' or ')}, false)) desc,
     (j.year <= ${year}) desc, case when j.year <= ${year} then -j.year else j.year end
   limit 1`;
};

const asked = editionQuery({
  journalId: '$2::bigint',
  issn: '$3::text',
  name: '$4::text',
  year: '$5::int',
});

/** Returns the query parameters for a paper's journal and year. */
const placeOf = ({ journalId, issn, journalName, publishDate }: Wanted) => [
  journalId ?? null,
  issn ?? null,
  journalName?.trim() ?? null,
  Number((publishDate ?? '9999').slice(0, 4)),
];

/** Reads the edition that applies to a paper. */
export const editionFor = async (
  session: Session,
  wanted: Wanted,
): Promise<EditionValues | null> => {
  if (!wanted.journalId && !wanted.issn && !wanted.journalName) return null;
  const [found] = await session.query<EditionValues>(asked, [session.tenantId, ...placeOf(wanted)]);
  return found ?? null;
};

const askedOfEach = `
  select w.at::int, e.*
    from unnest($2::bigint[], $3::text[], $4::text[], $5::int[]) with ordinality w(journal, issn, name, year, at)
   cross join lateral (${editionQuery({
     journalId: 'w.journal',
     issn: 'w.issn',
     name: 'w.name',
     year: 'w.year',
   })}) e`;

/** Reads the editions that apply to several papers, in their order. */
export const editionsFor = async (
  session: Session,
  wanted: readonly Wanted[],
): Promise<readonly (EditionValues | null)[]> => {
  const places = wanted.map(placeOf);
  const column = (at: number) => places.map((place) => place[at]);
  const rows = await session.query<EditionValues & { readonly at: number }>(askedOfEach, [
    session.tenantId,
    ...[0, 1, 2, 3].map(column),
  ]);
  const found = new Map(rows.map(({ at, ...edition }) => [at - 1, edition]));
  return wanted.map((_, place) => found.get(place) ?? null);
};

/** Returns the paper's values with those of the edition: the level is replaced, other values only fill empty fields. */
export const valuesFromEdition = (
  row: Readonly<PaperRow>,
  edition: EditionValues,
): Partial<PaperRow> => ({
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
