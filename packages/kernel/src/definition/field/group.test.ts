import { describe, expect, it } from 'vitest';
import { checkLayout } from '../page/layout.ts';
import { f } from './field.ts';
import { fieldsInGroups, group } from './group.ts';

const fields = {
  name: f.text(['名称', 'Name']),
  ...group(['年龄', 'Age'], {
    least: f.integer(['最小', 'least']),
    most: f.integer(['最大', 'most']),
  }),
  ...group(['学位', 'Degree'], { degree: f.text(['最低', 'lowest']) }),
};

describe('parts of one thing', () => {
  it('are fields of their own, named after the whole where they stand alone', () => {
    expect(fields.least.spec.label).toEqual(['年龄·最小', 'Age: least']);
    expect(fields.least.required().spec.part?.label).toEqual(['最小', 'Least']);
  });
  it('stand together, two things beside each other apart', () => {
    const found = fieldsInGroups(fields, ['name', 'least', 'most', 'degree']);
    expect(found.map(({ of, names }) => [of?.[1] ?? null, names])).toEqual([
      [null, ['name']],
      ['Age', ['least', 'most']],
      ['Degree', ['degree']],
    ]);
  });
  it('do not load where a form parts them', () => {
    const given = (...sections: readonly string[][]) => ({
      key: 'plan',
      fields,
      form: sections.map((names) => ({ fields: names })),
    });
    expect(() => checkLayout(given(['least', 'name', 'most']))).toThrow('the parts of Age');
    expect(() => checkLayout(given(['least'], ['most']))).toThrow('the parts of Age');
    expect(() => checkLayout(given(['name', 'least', 'most'], ['degree']))).not.toThrow();
  });
});
