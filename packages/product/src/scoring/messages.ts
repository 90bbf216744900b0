import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { batchStatusCodes, scoreMessage } from './dictionaries.ts';
import type { scoreBatch } from './faces.ts';
import { pointsLedger } from './ledgers.ts';
import { scoredRecordOf } from './objects.ts';

/**
 * Message to people with a score when a batch is published; people who saw it before are not
 * notified again.
 */
export const scoresReleasedMessage: RecordMessage<
  Pick<RowOf<typeof scoreBatch.fields>, 'batchName' | 'publicEnd'> & {
    readonly resumeAt: string | null;
  }
> = {
  type: scoreMessage,
  title: ['计分结果公示：{name}', 'Scoring results published: {name}'],
  content: [
    '【{name}】已完成计算并开始公示，请核对本人得分；如有异议请在 {end} 前提出申诉。',
    '“{name}” has been computed and is open for appeals. Please check your score; appeals can be filed until {end}.',
  ],
  words: ({ batchName, publicEnd }) => ({
    name: batchName ?? '',
    end: (publicEnd ?? '').slice(0, 16),
  }),
  when: ({ resumeAt }) => resumeAt === batchStatusCodes.released,
  to: [{ subaccountsIn: pointsLedger }],
  link: '/score/mine/index',
};

/** Message to the registrant of an output that it may be changed. */
export const outputUnlockedMessage: RecordMessage<{
  readonly scoreObject: string | null;
  readonly bizId: string | null;
}> = {
  type: scoreMessage,
  title: ['已计分的成果已解锁', 'A scored output was unlocked'],
  content: [
    '《{title}》的计分锁定已解除。退回修改并再次通过后，得分自动重算。',
    '“{title}” is no longer locked by scoring. After it is returned, changed and approved again, its score is recomputed automatically.',
  ],
  names: (row) => ({ title: scoredRecordOf(row) }),
  about: scoredRecordOf,
  to: ['writer'],
};
