import { describe, expect, test } from 'vitest';
import { everyone, own } from '../access/scope.ts';
import { type Field, type Fields, f, face } from '../definition/field/field.ts';
import { defineResource, type Resource } from '../definition/resource.ts';
import { validate } from '../records/validate.ts';
import { dictionary } from '../values/dictionary.ts';
import { checkSpecimens } from './check.ts';
import { creationOrder, targetsInOrder } from './order.ts';
import { seededRandom, specimenSource } from './source.ts';
import { completeSpecimen, draftSpecimen } from './specimen.ts';

const today = '2026-01-01';

const define = <const F extends Fields>(
  key: string,
  fields: F,
  more: Partial<Pick<Resource<F>, 'validators' | 'specimen'>> = {},
): Resource<F> =>
  defineResource({
    key,
    label: ['甲', key],
    path: key,
    title: Object.keys(fields)[0] as keyof F & string,
    fields,
    list: { columns: [], filters: [], sort: Object.keys(fields)[0] as string },
    form: [{ key: 'all', title: ['甲', 'A'], fields: Object.keys(fields) }],
    access: { read: everyone(), write: everyone() },
    ...more,
  });

const name = f.text(['名称', 'Name']).requiredInDraft().max(20);
const to = (key: string) => f.ref(['他', 'Other'], face(key, ['他', 'Other']));
const specimensOf = (resource: Resource, count: number) =>
  Array.from({ length: count }, (_, index) =>
    completeSpecimen(resource, {
      source: seededRandom(index),
      serial: index + 1,
      targets: () => ['7', '8'],
      today,
    }),
  );

const makeIsbn = (n: number): string => {
  const front = `978${String(n).padStart(9, '0')}`;
  const sum = [...front].reduce((all, one, index) => all + Number(one) * (index % 2 ? 3 : 1), 0);
  return `${front}${(10 - (sum % 10)) % 10}`;
};

/** An ISBN-like number: thirteen digits of which the last is a check digit. */
const isbn = {
  test: (text: string) =>
    /^\d{13}$/.test(text) &&
    [...text].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10 ===
      0,
  message: ['【ISBN】格式不正确', 'ISBN is malformed'] as const,
  example: makeIsbn(1),
};
describe('a complete specimen', () => {
  test('has amounts within bounds that have decimals', () => {
    const resource = define('fee', {
      name,
      amount: f.money(['金额', 'Amount']).required().between(0.01, 0.03),
    });
    const amounts = specimensOf(resource, 40).map(({ amount }) => amount);
    expect(new Set(amounts)).toEqual(new Set(['0.01', '0.02', '0.03']));
  });

  test('has lines whose parts add up to the total that the definition states', () => {
    const fields = {
      name,
      total: f.money(['合计', 'Total']).required(),
      lines: f.rows(['明细', 'Lines'], {
        item: f.text(['名目', 'Item']).required(),
        amount: f.money(['金额', 'Amount']).required(),
      }),
    };
    const fen = (text: unknown): number => Math.round(Number(text) * 100);
    const budget = define('budget', fields, {
      validators: [
        {
          fields: ['lines'],
          check: (row) =>
            (row.lines ?? []).reduce((sum, line) => sum + fen(line.amount), 0) === fen(row.total)
              ? null
              : ['明细合计应等于总额', 'The lines must add up to the total'],
        },
      ],
      specimen: (draw) => ({
        total: '100.00',
        lines: draw.parts('100.00', 3).map((amount) => ({ amount })),
      }),
    });
    for (const row of specimensOf(budget, 20)) {
      const lines = row.lines as { item: string; amount: string }[];
      expect(lines).toHaveLength(3);
      expect(lines.reduce((sum, { amount }) => sum + fen(amount), 0)).toBe(10_000);
      expect(lines.every(({ item }) => item !== '')).toBe(true);
    }
  });

  test('has values of its own in unique fields, in the shape of their format', () => {
    const book = define('book', {
      name: name.unique(),
      isbn: f
        .text(['ISBN', 'ISBN'])
        .max(13)
        .format({ ...isbn, make: makeIsbn })
        .unique(),
      shelf: f.integer(['架号', 'Shelf']).unique(),
    });
    const rows = specimensOf(book, 200);
    for (const field of ['name', 'isbn', 'shelf']) {
      expect(new Set(rows.map((row) => row[field])).size).toBe(rows.length);
    }
    expect(rows.every((row) => isbn.test(String(row.isbn)))).toBe(true);
  });

  test('keeps validators across fields, and fills only fields that exist for it', () => {
    const span = define(
      'span',
      {
        name,
        begin: f.date(['开始', 'Begin']).required(),
        end: f.date(['结束', 'End']).required(),
        late: f
          .text(['说明', 'Why'])
          .required()
          .when(({ begin }) => String(begin) > '2000'),
      },
      {
        validators: [
          {
            fields: ['end'],
            check: (row) => ((row.end ?? '') < (row.begin ?? '') ? ['错', 'No'] : null),
          },
        ],
      },
    );
    for (const row of specimensOf(span, 50)) {
      expect(validate(span, {}, row, 'complete', { today }).faults).toEqual([]);
    }
  });

  test('refers to records that are there, and to none of those that only some may choose', () => {
    const child = define('child', {
      name,
      parent: to('parent').required(),
      own: to('parent').among(own()),
    });
    for (const row of specimensOf(child, 10)) {
      expect(['7', '8']).toContain(row.parent);
      expect(row.own).toBeNull();
    }
  });

  test('is the same for the same seed and serial', () => {
    const book = define('book', { name, pages: f.integer(['页数', 'Pages']) });
    expect(specimensOf(book, 3)).toEqual(specimensOf(book, 3));
  });
});

test('a draft has what drafts require, and is right as far as it goes', () => {
  const child = define('child', {
    name,
    parent: to('parent').required().requiredInDraft(),
    note: f.note(['注', 'Note']),
  });
  const drafts = Array.from({ length: 40 }, (_, index) =>
    draftSpecimen(child, {
      source: seededRandom(index),
      serial: index,
      targets: () => ['7'],
      today,
    }),
  );
  expect(drafts.every((row) => row.parent === '7' && row.name)).toBe(true);
  expect(new Set(drafts.map((row) => row.note === null)).size).toBe(2);
});

test('parts add up, and each is worth something as far as the total allows', () => {
  const draw = specimenSource(seededRandom(1), 1, () => [], today);
  for (const [total, count] of [
    ['10.00', 3],
    ['0.05', 5],
    ['0.02', 4],
    ['7', 2],
  ] as const) {
    const parts = draw.parts(total, count);
    expect(parts).toHaveLength(count);
    expect(parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)).toBe(
      Number(total) * 100,
    );
  }
  expect(draw.parts('0.05', 5)).toEqual(Array.from({ length: 5 }, () => '0.01'));
});

describe('records are made in an order in which their references exist', () => {
  test('targets first, optional circles broken', () => {
    const resources = [
      define('c', { name, to: to('b').required() }),
      define('a', { name, to: to('c') }),
      define('b', { name, to: to('a').required(), self: to('b') }),
    ];
    expect(creationOrder(resources).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  test('references in sub-tables count, and what nothing refers to is not among the targets', () => {
    const lines = f.rows(['行', 'Lines'], { to: to('b').required() });
    const resources = [define('a', { name, lines }), define('b', { name })];
    expect(creationOrder(resources).map(({ key }) => key)).toEqual(['b', 'a']);
    expect(targetsInOrder(resources).map(({ key }) => key)).toEqual(['b']);
  });

  test('a circle of required references is refused by name', () => {
    const circle = [
      define('a', { name, to: to('b').required() }),
      define('b', { name, to: to('a').required() }),
    ];
    expect(() => checkSpecimens(circle, today)).toThrow(/circle.*a → b, b → a/);
    expect(() => checkSpecimens([define('a', { name, to: to('a').required() })], today)).toThrow(
      'a → a',
    );
  });
});

describe('a definition that nobody can satisfy is refused at the start', () => {
  const refused = (resource: Resource): unknown => {
    try {
      checkSpecimens([resource], today);
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('naming resource, field and rule', () => {
    const never = define(
      'never',
      { name, rate: f.decimal(['比率', 'Rate'], 2).required() },
      {
        validators: [{ fields: ['rate'], check: () => ['比率合计应为 100%', 'Rates make 100 %'] }],
      },
    );
    expect(refused(never)).toMatch(/never.*100 drawn.*\n\s+rate: 比率合计应为 100%/);
  });

  test.each<[string, Field<unknown>, RegExp]>([
    [
      'a dictionary without entries',
      f.dict(['色', 'Colour'], dictionary('none', ['空', 'None'], [])).required(),
      /x: 请选择色/,
    ],
    [
      'a format whose example is wrong',
      f
        .text(['号', 'No'])
        .required()
        .format({ ...isbn, example: '1' }),
      /x: 请输入号/,
    ],
    ['a reference to a resource that is not there', to('nowhere').required(), /kind → nowhere/],
    ['a condition that never lets a valid value in', f.text(['号', 'No']).required().max(0), /x: /],
    [
      'a unique field of which only one value is known',
      f.text(['号', 'No']).required().format(isbn).unique(),
      /x must be unique.*make/,
    ],
  ])('%s', (_, field, message) => {
    expect(refused(define('kind', { name, x: field }))).toMatch(message);
  });

  test('and a sound one is not', () => {
    expect(refused(define('sound', { name, x: f.date(['日', 'Day']).required() }))).toBe(
      'accepted',
    );
  });
});
