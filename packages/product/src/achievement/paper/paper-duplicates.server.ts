import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import { explainsDuplicate } from '@keyan/kernel/definition/field/unique.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { titleLikeness } from '../../shared/formats/title-likeness.ts';
import { duplicateTitleCheck } from '../../system/parameters/limits.ts';
import {
  type DuplicateCandidate,
  duplicatesOfRecord,
  duplicatesSql,
  matchForReader,
  mayLearnOfDuplicate,
} from '../common/duplicates.server.ts';
import type { DuplicateMatch } from '../common/duplicates.ts';
import { paper } from './paper.ts';

/** Paper in approval or approved that is similar to the requested one. */
export interface PaperMatch {
  readonly id: string;
  readonly paperNum: string;
  readonly artName: string;
  /** Person who registered it. */
  readonly registrant: string;
  /** Similarity of titles by `titleLikeness`, 0 to 1. */
  readonly likeness: number;
  /** True if the user may read the paper. */
  readonly open: boolean;
  /** Identifiers that both have with different values. */
  readonly apart: readonly string[];
}

const kind = untypedResource(paper);

/** Texts with the fields of the call's contract. */
const withLikeness =
  (title: string | null) =>
  ({ number, title: artName, ...match }: DuplicateMatch): PaperMatch => ({
    ...match,
    paperNum: number,
    artName,
    likeness: titleLikeness(title ?? '', artName),
  });

interface Asked {
  /** Id of the record itself, which is excluded; `0` for a new one. */
  readonly id: string;
  readonly artName: string | null;
  readonly doi: string | null;
}

/** Finds papers with the same DOI, or the same title apart from spaces, punctuation, width and case. */
export const samePapers = async (
  session: Session,
  actor: Actor | SystemActor,
  { id, artName, doi }: Asked,
): Promise<{ readonly byDoi: PaperMatch | null; readonly byTitle: PaperMatch | null }> => {
  const found = await duplicatesOfRecord(session, actor, kind, id, { artName, doi });
  const match = (field: string): PaperMatch | null => {
    const one = found.get(field);
    return one && mayLearnOfDuplicate(one) ? withLikeness(artName)(one) : null;
  };
  return { byDoi: match('doi'), byTitle: match('artName') };
};

/** Minimum trigram similarity; titles that differ in at most one of ten letters exceed it. */
const trigramsFrom = 0.5;
/** Maximum number of candidates that are compared by letters. */
const maxComparedCandidates = 20;
const maxShownDuplicates = 5;

/**
 * Finds papers with a similar title, the most similar first.
 * @param least minimum similarity, 0 to 1: `warningThreshold`
 */
export const similarPapers = async (
  tx: Tx,
  actor: Actor | SystemActor,
  asked: { readonly id: string; readonly artName: string },
  least: number,
): Promise<readonly PaperMatch[]> => {
  const title = normaliseTitle(asked.artName);
  if (title.length < 4) return [];
  // Sets the threshold that the operator `%` reads, so that the trigram index is used.
  await tx.query(`select set_config('pg_trgm.similarity_threshold', $1, true)`, [
    String(trigramsFrom),
  ]);
  const { select, from } = duplicatesSql(kind);
  const rows = await tx.query<DuplicateCandidate>(
    `${select} ${from} and r.art_name_key % $3 and r.art_name_key <> $3
     order by similarity(r.art_name_key, $3) desc, r.id limit ${maxComparedCandidates}`,
    [tx.tenantId, asked.id, title],
  );
  return rows
    .map((row) => matchForReader(kind, actor, row))
    .filter(mayLearnOfDuplicate)
    .map(withLikeness(asked.artName))
    .filter((match) => match.likeness >= least)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, maxShownDuplicates);
};

/** Reads a similarity parameter as 0 to 1; `initial` percent if unset. */
const chosenLikeness = async (session: Session, key: string, initial: number): Promise<number> => {
  const [row] = await session.query<{ value: string }>(
    `select param_value as value from param
      where tenant_id = $1 and param_key = $2 and is_deleted = 0`,
    [session.tenantId, key],
  );
  const percent = Number(row?.value);
  return (percent > 0 && percent <= 100 ? percent : initial) / 100;
};

/** Reads the minimum similarity for a warning, 0 to 1, from the parameter `paper.similar.warn`. */
export const warningThreshold = (session: Session): Promise<number> =>
  chosenLikeness(session, 'paper.similar.warn', 90);

/**
 * Returns the fault of a title too similar to another paper's, by the parameter `paper.similar.block`. Equal
 * titles are left to the duplicate check. An explanation of the difference is accepted.
 */
export const likenessFaults = async (
  tx: Tx,
  actor: Actor | SystemActor,
  {
    id,
    artName,
    differsBy,
  }: { readonly id: string; readonly artName: string | null; readonly differsBy: string | null },
): Promise<readonly FieldFault[]> => {
  if (explainsDuplicate(paper.fields.artName.spec, { differsBy })) return [];
  const least = await chosenLikeness(tx, duplicateTitleCheck.key, duplicateTitleCheck.initial);
  if (least >= 1 || !artName) return [];
  const [likest] = await similarPapers(tx, actor, { id, artName }, least);
  if (!likest) return [];
  const { likeness, registrant } = likest;
  const message = fill(
    [
      '与【{registrant}】登记的《{title}》相似度 {percent}%，不能提交',
      'The title is {percent}% similar to “{title}”, registered by {registrant}: it cannot be submitted',
    ],
    { registrant, title: likest.artName, percent: Math.floor(likeness * 100) },
  );
  const text = likest.paperNum || likest.artName;
  return [
    {
      path: 'artName',
      message,
      ...(likest.open ? { link: { resource: kind.key, id: likest.id, text } } : {}),
    },
  ];
};
