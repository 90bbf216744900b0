import { present } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievementPages } from '../common/achievement.web.ts';
import { prizeDeclaration } from './prize-declaration.ts';

const pages = achievementPages(prizeDeclaration);

/** Presentation of prize declarations, in addition to that of records with authors. */
export const prizeDeclarationPresentation = present(prizeDeclaration as Resource, {
  ...pages,
  fields: { ...pages.fields, awardName: { width: 176 } },
});
