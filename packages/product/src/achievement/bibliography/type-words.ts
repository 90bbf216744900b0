import type { ReferenceType } from './reference.ts';

/** Type words of reference managers, in English and Chinese. */
const words: readonly (readonly [pattern: RegExp, type: ReferenceType])[] = [
  [/legal|statute|\blaws?\b|court|法律|法规/i, 'legalText'],
  [/yearbook|年鉴/i, 'yearbook'],
  [/conference|proceeding|会议/i, 'conferencePaper'],
  [/dissertation|thesis|学位/i, 'thesis'],
  [/newspaper|报纸/i, 'newspaper'],
  [/patent|专利/i, 'patent'],
  [/standard|标准/i, 'standard'],
  [/book,? section|book chapter|chapter/i, 'chapter'],
  [/book|monograph|图书|著作/i, 'book'],
  [/report|报告/i, 'report'],
  [/data ?set|数据集/i, 'dataset'],
  [/computer program|software|软件/i, 'software'],
  [/web page|online/i, 'webpage'],
  [/art ?work|music|video|motion picture|map/i, 'artwork'],
  [/unpublished|preprint/i, 'manuscript'],
  [/journal|magazine|periodical|期刊/i, 'article'],
];

/** Returns the reference type of a type word. */
export const typeByName = (text: string): ReferenceType | undefined =>
  words.find(([pattern]) => pattern.test(text))?.[1];
