import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Type } from 'typebox';
import { discipline, ranks } from '../shared/formats/national.ts';
import { department } from '../system/departments/department.ts';
import { ageBandOf, type GroupedPerson, groupTrials } from './grouping.ts';
import { scoreNorm } from './score-norm.ts';
import { scoreTrial } from './score-trial.ts';
import {
  compareCall,
  compareCode,
  type PeopleGrouping,
  type TrialComparison,
} from './trial-page.ts';
import { trialPerson } from './trial-person.ts';

interface Person {
  readonly userId: string | null;
  readonly fkDeptId: string | null;
  readonly ranks: string | null;
  readonly age: number | null;
  readonly subject: string | null;
}

type NamedGroup = { readonly key: string; readonly label: Label };

const missing: NamedGroup = { key: '', label: ['未填写', 'Not given'] };

/** College of each department: its ancestor directly below the university. */
const collegesOf = async ({ engine, actor }: Pick<ActorCall, 'engine' | 'actor'>) => {
  const rows = await engine
    .asSystem(scoreTrial.label[0], actor.tenantId)
    .all(department, { where: [], fields: ['deptName', 'deptNameEn', 'parentId'] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const climb = (id: string): string => {
    const parent = byId.get(id)?.parentId;
    const above = parent ? byId.get(parent) : undefined;
    return above?.parentId && byId.has(above.parentId) ? climb(above.id) : id;
  };
  return (id: string | null): NamedGroup => {
    const row = id === null ? undefined : byId.get(climb(id));
    if (!row) return missing;
    const name = row.deptName ?? '';
    return { key: row.id, label: [name, row.deptNameEn || name] };
  };
};

const coded = (dictionary: Parameters<typeof entryOf>[0], code: string | null): NamedGroup => {
  const entry = entryOf(dictionary, code ?? '');
  return entry ? { key: entry.code, label: entry.label } : missing;
};

/** Groups of people by grouping. */
const groupsBy = (
  collegeOf: (id: string | null) => NamedGroup,
): Readonly<Record<PeopleGrouping, (person: Person) => NamedGroup>> => ({
  college: ({ fkDeptId }) => collegeOf(fkDeptId),
  rank: (person) => coded(ranks, person.ranks),
  discipline: ({ subject }) => coded(discipline, subject),
  age: ({ age }) => ageBandOf(age),
});

/** Call that compares what-if computations by groups of people (试算对比). */
export const trialEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: compareCall,
    auth: 'user',
    permissions: [compareCode],
    summary: ['试算按人群对比', 'What-if computations by groups of people'],
    input: Type.Object({
      ids: Type.String({ minLength: 1, maxLength: 100 }),
      by: Type.Union([
        Type.Literal('college'),
        Type.Literal('rank'),
        Type.Literal('discipline'),
        Type.Literal('age'),
      ]),
    }),
    run: async ({ ids, by }, call): Promise<TrialComparison> => {
      const { engine, actor } = call;
      const asked = ids.split(',').slice(0, 4);
      const { records } = await engine.as(actor).list(scoreTrial, {
        where: [anyOf('id', asked)],
        sort: [],
        page: 1,
        size: asked.length,
      });
      if (records.length === 0) throw new Missing();
      const trials = records
        .map(({ id, trialName, normId }) => ({ id, name: trialName ?? '', normId }))
        .toSorted((a, b) => asked.indexOf(a.id) - asked.indexOf(b.id));
      const norms = await engine.asSystem(scoreTrial.label[0], actor.tenantId).all(scoreNorm, {
        where: [
          anyOf(
            'id',
            trials.flatMap(({ normId }) => normId ?? []),
          ),
        ],
        fields: ['normName'],
      });
      const nameOf = groupsBy(await collegesOf(call))[by];
      const people: (readonly GroupedPerson[])[] = [];
      for (const { id } of trials) {
        const rows = await engine.asSystem(scoreTrial.label[0], actor.tenantId).all(trialPerson, {
          where: [equals('trialId', id)],
          fields: ['userId', 'fkDeptId', 'ranks', 'age', 'subject', 'beforeScore', 'afterScore'],
        });
        people.push(
          rows.map((row) => ({
            person: row.userId ?? '',
            ...nameOf(row),
            before: row.beforeScore ?? '0.00',
            after: row.afterScore ?? '0.00',
          })),
        );
      }
      return {
        trials: trials.map(({ id, name, normId }) => ({
          id,
          name,
          norm: norms.find((norm) => norm.id === normId)?.normName ?? '',
        })),
        groups: groupTrials(people),
      };
    },
  }),
];
