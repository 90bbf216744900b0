import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMasked, maskedName, maskText } from './mask.ts';

describe('a masked text', () => {
  test.each([
    ['110101199003078515', '110***********8515'],
    ['13800138000', '138****8000'],
    ['1234567', '*******'],
    ['', ''],
  ])('%s is shown as %s', (text, shown) => expect(maskText(text)).toBe(shown));

  test('keeps its length, shows at most seven characters, and is masked once for all', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z]{1,40}$/), (text) => {
        const shown = maskText(text);
        expect(shown).toHaveLength(text.length);
        expect(shown.replaceAll('*', '').length).toBeLessThanOrEqual(7);
        expect(isMasked(shown)).toBe(true);
        expect(maskText(shown)).toBe(shown);
      }),
    );
  });
});

describe('a name for strangers', () => {
  test.each([
    ['林晓岚', '林**'],
    ['欧阳', '欧*'],
    ['Marie Curie', 'M***'],
    ['𠮷野', '𠮷*'],
    ['', ''],
  ])('%s is shown as %s', (name, shown) => expect(maskedName(name)).toBe(shown));

  test('never tells more than its first character and no length above four', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const [first = ''] = [...name.trim()];
        const shown = maskedName(name);
        expect(shown.replace(first, '').replaceAll('*', '')).toBe('');
        expect([...shown].length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
