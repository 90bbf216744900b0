import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EffectLayer, relayerField, type WriteLayer } from './layers.ts';

const same = (a: unknown, b: unknown): boolean => a === b;

/** A field, and what stands on it. */
interface Field {
  readonly value: unknown;
  readonly standing: readonly WriteLayer[];
}

const stays = ({ id, before, after }: WriteLayer): EffectLayer => ({
  id,
  was: { before, after },
  now: { after },
});

const begin = ({ value, standing }: Field, id: string, after: unknown) =>
  relayerField(value, [...standing.map(stays), { id, was: null, now: { after } }], same);

const change = ({ value, standing }: Field, id: string, after: unknown) =>
  relayerField(
    value,
    standing.map((one) => (one.id === id ? { ...stays(one), now: { after } } : stays(one))),
    same,
  );

const end = ({ value, standing }: Field, id: string) =>
  relayerField(
    value,
    standing.map((one) => (one.id === id ? { ...stays(one), now: null } : stays(one))),
    same,
  );

const after = ({ value, layers }: ReturnType<typeof relayerField>): Field => ({
  value,
  standing: layers,
});

const fieldOf = (value: unknown, ...writes: readonly (readonly [string, unknown])[]): Field =>
  writes.reduce((field, [id, written]) => after(begin(field, id, written)), {
    value,
    standing: [],
  } as Field);

describe('writes on one field', () => {
  test('the last one gives back what it covered', () => {
    const field = fieldOf('A', ['1', 'B'], ['2', 'C']);
    expect(end(field, '2')).toMatchObject({ value: 'B', overruled: [] });
  });

  test('an earlier one hands what it covered on to the later one', () => {
    const first = end(fieldOf('A', ['1', 'B'], ['2', 'C']), '1');
    expect(first.value).toBe('C');
    expect(end(after(first), '2').value).toBe('A');
  });

  test('what somebody entered on top stays, and is told', () => {
    const field = { ...fieldOf('A', ['1', 'B']), value: 'X' };
    expect(end(field, '1')).toEqual({ value: 'X', layers: [], overruled: ['1'] });
  });

  test('what somebody entered between two stays beneath the later one', () => {
    const edited = { ...fieldOf('A', ['1', 'B']), value: 'X' };
    const field = after(begin(edited, '2', 'C'));
    const first = end(field, '1');
    expect(first).toMatchObject({ value: 'C', overruled: ['1'] });
    expect(end(after(first), '2').value).toBe('X');
  });

  test('a changed one covers the same as before', () => {
    const field = after(change(fieldOf('A', ['1', 'B'], ['2', 'C']), '1', 'D'));
    expect(field.value).toBe('C');
    const [one, two] = field.standing;
    expect(one).toMatchObject({ before: 'A', after: 'D' });
    expect(two).toMatchObject({ before: 'D', after: 'C' });
  });
});

const values = fc.constantFrom('A', 'B', 'C', 'D');
const moves = fc.array(
  fc.record({
    is: fc.constantFrom('begin', 'change', 'end'),
    id: fc.constantFrom('1', '2', '3', '4'),
    to: values,
  }),
  { maxLength: 20 },
);

test('without edits by hand the field has what stands on top, else what it began with', () => {
  fc.assert(
    fc.property(values, moves, (first, all) => {
      let field: Field = { value: first, standing: [] };
      const model: { id: string; after: string }[] = [];
      for (const { is, id, to } of all) {
        const at = model.findIndex((one) => one.id === id);
        if ((is === 'begin') !== at < 0) continue;
        const made =
          is === 'begin'
            ? begin(field, id, to)
            : is === 'end'
              ? end(field, id)
              : change(field, id, to);
        expect(made.overruled).toEqual([]);
        field = after(made);
        if (is === 'begin') model.push({ id, after: to });
        else if (is === 'end') model.splice(at, 1);
        else model.splice(at, 1, { id, after: to });
        expect(field.value).toBe(model.at(-1)?.after ?? first);
        expect(field.standing.map(({ id: name, after: to }) => ({ id: name, after: to }))).toEqual(
          model,
        );
      }
    }),
  );
});
