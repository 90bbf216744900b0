import { auditStatus } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { absorbedMixin } from '../common/absorbed.ts';
import type { DeskRecord } from './quality.ts';

/**
 * How a record of the kind stands: the status of its approval, and what that is called. One without an
 * approval has the name of its state alone.
 */
export const recordStatusOf = (
  kind: Resource | undefined,
  code: string,
  language: Language,
): Pick<DeskRecord, 'status' | 'statusName'> => {
  const options = kind && absorbedMixin.optionsOf(kind);
  const dictionary = options ? kind.fields[options.state]?.spec.dictionary : auditStatus;
  const entry = dictionary?.entries.find((one) => one.code === code);
  return { status: options ? '' : code, statusName: entry ? say(entry.label, language) : '' };
};
