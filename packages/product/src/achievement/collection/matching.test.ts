import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexStaff } from '../bibliography/staff.ts';
import {
  autoAssignFromPoints,
  matchWork,
  notifyFromPoints,
  type PastCollaboration,
  preparePeople,
  type ScholarToMatch,
  type WorkToMatch,
} from './matching.ts';

const people: readonly ScholarToMatch[] = [
  {
    id: '1',
    name: '林晓岚',
    identities: ['linxl@jl.example', '0000-0002-1825-0097'],
    places: ['物理与电子工程学院', 'School of Physics and Electronic Engineering'],
    fromYear: 2015,
    discipline: '140',
  },
  { id: '2', name: '林晓兰', identities: [], places: ['文学院', 'School of Literature'] },
  { id: '3', name: '欧阳文', identities: [], places: ['文学院', 'School of Literature'] },
  { id: '4', name: '吴奇', identities: [] },
  { id: '5', name: '吴奇', identities: [], places: ['物理与电子工程学院'] },
];
const prepared = preparePeople(
  await indexStaff(people),
  people,
  ['江陵大学', 'Jiangling University'],
  new Map([['2049-3630', new Set(['140'])]]),
);
const nothing: PastCollaboration = { coauthors: new Map(), denied: new Map() };
const past = (given: Readonly<Record<string, readonly string[]>>): PastCollaboration['coauthors'] =>
  new Map(Object.entries(given).map(([id, ids]) => [id, new Set(ids)]));

const match = (work: Partial<WorkToMatch>, before: Partial<PastCollaboration> = {}) =>
  matchWork(
    { authorsText: null, addresses: null, reprintAuthor: null, ...work },
    prepared,
    async () => ({ ...nothing, ...before }),
  );

const pointsOf = async (...given: Parameters<typeof match>) =>
  Object.fromEntries((await match(...given)).map(({ userId, score }) => [userId, score]));

describe('points of a match (R-507)', () => {
  test('a rare name counts more than a shared one, and a spelling of one person more than of several', async () => {
    expect(await pointsOf({ authorsText: '林晓岚; 欧阳文' })).toEqual({ 1: 45, 3: 45 });
    expect(await pointsOf({ authorsText: '吴奇', addresses: '[吴奇] 江陵大学' })).toEqual({
      4: 50,
      5: 50,
    });
    expect(await pointsOf({ authorsText: 'Ouyang, Wen' })).toEqual({ 3: 40 });
    expect(
      await pointsOf({ authorsText: 'Lin, Xiaolan', addresses: '[Lin, Xiaolan] Jiangling Univ' }),
    ).toEqual({ 1: 50, 2: 50 });
  });

  test('the university beside the author counts more than somewhere on the record, the college beside it more', async () => {
    const authorsText = '林晓岚; Wang, Er';
    expect(await pointsOf({ authorsText, addresses: '江陵大学' })).toEqual({ 1: 55 });
    expect(await pointsOf({ authorsText, addresses: '[林晓岚] 江陵大学' })).toEqual({ 1: 65 });
    const [sure] = await match({
      authorsText: 'Lin, Xiaolan',
      addresses:
        '[Lin, Xiaolan] Jiangling Univ, Sch Phys & Elect Engn, Jiangling, Peoples R China.',
    });
    expect(sure).toMatchObject({
      userId: '1',
      score: 60,
      reasons: ['pinyin', 'institution', 'college'],
    });
    expect(sure?.score).toBe(notifyFromPoints);
  });

  test('another institution speaks against, unless ours stands beside it', async () => {
    const authorsText = '林晓岚';
    expect(await pointsOf({ authorsText, addresses: '[林晓岚] 别处大学' })).toEqual({});
    expect(
      await pointsOf({ authorsText, addresses: '[林晓岚] 别处大学\n[林晓岚] 江陵大学' }),
    ).toEqual({ 1: 65 });
  });

  test('co-authors of before, the discipline of the journal and years away count', async () => {
    const work = {
      authorsText: '林晓岚; 欧阳文; Wang, Er',
      addresses: '[林晓岚] 江陵大学物理与电子工程学院',
    };
    expect((await pointsOf(work))[1]).toBe(75);
    expect((await pointsOf(work, { coauthors: past({ 1: ['3'] }) }))[1]).toBe(90);
    // One colleague who is known by id and by name is one.
    expect((await pointsOf(work, { coauthors: past({ 1: ['3', '欧阳文'] }) }))[1]).toBe(90);
    expect((await pointsOf(work, { coauthors: past({ 1: ['3', 'Wang, Er'] }) }))[1]).toBe(100);
    expect((await pointsOf({ ...work, issn: '2049-3630' }))[1]).toBe(80);
    expect((await pointsOf({ ...work, publishYear: 2011 }))[1]).toBe(45);
    expect((await pointsOf({ ...work, publishYear: 2013 }))[1]).toBe(75);
    expect((await pointsOf(work, { denied: past({ 1: ['Wang, Er'] }) }))[1]).toBeUndefined();
  });

  test('an address or an ORCID decides; a part of a longer one identifies nobody', async () => {
    expect(
      await match({ authorsText: 'Lin, Xiaolan', reprintAuthor: 'LinXL@jl.example' }),
    ).toMatchObject([{ userId: '1', score: 100, isSure: true }]);
    const orcid = { authorsText: 'Nobody, N', reprintAuthor: 'Lin/0000-0002-1825-0097' };
    expect(await match(orcid)).toMatchObject([
      { userId: '1', score: 100, sort: null, isSure: true },
    ]);
    const reprintAuthor = 'x.linxl@jl.example, linxl@jl.example.org';
    expect(await pointsOf({ authorsText: 'Nobody, N', reprintAuthor })).toEqual({});
  });

  test('another ORCID beside the name is another person', async () => {
    const work = {
      authorsText: 'Lin, Xiaolan',
      addresses:
        '[Lin, Xiaolan] Jiangling University, School of Physics and Electronic Engineering',
      reprintAuthor: 'Lin, Xiaolan/0000-0001-5109-3700',
    };
    expect((await pointsOf(work))[1]).toBeUndefined();
  });
});

describe('who is asked without a look by the office', () => {
  const work = { authorsText: '吴奇; 林晓岚; Wang, Er', addresses: '[吴奇] 江陵大学' };

  test('nobody below ninety points', async () => {
    const [first] = await match({ ...work, addresses: '[林晓岚] 江陵大学物理与电子工程学院' });
    expect(first).toMatchObject({ userId: '1', score: 75, isSure: false });
    expect(first?.score).toBeLessThan(autoAssignFromPoints);
  });

  test('nobody with a rival for the same place near', async () => {
    const addresses = '[吴奇] 江陵大学物理与电子工程学院';
    const coauthors = past({ 4: ['1', 'Wang, Er'], 5: ['1', 'Wang, Er'] });
    const found = await match({ ...work, addresses }, { coauthors });
    expect(found.filter(({ isSure }) => isSure)).toEqual([]);
  });
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
