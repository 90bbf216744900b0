import fc from 'fast-check';
import type { Facts } from './meanings.ts';
import { completionMeanings, conditionMeanings } from './meanings.ts';

/**
 * Route as a tree of blocks, limited to what the checks at deployment accept. The engine gets it
 * drawn (`draw.ts`), the oracle reads the tree itself. Imports nothing of the engine, so that both
 * implementations share only their results.
 */
export type Block =
  | Step
  | { readonly is: 'sequence'; readonly parts: readonly Block[] }
  | Split
  /**
   * Loop: the body is repeated until `pass` is true at its end; before each repetition the
   * applicant corrects the record.
   */
  | { readonly is: 'loop'; readonly id: string; readonly body: Block; readonly mend: Step }
  /** Flow back to the applicant's first step. */
  | { readonly is: 'restart' }
  | Exit;

/** Separate end within the route. */
export interface Exit {
  readonly is: 'exit';
  /** Result for the record; null: that of the last decision. */
  readonly result: 'approved' | 'refused' | 'withdrawn' | null;
  /** True if the end may be reached as approved without any agreement. */
  readonly free: boolean;
}

export interface Step {
  readonly is: 'step';
  readonly id: string;
  readonly people: readonly string[];
  readonly empty: 'toAdmin' | 'skip' | 'refuse';
  /** Rule for an earlier approval by its only person; null: the setting of the tenant. */
  readonly same: 'none' | 'consecutive' | 'any' | null;
  readonly refuse: boolean;
  /** Condition under which the step is skipped. */
  readonly skip: string | null;
  /** Joint decision of several people; null: one person decides. */
  readonly together: JointDecision | null;
  /** Target of a negative vote without a gateway for it; null: the applicant. */
  readonly onAgainst: 'applicant' | 'prev' | 'refuse' | null;
  /** Hours of a wait; null for a step of people. */
  readonly hours: number | null;
  /** Deadline in hours and the action of the clock; null without a deadline. */
  readonly due: StepDeadline | null;
}

export interface StepDeadline {
  readonly hours: number;
  readonly overdue: 'agree' | 'refuse' | 'return' | 'handOver' | null;
  /** People who get the task at the deadline. */
  readonly to: readonly string[];
}

export interface JointDecision {
  readonly sequential: boolean;
  /** Condition for enough agreements; null: all must agree. */
  readonly completion: string | null;
  /** Shares of votes that decide; null: all for, or one against. */
  readonly votes: Votes | null;
}

/** Shares of votes, in percent. */
export interface Votes {
  readonly agree: 'all' | 'any' | number;
  readonly against: 'veto' | 'count' | number;
}

/** True if votes of a step are counted, so that one person alone cannot reject. */
export const isCounting = ({ together }: Step): boolean =>
  together?.votes != null &&
  (typeof together.votes.agree === 'number' || together.votes.against !== 'veto');

const policies: readonly Votes[] = [
  { agree: 'any', against: 'veto' },
  { agree: 'any', against: 'count' },
  { agree: 'all', against: 'count' },
  { agree: 60, against: 50 },
  { agree: 67, against: 34 },
  { agree: 60, against: 'count' },
  { agree: 50, against: 'veto' },
];

export interface Split {
  readonly is: 'parallel' | 'inclusive' | 'exclusive';
  readonly id: string;
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** Condition; null in a parallel gateway and for the default branch. */
  readonly when: string | null;
  readonly block: Block;
}

/** Id of the applicant. Ids are numbers as text, so that plays can also run on the database. */
export const applicantId = '10';
export const memberIds = ['10', '11', '12', '13', '14', '15', '16'];
export const roleReferences = ['role:r1', 'role:r2', 'role:r3', 'role:r4@dept'];
export const managerIds = ['21', '22'];

const ofFacts = Object.keys(conditionMeanings).filter((text) => !text.includes('pass'));
const ofPass = Object.keys(conditionMeanings).filter((text) => text.includes('pass'));

const references = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...roleReferences) },
    { weight: 1, arbitrary: fc.constantFrom('user:11', 'user:12', 'var:chosen') },
  ),
  { minLength: 1, maxLength: 2 },
);

/** Draws a value in one of `among` cases, otherwise null. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, among: number): fc.Arbitrary<T | null> =>
  fc.nat(among - 1).chain((n) => (n === 0 ? arbitrary : fc.constant(null)));

const whenEmpty = fc.constantFrom<Step['empty'][]>(
  ...Array<'toAdmin'>(6).fill('toAdmin'),
  'skip',
  'skip',
  'refuse',
);

const sames = seldom(
  fc.constantFrom<'none' | 'consecutive' | 'any'>('none', 'consecutive', 'any'),
  3,
);

const ways = seldom(
  fc.constantFrom<'applicant' | 'prev' | 'refuse'>('applicant', 'prev', 'refuse'),
  4,
);

const dues: fc.Arbitrary<StepDeadline | null> = seldom(
  fc
    .record({
      hours: fc.integer({ min: 1, max: 20 }),
      overdue: fc.constantFrom<StepDeadline['overdue'][]>(
        'agree',
        'refuse',
        'return',
        'handOver',
        null,
      ),
      to: fc.constantFrom(['role:r1'], ['role:r2', 'user:11'], ['user:12']),
    })
    .map((due) => (due.overdue === 'handOver' ? due : { ...due, to: [] })),
  4,
);

const step: fc.Arbitrary<Step> = fc.record({
  is: fc.constant('step' as const),
  id: fc.constant(''),
  people: references,
  empty: whenEmpty,
  same: sames,
  refuse: fc.constantFrom(true, true, true, false),
  skip: seldom(fc.constantFrom(...ofFacts, '${!pass}'), 16),
  together: fc.constant(null),
  onAgainst: ways,
  hours: fc.constant(null),
  due: dues,
});

const together: fc.Arbitrary<Step> = fc.record({
  is: fc.constant('step' as const),
  id: fc.constant(''),
  people: fc.array(fc.constantFrom(...roleReferences), { minLength: 1, maxLength: 3 }),
  empty: whenEmpty,
  same: sames,
  refuse: fc.constant(true),
  skip: fc.constant(null),
  together: fc.record({
    sequential: fc.boolean(),
    completion: fc.constantFrom(null, null, ...Object.keys(completionMeanings)),
    votes: fc.constantFrom(null, null, null, null, ...policies),
  }),
  onAgainst: ways,
  hours: fc.constant(null),
  due: dues,
});

/** Later step of the applicant, who confirms or gives up. */
const own: Step = {
  is: 'step',
  id: '',
  people: ['applicant'],
  empty: 'toAdmin',
  same: null,
  refuse: false,
  skip: null,
  together: null,
  onAgainst: null,
  hours: null,
  due: null,
};

const wait: fc.Arbitrary<Step> = fc
  .constantFrom(5, 24, 240)
  .map((hours) => ({ ...own, people: [], hours }));

/** First step of the applicant. */
export const applyStep: Step = { ...own, id: 'apply' };

export const isApplyStep = ({ people }: Step): boolean => people.join() === 'applicant';
export const isWait = ({ hours }: Step): boolean => hours !== null;

const split = (block: fc.Arbitrary<Block>, is: Split['is'], tests: readonly string[]) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...tests), block), { minLength: 2, maxLength: 3 }),
      fc.nat(9),
    )
    .map(
      ([branches, n]): Split => ({
        is,
        id: '',
        // One fork in ten has no default: if no condition is true, the command is refused.
        branches: branches.map(([when, inner], i) => ({
          when: is === 'parallel' || (i === branches.length - 1 && n > 0) ? null : when,
          block: inner,
        })),
      }),
    );

/** Generates a fork of people, followed by a step that may return the record into a branch. */
const forked = fc
  .tuple(
    fc
      .constantFrom<Split['is']>('parallel', 'inclusive', 'inclusive')
      .chain((is) => split(fc.oneof(step, together), is, ofFacts)),
    step,
  )
  .map(([fork, behind]): Block => ({ is: 'sequence', parts: [fork, behind] }));

const nothing: Block = { is: 'sequence', parts: [] };

/** Generates a block followed by a gateway on its verdict. */
const judged = (
  asked: fc.Arbitrary<Block>,
  against: fc.Arbitrary<Block>,
  rest: fc.Arbitrary<Block>,
  tests = ofPass,
): fc.Arbitrary<Block> =>
  fc.tuple(asked, fc.constantFrom(...tests), against, rest).map(([inner, test, no, yes]): Block => {
    const [first, second] = test === '${!pass}' ? [no, yes] : [yes, no];
    const branches = [
      { when: test, block: first },
      { when: null, block: second },
    ];
    return { is: 'sequence', parts: [inner, { is: 'exclusive', id: '', branches }] };
  });

/** Generates blocks nested up to four deep. */
export const arbitraryBlocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    { weight: 10, arbitrary: step },
    { weight: 5, arbitrary: together },
    { weight: 1, arbitrary: fc.constant(own) },
    { weight: 1, arbitrary: wait },
    { weight: 1, arbitrary: fc.constant(nothing) },
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constant('sequence' as const),
        parts: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom<Split['is']>('parallel', 'inclusive', 'exclusive')
        .chain((is) => split(tie('block'), is, ofFacts)),
    },
    { weight: 2, arbitrary: judged(tie('block'), tie('block'), tie('block')) },
    {
      weight: 2,
      // A repeated body begins with a person, since only visited steps can be voided.
      arbitrary: fc.tuple(step, tie('block')).map(
        ([first, inner]): Block => ({
          is: 'loop',
          id: '',
          body: { is: 'sequence', parts: [first, inner] },
          mend: own,
        }),
      ),
    },
  ),
})).block;

/** If everybody agrees, a flow back must not be taken forever. */
const plain = ['${pass}', '${!pass}'];
const exits: fc.Arbitrary<Exit> = fc.record({
  is: fc.constant('exit' as const),
  result: fc.constantFrom<Exit['result'][]>(null, null, 'approved', 'refused', 'withdrawn'),
  free: fc.constantFrom(false, false, false, true),
});
const jump = fc.oneof(fc.constant<Block>({ is: 'restart' }), exits);

const named = (block: Block, fresh: (prefix: string) => string): Block => {
  const inside = (inner: Block): Block => named(inner, fresh);
  switch (block.is) {
    case 'step':
      return { ...block, id: fresh('n') };
    case 'sequence':
      return { ...block, parts: block.parts.map(inside) };
    case 'loop':
      return {
        ...block,
        id: fresh('g'),
        body: inside(block.body),
        mend: inside(block.mend) as Step,
      };
    case 'restart':
    case 'exit':
      return block;
    default: {
      const id = fresh('g');
      const branches = block.branches.map((branch) => ({ ...branch, block: inside(branch.block) }));
      return { ...block, id, branches };
    }
  }
};

/** Limits a block to few people, so that people meet steps that they have already approved. */
const byFew = (block: Block): Block => {
  switch (block.is) {
    case 'step': {
      const groups = [['user:11'], ['user:12'], ['user:11', 'user:12']];
      const group = groups[Number(block.id.slice(1)) % groups.length] as string[];
      return isApplyStep(block) || isWait(block) ? block : { ...block, people: group };
    }
    case 'sequence':
      return { ...block, parts: block.parts.map(byFew) };
    case 'loop':
      return { ...block, body: byFew(block.body) };
    case 'restart':
    case 'exit':
      return block;
    default:
      return {
        ...block,
        branches: block.branches.map((branch) => ({ ...branch, block: byFew(branch.block) })),
      };
  }
};

/** Gives every step and every gateway a unique id. */
export const withIds = (block: Block): Block => {
  let count = 0;
  return named(block, (prefix) => {
    count += 1;
    return `${prefix}${count}`;
  });
};

/** Generates whole routes: blocks in sequence, sometimes with a flow for rejections. */
export const arbitraryRoutes: fc.Arbitrary<Block> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: arbitraryBlocks },
      { weight: 1, arbitrary: forked },
      { weight: 1, arbitrary: judged(arbitraryBlocks, jump, step, plain) },
      { weight: 1, arbitrary: judged(step, jump, arbitraryBlocks, plain) },
      { weight: 1, arbitrary: judged(fc.oneof(fc.constant(own), step), jump, step, plain) },
    ),
    fc.array(arbitraryBlocks, { maxLength: 2 }),
    seldom(exits, 6),
    fc.nat(3),
  )
  .map(([first, rest, last, few]) => {
    const parts = [first, ...rest, ...(last ? [last] : [])];
    const route = withIds({ is: 'sequence', parts });
    return few === 1 ? byFew(route) : route;
  });

export const arbitraryFacts: fc.Arbitrary<Facts> = fc.record({
  b0: fc.boolean(),
  b1: fc.boolean(),
  n: fc.integer({ min: 0, max: 9 }),
  kind: fc.constantFrom('x', 'y'),
  chosen: fc.subarray(['13', '14', '15', '10']),
});

/** Generates the holders of each role; a role may have nobody, or the applicant only. */
export const arbitraryRoleHolders: fc.Arbitrary<readonly (readonly string[])[]> = fc.tuple(
  ...roleReferences.map(() => fc.subarray(memberIds, { maxLength: 4 })),
);
