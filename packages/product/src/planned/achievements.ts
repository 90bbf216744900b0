import { f } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import { authorType, schoolSign } from '../achievement/common/dictionaries.ts';
import { deptSecretary, rdAchieve } from '../shared/approval-steps.ts';
import { user } from '../shared/refs.ts';
import { attachments, planned } from './planned.ts';

/** Kinds of achievement: claims of papers. */
export const plannedAchievements: readonly Kind[] = [
  planned(
    3,
    'papersappClaim',
    ['论文认领', 'Paper claim'],
    {
      claimUserId: f.ref(['认领人', 'Claimant'], user).required(),
      authorSort: f.integer(['本人排名', 'My order']).required(),
      authorType: f.dict(['本人角色', 'My role'], authorType).required(),
      schoolSign: f.dict(['学校署名', 'University signing'], schoolSign).required(),
      attachments: attachments('13', '15'),
    },
    [deptSecretary, rdAchieve([])],
  ),
];
