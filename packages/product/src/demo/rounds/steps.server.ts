import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { declareNoConflict, fillInSheet } from '../../review/filling.server.ts';
import { reviewSet } from '../../review/review-set.ts';
import { type DemoReviewTask, readRows } from '../call-review.server.ts';
import { handleOpenTask } from '../handle-task.server.ts';
import { cachedActor } from '../person-of.server.ts';
import type { SeedParts } from '../story-player.server.ts';

const [hour, day] = [3_600_000, 86_400_000];

export interface RoundLeader {
  readonly id: string;
  readonly dept: string;
  readonly actor: Actor;
}

/** Agrees to the first `count` steps of a record's approval; the last with the values that its handler enters. */
export const agreeTo = async (
  parts: SeedParts,
  id: string,
  steps: number,
  [table, form]: readonly [table?: 'team' | 'ethics_review', form?: object] = [],
): Promise<void> => {
  for (let step = 1; step <= steps; step += 1) {
    parts.clock.now = new Date(parts.clock.now.getTime() + hour);
    const isLast = table !== undefined && step === steps;
    const [stored] = isLast
      ? await readRows<{ version: number }>(
          parts,
          `select version from ${table} where tenant_id = $1 and id = $2`,
          [id],
        )
      : [];
    await handleOpenTask(
      parts,
      id,
      (task) => ({ is: 'agree', task, comment: '材料齐全，同意' }),
      stored && { ...form, version: stored.version },
    );
  }
};

/** A round in which three experts judge what waits, handed out. @returns its id */
export const runReviewRound = async (
  parts: SeedParts,
  office: Actor,
  experts: readonly string[],
  given: RowLike,
): Promise<string> => {
  const { engine, clock } = parts;
  const { id } = await engine.as(office).save(reviewSet, {
    reviewMode: '1',
    blindMode: '1',
    scoreScheme: '1',
    expertPerItem: 3,
    reserves: 0,
    dropExtreme: '0',
    minWords: 0,
    endTime: timeText(new Date(clock.now.getTime() + 12 * day)),
    experts: experts.map((expertId) => ({ expertId })),
    ...given,
  });
  await engine.as(office).perform(reviewSet, 'publish', id);
  return id;
};

export const confirmRound = async (
  { engine }: SeedParts,
  office: Actor,
  id: string,
): Promise<void> => {
  const { row } = await engine.as(office).read(reviewSet, id);
  await engine.as(office).perform(reviewSet, 'confirm', id, { version: row.version });
};

/** An expert votes for it. */
export const voteFor = async (
  { engine }: SeedParts,
  { id, version, user }: DemoReviewTask,
): Promise<void> => {
  const actor = await cachedActor(engine, user);
  if (!actor) return;
  await declareNoConflict(engine, actor, id);
  const comment = '风险可控，保护措施充分，同意。';
  await fillInSheet(engine, actor, { id, version, vote: '1', scores: [], comment }, 'handIn');
};
