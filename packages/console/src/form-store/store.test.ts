import { everyone } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { resourceAtStep } from '@keyan/kernel/definition/life/opened.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { describe, expect, it } from 'vitest';
import { requiredProgress, shownSections, stateOfSection } from '../form/progress.ts';
import { subTableLines } from './path.ts';
import { createFormStore, faultAt, payloadOf, shownFaults } from './store.ts';

const kind = dictionary(
  'kind',
  ['类型', 'Kind'],
  [
    ['1', '普通', 'Plain'],
    ['2', '会议', 'Meeting'],
  ],
);

const thing = defineResource({
  key: 'thing',
  label: ['物', 'Thing'],
  path: 'x/things',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft(),
    kind: f.dict(['类型', 'Kind'], kind).required().initial('1'),
    place: f
      .text(['地点', 'Place'])
      .required()
      .when((row) => row.kind === '2'),
    upper: f.text(['大写', 'Upper']).computed(),
    lines: f.rows(['行', 'Lines'], {
      place: f.integer(['排名', 'Order']).ordinal(),
      who: f.text(['姓名', 'Name']).required().max(5),
    }),
    files: f.files(
      ['附件', 'Files'],
      [
        attachmentCategory('01', ['全文', 'Text'], { required: true }),
        attachmentCategory('02', ['其他', 'Other']),
      ],
    ),
  },
  compute: (row) => ({ upper: row.name?.toUpperCase() ?? null }),
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [
    { key: 'basic', title: ['基本', 'Basic'], fields: ['name', 'kind'] },
    { key: 'meeting', title: ['会议', 'Meeting'], fields: ['place'] },
    { key: 'lines', title: ['行', 'Lines'], fields: ['lines'] },
    { key: 'files', title: ['附件', 'Files'], fields: ['files'] },
  ],
  access: { read: everyone(), write: everyone() },
}) as unknown as Resource;

const writer = { id: '1', name: '甲', departments: [] };
const make = (stored?: Record<string, unknown>) =>
  createFormStore(thing, { stored, writer, today: '2026-11-21' });

describe('a form', () => {
  it('begins with the definition’s first values and judges without accusing', () => {
    const form = make();
    expect(form.state().values.kind).toBe('1');
    expect(form.state().faults.has('name')).toBe(true);
    expect(shownFaults(form.state())).toEqual([]);
    form.visit('name');
    expect(faultAt(form.state(), 'name')?.message).toEqual(['请输入名称', 'Enter name']);
  });

  it('lists every fault after an attempt to submit, in the order of the form', () => {
    const form = make({ id: '9', version: 1, lines: [{ who: '' }], kind: '2' });
    expect(form.check('complete').map((fault) => fault.path)).toEqual([
      'name',
      'place',
      'lines.0.who',
      'files',
    ]);
    expect(faultAt(form.state(), 'files')?.message).toEqual(['请上传【全文】附件', 'Attach Text']);
    expect(form.check('draft').map((fault) => fault.path)).toEqual(['name']);
  });

  it('is held while something of it is on its way, also over a save', () => {
    const form = make({ id: '9', version: 1, name: 'a' });
    const arrive = form.block(['等一等', 'Wait']);
    form.rebase({ id: '9', version: 2, name: 'b' });
    expect([form.blockedBy(), form.state().blockers.length]).toEqual([['等一等', 'Wait'], 1]);
    arrive();
    expect([form.blockedBy(), form.state().blockers.length]).toEqual([undefined, 0]);
  });

  it('follows the definition’s computed values while it is typed in', () => {
    const form = make();
    form.set('name', 'ab');
    expect(form.state().values.upper).toBe('AB');
  });

  it('counts lines, keeps their keys, and leaves the other lines as they are', () => {
    const form = make({ lines: [{ who: 'a' }, { who: 'b' }] });
    const [first, second] = subTableLines(form.state().values, 'lines');
    const keys = [first, second].map((line) => form.lineKey(line ?? {}));
    form.set('lines.1.who', 'c');
    const after = subTableLines(form.state().values, 'lines');
    expect(after[0]).toBe(first);
    expect(after.map((line) => form.lineKey(line))).toEqual(keys);
    form.fill({ lines: [...after].reverse() });
    const moved = subTableLines(form.state().values, 'lines');
    expect(moved.map((line) => [line.place, line.who])).toEqual([
      [1, 'c'],
      [2, 'a'],
    ]);
    expect(moved.map((line) => form.lineKey(line))).toEqual([...keys].reverse());
  });

  it('drops what the server found when that value is changed, and only then', () => {
    const form = make({ name: 'a' });
    form.setServerErrors([
      { path: 'name', message: '重复' },
      { path: 'kind', message: '不行' },
    ]);
    form.set('kind', '1');
    expect(faultAt(form.state(), 'name')?.message).toBe('重复');
    expect(faultAt(form.state(), 'kind')).toBeUndefined();
    form.set('name', 'b');
    expect(faultAt(form.state(), 'name')).toBeUndefined();
  });

  it('sends fields of the definition only, nothing computed, and nothing that does not exist', () => {
    const form = make({ id: '9', version: 3, name: 'a', kind: '1', kindName: '普通', place: 'x' });
    form.fill({
      files: [{ id: '5', name: 'a.pdf', catalog: '01' }],
      lines: [{ who: 'a', whoName: 'x' }],
    });
    expect(payloadOf(form)).toEqual({
      id: '9',
      version: 3,
      name: 'a',
      kind: '1',
      place: null,
      lines: [{ place: 1, who: 'a' }],
      files: [{ id: '5', catalog: '01' }],
    });
  });

  it('keeps what was typed while the record was being saved', () => {
    const form = make();
    form.set('name', 'a');
    const sent = form.state().values;
    form.set('name', 'ab');
    form.rebase({ id: '9', version: 1, name: 'a', kind: '1' }, sent);
    expect(form.state().values).toMatchObject({ name: 'ab', upper: 'AB', kind: '1' });
    expect(form.state().changes).toBe(1);
    expect(form.stored()).toMatchObject({ id: '9', version: 1, name: 'a' });
    expect(payloadOf(form)).toMatchObject({ id: '9', version: 1, name: 'ab' });
    form.rebase({ id: '9', version: 2, name: 'ab', kind: '1' }, form.state().values);
    expect(form.state().changes).toBe(0);
  });

  it('is untouched again after it was stored', () => {
    const form = make();
    form.set('name', 'a');
    expect(form.state().changes).toBe(1);
    form.rebase({ id: '9', version: 1, name: 'a', kind: '1' });
    expect(form.state().changes).toBe(0);
    expect(form.stored().id).toBe('9');
  });

  it('leaves 299 of 300 lines as they are when one is typed in', () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({ who: `n${index}` }));
    const form = make({ name: 'a', lines });
    const before = form.state().values.lines as readonly unknown[];
    form.set('lines.150.who', 'x');
    const after = form.state().values.lines as readonly unknown[];
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
  });
});

describe('the anchors', () => {
  it('count what has to be filled, conditional fields and categories included', () => {
    const form = make();
    expect(requiredProgress(thing, form.state().values)).toEqual({ filled: 1, wanted: 3 });
    form.set('kind', '2');
    expect(requiredProgress(thing, form.state().values)).toEqual({ filled: 1, wanted: 4 });
  });

  it('leave out a section whose fields do not exist, and say what each is short of', () => {
    const form = make();
    const keys = () => shownSections(thing, form.state().values).map((section) => section.key);
    expect(keys()).toEqual(['basic', 'lines', 'files']);
    form.set('kind', '2');
    expect(keys()).toEqual(['basic', 'meeting', 'lines', 'files']);
    const notes = thing.form.map(
      (section) => stateOfSection(thing, section, form.state()).note?.[0],
    );
    expect(notes).toEqual(['缺 1 项', '缺 1 项', '选填', '缺 1 份']);
    form.check('complete');
    const state = stateOfSection(thing, thing.form[0] as never, form.state());
    expect(state).toMatchObject({ glyph: 'warning', note: ['1 处有误', '1 to fix'] });
  });

  it('leave out what only approvers fill in, until one has, or where it is theirs to fill', () => {
    const judged = {
      ...thing,
      fields: { ...thing.fields, verdict: f.note(['结论', 'Verdict']).byApprover() },
      form: [{ key: 'verdict', title: ['结论', 'Verdict'], fields: ['verdict'] }],
    } as unknown as Resource;
    const keys = (resource: Resource, verdict: string | null) =>
      shownSections(resource, { verdict }).map((section) => section.key);
    expect(keys(judged, null)).toEqual([]);
    expect(keys(judged, '通过')).toEqual(['verdict']);
    expect(keys(resourceAtStep(judged, ['verdict']), null)).toEqual(['verdict']);
  });

  it('make a new record one of the variant of its page', () => {
    const varied = { ...thing, variants: { field: 'kind', codes: ['1', '2'], kinds: {} } };
    const begun = (variant?: string) =>
      createFormStore(varied, { writer, variant, today: '2026-11-21' }).state().values.kind;
    expect([begun(), begun('2')]).toEqual(['1', '2']);
  });

  it('make a new record what its page is about, without a change of the writer', () => {
    const first = { kind: '2' };
    const form = createFormStore(thing, { writer, first, today: '2026-11-21' });
    expect(form.state()).toMatchObject({ values: first, changes: 0 });
  });
});
