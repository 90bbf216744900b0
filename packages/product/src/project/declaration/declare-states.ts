/** State of a declaration returned by an approver. */
export const returnedState = '80';

/** State of a declaration that its sponsor did not select. */
export const notFundedState = '71';

/** State of a declaration that awaits its department. */
export const waitingState = ['10'] as const;

/**
 * States of submitted declarations without a decision; sponsors count these as applications
 * (R-102.10).
 */
export const undecidedStates = [...waitingState, '20', '30', '40', '50'] as const;

/** States of a declaration recommended by its department and not refused. */
export const recommendedStates = ['20', '30', '40', '50', '60'] as const;

/**
 * States of submitted declarations that count for their people, even if approval is uncertain
 * (R-102).
 */
export const countedStatesOfDeclarations = [
  ...waitingState,
  ...recommendedStates,
  '70',
  notFundedState,
] as const;
