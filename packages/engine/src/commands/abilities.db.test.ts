import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Allowance } from '@keyan/kernel/access/status.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import type { Ability } from '@keyan/kernel/records/abilities.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnish, startProgram, tenant, testRequestKind } from '../workflow/testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});

const { engine, workflow } = program;
const writer = engine.as(actorOf('31'));
let count = 0;

const decide = async (id: string, by: string, is: 'agree' | 'back' | 'refuse'): Promise<void> => {
  const [found] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and status = 'TODO' limit 1`,
    [id],
  );
  const task = found?.id ?? '';
  const comment = '意见';
  const command =
    is === 'back' ? { is, task, comment, to: 'applicant' } : ({ is, task, comment } as const);
  await workflow.execute(engine, actorOf(by), { on: { task }, command, form: {} });
};

const saved = async (): Promise<string> => {
  count += 1;
  const values = { subject: `申请${count}`, amount: '100.00', unit: '21' };
  return (await writer.save(testRequestKind, values)).id;
};

const submitted = async (): Promise<string> => {
  const id = await saved();
  const { version } = (await writer.read(testRequestKind, id)).row;
  await writer.submit(testRequestKind, { id, version });
  return id;
};

const after = async (
  ...steps: readonly (readonly [by: string, is: 'agree' | 'back' | 'refuse'])[]
) => {
  const id = await submitted();
  for (const [by, is] of steps) await decide(id, by, is);
  return id;
};

/** A record of 31 in every state that the rules tell apart. */
const states = {
  draft: saved,
  submitted,
  handled: () => after(['32', 'agree']),
  returned: () => after(['32', 'back']),
  resubmitted: async () => {
    const id = await after(['32', 'back']);
    const { version } = (await writer.read(testRequestKind, id)).row;
    await writer.submit(testRequestKind, { id, version });
    return id;
  },
  recalled: async () => {
    const id = await submitted();
    await writer.recall(testRequestKind, id);
    return id;
  },
  refused: () => after(['32', 'agree'], ['33', 'refuse']),
  approved: () => after(['32', 'agree'], ['33', 'agree']),
  void: async () => {
    const id = await after(['32', 'agree'], ['33', 'agree']);
    await writer.abolish(testRequestKind, id, '重复');
    return id;
  },
} as const satisfies Record<string, () => Promise<string>>;

type State = keyof typeof states;

/** The row as a list of tasks has it. */
const listed = async (by: string, view: string, id: string) => {
  const { records } = await engine
    .as(actorOf(by))
    .list(testRequestKind, { view, where: [], sort: [], page: 1, size: 200 });
  return records.find((row) => row.id === id);
};

test('a list of tasks tells what was handed in again after a return', async () => {
  expect(await listed('32', 'audit', await states.resubmitted())).toMatchObject({ again: true });
  expect(await listed('32', 'audit', await submitted())).not.toHaveProperty('again');
  expect(await listed('31', 'register', await states.resubmitted())).not.toHaveProperty('again');
});

const offered = async (
  actor: Actor,
  view: string,
  id: string,
  done = false,
): Promise<readonly Ability[] | undefined> => {
  const { records } = await engine
    .as(actor)
    .list(testRequestKind, { view, done, where: [], sort: [], page: 1, size: 200 });
  return records.find((row) => row.id === id)?.abilities;
};

/** Does the command go through? Anything but a refusal by permission or status is a failure. */
const permitted = async (actor: Actor, ability: Ability, id: string): Promise<boolean> => {
  const commands = engine.as(actor);
  const { version } = (await commands.read(testRequestKind, id)).row;
  const run: Partial<Record<Ability, () => Promise<unknown>>> = {
    edit: () => commands.save(testRequestKind, { id, version, grade: 'B' }),
    submit: () => commands.submit(testRequestKind, { id, version }),
    remove: () => commands.remove(testRequestKind, [id]),
    recall: () => commands.recall(testRequestKind, id),
    backDraft: () => commands.backDraft(testRequestKind, id),
    abolish: () => commands.abolish(testRequestKind, id, '重复'),
    copy: () => commands.copy(testRequestKind, id),
  };
  try {
    await run[ability]?.();
    return true;
  } catch (error) {
    if (error instanceof Denied || error instanceof Refused) return false;
    throw error;
  }
};

const holding = (id: string, codes: readonly string[], allowances: readonly Allowance[] = []) => ({
  ...actorOf(id),
  permissions: new Set(['request', ...codes.map((code) => `request_${code}`)]),
  allowances,
});

describe('what a list offers', () => {
  const actions = ['edit', 'submit', 'delete', 'recall', 'backDraft', 'abolish', 'copy', 'add'];
  const abilities = ['edit', 'submit', 'remove', 'recall', 'backDraft', 'abolish', 'copy'] as const;

  test('is what the server permits, and the detail says the same', async () => {
    const seen = { offered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(states) as State[])),
        fc.constantFrom('31', '31', '32'),
        fc.constantFrom(...abilities),
        fc.subarray(actions, { minLength: 3 }),
        async (state, person, ability, codes) => {
          const id = await states[state]();
          const actor = holding(person, codes);
          const list = await offered(actor, 'register', id);
          // A record that only its writer may see is in nobody else's list.
          if (!list) {
            expect([person, state]).toEqual(['32', expect.stringMatching(/draft|recalled/)]);
            return;
          }
          const { abilities: verdicts } = await engine.as(actor).read(testRequestKind, id);
          const allowed = abilities.filter((each) => verdicts[each].allowed);
          expect(new Set(list)).toEqual(new Set(allowed));
          const goes = await permitted(actor, ability, id);
          expect([ability, goes]).toEqual([ability, list.includes(ability)]);
          seen[goes ? 'offered' : 'refused'] += 1;
        },
      ),
      { numRuns: 60, seed: 7 },
    );
    expect(Math.min(seen.offered, seen.refused)).toBeGreaterThan(8);
  });

  test('ends recalling when the first approver has acted, unless the tenant allows it', async () => {
    const id = await states.handled();
    const codes = ['recall'];
    expect(await offered(holding('31', codes), 'register', id)).toEqual([]);
    expect(await offered(holding('31', codes, ['recallAnytime']), 'register', id)).toEqual([
      'recall',
    ]);
    const { abilities: verdicts } = await engine.as(holding('31', codes)).read(testRequestKind, id);
    expect(verdicts.recall).toMatchObject({
      allowed: false,
      reason: ['流程已被处理，不能撤回', expect.anything()],
    });
    const again = await states.resubmitted();
    expect(await offered(holding('31', codes), 'register', again)).toEqual(['recall']);
  });

  test('takes their own returned or recalled record back to a draft without a permission', async () => {
    for (const state of ['returned', 'recalled'] as const) {
      const id = await states[state]();
      expect(await offered(holding('31', []), 'register', id)).toEqual(['backDraft']);
    }
    const other = await states.returned();
    expect(await offered(holding('32', []), 'register', other)).toEqual([]);
    expect(await offered(holding('31', []), 'register', await states.approved())).toEqual([]);
  });

  test('removes their own refused record for those who could set it back', async () => {
    const id = await states.refused();
    expect(await offered(holding('31', ['delete']), 'register', id)).toEqual([]);
    expect(await offered(holding('31', ['delete', 'backDraft']), 'register', id)).toEqual([
      'remove',
      'backDraft',
    ]);
  });

  test('is a task for the approver that it waits for, also among those that they handled', async () => {
    const id = await states.resubmitted();
    const head = actorOf('32');
    expect(await offered(head, 'audit', id)).toContain('audit');
    expect(await offered(head, 'audit', id, true)).toContain('audit');
    const handled = await states.handled();
    expect(await offered(head, 'audit', handled)).toBeUndefined();
    expect(await offered(head, 'audit', handled, true)).not.toContain('audit');
  });

  test('counts the permission of its own page alone', async () => {
    const id = await states.approved();
    const actor = { ...actorOf('36'), permissions: new Set(['request', 'requestAudit_backDraft']) };
    expect(await offered(actor, 'register', id)).toEqual([]);
    expect((await engine.as(actor).read(testRequestKind, id)).abilities.backDraft.allowed).toBe(
      true,
    );
  });
});

test('a list of no page says nothing about abilities', async () => {
  await states.draft();
  const page = { where: [], sort: [], page: 1, size: 1 };
  const { records } = await writer.list(testRequestKind, page);
  expect(records[0]).not.toHaveProperty('abilities');
  expect(records[0]?.tenantId).toBe(tenant);
});
