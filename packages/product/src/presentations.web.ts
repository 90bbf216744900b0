import type { Presentation } from '@keyan/console/presentation/present.ts';
import { paperView } from './achievement/paper/paper.web.tsx';
import { downloadView } from './office/downloads/download.web.tsx';
import { noticeView } from './office/notices/notice.web.tsx';
import { paramView } from './system/parameters/param.web.tsx';
import { registrationView } from './system/registration/registration.web.tsx';

/**
 * How the product's resources differ on their pages from plain ones. Apart from the list of pages,
 * so that the first page does not carry the editors of all others.
 */
export const presentations: readonly Presentation[] = [
  paperView,
  registrationView,
  noticeView,
  downloadView,
  paramView,
];
