/** The state of a declaration that an approver gave back. */
export const returnedState = '80';

/** State of a declaration whose sponsor approved others. */
export const notFundedState = '71';

/** State of a declaration that waits for its department. */
export const waitingState = ['10'] as const;

/**
 * States of a declaration that is handed in, and neither approved nor refused: sponsors count it as applied for
 * (R-102.10).
 */
export const undecidedStates = [...waitingState, '20', '30', '40', '50'] as const;

/** States of a declaration that its department recommends, until it is refused. */
export const recommendedStates = ['20', '30', '40', '50', '60'] as const;

/** States of a declaration that is handed in: it counts for its people, although it may not be approved. */
export const countedStatesOfDeclarations = [
  ...waitingState,
  ...recommendedStates,
  '70',
  notFundedState,
] as const;
