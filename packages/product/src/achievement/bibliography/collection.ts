import type { ReferenceType } from './reference.ts';

/** Databases and kinds that CNKI and Wanfang name beside a type word that says less. */
const collections: readonly (readonly [name: RegExp, type: ReferenceType])[] = [
  [/标准/, 'standard'],
  [/专利/, 'patent'],
  [/年鉴/, 'yearbook'],
  [/法律|法规|规章/, 'legalText'],
  [/科技成果|^成果/, 'achievement'],
];

/** The kind that the database's name tells: yearbooks and standards are exported as articles. */
export const typeOfCollection = (
  ...names: readonly (string | undefined)[]
): ReferenceType | undefined =>
  names
    .map((name) => collections.find(([pattern]) => pattern.test(name ?? ''))?.[1])
    .find((type) => type !== undefined);
