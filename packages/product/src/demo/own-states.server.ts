import type { Commands } from '@keyan/engine/commands/port.ts';
import { isDueRule } from '@keyan/kernel/definition/life/due.ts';
import { stateOf } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

/** Returns the actions without input by which people change a state. */
const movesFrom = ({ actions = {} }: Resource, state: string) =>
  Object.entries(actions).flatMap(([name, { from, to, by, form }]) =>
    from.includes(state) &&
    typeof to === 'string' &&
    !form &&
    (!by || typeof by === 'object') &&
    !isDueRule(by)
      ? [[name, to] as const]
      : [],
  );

/** Returns the shortest sequence of such actions to each state of a resource, from its first state. */
export const actionPathsToStates = (resource: Resource): readonly (readonly string[])[] => {
  const initial = resource.states?.initial;
  if (initial === undefined) return [];
  const ways = new Map<string, readonly string[]>([[initial, []]]);
  for (const [state, way] of ways) {
    for (const [name, to] of movesFrom(resource, state)) {
      if (!ways.has(to)) ways.set(to, [...way, name]);
    }
  }
  return [...ways.values()];
};

/** Index of the record within its resource, from 0, and the number of records. */
interface Place {
  readonly index: number;
  readonly count: number;
}

/** Returns the actions for a record: most take one step, the oldest reach one further state each, the newest none. */
const wayFor = (resource: Resource, { index, count }: Place): readonly string[] => {
  const ways = actionPathsToStates(resource);
  if (index === count - 1) return [];
  const far = ways.filter(({ length }) => length > 1);
  return far[index] ?? ways.find(({ length }) => length === 1) ?? [];
};

const hour = 3_600_000;

/** Returns the time at which a scheduled action is due for the row, if in the past. */
const timeOf = (by: unknown, row: RowLike, now: Date): Date | null => {
  const value = isDueRule(by) && by.due === 'after' ? row[by.field] : undefined;
  const time = typeof value === 'string' ? dateOfText(value) : null;
  return time && time < now ? time : null;
};

/**
 * Moves a saved record without approval to another state: by people's actions, then by due scheduled actions. If a rule
 * refuses an action, the record remains in its state.
 */
export const reachOwnState = async (
  { engine, clock }: SeedParts,
  { resource, commands, id }: { resource: Resource; commands: Commands; id: string },
  place: Place,
  now: Date,
): Promise<void> => {
  const perform = async (by: Commands, name: string): Promise<void> => {
    const { row } = await commands.read(resource, id);
    await by.perform(resource, name, id, { version: row.version });
  };
  try {
    for (const name of wayFor(resource, place)) {
      await perform(commands, name);
      clock.now = new Date(Math.min(clock.now.getTime() + hour, now.getTime()));
    }
    for (const [name, { from, by }] of Object.entries(resource.actions ?? {})) {
      const { row } = await commands.read(resource, id);
      const values = row as RowLike;
      const time = timeOf(by, values, now);
      if (!time || !from.includes(stateOf(resource, values))) continue;
      clock.now = new Date(time.getTime() + hour);
      await perform(engine.asSystem('演示数据', university.tenantId), name);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};
