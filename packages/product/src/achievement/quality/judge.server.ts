import { mapYielding } from '@keyan/engine/base/yielding.ts';
import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { coauthorsOf, peopleOfUniversity } from '../collection/matching.server.ts';
import { unlinkedAuthors } from './author-match.ts';
import { type ComparedPart, duplicateFromPoints, likenessOf } from './likeness.ts';
import type { QualityTopic } from './quality.ts';
import {
  comparisonCategories,
  type DeskRow,
  journalFieldOf,
  kindsComparedWith,
  readRows,
} from './records.server.ts';
import { codesApply, reportFindings } from './report.ts';
import { comparedDigestOf, type RecordTerms, searchTermsOf } from './terms.server.ts';

// Computes the findings in records. After any change, all findings of a record are replaced.

/** Dependencies for computing findings. */
export type JudgeServices = Pick<RecordServices, 'database' | 'clock' | 'ids' | 'resources'>;

/** Resource key and id of a record. */
export interface DeskKey {
  readonly resource: string;
  readonly id: string;
}

/** Finding without id. */
interface Found {
  readonly topic: QualityTopic;
  readonly record: DeskKey;
  readonly other: DeskKey | null;
  readonly subject: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly detail: object;
}

/** Maximum number of records per search term; a more frequent term (a common title, a large group) proves nothing. */
const maxRecordsPerTerm = 60;

/** First key of the advisory lock for computing the findings of a tenant. */
const judgingLock = 7205;

interface Candidate extends DeskKey {
  readonly known: ComparedPart;
  readonly digest: string;
  readonly forId: string;
}

/** Search terms of a record. */
interface Stand {
  readonly id: string;
  readonly terms: RecordTerms;
}

/** Reads records that share a term, each with the record to compare. */
const candidatesOf = async (
  { resources }: JudgeServices,
  tx: Session,
  kind: Resource,
  stands: readonly Stand[],
): Promise<readonly Candidate[]> => {
  const kinds = kindsComparedWith(kind, resources.values()).map(({ key }) => key);
  const asked = stands.flatMap(({ id, terms }) => terms.asked.map((term) => ({ id, term })));
  return tx.query<Candidate>(
    `with met as (
        select distinct asked.id as "forId", other.id
          from unnest($3::bigint[], $4::bigint[]) asked(id, term)
         cross join lateral (select array_agg(record_id) as ids
            from (select record_id from quality_term
                where tenant_id = $1 and term = asked.term and record_id <> asked.id
                limit ${maxRecordsPerTerm + 1}) found) t
         cross join unnest(t.ids) other(id)
         where cardinality(t.ids) <= ${maxRecordsPerTerm})
      select met."forId"::text, r.resource, r.record_id::text as id, r.known, r.digest
        from met join quality_record r
          on r.tenant_id = $1 and r.resource = any($2::text[]) and r.record_id = met.id`,
    [tx.tenantId, kinds, asked.map(({ id }) => id), asked.map(({ term }) => term)],
  );
};

/** Returns two records with the lower id first, as pairs are stored. */
export const orderedPair = <Key extends Pick<DeskKey, 'id'>>(
  one: Key,
  other: Key,
): readonly [Key, Key] => (BigInt(one.id) < BigInt(other.id) ? [one, other] : [other, one]);

/** Returns the digest of a pair, ordered by id. */
export const pairDigest = (
  one: { readonly id: string; readonly digest: string },
  other: { readonly id: string; readonly digest: string },
): string =>
  orderedPair(one, other)
    .map(({ digest }) => digest)
    .join(' ');

/** Returns the digest of a line, for the decision that its author is external. */
export const lineDigest = ({
  name,
  unit,
}: {
  readonly name: string;
  readonly unit: string;
}): string => `${name} ${unit}`;

const settledKey = (topic: string, record: string, subject: string): string =>
  `${topic} ${record} ${subject}`;

/** Reads decisions on records: digests by subject. */
const decisionsOn = async (
  tx: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ topic: string; record: string; subject: string; digest: string }>(
    `select topic, record_id::text as record, subject, digest from quality_decision
      where tenant_id = $1 and topic <> 'merged'
        and (record_id = any($2::bigint[]) or other_id = any($2::bigint[]))`,
    [tx.tenantId, ids],
  );
  return new Map(
    rows.map(({ topic, record, subject, digest }) => [settledKey(topic, record, subject), digest]),
  );
};

const duplicatesAmong = async (
  kind: Resource,
  rows: readonly DeskRow[],
  candidates: readonly Candidate[],
  decisions: ReadonlyMap<string, string>,
): Promise<readonly Found[]> => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const found = await mapYielding(candidates, (candidate): readonly Found[] => {
    const { forId, resource, id } = candidate;
    const row = byId.get(forId);
    if (!row) return [];
    const [record, other] = orderedPair({ resource: kind.key, id: forId }, { resource, id });
    if (seen.has(`${record.id} ${other.id}`)) return [];
    seen.add(`${record.id} ${other.id}`);
    const { score, reasons } = likenessOf(row.known, candidate.known, resource !== kind.key);
    if (score < duplicateFromPoints) return [];
    const held = decisions.get(settledKey('duplicate', record.id, other.id));
    const now = pairDigest({ id: forId, digest: comparedDigestOf(row.known) }, candidate);
    if (held === now) return [];
    return [{ topic: 'duplicate', record, other, subject: other.id, score, reasons, detail: {} }];
  });
  return found.flat();
};

const authorsOf = async (
  engine: JudgeServices,
  tx: Session,
  kind: Resource,
  rows: readonly DeskRow[],
  decisions: ReadonlyMap<string, string>,
): Promise<readonly Found[]> => {
  const { index, names: university } = await peopleOfUniversity(engine, tx);
  const found: Found[] = [];
  for (const row of rows) {
    for (const { line, guesses, score, isOurUnit } of await unlinkedAuthors(
      row.authors,
      index,
      university,
      coauthorsOf(tx),
    )) {
      const author = row.authors.find(({ id }) => id === line);
      const held = decisions.get(settledKey('author', row.id, line));
      if (!author || held === lineDigest(author)) continue;
      const { name, unit } = author;
      const reasons = guesses[0]?.reasons ?? (isOurUnit ? ['unit'] : []);
      const detail = { name, unit, guesses };
      found.push({
        topic: 'author',
        record: { resource: kind.key, id: row.id },
        other: null,
        subject: line,
        score,
        reasons,
        detail,
      });
    }
  }
  return found;
};

/** Returns those names and ISSNs, in lower case, that an edition of the catalogue has. */
const inCatalogue = async (tx: Session, texts: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ text: string }>(
    `select distinct text from journal
      cross join unnest(array[lower(journal_name), lower(journal_name_en), lower(abbr), issn, eissn]) text
      where tenant_id = $1 and is_deleted = 0 and status = '1' and text = any($2)`,
    [tx.tenantId, texts],
  );
  return new Set(rows.map(({ text }) => text));
};

/** Normalises case and blanks of a journal name for comparison. */
const journalKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

const journalsOf = async (
  tx: Session,
  kind: Resource,
  rows: readonly DeskRow[],
): Promise<readonly Found[]> => {
  const named = journalFieldOf(kind);
  if (!named) return [];
  const open = rows
    .filter(
      ({ values }) => !values[named.id] && values[named.name] && codesApply(named.when, values),
    )
    .map(({ id, values }) => ({
      id,
      name: String(values[named.name]).trim(),
      issn: String(values[named.issn] ?? ''),
    }));
  if (open.length === 0) return [];
  const catalogue = await inCatalogue(
    tx,
    open.flatMap(({ name, issn }) => [name.toLowerCase(), ...(issn === '' ? [] : [issn])]),
  );
  return open
    .filter(({ name, issn }) => !catalogue.has(name.toLowerCase()) && !catalogue.has(issn))
    .map(({ id, name, issn }) => ({
      topic: 'journal',
      record: { resource: kind.key, id },
      other: null,
      subject: journalKey(name),
      score: 0,
      reasons: [],
      detail: { name, issn },
    }));
};

const refusedOf = (kind: Resource, rows: readonly DeskRow[]): readonly Found[] =>
  rows.flatMap(({ id, values }) =>
    reportFindings(kind, values).map(
      ({ field, fault }): Found => ({
        topic: 'report',
        record: { resource: kind.key, id },
        other: null,
        subject: field,
        score: 0,
        reasons: [fault],
        detail: {},
      }),
    ),
  );

/** Stores the compared data of records. */
const remember = (
  tx: Tx,
  kind: Resource,
  ids: readonly string[],
  rows: readonly DeskRow[],
  stands: readonly Stand[],
): void => {
  const given = [tx.tenantId, kind.key, ids];
  tx.send({
    sql: `delete from quality_record where tenant_id = $1 and resource = $2
            and record_id = any($3::bigint[])`,
    parameters: given,
  });
  tx.send({
    sql: 'delete from quality_term where tenant_id = $1 and record_id = any($2::bigint[])',
    parameters: [tx.tenantId, ids],
  });
  tx.send({
    sql: `insert into quality_record (tenant_id, resource, record_id, version, audit_status, number,
            title, dept_id, stat_year, writer_id, secret_level, people, names, known, digest)
          select $1, $2, r.id, r.version, r.status, r.number, r.title, r.department, r.year, r.writer,
            r."secretLevel", r.people, r.names, r.known, r.digest
            from jsonb_to_recordset($3::jsonb) r(id bigint, version integer, status text, number text,
              title text, department bigint, year smallint, writer bigint, "secretLevel" text,
              people bigint[], names text, known jsonb, digest text)`,
    parameters: [
      tx.tenantId,
      kind.key,
      JSON.stringify(
        rows.map(({ authors: _authors, known, values: _values, ...row }) => ({
          ...row,
          year: known.year,
          known,
          digest: comparedDigestOf(known),
        })),
      ),
    ],
  });
  const own = stands.flatMap(({ id, terms }) => terms.own.map((term) => ({ id, term })));
  tx.send({
    sql: `insert into quality_term (tenant_id, term, record_id)
          select $1, * from unnest($2::bigint[], $3::bigint[]) on conflict do nothing`,
    parameters: [tx.tenantId, own.map(({ term }) => term), own.map(({ id }) => id)],
  });
};

const write = (
  engine: JudgeServices,
  tx: Tx,
  ids: readonly string[],
  found: readonly Found[],
): void => {
  tx.send({
    sql: `delete from quality_finding where tenant_id = $1
            and (record_id = any($2::bigint[]) or other_id = any($2::bigint[]))`,
    parameters: [tx.tenantId, ids],
  });
  if (found.length === 0) return;
  tx.send({
    sql: `insert into quality_finding (tenant_id, id, topic, resource, record_id, other_resource, other_id,
            subject, score, reasons, detail, found_at)
          select $1, f.id, f.topic, f.record ->> 'resource', (f.record ->> 'id')::bigint,
            f.other ->> 'resource', (f.other ->> 'id')::bigint, f.subject, f.score, f.reasons, f.detail, $3
            from jsonb_to_recordset($2::jsonb) f(id bigint, topic text, record jsonb, other jsonb,
              subject text, score smallint, reasons text[], detail jsonb)
          on conflict (tenant_id, topic, resource, record_id, subject) do nothing`,
    parameters: [
      tx.tenantId,
      JSON.stringify(found.map((one) => ({ ...one, id: engine.ids.next() }))),
      engine.clock(),
    ],
  });
};

/**
 * Recomputes data and findings of records: duplicates, authors, journals, and the ministry's report. For ids of deleted
 * records the findings are deleted.
 */
export const judgeRecords = async (
  engine: JudgeServices,
  tx: Tx,
  kind: Resource,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  // Locks, since two concurrent computations would miss each other's results.
  tx.send({
    sql: 'select pg_advisory_xact_lock($1, hashtext($2))',
    parameters: [judgingLock, tx.tenantId],
  });
  const rows = await readRows(tx, kind, ids);
  const places = comparisonCategories(kind);
  const stands = await mapYielding(rows, ({ id, known }) => ({
    id,
    terms: searchTermsOf(places, known),
  }));
  remember(tx, kind, ids, rows, stands);
  const decisions = await decisionsOn(tx, ids);
  const candidates = await candidatesOf(engine, tx, kind, stands);
  write(engine, tx, ids, [
    ...(await duplicatesAmong(kind, rows, candidates, decisions)),
    ...(await authorsOf(engine, tx, kind, rows, decisions)),
    ...(await journalsOf(tx, kind, rows)),
    ...refusedOf(kind, rows),
  ]);
};

/** Recomputes records in a transaction of its own. */
export const judgeInTransaction = (
  engine: JudgeServices,
  tenantId: string,
  kind: Resource,
  ids: readonly string[],
): Promise<void> =>
  engine.database.transaction(tenantId, (tx) => judgeRecords(engine, tx, kind, ids));
