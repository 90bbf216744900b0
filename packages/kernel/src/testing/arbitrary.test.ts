import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import { attachmentCategory } from '../definition/field/categories.ts';
import { f, face } from '../definition/field/field.ts';
import { defineResource } from '../definition/resource.ts';
import { validate } from '../records/validate.ts';
import { dictionary } from '../values/dictionary.ts';
import { brokenInput, draftInput, fullInput } from './arbitrary.ts';

const colour = dictionary('c', ['颜色', 'Colour'], [['r', '红', 'Red']]);

const every = defineResource({
  key: 'every',
  label: ['全部', 'Every'],
  path: 'every',
  title: 'title',
  fields: {
    title: f.text(['题名', 'Title']).requiredInDraft().max(20),
    note: f.note(['说明', 'Note']),
    story: f.rich(['正文', 'Story']),
    count: f.integer(['数量', 'Count']).between(1, 9),
    ratio: f.decimal(['比率', 'Ratio'], 3),
    price: f.money(['金额', 'Price']).required(),
    year: f.year(['年', 'Year']),
    day: f.date(['日', 'Day']),
    moment: f.time(['时', 'Moment']),
    colour: f.dict(['色', 'Colour'], colour),
    colours: f.dicts(['色', 'Colours'], colour),
    other: f.ref(['他', 'Other'], face('every', ['全部', 'Every'])),
    lines: f.rows(['行', 'Lines'], { label: f.text(['名', 'Name']).required() }),
    files: f.files(['附件', 'Files'], [attachmentCategory('1', ['一', 'One'])]),
  },
  list: { columns: [], filters: [], sort: 'title' },
  form: [{ key: 'a', title: ['甲', 'A'], fields: ['title', 'price'] }],
  access: { read: everyone(), write: everyone() },
});

const today = { today: '2026-01-01' };
const targets = () => ['7'];

test('drafts are understood as they are', () => {
  fc.assert(
    fc.property(draftInput(every, targets), (input) => {
      expect(validate(every, {}, input, 'draft', today).faults).toEqual([]);
    }),
  );
});

test('full ones lack nothing', () => {
  fc.assert(
    fc.property(fullInput(every, targets), (input) => {
      expect(validate(every, {}, input, 'complete', today).faults).toEqual([]);
    }),
  );
});

test('understanding what was understood changes nothing', () => {
  fc.assert(
    fc.property(draftInput(every, targets), (input) => {
      const once = validate(every, {}, input, 'draft', today).row;
      expect(validate(every, {}, once, 'draft', today).row).toEqual(once);
    }),
  );
});

test('broken ones are refused at the field that is broken', () => {
  fc.assert(
    fc.property(brokenInput(every, targets), ({ input, path }) => {
      const { faults } = validate(every, {}, input, 'draft', today);
      expect(faults.map((fault) => fault.path.split('.')[0])).toContain(path);
    }),
  );
});
