import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { advisory } from './advisory/advisory.ts';
import { appraisal } from './appraisal/appraisal.ts';
import { award } from './award/award.ts';
import { prizeDeclaration } from './award/prize-declaration.ts';
import { book } from './book/book.ts';
import { paper } from './paper/paper.ts';
import { copyright } from './property/copyright.ts';
import { drug } from './property/drug.ts';
import { patent } from './property/patent.ts';
import { product } from './property/product.ts';
import { standard } from './property/standard.ts';
import { variety } from './property/variety.ts';
import { art } from './works/art.ts';
import { design } from './works/design.ts';
import { literary } from './works/literary.ts';
import { music } from './works/music.ts';
import { sport } from './works/sport.ts';
import { webWork } from './works/web-work.ts';

/** Menu group for related kinds of achievements; each kind has a sub-group within the group. */
export interface KindFamily {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly kinds: readonly Resource[];
}

/** Menu groups in the order of the menu, each with its kinds. */
export const kindFamilies: readonly KindFamily[] = [
  {
    code: 'patg',
    label: ['知识产权', 'Intellectual property'],
    path: '/achievement/ip',
    kinds: [patent, copyright, standard, variety, drug, product],
  },
  {
    code: 'awdg',
    label: ['获奖与鉴定', 'Awards and appraisal'],
    path: '/achievement/awardGroup',
    kinds: [award, prizeDeclaration, appraisal, advisory],
  },
  {
    code: 'artg',
    label: ['艺术与特色成果', 'Arts and other works'],
    path: '/achievement/artGroup',
    kinds: [art, literary, design, music, webWork, sport],
  },
];

const inFamilies = kindFamilies.flatMap(({ kinds }) => kinds);

/**
 * Every kind of achievement. A new line here or in `kindFamilies` adds a kind with its calls, pages, rights, approval,
 * import and export (docs/adding-a-resource.md).
 */
export const achievements = [paper, book, ...inFamilies] as const satisfies readonly Resource[];
