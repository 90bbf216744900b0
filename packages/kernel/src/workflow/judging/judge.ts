import { Refused } from '../../errors.ts';
import type { Label } from '../../label.ts';
import { fill } from '../../label.ts';
import { conditionHolds, UnknownName } from '../evaluate.ts';
import type { Expression, Variables } from '../expression.ts';
import { valueAtPath, variablePathsIn } from '../expression.ts';
import { type NodeInForks, nodeTitle } from '../graph.ts';

/** Fact without a value, and the node of the route that asked for it. */
export interface MissingFact {
  readonly node: NodeInForks;
  /** Path, `plan.needReview`; null where the condition itself is wrong. */
  readonly fact: string | null;
}

/** Message for a condition that cannot be judged; the fact by its name for people. */
export const undecidableConditionText = (
  node: NodeInForks,
  fact: Label | null,
  reason: Label,
): Label =>
  fact
    ? fill(
        [
          '流程条件【{node}】无法判断：【{name}】没有值，请联系管理员',
          'The condition at “{node}” cannot be evaluated: “{name}” has no value. Please contact the administrator',
        ],
        { node: nodeTitle(node), name: fact },
      )
    : fill(
        [
          '流程条件【{node}】无法判断：{reason}，请联系管理员',
          'The condition at “{node}” cannot be evaluated: {reason}. Please contact the administrator',
        ],
        { node: nodeTitle(node), reason },
      );

/**
 * The route asks for a value that the record does not have: a later release or import left it
 * incomplete (workflow-2 §1.6). The command changes nothing, and managers see the process as a trouble.
 */
export class ConditionUndecidable extends Refused {
  readonly missing: MissingFact;
  /** Fault where every fact has a value. */
  readonly reason: Label;
  constructor(missing: MissingFact, reason: Label) {
    const { node, fact } = missing;
    super(undecidableConditionText(node, fact === null ? null : [fact, fact], reason));
    this.missing = missing;
    this.reason = reason;
  }
}

/** Operators that answer for a value that is not there. */
const asks: ReadonlySet<string> = new Set(['empty', '==', '!=']);

/** The parts of an expression that need a value. */
const needing = (expression: Expression): readonly Expression[] => {
  if ('op' in expression && asks.has(expression.op)) return [];
  if (expression.is === 'unary') return needing(expression.of);
  if (expression.is === 'binary') return [expression.left, expression.right].flatMap(needing);
  if (expression.is === 'choice') {
    return [expression.test, expression.yes, expression.no].flatMap(needing);
  }
  return expression.is === 'call' ? expression.args.flatMap(needing) : [expression];
};

/** The first fact that has no value though the expression needs one. */
const lackedBy = (expression: Expression, seen: Variables, isUnknown: boolean): string | null => {
  const paths = (isUnknown ? [expression] : needing(expression)).flatMap(variablePathsIn);
  const path = paths.find((one) => {
    const value = valueAtPath(one, seen);
    return value === undefined || (value === null && !isUnknown);
  });
  return path?.join('.') ?? null;
};

/**
 * True if a condition of a node holds.
 * @throws Unjudged where it has no value.
 */
export const judgeCondition = (
  node: NodeInForks,
  expression: Expression,
  seen: Variables,
): boolean => {
  try {
    return conditionHolds(expression, seen);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const fact = lackedBy(expression, seen, error instanceof UnknownName);
    throw new ConditionUndecidable({ node, fact }, error.label);
  }
};
