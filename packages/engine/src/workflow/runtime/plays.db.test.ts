import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { diagramFromLines, type NodeSettings } from '@keyan/kernel/workflow/testing/drawn.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  tenant,
  testAssessmentKind,
  testRequestKind,
} from '../testing.ts';
import { recordTablesOf, violationsOf } from './invariants.ts';

/**
 * Random plays through the whole engine: up to eight people act at the same moment in two server
 * processes, records change under way, accounts are stopped, matters are completed by other records. The same seed makes the same moves;
 * which of two who act at once wins is up to the database, so a failure also prints what was accepted.
 * `npm run plays -- --database 10 --seed 7` plays ten seeds from the seventh on.
 */

const database = await testDatabase();
const programs = [await startProgram(database, 1, 4), await startProgram(database, 2, 4)] as const;
const [one] = programs;
beforeAll(() => furnish(database, one));
afterAll(async () => {
  for (const program of programs) await program.close();
  await database.drop();
});

const people = ['31', '32', '33', '34', '35', '36', '37'];
const manager = '36';
const office: Partial<DiagramUser> = { people: ['role:office'], editable: ['grade'] };
const everybody = ['role:head', 'role:office', 'role:board', 'role:leader'];

/** Routes with everything that several people can meet in: forks, joins, loops, turns, votes. */
const routes: readonly (readonly [readonly string[], Record<string, NodeSettings>])[] = [
  [
    ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'],
    { u1: { people: ['role:head'] }, u2: { people: ['role:board'] }, u3: office },
  ],
  [
    [
      's>a',
      'a>i1',
      'i1>u1?${amount >= 50000}',
      'i1>u2?${amount < 90000}',
      'i1>u4!',
      'u1>i2',
      'u2>i2',
      'u4>i2',
      'i2>u3',
      'u3>e',
    ],
    {
      u1: { people: ['role:board'] },
      u2: office,
      u4: { people: ['role:leader'] },
      u3: { people: ['role:head'] },
    },
  ],
  [
    ['s>a', 'a>u1', 'u1>u2', 'u2>e'],
    {
      u1: {
        people: everybody,
        multi: { sequential: false, agree: 60, against: 'count' },
        onAgainst: 'refuse',
      },
      u2: office,
    },
  ],
  [
    ['s>a', 'a>u1', 'u1>u2', 'u2>x1', 'x1>u3?${pass}', 'x1>a!', 'u3>e'],
    {
      u1: { people: everybody, multi: { sequential: true } },
      u2: { people: ['role:head'] },
      u3: office,
    },
  ],
  [
    ['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>e?${!pass}'],
    { u1: { people: everybody, multi: { sequential: false } } },
  ],
  [
    ['s>a', 'a>p1', 'p1>u1', 'p1>w1', 'w1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'],
    {
      u1: { people: ['role:head'] },
      w1: { period: 'PT48H' },
      u2: { people: ['role:board'] },
      u3: office,
    },
  ],
  // A matter beside a step, whose outcome decides the way.
  [
    [
      ...['s>a', 'a>p1', 'p1>u1', 'p1>w1', 'w1>p2', 'u1>p2', 'p2>x1'],
      ...['x1>u2?${!empty assessment.score && assessment.score > 500}', 'x1>u3!', 'u2>u3', 'u3>e'],
    ],
    {
      u1: { people: ['role:head'] },
      w1: { matter: 'assessment' },
      u2: { people: ['role:board'] },
      u3: office,
    },
  ],
  // An edit that is judged anew.
  [
    ['s>a', 'a>u1', 'u1>x1', "x1>u2?${rank == 'top'}", 'x1>u3!', 'u2>u3', 'u3>u4', 'u4>e'],
    {
      u1: { people: ['role:head'] },
      u2: { people: ['role:board'] },
      u3: { ...office, rejudge: true },
      u4: { people: ['role:leader'] },
    },
  ],
];

const kinds = {
  agree: 14,
  disagree: 2,
  applicant: 2,
  prev: 2,
  refuse: 1,
  claim: 3,
  unclaim: 1,
  transfer: 2,
  addSign: 2,
  removeSign: 1,
  withdraw: 4,
  recall: 1,
  suspend: 1,
  activate: 3,
  stop: 1,
  leave: 1,
  returnToWork: 2,
  rescue: 1,
  clock: 3,
  assess: 3,
  settle: 1,
} as const;
type Kind = keyof typeof kinds;

const moves = fc.record({
  kind: fc.constantFrom(
    ...Object.entries(kinds).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind)),
  ),
  record: fc.nat(1000),
  task: fc.nat(1000),
  who: fc.nat(1000),
  to: fc.nat(1000),
  /** In one of eight moves somebody acts who may not. */
  stranger: fc.nat(7).map((n) => n === 0),
});
type Move = typeof moves extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

interface Work {
  readonly id: string;
  readonly node: string;
  readonly status: string;
  readonly assignee: string | null;
  readonly actor: string | null;
  readonly candidates: readonly string[];
}

/** A record and its last process, as they are before a round. */
interface Place {
  readonly record: string;
  readonly version: number;
  readonly instance: string;
  readonly status: string;
  readonly tasks: readonly Work[];
}

const placesText = `
  select r.id::text as record, r.version, i.id::text as instance, i.status,
      (select coalesce(json_agg(json_build_object('id', t.id::text, 'node', t.node,
          'status', t.status, 'assignee', t.assignee_id::text, 'actor', t.actor_id::text,
          'candidates', t.candidates) order by t.id), '[]')
         from wf_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id) as tasks
    from request r
    join wf_instance i on i.tenant_id = r.tenant_id and i.id = r.process_instance_id
   where r.id = any($1::bigint[]) order by r.id`;

/** People who may act on a task, as far as roles say. */
const ableOn = ({ assignee, candidates }: Work): readonly string[] => {
  if (assignee !== null) return [assignee];
  const held = people.filter((id) =>
    actorOf(id).roles.some((role) => candidates.some((text) => text.startsWith(`role:${role}`))),
  );
  return held.length > 0 ? held : people;
};

class Play {
  private readonly stopped = new Set<string>();
  /** Commands on processes that were accepted, each of which is a revision. */
  private accepted = 0;
  private assessed = 0;
  private records: string[] = [];
  readonly trace: string[] = [];

  private places(): Promise<Place[]> {
    return database.query<Place>(placesText, [this.records]);
  }

  private async setStatus(id: string, status: string): Promise<void> {
    await database.query('update users set status = $3 where tenant_id = $1 and id = $2', [
      tenant,
      id,
      status,
    ]);
    for (const { workflow } of programs) workflow.cache.forget(tenant);
  }

  private execute(n: number, actor: Actor, instance: string, command: object): Promise<void> {
    const program = pick(programs, n);
    const task = (command as { task?: string }).task;
    const form = (command as { form?: object }).form;
    return program.workflow.execute(program.engine, actor, {
      on: task === undefined ? { instance } : { task },
      command: command as never,
      ...(form === undefined ? {} : { form: form as Record<string, unknown> }),
    });
  }

  /** Submits, or submits again with another amount. */
  private async submit(n: number, values: object): Promise<string> {
    const { engine } = pick(programs, n);
    return (await engine.as(actorOf('31')).submit(testRequestKind, values as never)).id as string;
  }

  private async decide(move: Move, place: Place, task: Work): Promise<void> {
    const { kind, stranger, who, to } = move;
    const by = stranger ? pick(people, who) : pick(ableOn(task), who);
    const { record, version, instance } = place;
    if (kind === 'agree' && task.node === 'a') {
      const amount = pick(['100.00', '50000.00', '70000.00', '95000.00'], to);
      await this.submit(who, { id: record, version, amount });
      return;
    }
    // Every third handler also changes the record, where the step lets them.
    const form = to % 3 === 0 ? { form: { grade: pick(['A', 'B'], to), version } } : {};
    const on = { task: task.id, comment: '意见' };
    const commands: Partial<Record<Kind, object>> = {
      agree: { is: 'agree', ...on, ...form },
      disagree: { is: 'disagree', ...on },
      applicant: { is: 'back', to: 'applicant', ...on },
      prev: { is: 'back', to: 'prev', ...on },
      refuse: { is: 'refuse', ...on },
      claim: { is: 'claim', ...on },
      unclaim: { is: 'unclaim', ...on },
      transfer: { is: 'transfer', to: pick(people, to), ...on },
      addSign: {
        is: 'addSign',
        how: pick(['P', 'B', 'D'], to),
        to: [pick(people, to + who)],
        ...on,
      },
      removeSign: { is: 'removeSign', ...on },
      withdraw: { is: 'withdraw', ...on },
    };
    await this.execute(to, actorOf(by), instance, commands[kind] as object);
  }

  /** Carries a move out. Answers how many commands on processes were accepted. */
  private async carryOut(move: Move, places: readonly Place[]): Promise<number> {
    const { kind, who } = move;
    const place = pick(places, move.record);
    const person = pick(people.slice(1, -2), who);
    switch (kind) {
      case 'recall':
        await pick(programs, who).engine.as(actorOf('31')).recall(testRequestKind, place.record);
        return 1;
      case 'suspend':
      case 'activate':
        await this.execute(who, actorOf(manager), place.instance, { is: kind });
        return 1;
      case 'stop':
        this.stopped.add(person);
        await this.setStatus(person, '0');
        return 0;
      case 'leave':
        this.stopped.add(person);
        await this.setStatus(person, '0');
        await one.workflow.reassignOnLeave(one.engine, actorOf(manager), [person], null);
        // Counted by their lines of history.
        return 0;
      case 'returnToWork':
        for (const id of this.stopped) await this.setStatus(id, '1');
        this.stopped.clear();
        return 0;
      case 'rescue':
        return this.rescue();
      case 'clock':
        return this.passTime(place);
      case 'assess':
        return this.assess(move, place);
      case 'settle':
        return this.settle(move, place);
      default: {
        const tasks = place.tasks.filter(({ status }) =>
          kind === 'withdraw' ? status === 'DONE' : status === 'TODO',
        );
        if (tasks.length === 0) return 0;
        const task = kind === 'withdraw' ? tasks.at(-1) : pick(tasks, move.task);
        await this.decide(move, place, task as Work);
        return 1;
      }
    }
  }

  private async rescue(): Promise<number> {
    const { found, left } = await one.workflow.offerStuckTasks(one.engine, tenant);
    return found - left;
  }

  /** The time of a record's waits passes, and both servers notice at the same moment. */
  private async passTime({ instance }: Place): Promise<number> {
    await database.query(
      `update wf_act set due_at = now() - interval '1 minute'
        where tenant_id = $1 and instance_id = $2 and status = 'ACTIVE' and due_at is not null`,
      [tenant, instance],
    );
    const ended = await Promise.all(
      programs.map(({ engine, workflow }) => workflow.completeWaits(engine, tenant)),
    );
    return ended.reduce((sum, { completed }) => sum + completed, 0);
  }

  /** Another record completes the matter that a record waits for; each with a key of its own. */
  private async assess({ who, to }: Move, { record }: Place): Promise<number> {
    this.assessed += 1;
    const score = to % 4 === 0 ? -this.assessed : 60 + ((to * 1000) % 40) + this.assessed * 100;
    const values = { requestId: record, score, grade: pick(['A', 'B'], to) };
    await pick(programs, who)
      .engine.as(actorOf('33'))
      .save(testAssessmentKind, values as never);
    return 1;
  }

  /** A manager ends a wait that nobody completes. */
  private async settle({ who, to }: Move, { instance }: Place): Promise<number> {
    const [wait] = await database.query<{ id: string }>(
      `select id::text from wf_act where tenant_id = $1 and instance_id = $2
          and type = 'wait' and status = 'ACTIVE'`,
      [tenant, instance],
    );
    if (!wait) return 0;
    const verdict = pick(['agree', 'against'], to);
    const command = { is: 'settle', visit: wait.id, verdict, comment: '无人完成' };
    await this.execute(who, actorOf(manager), instance, command);
    return 1;
  }

  private async attempt(move: Move, places: readonly Place[]): Promise<void> {
    try {
      const accepted = await this.carryOut(move, places);
      this.accepted += accepted;
      if (accepted > 0) this.trace.push(JSON.stringify(move));
    } catch (error) {
      // Refused, or somebody else was faster: what people may be told. All else is a bug.
      if (!(error instanceof Fault)) throw error;
    }
  }

  private async check(): Promise<void> {
    const tables = recordTablesOf([testRequestKind]);
    const found = await one.engine.database.read(tenant, (session) =>
      violationsOf(session, tables),
    );
    // A stopped account keeps its tasks until the next look.
    const broken = found.filter(({ invariant }) => invariant.number !== 20);
    expect(
      broken.map(({ invariant, node }) => `${invariant.number} ${invariant.name[1]} ${node}`),
    ).toEqual([]);
    const [counted] = await database.query<{ revisions: number; reassigned: number }>(
      `select (select sum(revision)::int from wf_instance where tenant_id = $1) as revisions,
          (select count(distinct (instance_id, revision))::int from wf_log
            where tenant_id = $1 and reason ->> 0 = '办理人账号已停用，由他人接办') as reassigned`,
      [tenant],
    );
    expect(counted?.revisions, '24 revisions of all processes, accepted commands').toBe(
      this.accepted + (counted?.reassigned ?? 0),
    );
  }

  /** A new version of the process, and a record that is submitted to it. */
  private async add(n: number): Promise<void> {
    const [lines, nodes] = pick(routes, n);
    const graph = compile({ ...diagramFromLines(lines, nodes), name: '申请登记' });
    await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml: '', graph, kind: 'request', category: 'flow_1' },
        { id: manager, now: new Date() },
      ),
    );
    for (const { workflow } of programs) workflow.cache.forget(tenant);
    const amount = pick(['100.00', '60000.00', '95000.00'], n);
    this.records.push(await this.submit(n, { subject: '设备', amount, unit: '21' }));
    this.accepted += 1;
  }

  /** Up to eight moves at the same moment, on the same few records. */
  async round(together: readonly Move[]): Promise<void> {
    const running = async () => (await this.places()).filter(({ status }) => status === 'RUN');
    let places = await running();
    while (places.length < 4) {
      await this.add(this.records.length);
      places = await running();
    }
    await Promise.all(together.map((move) => this.attempt(move, places)));
    await this.check();
  }

  /** 16 and 20: with everybody back and whoever is left asked, every process comes to its end. */
  async finish(): Promise<void> {
    const { found, left: helpless } = await one.workflow.offerStuckTasks(one.engine, tenant);
    this.accepted += found - helpless;
    const left = await one.engine.database.read(tenant, (session) =>
      violationsOf(session, recordTablesOf([testRequestKind])),
    );
    expect(left.filter(({ invariant }) => invariant.number !== 20)).toEqual([]);
    // Nobody has two words on a step: where every administrator has one, managers hand the task on.
    expect(new Set(left.map(({ instance }) => instance)).size).toBe(helpless);
    for (const id of this.stopped) await this.setStatus(id, '1');
    this.stopped.clear();
    for (const { instance } of await this.places()) {
      const move = { is: 'activate' };
      await this.execute(0, actorOf(manager), instance, move).then(
        () => {
          this.accepted += 1;
        },
        (error: unknown) => {
          if (!(error instanceof Fault)) throw error;
        },
      );
    }
    for (let turn = 0; turn < 60; turn += 1) {
      const running = (await this.places()).filter(({ status }) => status === 'RUN');
      if (running.length === 0) break;
      const move = {
        kind: 'agree',
        record: 0,
        task: 0,
        who: turn,
        to: 1,
        stranger: false,
      } as const;
      await Promise.all(running.map((place) => this.attempt(move, [place])));
      for (const place of running) {
        await this.attempt({ ...move, kind: 'clock' }, [place]);
        await this.attempt({ ...move, kind: 'assess' }, [place]);
      }
    }
    expect((await this.places()).filter(({ status }) => status === 'RUN')).toEqual([]);
    await this.check();
    expect(await brokenRows(one)).toEqual([]);
    this.records = [];
  }

  /** Every play counts from where the one before ended. */
  async takeOver(): Promise<void> {
    const [sum] = await database.query<{ revisions: number }>(
      `select (select coalesce(sum(revision), 0) from wf_instance where tenant_id = $1)::int -
          (select count(distinct (instance_id, revision)) from wf_log
            where tenant_id = $1 and reason ->> 0 = '办理人账号已停用，由他人接办')::int as revisions`,
      [tenant],
    );
    this.accepted = sum?.revisions ?? 0;
  }
}

const { PLAY_SEED: first, PLAY_COUNT: count = '1' } = process.env;
const seeds =
  first === undefined
    ? [3, 7, 11]
    : Array.from({ length: Number(count) }, (_, i) => Number(first) + i);

test.each(seeds)('eight people at once keep every invariant (seed %i)', async (seed) => {
  const play = new Play();
  try {
    await play.takeOver();
    const rounds = fc.sample(fc.array(moves, { minLength: 8, maxLength: 8 }), {
      numRuns: 30,
      seed,
    });
    for (const together of rounds) await play.round(together);
    await play.finish();
  } catch (error) {
    const last = play.trace.slice(-16).join('\n  ');
    throw new Error(`seed ${seed}: ${(error as Error).message}\naccepted last:\n  ${last}`, {
      cause: error,
    });
  }
  // Plays in which nothing is accepted would show nothing.
  expect(play.trace.length).toBeGreaterThan(40);
});
