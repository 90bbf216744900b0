import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import type { assessBatch } from './assess-batch.ts';

type Batch = Pick<StoredRow<typeof assessBatch.fields>, 'deptIds' | 'startDate' | 'endDate'>;

/**
 * Conditions that limit records to the departments of the batch and their descendants; empty for a
 * batch of the whole university.
 */
export const inRange = (field: string, { deptIds }: Batch): readonly Condition[] =>
  (deptIds ?? []).length > 0 ? [{ field, operator: 'inTree', value: deptIds }] : [];

/** Conditions that limit records to those whose date lies in the span of the batch. */
export const inSpan = (field: string, { startDate, endDate }: Batch): readonly Condition[] => [
  { field, operator: 'atLeast', value: startDate },
  { field, operator: 'atMost', value: endDate },
];
