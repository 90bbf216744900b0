import { type Fields, f } from '@keyan/kernel/definition/field.ts';
import {
  type ChainLink,
  defineProcess,
  type Kind,
  type Process,
} from '@keyan/kernel/definition/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type AttachmentCodes, attachmentCategories } from '../shared/attachments.ts';

/** The field of attachments; a `*` marks the categories that are required. */
export const attachments = (...codes: AttachmentCodes) =>
  f.files(['附件', 'Attachments'], attachmentCategories(...codes));

/**
 * A kind of approval whose records are not built yet. Its fields are those that routes judge by; the
 * definition will have them all, and the process as it stands here.
 * @param flow the number of the process in the dictionary `flow`, for ever
 */
export const planned = (
  flow: number,
  kind: string,
  label: Label,
  fields: Fields,
  steps: readonly ChainLink[],
  more: Partial<Pick<Process, 'parameters'>> = {},
): Kind => ({ process: defineProcess(kind, label, steps, `flow_${flow}`, more), fields });
