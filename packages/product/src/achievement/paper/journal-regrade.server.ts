import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Conflict, Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { journal, regradeCode } from '../common/journal.ts';
import {
  fieldsOfEdition,
  type GradeDifference,
  type PapersToRegradeAnswer,
  type PaperToRegrade,
  type RegradeHindrance,
  type RegradeOutcome,
} from '../common/journal-regrade.ts';
import { type PaperRow, paper as shape } from './paper.ts';
import { type EditionValues, editionFor, editionQuery } from './paper-journal.server.ts';

// R-506: papers take over a corrected edition of the catalogue after the office's confirmation.

/** Paper definition without its field types, for functions of the engine. */
const paper = untypedResource(shape);

/** Maximum number of papers per response; the remaining ones appear after these are handled. */
const maxShownPapers = 300;

type Graded = Pick<PaperRow, (typeof fieldsOfEdition)[number]>;

/** Compares decimals by value: `4.5` equals `4.500`. */
const same = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Number(one) === Number(other));

/** Returns the differing values of the edition; empty ones are ignored. */
export const regradesOf = (
  row: Readonly<Graded>,
  edition: Readonly<Graded>,
): readonly GradeDifference[] =>
  fieldsOfEdition.flatMap((field) => {
    const [now, catalogue] = [row[field], edition[field]];
    return catalogue === null || same(now, catalogue) ? [] : [{ field, now: now ?? '', catalogue }];
  });

/** One edition of a journal, or all editions of a year. */
interface Asked {
  readonly year: number;
  readonly journalId?: string | undefined;
}

/** SQL of the papers that the editions concern, by journal. */
const candidates = (): string => {
  const from = `from paper p join journal e on e.tenant_id = p.tenant_id and e.is_deleted = 0
      and e.status = '1' and e.year = $2 and ($3::bigint is null or e.id = $3::bigint)`;
  const where = 'p.tenant_id = $1 and p.is_deleted = 0';
  const unnamed = ['journal_name', 'journal_name_en', 'abbr'].map(
    (name) => `select p.id ${from} and lower(e.${name}) = lower(p.journal_name)
       where ${where} and p.journal_id is null`,
  );
  return [
    `select p.id ${from} join journal n on n.tenant_id = e.tenant_id and n.id = p.journal_id
         and (n.issn = e.issn or n.journal_name = e.journal_name) where ${where}`,
    `select p.id ${from} and e.issn = p.issn where ${where} and p.journal_id is null`,
    ...unnamed,
  ].join(' union ');
};

const differs = fieldsOfEdition
  .map((field) => `(e."${field}" is not null and e."${field}" is distinct from p."${field}")`)
  .join(' or ');

type Found = Graded &
  Pick<PaperRow, 'paperNum' | 'artName' | 'journalName' | 'publishDate' | 'isLocked'> & {
    readonly id: string;
    readonly version: number;
    readonly status: string;
    readonly edition: EditionValues;
  };

const touchedQuery = `select p.*, row_to_json(e) as edition
  from (select p.id::text, p.version, p.audit_status as status, p.paper_num as "paperNum",
      p.art_name as "artName", p.journal_id, p.issn, p.journal_name as "journalName",
      p.publish_date::text as "publishDate", p.is_locked as "isLocked",
      p.journal_level as "journalLevel", p.jcr_zone as "jcrZone", p.cas_zone as "casZone",
      p.is_top as "isTop", p.impact_factor::text as "impactFactor"
    from paper p where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status in ('1', '2')
      and p.id in (${candidates()})) p
  join lateral (${editionQuery({
    journalId: 'p.journal_id',
    issn: 'p.issn',
    name: 'p."journalName"',
    year: `coalesce(left(p."publishDate", 4)::int, 9999)`,
  })}) e on e.year = $2 and ($3::bigint is null or e.id::bigint = $3::bigint)
  where ${differs}
  order by p."publishDate" desc, p.id`;

const hindranceOf = (status: string, isLocked: string | null): RegradeHindrance =>
  status === statuses.inApproval ? 'inApproval' : isLocked === '1' ? 'locked' : '';

const toTouched = ({ status, isLocked, edition, ...row }: Found): PaperToRegrade => ({
  id: row.id,
  version: row.version,
  paperNum: row.paperNum ?? '',
  artName: row.artName ?? '',
  journalName: row.journalName ?? '',
  publishDate: row.publishDate ?? '',
  hindrance: hindranceOf(status, isLocked),
  isWarning: edition.isWarning === '1',
  changes: regradesOf(row, edition),
});

/** Reads the papers that the actor may read and whose values differ from their edition. */
export const papersToRegrade = async (
  engine: Engine,
  actor: Actor,
  asked: Asked,
): Promise<PapersToRegradeAnswer> => {
  const found = await engine.database.read(actor.tenantId, (session: Session) =>
    session.query<Found>(touchedQuery, [actor.tenantId, asked.year, asked.journalId ?? null]),
  );
  if (found.length === 0) return { total: 0, papers: [] };
  const where = [{ field: 'id', operator: 'anyOf', value: found.map((row) => row.id) }] as const;
  const query = { where, sort: [], page: 1, size: found.length };
  const open = new Set(await engine.as(actor).ids(paper, query, found.length));
  const papers = found.filter((row) => open.has(row.id)).map(toTouched);
  return { total: papers.length, papers: papers.slice(0, maxShownPapers) };
};

const hindrances = {
  inApproval: [
    '论文在审批中，请在审核时核定级别',
    'The paper is in approval: confirm the grade during review',
  ],
  locked: ['论文已计分锁定，请先解锁', 'The paper is locked by scoring: unlock it first'],
} as const;

/**
 * Copies the values of its edition to one paper.
 * @throws Conflict if the paper has changed since listing; Refused if in approval or locked
 */
const regradeOne = (
  engine: Engine,
  actor: Actor,
  asked: { readonly id: string; readonly version: number },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const context = { engine, actor };
    const transaction = behaviourTransaction(context, tx);
    const scope = readableBy(engine.store.catalog, paper, actor);
    const before = await lockRow(transaction, paper, asked.id, scope, scopeValues(context));
    if (before.version !== asked.version) throw new Conflict(before, []);
    const row = before as unknown as PaperRow & { readonly auditStatus: string };
    const hindrance = hindranceOf(row.auditStatus, row.isLocked);
    if (hindrance) throw new Refused(hindrances[hindrance]);
    const edition = row.auditStatus === statuses.approved ? await editionFor(tx, row) : null;
    const changes = edition ? regradesOf(row, edition) : [];
    if (!edition || changes.length === 0) return;
    const values = Object.fromEntries(changes.map(({ field, catalogue }) => [field, catalogue]));
    await commitChange(transaction, {
      resource: paper,
      before,
      after: { ...before, ...values, journalId: edition.id },
      action: 'effect',
      note: fill(
        ['按期刊库 {year} 年版更正', 'Corrected by the {year} edition of the journal catalogue'],
        {
          year: edition.year,
        },
      ),
    });
  });

const touched = endpoint({
  method: 'GET',
  path: `${journal.path}/touched`,
  auth: 'user',
  permissions: [regradeCode],
  summary: ['与期刊目录不一致的论文', 'Papers that differ from the journal catalogue'],
  input: Type.Object({
    year: Type.Integer({ minimum: 1900, maximum: 2200 }),
    journalId: Type.Optional(idParam),
  }),
  run: (input, { engine, actor }) => papersToRegrade(engine, actor, input),
});

const regrade = endpoint({
  method: 'POST',
  path: `${journal.path}/regrade`,
  auth: 'user',
  permissions: [regradeCode],
  summary: ['论文按期刊目录更正', 'Correct papers by the journal catalogue'],
  input: Type.Object({
    papers: Type.Array(Type.Object({ id: idParam, version: Type.Integer() }), {
      minItems: 1,
      maxItems: maxShownPapers,
    }),
  }),
  run: async ({ papers }, { engine, actor, language }): Promise<RegradeOutcome> => {
    const done: string[] = [];
    const refused: { id: string; message: string }[] = [];
    for (const one of papers) {
      try {
        await regradeOne(engine, actor, one);
        done.push(one.id);
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        refused.push({ id: one.id, message: say(fault.label, language) });
      }
    }
    return { done, refused };
  },
});

/** Calls by which the office applies a corrected edition to papers. */
export const regradeEndpoints: readonly Endpoint[] = [touched, regrade];
