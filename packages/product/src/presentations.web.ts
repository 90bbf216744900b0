import type { Presentation } from '@keyan/console/presentation/present.ts';
import { achievements } from './achievement/achievements.ts';
import { achievementPresentations } from './achievement/achievements.web.ts';
import { downloadPresentation } from './office/downloads/download.web.tsx';
import { noticePresentation } from './office/notices/notice.web.tsx';
import { paramPresentation } from './system/parameters/param.web.tsx';
import { registrationPresentation } from './system/registration/registration.web.tsx';

/**
 * How the product's resources differ on their pages from plain ones. Apart from the list of pages,
 * so that the first page does not carry the editors of all others.
 */
export const presentations: readonly Presentation[] = [
  ...achievementPresentations(achievements),
  registrationPresentation,
  noticePresentation,
  downloadPresentation,
  paramPresentation,
];
