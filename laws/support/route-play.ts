import { factTypesOf } from '@keyan/engine/workflow/runtime/fact-types.ts';
import type { FactType, FactTypes } from '@keyan/kernel/definition/life/facts.ts';
import { isStep, type Kind } from '@keyan/kernel/definition/life/process.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { Variable } from '@keyan/kernel/workflow/expression.ts';
import { stageOf } from '@keyan/kernel/workflow/testing/stage.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import fc from 'fast-check';

/** Random data of a play of a route. */
export interface Chance {
  /** Values of the record: initial ones, then those of each change. */
  readonly records: readonly Readonly<Record<string, Variable>>[];
  readonly moves: readonly Move[];
  /** Roles without holders. */
  readonly empty: readonly string[];
}

type Move = 'agree' | 'disagree' | 'back' | 'prev' | 'refuse' | 'change';

const moves: readonly Move[] = ['agree', 'agree', 'disagree', 'back', 'prev', 'refuse', 'change'];

/** Amounts around the limits of the shipped routes. */
const amounts = ['0.00', '49999.99', '50000.00', '200000.00', '500000.00', '1000000.00'];

const anyValue = (type: FactType): fc.Arbitrary<Variable> => {
  const codes = [...(type.dictionary?.codes ?? ['x'])];
  const values: Readonly<Record<FactType['is'], () => fc.Arbitrary<Variable>>> = {
    boolean: () => fc.boolean(),
    number: () => fc.constantFrom(...amounts),
    text: () => fc.constantFrom('', 'text'),
    code: () => fc.constantFrom(...codes),
    date: () => fc.constantFrom('2025-12-30', '2026-01-01'),
    list: () => fc.subarray(codes.slice(0, 8)),
    person: () => fc.constant('1'),
    reference: () => fc.constant('1'),
    people: () => fc.constant(['1']),
    group: () => anyRecord(type.members ?? new Map()),
  };
  const value = values[type.is]();
  return type.nullable ? fc.option(value, { nil: null }) : value;
};

const anyRecord = (types: FactTypes): fc.Arbitrary<Readonly<Record<string, Variable>>> =>
  fc.record(Object.fromEntries([...types].map(([name, type]) => [name, anyValue(type)])));

/** Generates facts of the types that a kind declares, and moves. */
export const chanceOf = (kind: Kind): fc.Arbitrary<Chance> => {
  const types = new Map(factTypesOf(kind));
  // The process itself sets these facts, and the applicant's roles are those of the product.
  for (const name of ['pass', 'applyUser', 'createUser', 'applicant']) types.delete(name);
  const applicant = fc.record({ roles: fc.subarray(['teacher', 'rd_project']) });
  const record = fc
    .tuple(anyRecord(types), applicant)
    .map(([own, who]): Readonly<Record<string, Variable>> => ({ ...own, applicant: who }));
  return fc.record({
    records: fc.array(record, { minLength: 1, maxLength: 3 }),
    moves: fc.array(fc.constantFrom(...moves), { maxLength: 12 }),
    empty: fc.subarray(Object.keys(roles), { maxLength: 4 }),
  });
};

/** Result of a play. */
export interface Played {
  readonly position: string;
  /** Number of agreements by people other than the applicant. */
  readonly agreed: number;
  /** Steps on which somebody was asked, and matters that were waited for. */
  readonly asked: readonly string[];
}

/** Maximum number of commands of a play, above the need of any shipped route. */
const maxCommands = 60;

/** Plays a route by random moves, then lets everybody agree to its end. */
export const playOut = ({ process }: Kind, { records, moves: given, empty }: Chance): Played => {
  const references = process.steps.filter(isStep).flatMap(({ candidates }) => candidates);
  const people = Object.fromEntries(
    references.map((reference): [string, string[]] => {
      const role = reference.slice('role:'.length);
      return [role, empty.includes(role.split('@')[0] ?? '') ? [] : [role]];
    }),
  );
  const at = stageOf(compile(shippedDiagramOf(process)), {
    people: { ...people, admin: ['admin', 'admin2'] },
  });
  const rest = [...records];
  at.know(rest.shift() ?? {});
  at.start();
  const asked: string[] = [];
  let agreed = 0;
  let waits = 0;
  const isOver = (): boolean => !['inApproval', 'returned'].includes(at.now().position);
  const act = (move: Move): void => {
    if (move === 'change') at.know(rest.shift() ?? {});
    const [task] = at.todo();
    if (!task) {
      waits += 1;
      asked.push(at.now().snapshot.visits.find(({ status }) => status === 'ACTIVE')?.node ?? '');
      at.complete(String(waits), move === 'disagree' ? 'against' : 'agree');
      return;
    }
    // A task without candidates is with the administrators.
    const by = task.assignee ?? 'admin';
    if (task.assignee === null) at.tell({ is: 'claim', task: task.id }, by);
    if (by === 'a' || move === 'agree' || move === 'change') {
      if (by !== 'a') asked.push(task.node);
      at.agree(by, task.id);
      agreed += by === 'a' ? 0 : 1;
    } else if (move === 'disagree') at.disagree(by, task.node);
    else if (move === 'refuse') at.tell({ is: 'refuse', task: task.id, comment: 'no' }, by);
    else at.back(by, move === 'prev' ? 'prev' : 'applicant');
  };
  for (const move of given) if (!isOver()) act(move);
  for (let step = 0; step < maxCommands && !isOver(); step += 1) act('agree');
  return { position: at.now().position, agreed, asked };
};
