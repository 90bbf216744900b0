/** Languages of the product; Chinese is the source language. */
export type Language = 'zh' | 'en';

/** Name of the request header with the language for the response. */
export const languageHeader = 'x-language';

/** Text for people in both languages, as the type requires (ruling 5). */
export type Label = readonly [zh: string, en: string];

/** Returns the text of a label in one language. */
export const say = (label: Label, language: Language): string => label[language === 'zh' ? 0 : 1];

/**
 * Fills placeholders `{name}` of a template in both languages. A value that is itself a label is
 * filled in per language.
 */
export const fill = (template: Label, values: Record<string, string | number | Label>): Label => {
  const side = (index: 0 | 1): string =>
    template[index].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'object' ? value[index] : String(value);
    });
  return [side(0), side(1)];
};

/** Joins labels, without repetitions. */
export const joinLabels = (labels: readonly Label[]): Label => {
  const side = (index: 0 | 1): readonly string[] => [...new Set(labels.map((one) => one[index]))];
  return [side(0).join('、'), side(1).join(', ')];
};

/** Joins sentences to one text. */
export const joinSentences = (labels: readonly Label[]): Label => [
  labels.map(([zh]) => zh).join('；'),
  labels.map(([, en]) => en).join('; '),
];

/**
 * English of a label with a small initial, for use within a sentence; abbreviations and names of
 * languages are unchanged: `SMS service`, `English title`.
 */
export const inSentence = ([, en]: Label): string =>
  en.replace(/^(?!Chinese\b|English\b)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Number and noun in English: `1 record`, `2 records`. */
export const englishQuantity = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
