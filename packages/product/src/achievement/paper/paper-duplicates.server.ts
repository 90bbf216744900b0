import type { Session, Tx } from '@keyan/engine/store/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { admits } from '@keyan/kernel/access/scope.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { normaliseDoi, normaliseTitle, titleLikeness } from '../../shared/formats.ts';
import { paper } from './paper.ts';

/** A paper that is in approval or approved and looks like the one asked about. */
export interface Match {
  readonly id: string;
  readonly paperNum: string;
  readonly artName: string;
  /** Who registered it. */
  readonly registrant: string;
  /** `titleLikeness`, 0 to 1. */
  readonly likeness: number;
  /** May the person who asks open it? */
  readonly open: boolean;
}

interface Found {
  readonly id: string;
  readonly paper_num: string | null;
  readonly art_name: string;
  readonly registrant: string | null;
  readonly create_user: string;
  readonly fk_dept_id: string | null;
  readonly audit_status: string;
  readonly author_ids: readonly string[];
}

/** Drafts of others are never revealed by a duplicate (ruling 28). */
const select = `select p.id::text, p.paper_num, p.art_name, u.real_name as registrant,
  p.create_user::text, p.fk_dept_id::text, p.audit_status,
  coalesce((select array_agg(a.user_id::text) from paper_authors a
    where a.tenant_id = p.tenant_id and a.parent_id = p.id and a.user_id is not null),
    '{}') as author_ids`;
const from = `from paper p
  left join users u on u.tenant_id = p.tenant_id and u.id = p.create_user
  where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status in ('1', '2')
    and p.id <> $2::bigint`;

/** Read access as far as it follows from the row: a handler sees it on the handling page anyway. */
const mayOpen = (actor: Actor | SystemActor, found: Found): boolean =>
  isSystem(actor) ||
  admits(
    paper.access.read,
    actor,
    {
      createUser: found.create_user,
      fkDeptId: found.fk_dept_id,
      auditStatus: found.audit_status,
      authors: found.author_ids.map((userId) => ({ userId })),
    },
    { todo: false, done: false },
  );

const toMatch =
  (actor: Actor | SystemActor, title: string) =>
  (found: Found): Match => ({
    id: found.id,
    paperNum: found.paper_num ?? '',
    artName: found.art_name,
    registrant: found.registrant ?? '',
    likeness: titleLikeness(title, found.art_name),
    open: mayOpen(actor, found),
  });

interface Asked {
  /** The record itself, which is not its own duplicate; `0` for a new one. */
  readonly id: string;
  readonly artName: string | null;
  readonly doi: string | null;
}

/** Papers with the same DOI or the same title but for spaces, punctuation, width and case. */
export const sameAs = async (
  session: Session,
  actor: Actor | SystemActor,
  asked: Asked,
): Promise<{ readonly byDoi: Match | null; readonly byTitle: Match | null }> => {
  const title = asked.artName ? normaliseTitle(asked.artName) : '';
  const doi = asked.doi ? normaliseDoi(asked.doi) : '';
  const rows = await session.query<Found & { readonly by_doi: boolean }>(
    `${select}, coalesce(p.doi_key = nullif($4, ''), false) as by_doi ${from}
     and (p.art_name_key = nullif($3, '') or p.doi_key = nullif($4, ''))
     order by p.id limit 10`,
    [session.tenantId, asked.id, title, doi],
  );
  const match = toMatch(actor, asked.artName ?? '');
  const byDoi = rows.find((row) => row.by_doi);
  const byTitle = rows.find((row) => normaliseTitle(row.art_name) === title);
  return {
    byDoi: byDoi ? match(byDoi) : null,
    byTitle: byTitle ? match(byTitle) : null,
  };
};

/** Trigram likeness that any title has which differs in one letter of ten, or less. */
const trigramsFrom = 0.5;
/** Candidates that are compared letter by letter. */
const mostCandidates = 20;
const mostShown = 5;

/**
 * Papers whose title is nearly the same, the likest first.
 * @param least from which likeness on, 0 to 1: `warnFrom`
 */
export const similarTo = async (
  tx: Tx,
  actor: Actor | SystemActor,
  asked: { readonly id: string; readonly artName: string },
  least: number,
): Promise<readonly Match[]> => {
  const title = normaliseTitle(asked.artName);
  if (title.length < 4) return [];
  // The operator reads its threshold from the session; it lets the trigram index answer.
  await tx.query(`select set_config('pg_trgm.similarity_threshold', $1, true)`, [
    String(trigramsFrom),
  ]);
  const rows = await tx.query<Found>(
    `${select} ${from} and p.art_name_key % $3 and p.art_name_key <> $3
     order by similarity(p.art_name_key, $3) desc, p.id limit ${mostCandidates}`,
    [tx.tenantId, asked.id, title],
  );
  return rows
    .map(toMatch(actor, asked.artName))
    .filter((match) => match.likeness >= least)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostShown);
};

/** From which likeness on a title is worth a warning: the parameter `paper.similar.warn`, 0 to 1. */
export const warnFrom = async (session: Session): Promise<number> => {
  const [row] = await session.query<{ value: string }>(
    `select param_value as value from param
      where tenant_id = $1 and param_key = 'paper.similar.warn' and is_deleted = 0`,
    [session.tenantId],
  );
  const percent = Number(row?.value);
  return percent > 0 && percent <= 100 ? percent / 100 : 0.9;
};

/** The faults that prevent submitting, each at its field, with a link where the actor may open it. */
export const duplicateFaults = async (
  session: Session,
  actor: Actor | SystemActor,
  asked: Asked,
): Promise<readonly FieldFault[]> => {
  const { byDoi, byTitle } = await sameAs(session, actor, asked);
  const fault = (path: string, match: Match): FieldFault => ({
    path,
    message: fill(
      ['该论文已由【{registrant}】登记', 'This paper was already registered by {registrant}'],
      { registrant: match.registrant },
    ),
    ...(match.open
      ? { link: { resource: paper.key, id: match.id, text: match.paperNum || match.artName } }
      : {}),
  });
  return [...(byTitle ? [fault('artName', byTitle)] : []), ...(byDoi ? [fault('doi', byDoi)] : [])];
};
