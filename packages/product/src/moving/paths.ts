/** Address of the calls of moving in. */
export const movingService = 'kh-edu-research/moving';

/** Code of the page 系统迁入. */
export const movingCode = 'moving';

/** Code of the page of batches, and its address. */
export const movingBatchCode = 'movingBatch';
export const movingBatchPath = '/system/movingBatch';

/** Right to move data in. */
export const runMovingCode = `${movingBatchCode}_run`;

/** Address of a batch: its counts, its reconciliation, its undoing. */
export const movingBatchPage = (id: string): string => `${movingBatchPath}/detail?id=${id}`;
