import { Refused } from '../../errors.ts';
import type { Label } from '../../label.ts';
import { fill } from '../../label.ts';
import { conditionHolds, UnknownName } from '../evaluate.ts';
import type { Expression, Variables } from '../expression.ts';
import { valueAtPath, variablePathsIn } from '../expression.ts';
import { type NodeInForks, nodeTitle } from '../graph.ts';

/** Fact without a value, and the node of the route whose condition needs it. */
export interface MissingFact {
  readonly node: NodeInForks;
  /** Path such as `plan.needReview`; null if the condition itself is invalid. */
  readonly fact: string | null;
}

/**
 * Returns the message for a condition that cannot be evaluated, with the label of the missing fact.
 */
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
 * Error for a route that needs a value that the record lacks, being incomplete since a release or
 * import (workflow-2 §1.6). The command changes nothing, and managers see the process as a trouble.
 */
export class ConditionUndecidable extends Refused {
  readonly missing: MissingFact;
  /** Text of the fault if every fact has a value. */
  readonly reason: Label;
  constructor(missing: MissingFact, reason: Label) {
    const { node, fact } = missing;
    super(undecidableConditionText(node, fact === null ? null : [fact, fact], reason));
    this.missing = missing;
    this.reason = reason;
  }
}

/** Operators that accept a missing value. */
const asks: ReadonlySet<string> = new Set(['empty', '==', '!=']);

/** Returns the parts of an expression that need a value. */
const needing = (expression: Expression): readonly Expression[] => {
  if ('op' in expression && asks.has(expression.op)) return [];
  if (expression.is === 'unary') return needing(expression.of);
  if (expression.is === 'binary') return [expression.left, expression.right].flatMap(needing);
  if (expression.is === 'choice') {
    return [expression.test, expression.yes, expression.no].flatMap(needing);
  }
  return expression.is === 'call' ? expression.args.flatMap(needing) : [expression];
};

/** Returns the first fact without a value that the expression needs. */
const lackedBy = (expression: Expression, seen: Variables, isUnknown: boolean): string | null => {
  const paths = (isUnknown ? [expression] : needing(expression)).flatMap(variablePathsIn);
  const path = paths.find((one) => {
    const value = valueAtPath(one, seen);
    return value === undefined || (value === null && !isUnknown);
  });
  return path?.join('.') ?? null;
};

/**
 * Evaluates a condition of a node.
 * @throws ConditionUndecidable if a value is missing.
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
