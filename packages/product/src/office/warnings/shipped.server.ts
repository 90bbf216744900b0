import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { defaultRules } from './default-rules.ts';
import type { WarnTarget } from './dictionaries.ts';
import { earlyWarning } from './early-warning.ts';

/**
 * Makes the shipped rules that a university does not have, switched off unless they say otherwise. One that was changed or removed is the
 * university's own decision and stays so.
 * @param had targets of which there was a rule already, and names that rules have
 */
export const addDefaultRules = async (
  commands: Pick<Commands, 'save' | 'performAll'>,
  had: ReadonlySet<string> = new Set(),
): Promise<readonly { readonly id: string; readonly warnTarget: WarnTarget }[]> => {
  const made = [];
  for (const { isOn, ...one } of defaultRules.filter(
    ({ warnTarget, warnName }) => !had.has(warnTarget) && !had.has(warnName),
  )) {
    const { id } = await commands.save(earlyWarning, {
      ...one,
      cron: '0 0 8 * * ?',
      channels: ['1'],
      repeatMode: '1',
    });
    if (isOn) await commands.performAll(earlyWarning, 'enable', [id]);
    made.push({ id, warnTarget: one.warnTarget });
  }
  return made;
};

/** Targets of which the tenant had a rule at any time, also one that was removed; and the names of its rules. */
export const warnedTargetsOf = async (
  engine: Engine,
  tenantId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ target: string }>(
      `select warn_target as target from early_warning where tenant_id = $1
       union select warn_name from early_warning where tenant_id = $1 and is_deleted = 0`,
      [tenantId],
    ),
  );
  return new Set(rows.map(({ target }) => target));
};
