import { present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievementPages } from '../common/achievement.web.ts';
import { prizeDeclaration } from './prize-declaration.ts';

const pages = achievementPages(prizeDeclaration);

/** How prize declarations differ from other records with authors on their pages. */
export const prizeDeclarationPresentation = present(prizeDeclaration as Resource, {
  ...pages,
  fields: { ...pages.fields, awardName: { width: 176 } },
});
