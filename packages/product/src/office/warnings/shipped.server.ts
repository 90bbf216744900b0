import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { defaultRules } from './default-rules.ts';
import type { WarnTarget } from './dictionaries.ts';
import { earlyWarning } from './early-warning.ts';

/**
 * Adds missing shipped rules, disabled unless `isOn`. Changed and deleted rules are not restored.
 * @param had targets that ever had a rule, and names of existing rules
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

/**
 * Targets for which the tenant ever had a rule, including deleted rules, and names of its rules.
 */
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
