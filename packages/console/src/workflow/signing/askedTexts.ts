import type { Label } from '@keyan/kernel/label.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';

/**
 * Texts for a person whom the holder of a task asked: to sign before or beside the holder, or for
 * an opinion.
 */
export const askedPersonTexts: Readonly<Record<Exclude<TaskPageData['askedFor'], ''>, Label>> = {
  B: [
    '前加签：请您先办理，可以退回；同意后回到加签人',
    'You are asked first: approve or return it; after that it goes back to whoever asked',
  ],
  P: ['并加签：您与加签人同为本环节审批人', 'You are an additional approver of this step'],
  D: ['委派：请填写意见，由委派人决定', 'You are asked for your opinion; whoever asked decides'],
};
