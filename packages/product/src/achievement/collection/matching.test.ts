import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexStaff } from '../bibliography/staff.ts';
import { matchWork, type Scholar, tellFrom, type Work } from './matching.ts';

const people: readonly Scholar[] = [
  { id: '1', name: '林晓岚', identities: ['linxl@jl.example', '0000-0002-1825-0097'] },
  { id: '2', name: '林晓兰', identities: [] },
  { id: '3', name: '欧阳文', identities: [] },
];
const staff = await indexStaff(people);
const scholars = new Map(people.map((one) => [one.id, one]));
const university = ['江陵大学', 'Jiangling University'];

const match = (work: Partial<Work>, together: Readonly<Record<string, readonly string[]>> = {}) =>
  matchWork(
    { authorsText: null, addresses: null, reprintAuthor: null, ...work },
    staff,
    scholars,
    university,
    async () => new Map(Object.entries(together).map(([id, ids]) => [id, new Set(ids)])),
  );

const pointsOf = async (...given: Parameters<typeof match>) =>
  Object.fromEntries((await match(...given)).map(({ userId, score }) => [userId, score]));

describe('points of a match (R-507)', () => {
  test('the name in characters is one person, in pinyin everybody who is spelled so', async () => {
    expect(await pointsOf({ authorsText: '吴奇; 林晓岚' })).toEqual({ 1: 40 });
    expect(await pointsOf({ authorsText: 'Lin, Xiaolan; Wu, Qi' })).toEqual({ 1: 40, 2: 40 });
  });

  test('with the university it is enough to tell the person, with another one it is not', async () => {
    const authorsText = 'Wu, Qi; Ouyang, Wen';
    const [ours] = await match({
      authorsText,
      addresses: '[Ouyang, Wen] Jiangling Univ, Dept Phys',
    });
    expect(ours).toMatchObject({ userId: '3', score: tellFrom, sort: 2 });
    expect(ours?.reasons).toEqual(['name', 'institution']);
    expect(await pointsOf({ authorsText, addresses: 'Other Univ' })).toEqual({ 3: 40 });
  });

  test('a co-author of before counts; an address or an ORCID is certain', async () => {
    const authorsText = 'Lin, Xiaolan; Ouyang, Wen';
    expect(await pointsOf({ authorsText }, { 1: ['3'] })).toEqual({ 1: 55, 2: 40, 3: 40 });
    expect(await pointsOf({ authorsText, reprintAuthor: 'LinXL@jl.example' })).toMatchObject({
      1: 100,
      2: 40,
    });
    const orcid = { authorsText: 'Nobody, N', reprintAuthor: 'Lin/0000-0002-1825-0097' };
    expect(await match(orcid)).toMatchObject([{ userId: '1', score: 100, sort: null }]);
  });

  test('a part of a longer address identifies nobody', async () => {
    const reprintAuthor = 'x.linxl@jl.example, linxl@jl.example.org';
    expect(await pointsOf({ authorsText: 'Nobody, N', reprintAuthor })).toEqual({});
  });

  test('whatever the text, points lie between 40 and 100 and nobody is named twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (noise, more) => {
        const found = await match({
          authorsText: `${noise}; 林晓岚; Ouyang Wen`,
          addresses: more,
          reprintAuthor: noise,
        });
        expect(new Set(found.map(({ userId }) => userId)).size).toBe(found.length);
        expect(found.every(({ score }) => score >= 40 && score <= 100)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
