import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { type AuthorRow, rateSum } from '../common/authors.ts';
import { claim } from './claim.ts';
import { authorsOfNewPaper, type ClaimedAuthors, mergedAuthorsOf } from './claim-authors.ts';
import {
  askedAnswerText,
  disputedClaims,
  type RankClaim,
  recordStatus,
  rivalClaimsOf,
} from './claim-ranks.ts';
import { claimCodes } from './dictionaries.ts';

supplyNationalDictionaries();

const faultsOf = (input: object, thesis: object, stored = {}) =>
  validate(untypedResource(claim), stored, input as Record<string, unknown>, 'complete', {
    today: '2026-11-21',
    now: '2026-11-21 10:00:00',
    facts: { thesis },
  } as never).faults.map(({ path, message }) => `${path}: ${message[0]}`);

describe('a claim', () => {
  const out = { status: '1', authorsText: '林晓岚; 吴奇; 欧阳文' };

  test('is of a record that is out; one that was returned also once no more are taken', () => {
    const judged = (status: string, stored = {}) =>
      faultsOf({ thesisId: '7' }, { ...out, status }, stored).filter((one) =>
        one.startsWith('thesisId'),
      );
    expect(judged('1')).toEqual([]);
    expect(judged('2')[0]).toContain('已撤回发布');
    expect(judged('3')[0]).toContain('已截止认领');
    expect(judged('3', { claimStatus: '5' })).toEqual([]);
    expect(judged('2', { claimStatus: '5' })[0]).toContain('已撤回发布');
  });

  test('is of a place that the record has', () => {
    expect(faultsOf({ authorSort: 3 }, out).join()).not.toContain('authorSort');
    expect(faultsOf({ authorSort: 4 }, out)).toContain('authorSort: 该题录共 3 位作者');
  });

  test('names nobody and no place twice', () => {
    const line = { personType: '01', authorType: '06' };
    const faults = faultsOf(
      {
        authorSort: 1,
        otherAuthors: [
          { ...line, sort: 1, userId: '5' },
          { ...line, sort: 2, userId: '6' },
          { ...line, sort: 3, userId: '6' },
          { ...line, sort: 9, userId: '8' },
        ],
      },
      out,
    );
    expect(faults).toContain('otherAuthors.0.sort: 排名与其他作者重复');
    expect(faults).toContain('otherAuthors.2.userId: 作者重复');
    expect(faults).toContain('otherAuthors.3.sort: 该题录共 3 位作者');
  });
});

const standing = fc
  .uniqueArray(
    fc.record({
      userId: fc.integer({ min: 1, max: 8 }).map(String),
      sort: fc.integer({ min: 1, max: 4 }),
      approved: fc.boolean(),
      ruled: fc.boolean(),
    }),
    { selector: ({ userId }) => userId, maxLength: 8 },
  )
  .map((all): readonly RankClaim[] => all.map((one) => ({ ...one, id: `1${one.userId}` })));
const nobody = () => null;

describe('claims of one record', () => {
  test('are disputed where somebody else has the place, until the office decides', () => {
    fc.assert(
      fc.property(standing, (all) => {
        const disputed = disputedClaims(all, nobody);
        for (const one of all) {
          const hasRival = all.some((each) => each.id !== one.id && each.sort === one.sort);
          expect(disputed.has(one.id)).toBe(hasRival && !one.approved && !one.ruled);
        }
      }),
    );
  });

  test('one that stands alone at its place is disputed by a registration of somebody else only', () => {
    const one = { id: '1', userId: '5', sort: 2, approved: false, ruled: false };
    expect(disputedClaims([one], () => '5').size).toBe(0);
    expect(disputedClaims([one], nobody).size).toBe(0);
    expect(disputedClaims([one], (sort) => (sort === 2 ? '6' : null)).has('1')).toBe(true);
    expect(disputedClaims([{ ...one, ruled: true }], () => '6').size).toBe(0);
  });

  test('say how far the record has come, and nobody who has claimed it is asked', () => {
    fc.assert(
      fc.property(standing, (all) => {
        const disputed = disputedClaims(all, nobody);
        const status = recordStatus(all, disputed);
        expect(status === claimCodes.open).toBe(all.length === 0);
        expect(status === claimCodes.disputed).toBe(disputed.size > 0);
        for (const { userId } of all) {
          expect(askedAnswerText(userId, null, all, disputed)).not.toBeNull();
          expect(askedAnswerText(userId, claimCodes.ignored, all, disputed)).not.toBe(
            claimCodes.ignored,
          );
        }
        expect(askedAnswerText('99', null, all, disputed)).toBeNull();
        expect(askedAnswerText('99', claimCodes.inReview, all, disputed)).toBeNull();
        expect(askedAnswerText('99', claimCodes.ignored, all, disputed)).toBe(claimCodes.ignored);
      }),
    );
  });

  test('rivals are mutual', () => {
    fc.assert(
      fc.property(standing, (all) => {
        for (const one of all) {
          for (const other of rivalClaimsOf(one, all))
            expect(rivalClaimsOf(other, all)).toContain(one);
        }
      }),
    );
  });
});

const claimed = (more: Partial<ClaimedAuthors> = {}): ClaimedAuthors => ({
  claimUserId: '5',
  authorSort: 1,
  authorType: '01',
  schoolSign: '1',
  otherAuthors: null,
  ...more,
});

describe('the authors of a claimed paper', () => {
  const printed = {
    authorsText: 'Lin, Xiaolan; Wu, Qi; Okafor, D',
    addresses:
      '[Lin, Xiaolan; Wu, Qi] Jiangling Univ, Jiangling, Peoples R China.\n[Okafor, D] Univ Lagos, Lagos.',
    reprintAuthor: 'Wu, Qi, Jiangling Univ',
  };

  test('stand in the order of the record, with ours where the claim says', () => {
    const lines = authorsOfNewPaper(
      printed,
      claimed({
        otherAuthors: [
          { sort: 2, personType: '02', userId: null, name: '吴奇', authorType: '02' },
        ] as ClaimedAuthors['otherAuthors'],
      }),
    );
    expect(lines).toMatchObject([
      { sort: 1, personType: '01', userId: '5', authorType: '01' },
      { sort: 2, personType: '02', userId: null, name: '吴奇', unit: 'Jiangling Univ' },
      { sort: 3, personType: '03', name: 'Okafor, D', unit: 'Univ Lagos', authorType: '06' },
    ]);
  });

  test('share a hundred percent and are ranked without gaps, however many there are', () => {
    const place = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), place, (count, authorSort) => {
        const authorsText = Array.from({ length: count }, (_, at) => `Author${at}, A`).join('; ');
        const lines = authorsOfNewPaper({ ...printed, authorsText }, claimed({ authorSort }));
        expect(rateSum(lines)).toBe('100');
        expect(lines.map(({ sort }) => sort)).toEqual(lines.map((_, at) => at + 1));
        expect(lines.filter(({ userId }) => userId === '5')).toHaveLength(1);
      }),
    );
  });
});

describe('a claim merged with a registration', () => {
  const line = fc.record({
    userId: fc.option(fc.integer({ min: 1, max: 9 }).map(String)),
    authorType: fc.constant('06'),
    contributionRate: fc.constant('10.00'),
    confirmStatus: fc.constantFrom(null, '0', '1'),
  });
  const registered = fc
    .uniqueArray(line, { selector: ({ userId }) => userId ?? {}, minLength: 1, maxLength: 6 })
    .map((lines) => lines.map((one, at) => ({ ...one, sort: at + 1 })) as unknown as AuthorRow[]);

  test('puts the claimant in once, moves nobody and takes no place that somebody of ours has', () => {
    const input = fc.record({ lines: registered, sort: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(input, fc.boolean(), ({ lines, sort }, ruled) => {
        const merged = mergedAuthorsOf(lines, claimed({ authorSort: sort }), ruled);
        expect(merged.map((one) => [one.sort, one.contributionRate])).toEqual(
          lines.map((one) => [one.sort, one.contributionRate]),
        );
        const holder = lines[sort - 1]?.userId ?? null;
        const isThere = lines.some(({ userId }) => userId === '5');
        const isFree = sort <= lines.length && holder === null;
        const own = merged.filter(({ userId }) => userId === '5');
        expect(own).toHaveLength(isThere || isFree || (ruled && sort <= lines.length) ? 1 : 0);
        expect(own.every(({ confirmStatus }) => confirmStatus === '1')).toBe(true);
        for (const [at, before] of lines.entries()) {
          const kept = merged[at]?.userId === before.userId;
          expect(kept || at === sort - 1).toBe(true);
          if (!kept && before.userId !== null) expect(ruled).toBe(true);
        }
      }),
    );
  });
});
