import { equals } from '@keyan/kernel/records/query.ts';
import { addDays, dayText } from '@keyan/kernel/values/time.ts';
import { earlyWarning } from '../office/warnings/early-warning.ts';
import { addDefaultRules, warnedTargetsOf } from '../office/warnings/shipped.server.ts';
import { warning } from '../office/warnings/warning.ts';
import { runWarningJob } from '../office/warnings/warnings.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** The kinds of records that this story tells of. */
export const warningKinds: readonly string[] = [earlyWarning.key, warning.key];

/** The shipped rules, switched on this morning. Tasks are left out: a demo has many old ones. */
export const demoWarnings = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(earlyWarning.key)) return;
  const office = engine.as(await actorByAccount(parts, 'rd_admin'));
  // A job gives every university the shipped rules, and may have come first.
  await addDefaultRules(office, await warnedTargetsOf(engine, tenantId));
  const rules = await office.all(earlyWarning, { where: [], fields: ['warnTarget', 'status'] });
  for (const { id, warnTarget, status } of rules) {
    if (warnTarget === 'todo_timeout') continue;
    if (status !== '1') await office.performAll(earlyWarning, 'enable', [id]);
    await runWarningJob.run(
      { tenantId, data: { id }, signal: new AbortController().signal },
      engine,
    );
  }
  const standing = await office.all(warning, {
    where: [equals('warnTarget', 'bill_overdue')],
    fields: ['title'],
  });
  await office.performAll(
    warning,
    'dismiss',
    standing.slice(0, 2).map(({ id }) => id),
    {
      dismissedUntil: addDays(dayText(engine.clock()), 21),
      dismissReason: '对方已书面承诺下月付款，函件存经费科',
    },
  );
};
