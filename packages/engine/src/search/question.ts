import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ActorScope } from '../store/statements/scope.ts';
import { searchShapeOf, termPrefixOf } from './entry.ts';
import { checkedEntries } from './find.ts';
import { type ReachFilter, reachTerms } from './reach.ts';
import { bandNames, type NewestBands } from './stretches.ts';
import { typedQuery } from './typed.ts';
import { reachTerm } from './vector.ts';

/** Search question for one kind. */
export interface KindQuestion {
  readonly resource: Resource;
  readonly scope: ActorScope;
  /** Null if no term limits the search to what the reader may read. */
  readonly reach: ReachFilter | null;
  /** Conditions on terms: for all records, and for those of the reader's departments and of the reader. */
  readonly typed: string;
  readonly within: string;
  /** Hash of the whole typed text, for values equal to it; null if the text is too long. */
  readonly whole: string | null;
  /** True if the typed text ends in a short prefix that many terms share, in a kind with many entries. */
  readonly begins: boolean;
  readonly stretches: NewestBands;
}

/** Reader who asks, and the typed text. */
interface Asking {
  readonly tenant: string;
  readonly actorId: string;
  readonly departments: readonly string[];
  readonly resource: Resource;
  readonly scope: ActorScope;
  readonly stretches: NewestBands;
}

/** Pattern of a prefix of up to six letters, after the code of the resource and the mark of the term. */
const shortBeginning = /'.{1,10}':\*/u;

/**
 * Returns the stretches to search: a department has only part of each stretch, so the smallest and the largest are
 * searched. For readers who read only records that name them, the index gives few anyway.
 */
const stretchesFor = (
  reach: ReachFilter | null,
  stretches: NewestBands,
): KindQuestion['stretches'] => {
  if (reach === null) return stretches;
  return reach.departments ? stretches.map((one, place) => (place === 1 ? [] : one)) : [];
};

/** Returns the question for a kind; undefined if no searchable text was typed. */
export const kindQuestionOf = (
  text: string,
  { tenant, actorId, departments, resource, scope, stretches }: Asking,
): readonly KindQuestion[] => {
  const code = termPrefixOf(tenant, resource);
  const asked = typedQuery(text, code, stretches.length > 0);
  if (asked === null) return [];
  // A data scope may name people by a field that entries do not contain: then no term limits the search.
  const reach = reachTerms(scope, searchShapeOf(resource).reach.people);
  const opened = [
    ...(reach?.person ? [reachTerm.person(actorId)] : []),
    ...(reach?.departments ? departments.map(reachTerm.department) : []),
  ].map((term) => `'${code}${term}'`);
  const narrowed = (condition: string): string =>
    opened.length > 0 ? `(${condition}) & (${opened.join(' | ')})` : condition;
  const many = stretches.length > 0 && (reach === null || reach.departments);
  return [
    {
      resource,
      scope,
      reach,
      typed: asked.all,
      within: narrowed(asked.all),
      whole: asked.whole === null ? null : narrowed(asked.whole),
      begins: many && shortBeginning.test(asked.all),
      stretches: stretchesFor(reach, stretches),
    },
  ];
};

/** Returns the parameters of the statement: one list per column, with an element for each kind. */
export const questionParameters = (
  questions: readonly KindQuestion[],
  departments: readonly string[],
): RowLike => ({
  resources: questions.map(({ resource }) => resource.key),
  typed: questions.map(({ typed }) => typed),
  within: questions.map(({ within }) => within),
  whole: questions.map(({ whole }) => whole),
  begins: questions.map(({ begins }) => begins),
  lookedEach: Math.ceil(checkedEntries / Math.max(1, departments.length)),
  ...Object.fromEntries(
    bandNames.map((name, place) => [
      name,
      questions.map(({ stretches }) => {
        const bands = stretches[place];
        return bands === undefined ? null : `{${bands.join(',')}}`;
      }),
    ]),
  ),
});
