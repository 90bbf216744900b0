/** The state of a declaration that an approver gave back. */
export const returnedState = '80';

/** Its sponsor approved others. */
export const notFundedState = '71';

/** Waits for the department. */
export const waitingState = ['10'] as const;

/** Handed in, and neither approved nor refused: sponsors count it as applied for. */
export const undecidedStates = [...waitingState, '20', '30', '40', '50'] as const;

/** Recommended by the department, until it is not approved. */
export const recommendedStates = ['20', '30', '40', '50', '60'] as const;

/** Handed in: it counts for its people, although it may not be approved. */
export const countedStatesOfDeclarations = [
  ...waitingState,
  ...recommendedStates,
  '70',
  notFundedState,
] as const;
