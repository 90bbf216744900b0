import type { Label } from '@keyan/kernel/label.ts';
import type { WorkType } from '../achievement/common/citation.ts';
import type { EntityName } from './entity.ts';

/** Public form of a type of work. */
export interface WorkForm {
  readonly is: Extract<EntityName, 'Publication' | 'Patent' | 'Product'>;
  /** COAR resource type (https://vocabularies.coar-repositories.org/resource_types/). */
  readonly coar: string;
  /** Type of schema.org. */
  readonly schema: string;
  readonly word: Label;
  /** schema.org type of the containing work, such as a journal. */
  readonly within?: string;
}

/**
 * Public form of each type of work. Kinds of achievement name their type in `citation`, so new
 * kinds need no entry here.
 */
export const workForms: Readonly<Record<WorkType, WorkForm>> = {
  'article-journal': {
    is: 'Publication',
    coar: 'c_6501',
    schema: 'ScholarlyArticle',
    word: ['期刊论文', 'journal article'],
    within: 'c_0640',
  },
  'article-newspaper': {
    is: 'Publication',
    coar: 'c_998f',
    schema: 'NewsArticle',
    word: ['报纸文章', 'newspaper article'],
    within: 'c_2fe3',
  },
  'paper-conference': {
    is: 'Publication',
    coar: 'c_5794',
    schema: 'ScholarlyArticle',
    word: ['会议论文', 'conference paper'],
    within: 'c_f744',
  },
  book: { is: 'Publication', coar: 'c_2f33', schema: 'Book', word: ['著作', 'book'] },
  chapter: {
    is: 'Publication',
    coar: 'c_3248',
    schema: 'Chapter',
    word: ['著作章节', 'book part'],
    within: 'c_2f33',
  },
  thesis: { is: 'Publication', coar: 'c_46ec', schema: 'Thesis', word: ['学位论文', 'thesis'] },
  patent: { is: 'Patent', coar: 'c_15cd', schema: 'CreativeWork', word: ['专利', 'patent'] },
  standard: {
    is: 'Publication',
    coar: 'c_71bd',
    schema: 'TechArticle',
    word: ['标准', 'technical documentation'],
  },
  report: { is: 'Publication', coar: 'c_93fc', schema: 'Report', word: ['报告', 'report'] },
  software: {
    is: 'Product',
    coar: 'c_5ce6',
    schema: 'SoftwareApplication',
    word: ['软件', 'software'],
  },
  webpage: { is: 'Product', coar: 'c_7ad9', schema: 'WebPage', word: ['网络作品', 'website'] },
  graphic: { is: 'Product', coar: 'c_c513', schema: 'VisualArtwork', word: ['图像', 'image'] },
  musical_score: {
    is: 'Product',
    coar: 'c_18cd',
    schema: 'MusicComposition',
    word: ['音乐作品', 'musical composition'],
  },
  document: { is: 'Product', coar: 'c_1843', schema: 'CreativeWork', word: ['其他成果', 'other'] },
};
