import { factTypesOf } from '@keyan/engine/workflow/runtime/fact-types.ts';
import type { FactType, FactTypes } from '@keyan/kernel/definition/life/facts.ts';
import { isStep } from '@keyan/kernel/definition/life/process.ts';
import type { Variable } from '@keyan/kernel/workflow/expression.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { reviewedMixin } from '@keyan/product/review/reviewed.ts';
import { roles } from '@keyan/product/shared/roles.ts';
import { describe, expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';
import { playOut } from './support/route-play.ts';

/**
 * Every choice that a form offers has an end: for each kind of approval and each code of each fact that its route asks
 * for, somebody of the demo handles every step, and whatever the route waits for can come. Routes are played over
 * definitions alone.
 */
const { kinds, resources } = lawProduct();
const held = new Set(demoPeople().flatMap(({ roles: own }) => own as readonly string[]));
const unheld = Object.keys(roles).filter((role) => !held.has(role));

/** Around the limits of the shipped routes. */
const amounts = ['0.00', '200000.00', '1000000.00'];

/** Every value that a fact may have, as far as forms offer it; the first is the usual one. */
const valuesOf = (type: FactType): readonly Variable[] => {
  const codes = [...(type.dictionary?.codes ?? ['x'])];
  const values: Readonly<Record<FactType['is'], () => readonly Variable[]>> = {
    boolean: () => [false, true],
    number: () => amounts,
    text: () => ['', 'text'],
    code: () => codes,
    date: () => ['2026-01-01'],
    list: () => [[], ...codes.map((code) => [code])],
    person: () => ['1'],
    reference: () => ['1'],
    people: () => [['1']],
    group: () => recordsOf(type.members ?? new Map()),
  };
  return type.nullable ? [...values[type.is](), null] : values[type.is]();
};

/** The usual record, and for each choice the usual record with it. */
const recordsOf = (types: FactTypes): readonly Readonly<Record<string, Variable>>[] => {
  const all = [...types].map(([name, type]) => [name, valuesOf(type)] as const);
  const usual = Object.fromEntries(all.map(([name, [first = null]]) => [name, first]));
  return [
    usual,
    ...all.flatMap(([name, [, ...others]]) => others.map((value) => ({ ...usual, [name]: value }))),
  ];
};

const isHeld = (candidate: string): boolean => {
  const role = /^role:(\w+)/.exec(candidate)?.[1];
  return role === undefined || held.has(role);
};

describe.each(kinds.map((kind) => [kind.process.kind, kind] as const))('%s', (_name, kind) => {
  const { process } = kind;
  const resource = resources.find(({ processes }) => processes.includes(process));
  const arrangers = resource && reviewedMixin.optionsOf(resource)?.arrangers;
  const types = new Map(factTypesOf(kind));
  for (const name of ['pass', 'applyUser', 'createUser', 'applicant']) types.delete(name);

  test('each choice ends by people of the demo', () => {
    const stuck = recordsOf(types).flatMap((own) =>
      [['teacher'], ['rd_project']].flatMap((roles) => {
        const record = { ...own, applicant: { roles } };
        const { position, asked } = playOut(kind, { records: [record], moves: [], empty: unheld });
        const left = asked.filter((node) => {
          const link = process.steps.find((one) => 'key' in one && one.key === node);
          if (link && isStep(link)) return !link.candidates.some(isHeld);
          return !arrangers || !held.has(arrangers);
        });
        return position === 'approved' && left.length === 0 ? [] : [{ own, position, left }];
      }),
    );
    expect(stuck).toEqual([]);
  });
});
