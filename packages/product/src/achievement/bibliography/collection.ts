import type { ReferenceType } from './reference.ts';

/** Types by the database name that CNKI and Wanfang add to a generic type word. */
const collections: readonly (readonly [name: RegExp, type: ReferenceType])[] = [
  [/标准/, 'standard'],
  [/专利/, 'patent'],
  [/年鉴/, 'yearbook'],
  [/法律|法规|规章/, 'legalText'],
  [/科技成果|^成果/, 'achievement'],
];

/** Returns the type implied by the database: yearbooks and standards are exported as articles. */
export const typeOfCollection = (
  ...names: readonly (string | undefined)[]
): ReferenceType | undefined =>
  names
    .map((name) => collections.find(([pattern]) => pattern.test(name ?? ''))?.[1])
    .find((type) => type !== undefined);
