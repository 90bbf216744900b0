import { expect, test } from 'vitest';
import { writeCerif } from './cerif.ts';

const named = (text: string): string =>
  /<PersonName>(.*)<\/PersonName>/.exec(
    writeCerif(
      { is: 'Person', coar: '', schema: 'Person', word: [], titles: [{ text }], people: [] },
      'personnel/1',
      { school: '江陵大学', ror: '' },
    ),
  )?.[1] ?? '';

test.each([
  ['林晓岚', '<FamilyNames>林</FamilyNames><FirstNames>晓岚</FirstNames>'],
  ['欧阳澈', '<FamilyNames>欧阳</FamilyNames><FirstNames>澈</FirstNames>'],
  ['葛曾䮌', '<FamilyNames>葛</FamilyNames><FirstNames>曾䮌</FirstNames>'],
  ['阿依古丽·买买提', '<FamilyNames>阿依古丽·买买提</FamilyNames>'],
  ['Ingrid Solvang', '<FamilyNames>Ingrid Solvang</FamilyNames>'],
])('a person called %s in CERIF', (name, parts) => {
  expect(named(name)).toBe(parts);
});
