/** The state of a declaration that an approver gave back. */
export const returned = '80';

/** Its sponsor approved others. */
export const notFunded = '71';

/** Waits for the department. */
export const waiting = ['10'] as const;

/** Handed in, and neither approved nor refused: sponsors count it as applied for. */
export const undecided = [...waiting, '20', '30', '40', '50'] as const;

/** Recommended by the department, until it is not approved. */
export const recommended = ['20', '30', '40', '50', '60'] as const;

/** Handed in: it counts for its people, although it may not be approved. */
export const counted = [...waiting, ...recommended, '70', notFunded] as const;
