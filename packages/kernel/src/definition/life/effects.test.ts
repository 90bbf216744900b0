import { describe, expect, it } from 'vitest';
import { everyone } from '../../access/scope.ts';
import { f, face } from '../field/field.ts';
import { defineResource } from '../resource.ts';
import type { Effect } from './effects.ts';
import { defineProcess } from './process.ts';

const project = face('project', ['项目', 'Project'], { endDate: f.date(['结束', 'End']) });
const award = face('award', ['奖励', 'Award'], { title: f.text(['名称', 'Title']) });

const fields = {
  title: f.text(['名称', 'Title']),
  newEnd: f.date(['延期至', 'New end']),
  projectId: f.ref(['项目', 'Project'], project),
  awardId: f.ref(['奖励', 'Award'], award).computed(),
};

const common = {
  key: 'extension',
  label: ['延期', 'Extension'],
  path: 'test/extension',
  title: 'title',
  fields,
  list: { columns: ['title'], filters: [], sort: 'title' },
  form: [],
  access: { read: everyone(), write: everyone(), copies: 'all' },
  processes: [
    defineProcess(
      'extension',
      ['延期', 'Extension'],
      [{ key: 'office', label: ['办公室', 'Office'], candidates: ['role:office'] }],
    ),
  ],
} as const;

const withEffects =
  (...effects: readonly Effect[]) =>
  () =>
    defineResource({ ...common, effects });

const extension = defineResource({
  ...common,
  effects: ({ during, write, create }) => [
    during('approved', write('projectId', project, { set: ({ newEnd }) => ({ endDate: newEnd }) })),
    during(
      ['inApproval', 'approved'],
      create(award, { into: 'awardId', values: ({ title }) => (title ? { title } : null) }),
    ),
  ],
});
const [written, created] = extension.effects as [Effect, Effect];

describe('effects of a definition', () => {
  it('have names of what they reach, and functions of the row', () => {
    expect([written.key, created.key]).toEqual(['write projectId', 'create award']);
    expect(written.hold.is === 'write' && written.hold.set({ newEnd: '2027-01-01' })).toEqual({
      endDate: '2027-01-01',
    });
    expect(created.hold.is === 'create' && created.hold.values({ title: null })).toBeNull();
  });

  it('of one name do not load', () => {
    expect(withEffects(written, written)).toThrow('two effects are named write projectId');
    expect(withEffects(written, { ...written, key: 'other' })).not.toThrow();
  });

  it('of a state that does not exist do not load', () => {
    expect(withEffects({ ...written, states: ['halfway'] })).toThrow('halfway, which there is not');
  });

  it('need a reference to their target, and what they create a computed one', () => {
    const onTitle = { ...written, hold: { ...written.hold, ref: 'title' } } as Effect;
    expect(withEffects(onTitle)).toThrow('a reference to project, which title is not');
    const typed = { ...created, hold: { ...created.hold, target: 'project', into: 'projectId' } };
    expect(withEffects(typed as Effect)).toThrow('must be computed');
  });
});
