import type { Actor } from '@keyan/kernel/access/actor.ts';
import { defineProcess, type Step } from '@keyan/kernel/definition/life/process.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deployChains } from '../drawings/definitions.ts';
import { loadSnapshot } from '../runtime/rows.ts';
import { actorOf, furnish, startProgram, stranger, tenant, testRequestKind } from '../testing.ts';
import type { ForecastForPeople } from './foreseen.ts';
import { type PredictionInput, predictNextSteps, predictRoute } from './prediction.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
const { engine, workflow } = program;
beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});

const foresee = (by: string | Actor, input: PredictionInput): Promise<ForecastForPeople> =>
  predictRoute(workflow, engine, typeof by === 'string' ? actorOf(by) : by, input);

/** The steps with their states and people. */
const way = ({ steps }: ForecastForPeople): readonly string[] =>
  steps.map(({ node, state, people }) =>
    [node, state, people.map(({ name }) => name).join('+')].join(' '),
  );

let count = 0;
const form = (amount: string | null) => {
  count += 1;
  return { subject: `设备${count}`, amount, unit: '21' };
};

const submit = async (values: object): Promise<string> =>
  (await engine.as(actorOf('31')).submit(testRequestKind, values as never)).id as unknown as string;

const snapshotOf = (id: string) =>
  engine.database.read(tenant, async (session) => {
    const [row] = await session.query<{ id: string }>(
      'select id::text from wf_instance where tenant_id = $1 and business_id = $2',
      [tenant, id],
    );
    return loadSnapshot(session, { instance: row?.id as string });
  });

/** Everybody agrees until nothing is left to do. */
const agreeToTheEnd = async (id: string): Promise<readonly string[]> => {
  for (;;) {
    const snapshot = await snapshotOf(id);
    const task = snapshot?.tasks.find(({ status }) => status === 'TODO');
    if (!task) return snapshot?.visits.map(({ node }) => node) ?? [];
    const by = { head: '32', large: '35', office: '33', board: '35' }[task.node] as string;
    await workflow.execute(engine, actorOf(by), {
      on: { task: task.id },
      command: { is: 'agree', task: task.id, comment: '' },
    });
  }
};

const todoOf = async (id: string, node: string): Promise<string> =>
  (await snapshotOf(id))?.tasks.find((task) => task.node === node && task.status === 'TODO')
    ?.id as string;

describe('before a record is submitted', () => {
  test('the way is shown with its people and why it goes there; then it comes so', async () => {
    for (const amount of ['60000.00', '100.00']) {
      const draft = form(amount);
      const shown = await foresee('31', { kind: 'request', form: draft });
      const large = amount === '60000.00';
      expect(way(shown)).toEqual([
        'apply active 张明',
        'head coming 李敏',
        ...(large ? ['large coming 周平'] : []),
        'office coming 王芳+赵强',
      ]);
      expect(shown.steps.map(({ why }) => why?.[0] ?? '')).toEqual(
        large ? ['', '', '【金额】≥50,000', ''] : ['', '', '【金额】<50,000'],
      );
      expect(shown.stops).toEqual([]);
      expect(shown.end).toMatchObject({ status: 'DONE' });
      expect(await agreeToTheEnd(await submit(draft))).toEqual(shown.steps.map(({ node }) => node));
    }
  });

  test('a value that is missing says that it decides, and what it decides about', async () => {
    const shown = await foresee('31', { kind: 'request', form: form(null) });
    expect(way(shown)).toEqual(['apply active 张明', 'head coming 李敏']);
    expect(shown.stops).toEqual([
      {
        node: 'head',
        text: ['填写【金额】后确定', 'Known once “Amount” is filled in'],
        possible: [
          ['大额审核', 'Large amounts'],
          ['办公室审核', 'Office'],
        ],
      },
    ]);
    expect(shown.end).toBeNull();
    // Values that no condition looks at may be missing.
    const untitled = { ...form('1.00'), subject: '' };
    expect((await foresee('31', { kind: 'request', form: untitled })).stops).toEqual([]);
  });

  test('nothing is stored', async () => {
    const rows = () => database.query('select id from wf_instance');
    const before = await rows();
    await foresee('31', { kind: 'request', form: form('1.00') });
    expect(await rows()).toEqual(before);
  });

  test('only whoever may submit it may ask', async () => {
    const nobody = { ...actorOf('31'), permissions: new Set<string>() };
    await expect(foresee(nobody, { kind: 'request', form: form('1.00') })).rejects.toThrow(Denied);
    const draft = await engine.as(actorOf('31')).save(testRequestKind, form('1.00') as never);
    const businessId = draft.id as unknown as string;
    expect(way(await foresee('31', { kind: 'request', businessId }))).toHaveLength(3);
    for (const other of [actorOf('32'), actorOf('31', stranger)]) {
      await expect(foresee(other, { kind: 'request', businessId })).rejects.toThrow(Missing);
    }
  });
});

describe('a record in approval', () => {
  test('is shown to everybody who may read it as it stands, not as a new one of theirs', async () => {
    const businessId = await submit(form('60000.00'));
    const shown = [
      'apply done 张明',
      'head active 李敏',
      'large coming 周平',
      'office coming 王芳+赵强',
    ];
    for (const by of ['31', '35', '37']) {
      expect(way(await foresee(by, { kind: 'request', businessId }))).toEqual(shown);
      // The next steps can be asked for only by the person who has to act.
      await expect(
        predictNextSteps(workflow, engine, actorOf(by), { kind: 'request', businessId }),
      ).rejects.toThrow(Refused);
    }
    // Input of somebody else in a form is ignored.
    const other = { kind: 'request', businessId, form: { amount: '1.00' } };
    expect(way(await foresee('31', other))).toEqual(shown);
  });

  test('has nothing ahead once its process has ended, for those who were asked', async () => {
    const id = await submit(form('1.00'));
    const task = (await snapshotOf(id))?.tasks.find(({ status }) => status === 'TODO');
    await agreeToTheEnd(id);
    const nothing = { steps: [], stops: [], end: null };
    expect(await foresee('32', { kind: 'request', taskId: task?.id ?? '' })).toEqual(nothing);
    expect(await foresee('32', { kind: 'request', businessId: id })).toEqual(nothing);
    await expect(
      predictNextSteps(workflow, engine, actorOf('32'), { taskId: task?.id ?? '' }),
    ).rejects.toThrow(Refused);
  });

  test('that came back starts from what its applicant writes now', async () => {
    const businessId = await submit(form('60000.00'));
    const task = await todoOf(businessId, 'head');
    await workflow.execute(engine, actorOf('32'), {
      on: { task },
      command: { is: 'back', task, to: 'applicant', comment: '金额有误' },
    });
    const smaller = { kind: 'request', businessId, form: { amount: '1.00' } };
    expect(way(await foresee('31', smaller))).toEqual([
      'apply active 张明',
      'head coming 李敏',
      'office coming 王芳+赵强',
    ]);
    const without = { kind: 'request', businessId, form: { amount: null } };
    expect((await foresee('31', without)).stops.map(({ text }) => text[0])).toEqual([
      '填写【金额】后确定',
    ]);
  });
});

describe('a step that may edit what is judged behind it', () => {
  const graded: readonly Step[] = [
    {
      key: 'office',
      label: ['成果科审核', 'Office'],
      candidates: ['role:office'],
      editable: ['grade'],
    },
    {
      key: 'board',
      label: ['校领导审核', 'Board'],
      candidates: ['role:board'],
      condition: "${rank == 'top'}",
    },
    { key: 'head', label: ['备案', 'Record'], candidates: ['role:head'] },
  ];
  beforeAll(() =>
    engine.database.transaction(tenant, async (tx) => {
      await tx.query('update wf_definition set deleted = true where tenant_id = $1', [tenant]);
      const [own] = testRequestKind.processes;
      if (own) {
        const process = defineProcess('request', own.label, graded, 'flow_1', own);
        await deployChains(tx, engine.ids, [process], new Date());
      }
      workflow.cache.forget(tenant);
    }),
  );

  test('is named: what it settles counts, also in a value that is computed from it', async () => {
    const shown = await foresee('31', { kind: 'request', form: form('1.00') });
    expect(way(shown)).toEqual([
      'apply active 张明',
      'office coming 王芳+赵强',
      'head coming 李敏',
    ]);
    expect(shown.steps[2]).toMatchObject({
      why: ['【档次】不为“top”', '“Rank” is not “top”'],
      notes: [['以【成果科审核】核定的【档次】为准', 'Depends on “Rank” as confirmed by “Office”']],
    });
  });

  test('is judged on what its assignee has entered, and on nothing else of what they send', async () => {
    const businessId = await submit(form('1.00'));
    const taskId = await todoOf(businessId, 'office');
    const given = { taskId, form: { grade: 'A', amount: 'nonsense' } };
    const shown = await foresee('33', given);
    expect(way(shown)).toEqual([
      'apply done 张明',
      'office active 王芳+赵强',
      'board coming 周平',
      'head coming 李敏',
    ]);
    expect(shown.steps.flatMap(({ notes }) => notes)).toEqual([]);
    expect(way(await foresee('33', { taskId }))).not.toContain('board coming 周平');
  });
});

test('a step is shown with the days that it usually takes, once enough of it is known', async () => {
  const daysOf = async (by: string) => {
    workflow.cache.forget(tenant);
    const { steps } = await foresee(by, { kind: 'request', form: form('1.00') });
    return steps.find(({ node }) => node === 'office')?.days;
  };
  const before = await daysOf('31');
  const stretch = `update wf_act set entered = left_at - interval '3 days'
    where node = 'office' and left_at is not null`;
  await database.query(stretch);
  for (let more = 0; more < 6; more += 1) {
    const id = await submit(form('1.00'));
    await agreeToTheEnd(id);
    await database.query(stretch);
  }
  expect(before).toBeNull();
  expect(await daysOf('31')).toBe(3);
});
