import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { f } from './field.ts';
import { kinds } from './kinds.ts';

const { spec } = f.percent(['比例', 'Share']);
const { parse, text } = kinds.percent;

describe('a share of 100', () => {
  test.each(['12.5', '12.5%', ' 12.50 ％ ', '12.500', 12.5])('%s is 12.50', (typed) => {
    expect(parse(typed, spec)).toEqual({ value: '12.50' });
  });

  test.each(['100.01', '-0.01%', '12.345', '12.5%%', '%', 'x', '1e1', {}])(
    '%s is refused',
    (typed) => expect(parse(typed, spec)).toHaveProperty('fault'),
  );

  test('is read again as it is shown, to its last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        const shown = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const parsed = parse(shown, spec);
        expect(parsed).toEqual({ value: shown });
        expect(parse(text(shown, spec, 'zh'), spec)).toEqual(parsed);
        expect(text(shown, spec, 'zh')).toBe(`${shown}%`);
      }),
    );
  });

  test('that is not there shows nothing', () => expect(text(null, spec, 'zh')).toBe(''));

  test('may go beyond 100 where its definition says so', () => {
    const wide = f.percent(['增幅', 'Growth'], 1).between(-100, 1000).spec;
    expect(parse('250.5%', wide)).toEqual({ value: '250.5' });
    expect(parse('1000.1', wide)).toHaveProperty('fault');
  });
});
