import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { type Field, f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { seededRandom } from '@keyan/kernel/specimen/source.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { describe, expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';
import { chosen } from './support/chosen.ts';
import { representatives, signatureOf } from './support/signatures.ts';

/** Selection of the resources that represent the others; their number hardly grows with the kinds. */
const product = lawProduct().resources;

const colour = dictionary('law', ['色', 'Colour'], [['r', '红', 'Red']]);
const optional: Readonly<Record<string, Field<unknown>>> = {
  money: f.money(['金额', 'Amount']),
  rich: f.rich(['正文', 'Text']),
  time: f.time(['时', 'Time']),
  codes: f.dicts(['色', 'Colours'], colour),
  other: f.ref(['他', 'Other'], face('user', ['用户', 'User'])).required(),
  lines: f.rows(['行', 'Lines'], { name: f.text(['名', 'Name']) }),
  files: f.files(['附件', 'Files'], []),
  hidden: f.text(['密', 'Secret']).secret('law_secret'),
  single: f.text(['号', 'No.']).unique(),
  late: f.text(['注', 'Note']).when(() => false),
};

/** Made-up kinds, each with about half of what a kind may have. */
const madeUp = (count: number): readonly Resource[] => {
  const source = seededRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const fields = Object.fromEntries([
      ['title', f.text(['题名', 'Title'])],
      ...Object.entries(optional).filter(() => source.int(0, 1) === 1),
    ]);
    return defineResource({
      key: `kind${String(index).padStart(3, '0')}`,
      label: ['甲', 'A'],
      path: `laws/${index}`,
      title: 'title',
      fields,
      list: { columns: [], filters: [], sort: 'title' },
      form: [{ key: 'all', title: ['甲', 'A'], fields: Object.keys(fields) }],
      access: { read: everyone(), write: permission('nobody') },
      views: {
        all: {
          label: ['甲', 'A'],
          code: `kind${index}`,
          path: `/laws/${index}`,
          scope: everyone(),
          actions: source.int(0, 1) === 1 ? ['add', 'import', 'export'] : ['view'],
        },
      },
    });
  });
};

const pairsIn = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap((resource) => {
      const signature = signatureOf(resource);
      return signature.flatMap((one) => signature.map((other) => `${one} + ${other}`));
    }),
  );

describe('representatives', () => {
  test.each([
    ['the product', product],
    ['a product of 110 kinds', madeUp(110)],
  ])('of %s show every two features that meet in a kind', (_, resources) => {
    const few = representatives(resources);
    expect(pairsIn(few)).toEqual(pairsIn(resources));
    expect(
      representatives(resources.toReversed())
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(few.map(({ key }) => key).toSorted());
  });

  test('are no more of 110 kinds than of ten', () => {
    const few = representatives(product);
    expect(few.length).toBeLessThan(product.length);
    const kinds = [...product, ...madeUp(110)];
    expect(representatives(kinds).length).toBeLessThanOrEqual(few.length + 2);
    expect(representatives(madeUp(110)).length).toBeLessThanOrEqual(8);
  });
});

test('a law that looks at no resource is an error', () => {
  expect(() => chosen([])).toThrow('looks at no resource');
  expect(chosen(product).length).toBeGreaterThan(1);
});
